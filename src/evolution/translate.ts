/**
 * One change in all dialects. What each statement does is found by applying it to a copy (ddl/apply.ts), so that a
 * translation says itself where it leads elsewhere.
 */
import { defaultSpec } from '../metadata/default-spec.ts';
import type { PartitionField, PartitionSpec, TableMetadata } from '../metadata/records.ts';
import { currentSchema } from '../metadata/snapshots.ts';
import { sameTransform } from '../transforms/transform.ts';
import { indexSchema } from '../types/schema.ts';
import { applyDdl, commitsOf, type DdlChange, writesOf } from './ddl/apply.ts';
import { DIALECT_NAMES, DIALECTS, type Dialect, quoteParts, type ReadDialect } from './dialects.ts';
import { areCompatible, nextSpecId, specWith } from './evolve.ts';
import { statementsFor } from './statements.ts';

export interface Translation {
  readonly dialect: Dialect;
  /** Ready to run, `;` behind each statement; undefined where the dialect can't say the change. */
  readonly text: string | undefined;
  /** Why not, or in what the statement leads elsewhere: sentences. */
  readonly notes: readonly string[];
}

/**
 * What statements do, in every dialect. Only Spark has words for what `WRITE` says of how rows are sorted and
 * distributed; the others have none, or other ones.
 */
export function translationsOf(change: DdlChange, table: string): readonly Translation[] {
  const { before, after } = change;
  const writes = writesOf(change);
  if (writes.length === 0) return translations(before, after, table, commitsOf(change));
  const isLayout = before.defaultSpecId !== after.defaultSpecId;
  const layouts = isLayout
    ? translations(before, after, table, commitsOf(change))
    : DIALECTS.map((dialect) => ({ dialect, text: undefined, notes: [] }));
  return layouts.map((said) => withWrites(said, writes, table));
}

/** The change of the default spec from `before` to `after`, by as many commits, in every dialect. */
export function translations(
  before: TableMetadata,
  after: TableMetadata,
  table: string,
  commits = 1,
): readonly Translation[] {
  return DIALECTS.map((dialect) => translation(dialect, before, after, table, commits));
}

/** SE-30, SE-31; and the reference's UpdateProperties and ReplaceSortOrder. */
const ORDER_ELSEWHERE: Readonly<Record<Exclude<Dialect, 'spark'>, string>> = {
  hive: 'SET PARTITION SPEC names the layout alone: it can’t say how rows are sorted or distributed.',
  impala:
    'SET PARTITION SPEC names the layout alone: it can’t say how rows are sorted or distributed.',
  trino:
    'partitioning can’t say how rows are sorted. Trino’s property sorted_by does, by columns without a transform, within each file; it says nothing of how rows are distributed.',
  java: 'updateSpec() can’t say how rows are sorted or distributed: table.replaceSortOrder() sets the order, the table property write.distribution-mode the distribution.',
  pyiceberg:
    'update_spec() can’t say how rows are sorted or distributed: these are the table’s sort order and the property write.distribution-mode.',
};

function withWrites(said: Translation, writes: readonly string[], table: string): Translation {
  const { dialect, text, notes } = said;
  if (dialect !== 'spark') return { ...said, notes: [...notes, ORDER_ELSEWHERE[dialect]] };
  const name = quoteParts(table.split('.'), 'spark');
  const orders = writes.map((words) => `ALTER TABLE ${name} ${words};`);
  const layout = text === undefined || text === '' ? [] : [text];
  return { ...said, text: [...layout, ...orders].join('\n') };
}

function translation(
  dialect: Dialect,
  before: TableMetadata,
  after: TableMetadata,
  table: string,
  commits: number,
): Translation {
  const columns = indexSchema(currentSchema(before));
  const to = defaultSpec(after);
  const said = statementsFor(dialect, {
    from: defaultSpec(before),
    to,
    columns,
    table,
    formatVersion: before.formatVersion,
  });
  if ('reason' in said) return { dialect, text: undefined, notes: [said.reason] };
  const isCall = dialect === 'java' || dialect === 'pyiceberg';
  const text = said.full.map((one) => (isCall ? one : `${one};`)).join('\n');
  const typed = { commits, specId: to.specId };
  if (isCall) {
    // SE-16: one update, which makes a spec or takes one up.
    const specId = specWith(to.fields, before)?.specId ?? nextSpecId(before);
    const made = { commits: said.full.length, specId };
    return { dialect, text, notes: wayNotes(made, typed) };
  }
  return { dialect, ...checked(dialect, text, commits, before, to) };
}

interface Way {
  readonly commits: number;
  /** Of the layout that it ends at. */
  readonly specId: number;
}

/** Where the same layout is reached by other steps than those that were typed. */
function wayNotes(made: Way, typed: Way): readonly string[] {
  // The layout stays: there is no way.
  if (made.commits === 0) return [];
  const several =
    made.commits > 1
      ? [`${made.commits} statements, each a commit: what lies between is a layout of its own.`]
      : [];
  const fewer =
    made.commits < typed.commits
      ? `${made.commits === 1 ? 'One commit' : `${made.commits} commits`} instead of ${typed.commits}`
      : undefined;
  if (made.specId === typed.specId)
    return fewer === undefined ? several : [...several, `${fewer}.`];
  const spec = `ends at spec ${made.specId}, not ${typed.specId}; the layout is the same.`;
  return [...several, fewer === undefined ? `It ${spec}` : `${fewer}: it ${spec}`];
}

function checked(
  dialect: ReadDialect,
  text: string,
  typedCommits: number,
  before: TableMetadata,
  to: PartitionSpec,
): Pick<Translation, 'text' | 'notes'> {
  const change = applyDdl(text, dialect, before);
  const name = DIALECT_NAMES[dialect];
  if ('message' in change) {
    const why = [change.message, change.suggestion].filter((part) => part !== undefined).join(' ');
    return { text: undefined, notes: [`${name} can’t say it. ${why}`] };
  }
  const made = defaultSpec(change.after);
  const differences = differencesOf(made.fields, to.fields, name);
  if (differences === undefined) {
    return {
      text: undefined,
      notes: [`${name} can’t say it: its statement leads to another layout.`],
    };
  }
  const way = wayNotes(
    { commits: commitsOf(change), specId: made.specId },
    { commits: typedCommits, specId: to.specId },
  );
  return { text, notes: [...differences, ...way] };
}

/** In names and in order; undefined where other fields come out. */
function differencesOf(
  made: readonly PartitionField[],
  wanted: readonly PartitionField[],
  name: string,
): readonly string[] | undefined {
  if (areCompatible(made, wanted)) return [];
  const left = [...made];
  const pairs = wanted.map((field) => {
    const alike = left.filter((candidate) => hasSameMeaning(candidate, field));
    const other = alike.find(({ name: own }) => own === field.name) ?? alike[0];
    if (other !== undefined) left.splice(left.indexOf(other), 1);
    return { field, other };
  });
  if (left.length > 0 || pairs.some(({ other }) => other === undefined)) return undefined;
  const renamed = pairs.flatMap(({ field, other }) =>
    other === undefined || other.name === field.name
      ? []
      : [`${name} gives a field no name: it will be ${other.name}, not ${field.name}.`],
  );
  const isReordered = pairs.some(({ other }, i) => other !== made[i]);
  return [...renamed, ...(isReordered ? [`${name} keeps the order of the fields that stay.`] : [])];
}

function hasSameMeaning(a: PartitionField, b: PartitionField): boolean {
  return a.sourceIds.join() === b.sourceIds.join() && sameTransform(a.transform, b.transform);
}
