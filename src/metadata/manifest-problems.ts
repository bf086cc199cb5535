/** What can be odd in a manifest or manifest list that can still be read: how grave it is and what follows from it. */
import type { Problem, Severity } from '../base/errors.ts';

interface ProblemKind {
  readonly severity: Severity;
  readonly consequence: string;
}

function kind(severity: Severity, consequence: string): ProblemKind {
  return { severity, consequence };
}

const KINDS = {
  // Manifest lists (2.2)
  'manifest-listed-twice': kind('worth-knowing', 'It is planned once.'),
  'manifest-row-incomplete': kind(
    'can-change-answer',
    'The usual value is assumed; other readers refuse the list.',
  ),
  'partition-summaries-unreadable': kind(
    'costs-reading',
    'The manifest can’t be ruled out by its partitions.',
  ),

  // Manifests as files (2.3)
  'field-ids-missing': kind(
    'worth-knowing',
    'Fields are found by name; readers that go by id, as the spec demands, find none.',
  ),
  'manifest-length-differs': kind(
    'worth-knowing',
    'Readers that trust the length may fail to find the end of the file.',
  ),
  'manifest-counts-differ': kind(
    'can-change-answer',
    'Manifests are skipped by these counts when they are 0.',
  ),
  'manifest-content-differs': kind('can-change-answer', 'The manifest list is believed.'),
  'spec-from-manifest': kind(
    'can-change-answer',
    'The spec is taken from the manifest’s own header.',
  ),
  'spec-unknown': kind('costs-reading', 'Its files can’t be ruled out by partition.'),
  'spec-mismatch': kind('costs-reading', 'These fields rule out no file of this manifest.'),

  // Entries (2.4 to 2.6)
  'column-unreadable': kind('costs-reading', 'Its values are taken for unknown.'),
  'partition-field-unreadable': kind('costs-reading', 'The field rules out no file here.'),
  'partition-fixed-prefixed': kind(
    'worth-knowing',
    'Readers that trust the Avro schema derail here (apache/iceberg#17501).',
  ),
  'partition-fixed-plain': kind(
    'worth-knowing',
    'Iceberg’s Java library 1.12 expects a length in front and derails here (apache/iceberg#17501).',
  ),
  'sequence-number-missing': kind(
    'can-change-answer',
    'Which deletes apply to these files can’t be told.',
  ),
  'entry-incomplete': kind('can-change-answer', 'The values are taken for unknown.'),
  'entry-content-differs': kind('can-change-answer', 'The entries can’t be what they say.'),
} as const satisfies Record<string, ProblemKind>;

export type ManifestProblemCode = keyof typeof KINDS;

/** A problem of the kind `code` in the file `place`. */
export function manifestProblem(
  code: ManifestProblemCode,
  message: string,
  place: string,
): Problem {
  const { severity, consequence } = KINDS[code];
  return { severity, code, message, place, consequence };
}
