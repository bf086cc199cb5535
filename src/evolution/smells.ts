/** What is worth a second look about a change of layout: each with its evidence and the rule behind it. */
import { IcecoreError, type Problem } from '../base/errors.ts';
import { bind } from '../expressions/bind.ts';
import type { BoundExpression, BoundPredicate } from '../expressions/bound.ts';
import type { Expression, Predicate } from '../expressions/expression.ts';
import { bindSpec } from '../metadata/bound-spec.ts';
import { defaultSpec } from '../metadata/default-spec.ts';
import type { PartitionField, PartitionSpec, TableMetadata } from '../metadata/records.ts';
import { currentSchema } from '../metadata/snapshots.ts';
import { describeField } from '../metadata/spec-words.ts';
import { projectLeaf } from '../planning/project.ts';
import { sameTransform } from '../transforms/transform.ts';
import { formatBytes, formatCount, joinWords } from '../types/format.ts';
import { SAFE } from '../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import type { Forecast } from './forecast/forecast.ts';
import { daysWords, openFields, rangeWords, whyWords } from './forecast/forecast-words.ts';
import { OPEN_DOUBTS } from './forecast/spread.ts';
import { isByTime, TIME_KINDS } from './update-spec.ts';

export interface Smell extends Problem {
  /** The rule, as one says it to a colleague. */
  readonly rule: string;
  /** The view that shows the place, and the spec concerned there. */
  readonly view: 'eras' | 'pruning' | 'schema' | 'snapshots' | 'files';
  readonly specId?: number | undefined;
}

export interface Condition {
  readonly where: string;
  readonly filter: Expression;
}

/** Of a plan: its bytes, which may be a ceiling, or a floor where some are not known. */
interface BytesRead {
  readonly total: { readonly bytes: number };
  readonly atMost: boolean;
  readonly atLeast: boolean;
}

export interface SmellInput {
  readonly before: TableMetadata;
  readonly after: TableMetadata;
  readonly forecast: Forecast;
  /** Live files by spec. */
  readonly live: ReadonlyMap<number, { readonly files: number; readonly bytes: number }>;
  /** What is asked, and what was asked before. */
  readonly conditions: readonly Condition[];
  /** What the question reads after the days of the forecast, with the layout kept and changed; undefined: not known. */
  readonly kept: BytesRead | undefined;
  readonly changed: BytesRead | undefined;
}

type Finder = (input: Context) => readonly Smell[];

interface Context extends SmellInput {
  readonly schema: SchemaIndex;
  readonly from: PartitionSpec;
  readonly to: PartitionSpec;
  /** Fields of the new layout that the old one does not have. */
  readonly added: readonly PartitionField[];
}

/** The costliest first, as they are listed here. */
const FINDERS: readonly Finder[] = [
  sourceDropped,
  dynamicOverwrite,
  readsMore,
  valuesUnknown,
  lastFieldDropped,
  smallFiles,
  tooFine,
  highCardinality,
  unusableTransform,
  derivedColumn,
  bucketCount,
  manySpecs,
  coarserTimes,
  onlyNames,
  voids,
];

export function smells(input: SmellInput): readonly Smell[] {
  const [from, to] = [defaultSpec(input.before), defaultSpec(input.after)];
  const schema = indexSchema(currentSchema(input.before));
  const added = to.fields.filter((field) => !from.fields.some((other) => isSame(field, other)));
  const context = { ...input, schema, from, to, added };
  return FINDERS.flatMap((find) => find(context));
}

function isSame(a: PartitionField, b: PartitionField): boolean {
  return a.sourceIds.join() === b.sourceIds.join() && sameTransform(a.transform, b.transform);
}

function sourceDropped({ before, live, schema }: Context): readonly Smell[] {
  return before.partitionSpecs.flatMap((spec) => {
    const files = live.get(spec.specId)?.files ?? 0;
    const gone = spec.fields.find(
      ({ sourceIds, transform }) =>
        transform.kind !== 'void' && sourceIds.some((id) => !schema.byId.has(id)),
    );
    if (files === 0 || gone === undefined) return [];
    return [
      {
        severity: 'costs-reading',
        code: 'source-column-dropped',
        message: `The source of ${gone.name} in spec ${spec.specId} is dropped, and ${formatCount(files)} of its files are live.`,
        consequence: 'No condition can use that field again, not even on a new column of the name.',
        place: `partition-specs, spec ${spec.specId}`,
        rule: 'Drop a column only when no live file is laid out by it.',
        view: 'schema',
        specId: spec.specId,
      },
    ];
  });
}

