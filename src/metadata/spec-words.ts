/** Partition specs in words: `hour(ts), country`, and what they are of. Statements that change them are in evolution/. */
import { printTransform } from '../transforms/transform.ts';
import type { SchemaIndex } from '../types/schema.ts';
import type { PartitionField, PartitionSpec } from './records.ts';

/** Columns by id: the schema in hand, then others that still hold a dropped one. */
export type Columns = SchemaIndex | readonly SchemaIndex[];

/** Ids of the columns that some of the specs partition by; void fields count for nothing. */
export function partitionSources(specs: readonly PartitionSpec[]): ReadonlySet<number> {
  const fields = specs.flatMap((spec) => spec.fields);
  return new Set(
    fields.flatMap(({ transform, sourceIds }) => (transform.kind === 'void' ? [] : sourceIds)),
  );
}

/** `hour(ts), country`, `bucket(16, id)`; void fields left out; `unpartitioned` where none is left. */
export function describeSpec(spec: PartitionSpec, columns: Columns): string {
  const fields = spec.fields
    .filter((field) => field.transform.kind !== 'void')
    .map((field) => describeField(field, columns));
  return fields.length === 0 ? 'unpartitioned' : fields.join(', ');
}

/** `hour(ts)`, `country`, `bucket(16, id)`. */
export function describeField({ transform, sourceIds }: PartitionField, columns: Columns): string {
  const source = sourceIds.map((id) => quotedColumn(id, columns)).join(', ');
  switch (transform.kind) {
    case 'identity':
      return source;
    case 'bucket':
      return `bucket(${transform.numBuckets}, ${source})`;
    case 'truncate':
      return `truncate(${transform.width}, ${source})`;
    default:
      return `${printTransform(transform)}(${source})`;
  }
}

const PLURALS: ReadonlySet<string> = new Set(['year', 'month', 'day', 'hour']);

/** How a condition asks for partition values, by the names of the partition fields: `bucket(16, id)`, `days(ts)`. */
export function partitionTerms(
  specs: readonly PartitionSpec[],
  columns: Columns,
): ReadonlyMap<string, string> {
  const terms = new Map<string, string>();
  for (const field of specs.flatMap((spec) => spec.fields)) {
    const { kind } = field.transform;
    if (kind === 'void' || kind === 'unknown') continue;
    const words = describeField(field, columns);
    terms.set(field.name, PLURALS.has(kind) ? words.replace('(', 's(') : words);
  }
  return terms;
}

export interface FormerField {
  readonly fieldId: number;
  /** Its name in this spec. */
  readonly name: string;
  /** What it was before it was dropped: `day(ts)`; undefined where no spec tells. */
  readonly was: string | undefined;
}

/** The void fields of a spec (v1 keeps dropped fields so) and what they were in earlier specs. */
export function describeFormerFields(
  spec: PartitionSpec,
  specs: readonly PartitionSpec[],
  columns: Columns,
): readonly FormerField[] {
  return spec.fields
    .filter((field) => field.transform.kind === 'void')
    .map(({ fieldId, name }) => {
      const former = specs
        .filter((other) => other.specId !== spec.specId)
        .toSorted((a, b) => b.specId - a.specId)
        .flatMap((other) => other.fields)
        .find((field) => field.fieldId === fieldId && field.transform.kind !== 'void');
      const was = former === undefined ? undefined : describeField(former, columns);
      return { fieldId, name, was };
    });
}

function schemasOf(columns: Columns): readonly SchemaIndex[] {
  return 'byId' in columns ? [columns] : columns;
}

/** The names that lead to a column, from the outermost; undefined where no schema has it. A name may hold dots. */
export function columnParts(id: number, columns: Columns): readonly string[] | undefined {
  const schema = schemasOf(columns).find((candidate) => candidate.byId.has(id));
  const column = schema?.byId.get(id);
  if (schema === undefined || column === undefined) return undefined;
  const parts = [column.field.name];
  let { name } = column;
  for (let last = column; !last.topLevel; ) {
    name = name.slice(0, -last.field.name.length - 1);
    const parent = schema.find(name, true);
    if (parent === undefined) break;
    parts.unshift(parent.field.name);
    last = parent;
  }
  return parts;
}

function quotedColumn(id: number, columns: Columns): string {
  return (
    columnParts(id, columns)
      ?.map((part) => quoteName(part, '`'))
      .join('.') ?? `column ${id}`
  );
}

/** Words that Spark's standard mode keeps for itself; what other engines keep besides would be no plain name, either. */
const RESERVED = new Set(
  `all and any array as both by case cast check collate column constraint create cross date distinct drop else end except
  exists false fetch filter for foreign from full grant group having in inner intersect into is join lateral leading left
  like natural not null offset on only or order outer overlaps partition primary references right select set some table
  then time timestamp to trailing true union unique unknown user using when where with within`.split(
    /\s+/,
  ),
);

/** One name as an engine reads it: in its quotes unless it is plain. */
export function quoteName(name: string, quote: '`' | '"'): string {
  if (/^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name.toLowerCase())) return name;
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
}
