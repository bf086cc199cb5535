/** Holds one random table and its predicates to the law; profile safe. */
import { utf8Text } from '../../base/bytes.ts';
import { predicateSql } from '../../cli/answers/predicate.ts';
import { printRaw, type Raw } from '../../cli/answers/raw-json.ts';
import { bind, unbind } from '../../expressions/bind.ts';
import { parseWhere } from '../../expressions/where.ts';
import { type BoundSpec, bindSpec } from '../../metadata/bound-spec.ts';
import type { FieldSummary, ManifestFile } from '../../metadata/records.ts';
import { planManifest } from '../../planning/plan-manifest.ts';
import { preparePlan } from '../../planning/plan-tree.ts';
import { residualOf } from '../../planning/residual.ts';
import { ALL_MATCH, MIGHT, MUST, READ } from '../../planning/verdict.ts';
import { applyTransform, canTransform, printTransform } from '../../transforms/transform.ts';
import { comparator } from '../../types/compare.ts';
import { formatValue } from '../../types/format.ts';
import { printType } from '../../types/parse-type.ts';
import { JAVA, SAFE } from '../../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../../types/schema.ts';
import { encodeSingleValue } from '../../types/single-value.ts';
import type { NestedField, PrimitiveType, Value } from '../../types/type.ts';
import { buildEntries, type Metrics, type Row } from '../entries.ts';
import { holds } from './expression-truth.ts';
import type { LawColumn, LawField, LawFile, LawTable, Recording } from './table.ts';
import { type Cell, type RowReader, truthOf } from './truth.ts';

/** What is wrong, as a small table and a predicate; undefined where the law holds. */
export function breachOf(table: LawTable, predicate: Raw): string | undefined {
  const made = makeTable(table);
  const finding = findBreach(made, predicate);
  return finding === undefined ? undefined : `${finding}\n${printed(made, predicate)}`;
}

interface Made {
  readonly table: LawTable;
  readonly schema: SchemaIndex;
  readonly fields: readonly LawField[];
  readonly spec: BoundSpec;
  readonly entries: ReturnType<typeof buildEntries>;
  readonly manifest: ManifestFile;
  /** Rows that are in each file: those with its partition value. */
  readonly files: readonly (readonly (readonly Cell[])[])[];
  readonly rows: readonly Row[];
}

const kept = new WeakMap<LawTable, Made>();

function makeTable(table: LawTable): Made {
  const known = kept.get(table);
  if (known !== undefined) return known;
  const schema = schemaOf(table.columns);
  const fields = table.fields.filter(({ column, transform }) =>
    canTransform(transform, (table.columns[column] as LawColumn).type),
  );
  const plain = {
    specId: 0,
    fields: fields.map(({ column, transform }, i) => ({
      sourceIds: [column + 1],
      fieldId: 1000 + i,
      name: `p${i}`,
      transform,
    })),
  };
  const spec = bindSpec(plain, schema);
  const files = table.files.map((file) => rowsInFile(table, fields, file));
  const tuples = table.files.map((file, f) => tupleOf(table, fields, file, files[f]?.[0]));
  const rows = table.files.map(
    (file, f): Row => ({
      records: BigInt((files[f] as readonly unknown[]).length),
      partition: tuples[f] as readonly Cell[],
      metrics: metricsOf(table.columns, file.recording, files[f] as readonly (readonly Cell[])[]),
    }),
  );
  const types = Object.fromEntries(table.columns.map(({ written }, c) => [c + 1, written]));
  const resultTypes = spec.fields.map(({ resultType }) => resultType ?? { kind: 'int' as const });
  const entries = buildEntries(rows, types, plain, resultTypes);
  const partitions =
    table.summaries &&
    resultTypes.map((type, i) =>
      summaryOf(
        table,
        type,
        tuples.map((tuple) => tuple[i] ?? null),
      ),
    );
  const manifest: ManifestFile = {
    manifestPath: 'm.avro',
    partitionSpecId: 0,
    content: 'data',
    sequenceNumber: 1n,
    minSequenceNumber: 1n,
    addedFilesCount: rows.length,
    existingFilesCount: 0,
    partitions,
  };
  const made = { table, schema, fields, spec, entries, manifest, files, rows };
  kept.set(table, made);
  return made;
}

function schemaOf(columns: readonly LawColumn[]): SchemaIndex {
  const leaf = ({ name, type, required }: LawColumn, i: number): NestedField => ({
    id: i + 1,
    name: name.replace('st.', ''),
    required,
    type,
  });
  const all = columns.map(leaf);
  const isNested = (i: number) => (columns[i] as LawColumn).nested;
  const inner = all.filter((_, i) => isNested(i));
  const outer = all.filter((_, i) => !isNested(i));
  const struct: NestedField = {
    id: 50,
    name: 'st',
    required: false,
    type: { kind: 'struct', fields: inner },
  };
  const fields = inner.length === 0 ? outer : [...outer, struct];
  return indexSchema({ schemaId: 0, identifierFieldIds: [], fields });
}