function dynamicOverwrite({ before, from, to, live }: Context): readonly Smell[] {
  const last = before.snapshots.findLast(
    ({ operation, summary }) =>
      operation === 'overwrite' && summary['replace-partitions'] === 'true',
  );
  const files = [...live].reduce(
    (sum, [id, { files }]) => (id === to.specId ? sum : sum + files),
    0,
  );
  if (last === undefined || from.specId === to.specId || files === 0) return [];
  return [
    {
      severity: 'can-change-answer',
      code: 'dynamic-overwrite',
      message: `Snapshot ${last.snapshotId} replaced whole partitions (dynamic overwrite), and ${formatCount(files)} live files would be of other layouts.`,
      consequence:
        'Such an overwrite replaces partitions of the new layout only: rows of the old one stay, and come twice.',
      place: `snapshot ${last.snapshotId}`,
      rule: 'After a change of layout overwrite by a condition, or rewrite the range first.',
      view: 'snapshots',
    },
  ];
}

/** A ceiling of the new layout is no sign: what it really reads may be less. */
function readsMore({ kept, changed, forecast: { window }, to }: Context): readonly Smell[] {
  if (kept === undefined || changed === undefined || window === undefined) return [];
  const [before, after] = [kept.total.bytes, changed.total.bytes];
  if (changed.atMost || after <= before * 1.2) return [];
  const most = kept.atMost ? 'at most ' : '';
  return [
    {
      severity: 'costs-reading',
      code: 'reads-more',
      message: `The condition reads ${timesWords(kept, after)} under the new layout.`,
      consequence: `After ${daysWords(window.days)} it reads ${formatBytes(after)} instead of ${most}${formatBytes(before)}.`,
      place: 'the condition',
      rule: 'Divide a column as finely as conditions ask for it.',
      view: 'pruning',
      specId: to.specId,
    },
  ];
}

/** How many times is told only where neither figure lacks bytes. */
function timesWords({ total, atMost, atLeast }: BytesRead, after: number): string {
  if (atLeast || total.bytes === 0) return 'more bytes';
  const ratio = after / total.bytes;
  const times = ratio < 9.95 ? ratio.toFixed(1) : formatCount(Math.round(ratio));
  return `${atMost ? 'at least ' : ''}${times} times the bytes`;
}

/** Without a number every other forecast of files is a guess. */
function valuesUnknown({ forecast, to }: Context): readonly Smell[] {
  const { perCommit, why } = forecast;
  return openFields(forecast).map((name) => {
    const own = why.filter(({ field, doubt }) => field === name && OPEN_DOUBTS.has(doubt));
    const range =
      perCommit === undefined
        ? 'Nothing tells how many files a commit would write.'
        : `A commit would write anything from ${rangeWords(perCommit.changed)} files.`;
    return {
      severity: 'costs-reading',
      code: 'values-unknown',
      message: `How many values ${name} has is not known. ${own.map(whyWords).join(' ')}`,
      consequence: range,
      place: `spec ${to.specId}, field ${name}`,
      rule: 'Count the values first, or bucket the column: a bucket count is a limit.',
      view: 'files',
      specId: to.specId,
    };
  });
}

/** Below this share of the target a file costs more to open than to read. */
const SMALL_SHARE = 1 / 16;

/** From so many times as many files on, each only half as large as it may be, their number alone is told. */
const MANY_TIMES = 4;

