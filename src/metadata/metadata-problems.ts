/**
 * What can be odd in a table's metadata that still opens, as one table: how grave it is, whether the reference refuses
 * such a table (rules.md 1.3, 1.4 and section 16), and what follows from it.
 */
import type { Problem, Severity } from '../base/errors.ts';

interface ProblemKind {
  readonly severity: Severity;
  readonly javaRefuses: boolean;
  readonly consequence: string;
}

const REFUSED = true;
const LOADED = false;

function kind(severity: Severity, javaRefuses: boolean, consequence: string): ProblemKind {
  return { severity, javaRefuses, consequence };
}

const OTHERS_REFUSE = 'Iceberg’s Java library refuses such a table; here it is read without this.';

const KINDS = {
  // JSON (MD-10, MD-19)
  'field-missing': kind('worth-knowing', REFUSED, OTHERS_REFUSE),
  'wrong-json-type': kind('worth-knowing', REFUSED, OTHERS_REFUSE),
  'number-as-text': kind(
    'worth-knowing',
    REFUSED,
    'Iceberg’s Java library refuses a number in quotes.',
  ),
  'number-too-large': kind(
    'worth-knowing',
    REFUSED,
    'Readers that hold it in 64 signed bits refuse the table; it is exact here.',
  ),
  'identical-twice': kind('worth-knowing', REFUSED, 'The second one is ignored.'),
  'compression-not-in-name': kind(
    'worth-knowing',
    REFUSED,
    'Readers that go by the name, as Iceberg’s Java library does, can’t open the file.',
  ),
  'format-version-4': kind(
    'can-change-answer',
    LOADED,
    'The metadata is shown; manifests of version 4 are not read, so their files are unknown.',
  ),

  // Schemas (1.5)
  'schema-unreadable': kind(
    'can-change-answer',
    REFUSED,
    'Snapshots that name this schema can’t be filtered.',
  ),
  'current-schema-assumed': kind(
    'can-change-answer',
    REFUSED,
    'Column names are taken from this schema.',
  ),
  'column-name-twice': kind(
    'can-change-answer',
    REFUSED,
    'A predicate on this name means the first of the columns.',
  ),
  'identifier-field-invalid': kind('worth-knowing', REFUSED, 'It has no effect on planning.'),
  'newer-than-format-version': kind(
    'worth-knowing',
    LOADED,
    'Readers of this format version may not know it.',
  ),
  'last-column-id-low': kind(
    'can-change-answer',
    LOADED,
    'The next column that is added takes an id that is in use, and reads another column’s values.',
  ),

  // Specs and sort orders (1.6)
  'default-spec-missing': kind(
    'worth-knowing',
    LOADED,
    'Existing files are planned by their own specs; a writer does not know how to partition new ones.',
  ),
  'spec-unreadable': kind(
    'costs-reading',
    REFUSED,
    'No file written under this spec is ruled out by its partition.',
  ),
  'partition-field-ids-missing': kind(
    'costs-reading',
    REFUSED,
    'The fields can’t be told apart safely, so this spec’s partition values rule nothing out.',
  ),
  'source-ids': kind('worth-knowing', REFUSED, 'Iceberg’s Java library looks for source-id only.'),
  'transform-unknown': kind(
    'costs-reading',
    LOADED,
    'Its partition values never rule out a file; partition values of other fields still do.',
  ),
  'transform-invalid': kind(
    'costs-reading',
    REFUSED,
    'Its partition values never rule out a file.',
  ),
  'default-spec-field-unusable': kind(
    'costs-reading',
    REFUSED,
    'Files of this spec are not ruled out by this field.',
  ),
  'old-spec-field-type': kind(
    'costs-reading',
    REFUSED,
    'Files of this spec are not ruled out by this field.',
  ),
  'old-spec-field-unusable': kind(
    'costs-reading',
    LOADED,
    'Files written under this spec are not ruled out by this field.',
  ),
  'partition-name-conflict': kind(
    'worth-knowing',
    REFUSED,
    'Fields are found by id, so planning is not affected.',
  ),
  'partition-field-id-twice': kind(
    'costs-reading',
    LOADED,
    'The two can’t be told apart in a manifest; the second never rules out a file.',
  ),
  'partition-field-redundant': kind(
    'worth-knowing',
    LOADED,
    'The coarser field makes no further partitions.',
  ),
  'last-partition-id-low': kind(
    'worth-knowing',
    LOADED,
    'The next partition field that is added may take an id that is in use.',
  ),
  'many-specs': kind(
    'costs-reading',
    LOADED,
    'A predicate is planned once for each spec that still has files; older layouts prune by their own fields only.',
  ),
  'default-sort-order-missing': kind('worth-knowing', LOADED, 'It has no effect on planning.'),
  'sort-order-unreadable': kind('worth-knowing', REFUSED, 'It has no effect on planning.'),

  // Snapshots, logs, refs (1.4)
  'snapshot-unreadable': kind('can-change-answer', REFUSED, 'This snapshot can’t be chosen.'),
  'snapshot-without-manifest-list': kind(
    'can-change-answer',
    REFUSED,
    'Nothing is known of the files of this snapshot.',
  ),
  'manifests-beside-list': kind('worth-knowing', LOADED, 'The manifest list is used.'),
  'manifests-in-metadata': kind(
    'costs-reading',
    LOADED,
    'Without a manifest list no manifest can be ruled out before it is opened.',
  ),
  'operation-missing': kind(
    'worth-knowing',
    LOADED,
    'It is taken for an overwrite, as Iceberg’s Java library does.',
  ),
  'row-ids-invalid': kind('worth-knowing', REFUSED, 'Row ids of this snapshot are not shown.'),
  'snapshot-encrypted': kind(
    'can-change-answer',
    LOADED,
    'Its manifest list can’t be read without the key, so its files are unknown.',
  ),
  'snapshot-schema-missing': kind(
    'worth-knowing',
    LOADED,
    'A predicate on this snapshot can’t be bound: its column names are unknown.',
  ),
  'sequence-number-high': kind(
    'can-change-answer',
    REFUSED,
    'The next commit may take a sequence number that is in use, and deletes may then reach the wrong files.',
  ),
  'current-snapshot-missing': kind(
    'can-change-answer',
    REFUSED,
    'The current state can’t be planned; other snapshots can.',
  ),
  'current-snapshot-from-main': kind(
    'can-change-answer',
    REFUSED,
    'The snapshot of main is taken as current.',
  ),
  'main-differs': kind(
    'can-change-answer',
    REFUSED,
    'current-snapshot-id is followed; a reader that follows the ref sees other rows.',
  ),
  'main-missing': kind('worth-knowing', LOADED, 'main is taken to be current-snapshot-id.'),
  'ref-snapshot-missing': kind('can-change-answer', REFUSED, 'This ref can’t be read.'),
  'ref-unreadable': kind('can-change-answer', REFUSED, 'This ref is left out.'),
  'ref-retention-invalid': kind('worth-knowing', REFUSED, 'It has no effect on planning.'),
  'log-out-of-order': kind(
    'can-change-answer',
    REFUSED,
    'Time travel takes the entry with the greatest time, which may not be the last.',
  ),
  'log-after-update': kind('worth-knowing', REFUSED, 'The times in this file can’t all be right.'),
  'snapshot-log-gap': kind(
    'can-change-answer',
    LOADED,
    'Time travel to the time it was current fails, and so does history before it.',
  ),
  'encryption-key-unreadable': kind('worth-knowing', REFUSED, 'Keys are not used here.'),
  'statistics-unreadable': kind(
    'worth-knowing',
    REFUSED,
    'Statistics files do not take part in planning.',
  ),
  'statistics-stale': kind(
    'worth-knowing',
    LOADED,
    'Statistics files do not take part in planning.',
  ),
} as const satisfies Record<string, ProblemKind>;