function rowsInFile(
  table: LawTable,
  fields: readonly LawField[],
  file: LawFile,
): readonly (readonly Cell[])[] {
  const key = (row: readonly Cell[]) => tupleOf(table, fields, file, row).map(keyOf).join('|');
  const [first] = file.rows;
  return first === undefined ? [] : file.rows.filter((row) => key(row) === key(first));
}

function keyOf(cell: Cell): string {
  if (cell instanceof Uint8Array) return `x${cell.join(',')}`;
  return Object.is(cell, -0) ? '-0' : String(cell);
}

function tupleOf(
  table: LawTable,
  fields: readonly LawField[],
  { writer }: LawFile,
  row: readonly Cell[] | undefined,
): readonly Cell[] {
  return fields.map(({ column, transform }) => {
    const { type } = table.columns[column] as LawColumn;
    const cell = row?.[column] ?? null;
    const value = applyTransform(transform, type, cell, writer === 'java' ? JAVA : SAFE);
    return writer === 'legacy' && cell !== null ? legacy(transform.kind, type, cell, value) : value;
  });
}

const UNITS: Readonly<Record<string, bigint>> = { day: 86_400_000_000n, hour: 3_600_000_000n };

/** TR-15: before 1970 the unit was cut toward the epoch, so one too many unless it is whole. */
function legacy(kind: string, type: PrimitiveType, cell: Value, value: Cell): Cell {
  if (typeof value !== 'number' || value >= 0) return value;
  if (kind === 'day' && type.kind === 'date') return value;
  if (kind === 'year' || kind === 'month') return value + 1;
  const unit = UNITS[kind];
  if (unit === undefined || typeof cell !== 'bigint') return value;
  const ticks = type.kind.endsWith('_ns') ? unit * 1000n : unit;
  return cell % ticks === 0n ? value : value + 1;
}

function metricsOf(
  columns: readonly LawColumn[],
  recordings: readonly Recording[],
  rows: readonly (readonly Cell[])[],
): Readonly<Record<number, Metrics>> {
  const structIsNull = (row: readonly Cell[]) =>
    columns.every(({ nested }, c) => !nested || row[c] === null);
  return Object.fromEntries(
    columns.map((column, c) => {
      const recording = recordings[c] as Recording;
      const isLeftOut = (row: readonly Cell[]) =>
        column.nested && recording.leavesOutNullStructs && structIsNull(row);
      const cells = rows.filter((row) => !isLeftOut(row)).map((row) => row[c] ?? null);
      return [c + 1, metricsOfColumn(column, recording, cells)];
    }),
  );
}

function isNan(cell: Cell): boolean {
  return typeof cell === 'number' && Number.isNaN(cell);
}

function metricsOfColumn(column: LawColumn, recording: Recording, cells: readonly Cell[]): Metrics {
  const { type } = column;
  const present = cells.filter((cell): cell is Value => cell !== null && !isNan(cell));
  present.sort(comparator(type, SAFE));
  const isFloating = type.kind === 'float' || type.kind === 'double';
  const lowest = present[0];
  const highest = present.at(-1);
  const lower = lowest === undefined ? undefined : boundOf(column, recording, lowest, 'lower');
  const upper = highest === undefined ? undefined : boundOf(column, recording, highest, 'upper');
  // One alone can't be seen to be the wrong one.
  const isBoth = recording.lower && recording.upper && lower !== undefined && upper !== undefined;
  const [first, last] = recording.exchanged && isBoth ? [upper, lower] : [lower, upper];
  return {
    ...(recording.values ? { values: cells.length } : {}),
    ...(recording.nulls ? { nulls: cells.filter((cell) => cell === null).length } : {}),
    ...(recording.nans && isFloating ? { nans: cells.filter(isNan).length } : {}),
    ...(recording.lower && first !== undefined ? { lower: first } : {}),
    ...(recording.upper && last !== undefined ? { upper: last } : {}),
    mapsPresent: true,
  };
}

/** As writers store it (TY-8); undefined where a cut bound cannot be raised. */
function boundOf(
  { written }: LawColumn,
  { cut }: Recording,
  value: Value,
  side: 'lower' | 'upper',
): Value | undefined {
  if (written.kind === 'uuid') return value;
  if (written.kind === 'date' && typeof value === 'bigint') {
    return encodeSingleValue(written, Number(value / 86_400_000_000n));
  }
  const narrow = written.kind === 'int' ? Number(value) : value;
  if (cut === undefined || !(value instanceof Uint8Array))
    return encodeSingleValue(written, narrow);
  if (written.kind === 'string') return cutText(value, cut, side);
  return written.kind === 'binary' ? cutBytes(value, cut, side) : value;
}

function cutBytes(value: Uint8Array, length: number, side: 'lower' | 'upper') {
  if (value.length <= length || side === 'lower') return value.slice(0, length);
  const head = value.slice(0, length);
  const at = head.findLastIndex((byte) => byte !== 0xff);
  if (at < 0) return undefined;
  return Uint8Array.from([...head.slice(0, at), (head[at] as number) + 1]);
}