function smallFiles({ forecast, to }: Context): readonly Smell[] {
  const { perCommit, writers } = forecast;
  if (perCommit === undefined) return [];
  const { bytes, keptBytes, changedBytes } = perCommit;
  const [kept, changed] = [perCommit.kept.likely, perCommit.changed.likely];
  if (kept === undefined || changed === undefined) return [];
  const mean = changedBytes / changed;
  const { targetBytes } = writers.after;
  const areSmall = changed > kept * 1.2 && mean < targetBytes * SMALL_SHARE;
  const areMany = changed > kept * MANY_TIMES && mean < targetBytes / 2;
  if (!areSmall && !areMany) return [];
  const isByMode = writers.after.mode === 'none' && writers.before.mode !== 'none';
  return [
    {
      severity: 'costs-reading',
      code: 'small-files',
      message: `A commit of ${formatBytes(Math.round(bytes))} would write about ${formatCount(Math.round(changed))} files of ${formatBytes(Math.round(mean))}, where it writes ${formatCount(Math.round(kept))} of ${formatBytes(Math.round(keptBytes / kept))}.`,
      consequence: `The target is ${formatBytes(targetBytes)} a file. Each file is opened, listed and kept in manifests.`,
      place: `spec ${to.specId}`,
      rule: isByMode
        ? 'Where rows are not distributed each task opens files of its own: gather them first, or compact after.'
        : 'A commit should fill the files it opens; coarser fields, or fewer commits, do.',
      view: 'files',
      specId: to.specId,
    },
  ];
}

function lastFieldDropped({ before, from, to, live }: Context): readonly Smell[] {
  const divides = ({ fields }: PartitionSpec) =>
    fields.some(({ transform }) => transform.kind !== 'void');
  if (!divides(from) || divides(to)) return [];
  const filesOf = ({ specId }: PartitionSpec) => live.get(specId)?.files ?? 0;
  const divided = before.partitionSpecs.filter((spec) => divides(spec) && filesOf(spec) > 0);
  const files = divided.reduce((sum, spec) => sum + filesOf(spec), 0);
  return [
    {
      severity: 'costs-reading',
      code: 'nothing-divides',
      message: `No field is left that divides new files; ${stayWords(files, divided)}.`,
      consequence:
        'Only the bounds of columns can rule a new file out: where a commit holds few values, or rows are sorted.',
      place: `spec ${to.specId}`,
      rule: 'Keep a field that conditions ask for, or sort rows by its column.',
      view: 'pruning',
      specId: to.specId,
    },
  ];
}

function stayWords(files: number, specs: readonly PartitionSpec[]): string {
  if (files === 0) return 'no live file is divided';
  const stay = files === 1 ? '1 live file stays' : `${formatCount(files)} live files stay`;
  const ids = joinWords(
    specs.map(({ specId }) => String(specId)),
    'and',
  );
  return `${stay} divided as ${specs.length === 1 ? `spec ${ids} says` : `specs ${ids} say`}`;
}

function tooFine({ forecast, to, from }: Context): readonly Smell[] {
  const { window, writers } = forecast;
  if (window === undefined || to.specId === from.specId) return [];
  const { bytes } = window.after;
  const [before, partitions] = [window.before.partitions.likely, window.after.partitions.likely];
  if (before === undefined || partitions === undefined) return [];
  const each = bytes / Math.max(1, partitions);
  if (partitions < 2 || each >= writers.after.targetBytes / 4) return [];
  if (partitions <= before * 1.2) return [];
  return [
    {
      severity: 'costs-reading',
      code: 'partitions-too-fine',
      message: `${daysWords(window.windowDays)} of writes would make about ${formatCount(Math.round(partitions))} partitions of ${formatBytes(Math.round(each))}.`,
      consequence: `No partition would fill a file of ${formatBytes(writers.after.targetBytes)}, however it is compacted.`,
      place: `spec ${to.specId}`,
      rule: 'A partition should hold some files of the target size.',
      view: 'files',
      specId: to.specId,
    },
  ];
}

/** From this many values on. */
const MANY_VALUES = 100;

function highCardinality({ added, to, forecast, schema }: Context): readonly Smell[] {
  return added.flatMap((field) => {
    const own = forecast.distinct.find(({ fieldId }) => fieldId === field.fieldId);
    const { values = 0, isEstimate = false } = own ?? {};
    if (field.transform.kind !== 'identity' || values < MANY_VALUES) return [];
    return [
      {
        severity: 'costs-reading',
        code: 'identity-high-cardinality',
        message: `${describeField(field, schema)} has ${isEstimate ? 'about' : 'at least'} ${formatCount(values)} values${isEstimate ? ', as statistics say' : ' in the files at hand'}, each a partition of its own.`,
        place: `spec ${to.specId}, field ${field.name}`,
        consequence: 'Every commit writes a file for each value that it holds.',
        rule: 'Bucket or truncate a column of many values.',
        view: 'files',
        specId: to.specId,
      },
    ];
  });
}