export type MetadataProblemCode = keyof typeof KINDS;

/** A problem of the kind `code`, at `path` (a JSON path from the root, or empty) of the file `place`. */
export function metadataProblem(
  code: MetadataProblemCode,
  message: string,
  place: string,
  consequence?: string,
): Problem {
  const { severity, consequence: usual } = KINDS[code];
  return { severity, code, message, place, consequence: consequence ?? usual };
}

/** True where the reference, Iceberg Java 1.12, refuses to open a table with one of these problems. */
export function javaRefuses(problems: readonly Problem[]): boolean {
  const kinds: Readonly<Record<string, ProblemKind>> = KINDS;
  return problems.some((problem) => kinds[problem.code]?.javaRefuses === true);
}

/** So many of one kind are told one by one. */
const TOLD = 10;

/** The same problems, where one kind with very many is told by its first ones and a count of the others. */
export function foldRepeated(problems: readonly Problem[], place: string): readonly Problem[] {
  const told: Problem[] = [];
  const others = new Map<string, { readonly first: Problem; count: number }>();
  const counts = new Map<string, number>();
  for (const problem of problems) {
    const { code } = problem;
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    const more = others.get(code);
    if (count <= TOLD) told.push(problem);
    else if (more === undefined) others.set(code, { first: problem, count: 1 });
    else more.count++;
  }
  const folded = [...others.values()].map(({ first, count }) =>
    count === 1
      ? first
      : { ...first, place, message: `${first.message} ${count - 1} more like this.` },
  );
  return [...told, ...folded];
}