const ENCODER = new TextEncoder();

function cutText(value: Uint8Array, length: number, side: 'lower' | 'upper') {
  const points = Array.from(utf8Text(value), (char) => char.codePointAt(0) as number);
  const text = (list: readonly number[]) => ENCODER.encode(String.fromCodePoint(...list));
  if (points.length <= length) return value;
  const head = points.slice(0, length);
  if (side === 'lower') return text(head);
  const at = head.findLastIndex((point) => point !== 0x10ffff);
  if (at < 0) return undefined;
  const next = (head[at] as number) + 1;
  return text([...head.slice(0, at), next === 0xd800 ? 0xe000 : next]);
}

function summaryOf(table: LawTable, type: PrimitiveType, cells: readonly Cell[]): FieldSummary {
  const values = cells.filter((cell): cell is Value => cell !== null && !isNan(cell));
  const isSigned = type.kind === 'uuid' && table.summaries === 'signed uuids';
  values.sort(comparator(type, isSigned ? JAVA : SAFE));
  const bound = (value: Value | undefined) =>
    value === undefined ? undefined : encodeSingleValue(type, value);
  return {
    containsNull: cells.includes(null),
    containsNan: cells.some(isNan),
    lowerBound: bound(values[0]),
    upperBound: bound(values.at(-1)),
  };
}

function findBreach(made: Made, predicate: Raw): string | undefined {
  const { schema, spec, entries, manifest, files } = made;
  const where = predicateSql(predicate, schema, 'exact');
  const { expression, errors } = parseWhere(where, schema, { caseSensitive: true });
  if (errors[0] !== undefined) return `not read: ${errors[0].message}`;
  const filter = bind(expression, schema, { caseSensitive: true, profile: SAFE });
  const verdicts = planManifest({ entries, manifest, filter, spec, profile: SAFE });
  const plan = preparePlan(filter, spec, SAFE);
  for (const [f, rows] of files.entries()) {
    const truths = rows.map((row) => truthOf(predicate, readerOf(made.table, row)) === true);
    const some = truths.includes(true);
    const all = !truths.includes(false);
    const verdict = verdicts.fileVerdicts[f] as number;
    const partition = verdicts.partition[f] as number;
    const bounds = verdicts.bounds[f] as number;
    if (some && verdict !== READ && verdict !== ALL_MATCH) return `file ${f} is skipped`;
    if (some && (partition & MIGHT) === 0) return `file ${f}: its partition cannot match`;
    if (some && (bounds & MIGHT) === 0) return `file ${f}: its bounds cannot match`;
    if (!all && verdict === ALL_MATCH) return `file ${f} matches whole`;
    if (!all && (partition & MUST) !== 0) return `file ${f}: its partition must match`;
    if (!all && (bounds & MUST) !== 0) return `file ${f}: its bounds must match`;
    const residual = unbind(residualOf(plan, entries, f));
    const read = (text: string) => parseWhere(text, schema, { caseSensitive: true }).expression;
    const at = rows.findIndex(
      (row, r) => holds(residual, readerOf(made.table, row), read) !== truths[r],
    );
    if (at >= 0) return `file ${f}: its residual is wrong about row ${at}`;
  }
  return undefined;
}

function readerOf({ columns }: LawTable, row: readonly Cell[]): RowReader {
  return (name) => {
    const index = columns.findIndex((column) => column.name === name);
    const { type } = columns[index] as LawColumn;
    return { type, cell: row[index] ?? null };
  };
}

function printed(made: Made, predicate: Raw): string {
  const { table, schema, fields, files, rows } = made;
  const columns = table.columns.map(
    ({ name, type, written, required }) =>
      `${name} ${printType(type)}${required ? ' NOT NULL' : ''}${written === type ? '' : `, was ${printType(written)}`}`,
  );
  const layout = fields.map(
    ({ column, transform }) =>
      `${printTransform(transform)}(${(table.columns[column] as LawColumn).name})`,
  );
  const cell = (value: Cell, c: number) => formatValue((table.columns[c] as LawColumn).type, value);
  const lines = files.map((list, f) => {
    const metrics = JSON.stringify(rows[f], (_, v: unknown) =>
      typeof v === 'bigint'
        ? String(v)
        : v instanceof Uint8Array
          ? `0x${Buffer.from(v).toString('hex')}`
          : v,
    );
    const { writer } = table.files[f] as LawFile;
    return `  file ${f}, writer ${writer}: ${list.map((row) => `(${row.map(cell).join(', ')})`).join(' ')}\n    ${metrics}`;
  });
  return [
    `WHERE ${predicateSql(predicate, schema, 'exact')}`,
    `  ${printRaw(predicate)}`,
    `columns ${columns.join('; ')}`,
    `layout [${layout.join(', ')}], summaries ${table.summaries ?? 'none'}`,
    ...lines,
  ].join('\n');
}