function predicatesOf(filter: Expression): readonly Predicate[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return [...predicatesOf(filter.left), ...predicatesOf(filter.right)];
    case 'not':
      return predicatesOf(filter.child);
    case 'predicate':
      return [filter];
    default:
      return [];
  }
}

/** Leaves that say something of a column; that it is not null is said of nearly every row. */
function leavesOf(filter: BoundExpression): readonly BoundPredicate[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return [...leavesOf(filter.left), ...leavesOf(filter.right)];
    case 'predicate':
      return filter.op === 'not_null' ? [] : [filter];
    default:
      return [];
  }
}

function boundOf(filter: Expression, schema: SchemaIndex): BoundExpression | undefined {
  try {
    return bind(filter, schema, { caseSensitive: false, profile: SAFE });
  } catch (error) {
    // It names columns of another snapshot.
    if (error instanceof IcecoreError) return undefined;
    throw error;
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  bucket: 'Bucket for lookups by = and IN; truncate, or divide by time, for ranges.',
  truncate: 'Truncate for ranges and prefixes; other tests of a text need its bounds.',
};

/** PR-2: the field has no projection of anything that a condition says of its column. */
function unusableTransform(context: Context): readonly Smell[] {
  const { to, schema, conditions } = context;
  const bound = conditions.map(({ where, filter }) => {
    const expression = boundOf(filter, schema);
    return { where, leaves: expression === undefined ? [] : leavesOf(expression) };
  });
  return to.fields.flatMap((field) => {
    if (field.transform.kind === 'void') return [];
    const spec = bindSpec({ ...to, fields: [field] }, schema);
    const unused = bound.filter(({ leaves }) => {
      const asked = leaves.filter(({ term }) => term.fieldId === field.sourceIds[0]);
      return (
        asked.length > 0 &&
        asked.every((leaf) => projectLeaf(leaf, spec, SAFE).absence !== undefined)
      );
    });
    const [first, ...others] = unused;
    if (first === undefined) return [];
    const more =
      others.length === 0 ? '' : `, and for ${formatCount(others.length)} more that were asked`;
    return [
      {
        severity: 'costs-reading',
        code: 'transform-unused',
        message: `By ${describeField(field, schema)} no file can be skipped for ${shortened(first.where)}${more}.`,
        consequence: `The condition asks for ${schema.byId.get(field.sourceIds[0] ?? -1)?.name}, and the transform keeps nothing that answers it.`,
        place: `spec ${to.specId}, field ${field.name}`,
        rule: ADVICE[field.transform.kind] ?? 'Divide by what conditions compare.',
        view: 'pruning',
        specId: to.specId,
      },
    ];
  });
}

const LONGEST = 60;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const DERIVED = /(^|_)(date|day|dt|hour|month|year|ym|ymd)(_|$)/i;
function derivedColumn({ to, schema, conditions }: Context): readonly Smell[] {
  const time = to.fields.find(({ transform }) => isByTime(transform));
  const source = time === undefined ? undefined : schema.byId.get(time.sourceIds[0] ?? -1);
  const sources = new Set(to.fields.flatMap(({ sourceIds }) => sourceIds));
  const asked = conditions
    .flatMap(({ filter }) => predicatesOf(filter))
    .map(({ term }) => schema.find(term.name, false))
    .find(
      (column) =>
        column !== undefined &&
        !sources.has(column.fieldId) &&
        (column.type.kind === 'date' || DERIVED.test(column.name)),
    );
  if (time === undefined || source === undefined || asked === undefined) return [];
  return [
    {
      severity: 'costs-reading',
      code: 'filter-on-derived-column',
      message: `A condition asks for ${asked.name}, and the layout divides ${source.name}.`,
      consequence: `Nothing tells a planner that they belong together: only bounds of ${asked.name} can skip a file.`,
      place: `the condition, column ${asked.name}`,
      rule: `Ask by ${source.name}: the layout derives its partitions itself.`,
      view: 'pruning',
      specId: to.specId,
    },
  ];
}

function bucketCount({ from, to, added, schema, live }: Context): readonly Smell[] {
  return added.flatMap((field) => {
    const old = from.fields.find(
      (other) =>
        other.transform.kind === 'bucket' &&
        other.sourceIds.join() === field.sourceIds.join() &&
        !to.fields.some((kept) => isSame(kept, other)),
    );
    if (field.transform.kind !== 'bucket' || old === undefined) return [];
    const files = live.get(from.specId)?.files ?? 0;
    return [
      {
        severity: 'costs-reading',
        code: 'bucket-count-changed',
        message: `${describeField(old, schema)} becomes ${describeField(field, schema)}: another field, and ${formatCount(files)} live files keep the old one.`,
        consequence:
          'Across the change buckets do not meet: joins by bucket shuffle again until the old files are rewritten.',
        place: `spec ${to.specId}, field ${field.name}`,
        rule: 'Change a bucket count only together with a rewrite.',
        view: 'eras',
        specId: to.specId,
      },
    ];
  });
}

const MANY_LIVE = 4;

function manySpecs({ live, to, from }: Context): readonly Smell[] {
  const ids = new Set([...live].filter(([, { files }]) => files > 0).map(([id]) => id));
  const isNew = to.specId !== from.specId && !ids.has(to.specId);
  const count = ids.size + (isNew ? 1 : 0);
  if (count < MANY_LIVE) return [];
  return [
    {
      severity: 'worth-knowing',
      code: 'many-live-specs',
      message: `${formatCount(count)} layouts would have live files.`,
      consequence: 'Each query is projected through every one, and is only as good as the worst.',
      place: 'partition-specs',
      rule: 'Rewrite the files of old layouts that are still asked for.',
      view: 'eras',
    },
  ];
}

/** An hour lies in one day, a day in one month: what a condition on the column says of the coarser field follows. */
function coarserTimes({ to, schema }: Context): readonly Smell[] {
  const times = to.fields
    .filter(({ transform }) => isByTime(transform))
    .toSorted((a, b) => fineness(a) - fineness(b));
  return times.flatMap((field, i) => {
    const finer = times.slice(i + 1).findLast((other) => other.sourceIds[0] === field.sourceIds[0]);
    if (finer === undefined) return [];
    const [coarse, fine] = [describeField(field, schema), describeField(finer, schema)];
    const column = schema.byId.get(field.sourceIds[0] ?? -1)?.name;
    return [
      {
        severity: 'worth-knowing',
        code: 'coarser-time',
        message: `Beside ${fine} a condition on ${column} skips nothing more by ${coarse}.`,
        consequence:
          'Each value of the finer field lies in one of the coarser. Hive 4 and Trino can’t state a layout that has both.',
        place: `spec ${to.specId}, field ${field.name}`,
        rule: 'Divide a column by time once, as finely as its files can be filled.',
        view: 'eras',
        specId: to.specId,
      },
    ];
  });
}

function fineness({ transform }: PartitionField): number {
  return TIME_KINDS.indexOf(transform.kind);
}

function onlyNames({ from, to }: Context): readonly Smell[] {
  const isRenamed =
    from.specId !== to.specId &&
    from.fields.length === to.fields.length &&
    from.fields.every((field, i) => isSame(field, to.fields[i] as PartitionField));
  if (!isRenamed) return [];
  return [
    {
      severity: 'worth-knowing',
      code: 'only-names-differ',
      message: `Spec ${to.specId} divides as spec ${from.specId} does; only names differ.`,
      consequence: 'It is a layout of its own all the same: one more to project through.',
      place: `spec ${to.specId}`,
      rule: 'A name is not worth a layout.',
      view: 'eras',
      specId: to.specId,
    },
  ];
}

function voids({ after, to }: Context): readonly Smell[] {
  const count = to.fields.filter(({ transform }) => transform.kind === 'void').length;
  if (after.formatVersion > 1 || count === 0) return [];
  return [
    {
      severity: 'worth-knowing',
      code: 'v1-voids',
      message: `Format version 1 keeps ${formatCount(count)} dropped ${count === 1 ? 'field' : 'fields'} as void, so that the ids of the others stay.`,
      consequence: 'They hold null in every new partition, and show in its paths.',
      place: `spec ${to.specId}`,
      rule: 'Upgrade to version 2, where a dropped field goes.',
      view: 'eras',
      specId: to.specId,
    },
  ];
}
