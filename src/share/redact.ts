/**
 * Redaction: another table of the same shape. Names, paths, values and times are replaced so that order, equality and
 * what the transforms make of values stay, and with them every verdict; free text (properties, summaries, docs, key
 * metadata) is left out. What can't be kept that way is listed.
 */

import { utf8, utf8Text } from '../base/bytes.ts';
import { printJson } from '../base/json.ts';
import type { BoundPartitionField } from '../metadata/bound-spec.ts';
import { bindSpec } from '../metadata/bound-spec.ts';
import { bytesColumnOf } from '../metadata/bytes-column.ts';
import {
  type BytesColumn,
  type EntryLongs,
  longAt,
  type ManifestEntries,
  type MetricsColumn,
  type PartitionColumn,
  type PathColumn,
} from '../metadata/entries.ts';
import { pathsOf, pathText } from '../metadata/paths.ts';
import type {
  FieldSummary,
  ManifestFile,
  PartitionField,
  PartitionSpec,
  Snapshot,
  TableMetadata,
} from '../metadata/records.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { joinWords } from '../types/format.ts';
import { isPrimitive, schemaToJson } from '../types/parse-type.ts';
import { SAFE } from '../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import { decimalBytes, decodeSingleValue, encodeSingleValue } from '../types/single-value.ts';
import type { NestedField, PrimitiveType, Schema, Type, Value } from '../types/type.ts';
import {
  bytesMap,
  KEEP,
  rankMap,
  shiftMap,
  shiftWithin,
  textMap,
  type ValueMap,
} from './value-maps.ts';
import { bytesAt, specFieldJson } from './write-manifest.ts';

export interface RedactChoice {
  readonly names: boolean;
  /** Paths, the table's location and uuid, snapshot ids. With each of the others too, see {@link impliedChoice}. */
  readonly paths: boolean;
  /** Strings, bytes, uuids. */
  readonly text: boolean;
  readonly numbers: boolean;
  readonly times: boolean;
}

export type RedactKind = keyof RedactChoice;
export const REDACT_KINDS: readonly RedactKind[] = ['names', 'paths', 'text', 'numbers', 'times'];

/**
 * Nothing is replaced while paths stay: they hold the names of tables and columns and the values of partitions
 * (`db/clicks/country=NO/day=2026-03-01/`).
 */
export function impliedChoice(choice: RedactChoice): RedactChoice {
  return { ...choice, paths: REDACT_KINDS.some((kind) => choice[kind]) };
}

/** Of a table whose paths are replaced. */
export const REDACTED_NAME = 't1';

/** The paths of delete files' bounds are those of data files. */
const FILE_PATH_ID = 2_147_483_546;

const DAY_MS = 86_400_000n;
/** 28 years: between 1901 and 2099 the calendar repeats by it. */
const DAYS_OF_28_YEARS = 10_227;
/** 400 years: the calendar repeats by it everywhere. */
const DAYS_OF_400_YEARS = 146_097;
const LAST_DAY_OF_2071 = 37_254;
const LAST_DAY_OF_2099 = 47_481;

interface ColumnMap {
  readonly info: { readonly fieldId: number; readonly type: PrimitiveType };
  readonly map: ValueMap;
  /** Times: days that all values move by; 0 where they stay. */
  readonly days: number;
}

export interface Redactor {
  /** With what it implies. */
  readonly choice: RedactChoice;
  /** What is not kept as it was, or could not be replaced: sentences. */
  readonly notes: ReadonlySet<string>;
  name(fieldId: number, name: string): string;
  /** Of a column's value, or of what a transform makes of it. */
  value(fieldId: number, transform: Transform | undefined, value: Value): Value | undefined;
  schema(schema: Schema): Schema;
  metadata(metadata: TableMetadata, written: WrittenMetadata): string;
  manifest(manifest: ManifestFile): ManifestFile;
  entries(entries: ManifestEntries): ManifestEntries;
  path(path: string): string;
  snapshotId(id: bigint): bigint;
  location(): string;
  listPath(): string;
}

export interface WrittenMetadata {
  readonly snapshot: Snapshot | undefined;
  /** The location of its manifest list. */
  readonly list: string;
  /** Earlier metadata files; times as they are here. */
  readonly log: readonly { readonly timestampMs: bigint; readonly metadataFile: string }[];
}

export interface RedactInput {
  readonly metadata: TableMetadata;
  readonly schema: Schema;
  readonly snapshot: Snapshot | undefined;
  readonly manifests: readonly ManifestFile[];
  readonly entries: readonly ManifestEntries[];
  /** Literals of the predicate, in their columns' types. */
  readonly literals: readonly {
    readonly fieldId: number;
    readonly transform: Transform | undefined;
    readonly value: Value;
  }[];
  readonly choice: RedactChoice;
  /**
   * Days that times move by; with a calendar transform it chooses among the few distances that there are. From the
   * caller, since the core throws no dice.
   */
  readonly days: number;
}

/** Goes through all values once, and then knows the replacement of each. */
export function redactor(given: RedactInput): Redactor {
  const input = { ...given, choice: impliedChoice(given.choice) };
  const { choice, metadata } = input;
  const notes = new Set<string>();
  const columns = columnsOf(metadata, input.schema);
  const transforms = transformsOf(metadata);
  const days = daysOf(input, columns, transforms, notes);
  const maps = new Map<number, ColumnMap>();
  const own = new Map<string, ValueMap>();
  const paths = pathMap(input);
  const snapshotId = snapshotIds(input);
  const mapOf = (fieldId: number): ColumnMap | undefined => {
    const known = maps.get(fieldId);
    const column = columns.get(fieldId);
    if (known !== undefined || column === undefined || !isPrimitive(column.type)) return known;
    const type = column.type;
    const made = columnMap(type, transforms.get(fieldId) ?? [], { choice, days, notes }, column);
    const whole = { info: { fieldId, type }, ...made };
    maps.set(fieldId, whole);
    return whole;
  };
  /** Of a partition field whose column or transform is not known: by itself. */
  const ownMap = (field: PartitionField, type: PrimitiveType): ValueMap => {
    const key = `${field.fieldId} ${type.kind}`;
    let map = own.get(key);
    if (map === undefined) {
      map = kindOf(type) === 'times' ? KEEP : plainMap(type, choice);
      own.set(key, map);
    }
    return map;
  };
  const tupleMap = (field: PartitionField, type: PrimitiveType): ValueMap => {
    const [sourceId = -1] = field.sourceIds;
    const column = field.sourceIds.length === 1 ? mapOf(sourceId) : undefined;
    const isKnown = column !== undefined && field.transform.kind !== 'unknown';
    return isKnown ? transformed(column, field.transform, type) : ownMap(field, type);
  };
  collect(input, mapOf, tupleMap);
  const replaceBytes = (map: ValueMap, type: PrimitiveType, bytes: Uint8Array) => {
    const value = decodeSingleValue(type, bytes, SAFE);
    const replaced = value === undefined ? undefined : map.get(value);
    if (value !== undefined && replaced === undefined) notes.add(LOST_BOUND);
    return replaced === undefined ? undefined : encodeSingleValue(type, replaced);
  };
  const bound = (fieldId: number, bytes: Uint8Array): Uint8Array | undefined => {
    if (fieldId === FILE_PATH_ID) return choice.paths ? utf8(paths.get(utf8Text(bytes))) : bytes;
    if (fieldId > FIRST_RESERVED_ID) return bytes;
    const column = mapOf(fieldId);
    return column === undefined ? undefined : replaceBytes(column.map, column.info.type, bytes);
  };
  const renamed = (field: PartitionField): PartitionField => ({
    ...field,
    name: choice.names ? `p${field.fieldId}` : field.name,
    transform:
      field.transform.kind === 'unknown' && choice.names
        ? { kind: 'unknown', text: 'unknown' }
        : field.transform,
  });
  const specOf = (spec: PartitionSpec): PartitionSpec => ({
    ...spec,
    fields: spec.fields.map(renamed),
  });
  const nameOf = (id: number, name: string) => (choice.names ? `c${id}` : name);
  const schemaOf = (schema: Schema) => renamedSchema(schema, choice, notes);
  const commitMs = (ms: bigint) => (choice.times ? ms + BigInt(days) * DAY_MS : ms);
  return {
    choice,
    notes,
    name: nameOf,
    value(fieldId, transform, value) {
      const column = mapOf(fieldId);
      if (column === undefined) return undefined;
      if (transform === undefined) return column.map.get(value);
      return transformed(column, transform, column.info.type).get(value);
    },
    schema: schemaOf,
    metadata: (table, written) =>
      metadataJson(table, written, { choice, schemaOf, specOf, snapshotId, commitMs, notes }),
    manifest: (manifest) => ({
      ...manifest,
      addedSnapshotId: manifest.addedSnapshotId && snapshotId(manifest.addedSnapshotId),
      manifestPath: manifestPath(manifest.manifestPath, input, choice),
      keyMetadata: undefined,
      partitions: summaries(manifest, input, tupleMap, replaceBytes),
    }),
    entries: (entries) => ({
      ...entries,
      spec: specOf(entries.spec),
      snapshotIds: BigInt64Array.from(longsOf(entries.snapshotIds, entries.count).map(snapshotId)),
      filePaths: choice.paths ? pathColumn(entries, paths) : entries.filePaths,
      fileFormatNames: entries.fileFormatNames.map((name) =>
        /^[a-z]{1,10}$/.test(name) ? name : 'other',
      ),
      referencedDataFiles: mapBytes(entries.referencedDataFiles, entries.count, (bytes) =>
        choice.paths ? utf8(paths.get(utf8Text(bytes))) : bytes,
      ),
      partition: entries.partition.map((column, i) =>
        tupleColumn(column, entries.spec.fields[i], tupleMap),
      ),
      metrics: new Map(
        [...entries.metrics.values()].flatMap((column) =>
          column.fieldId < FIRST_RESERVED_ID && mapOf(column.fieldId) === undefined
            ? []
            : [[column.fieldId, metricsColumn(column, entries.count, bound)] as const],
        ),
      ),
    }),
    path: (path) => (choice.paths ? paths.get(path) : path),
    snapshotId,
    location: () => locationOf(metadata, choice),
    listPath: () => `${locationOf(metadata, choice)}/metadata/list.avro`,
  };
}

/** Ids from here on are of metadata columns (`_file`, `_pos`, a delete file's columns). */
const FIRST_RESERVED_ID = 2_147_483_000;

const LOST_BOUND =
  'Some bounds are no valid text and were left out: files with them may be read where they were skipped.';

function kindOf(type: PrimitiveType): RedactKind | undefined {
  switch (type.kind) {
    case 'string':
    case 'binary':
    case 'fixed':
    case 'uuid':
      return 'text';
    case 'int':
    case 'long':
    case 'float':
    case 'double':
    case 'decimal':
      return 'numbers';
    case 'date':
    case 'time':
    case 'timestamp':
    case 'timestamptz':
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return 'times';
    default:
      return undefined;
  }
}

/** Without a transform to respect. */
function plainMap(type: PrimitiveType, choice: RedactChoice): ValueMap {
  const kind = kindOf(type);
  if (kind === undefined || !choice[kind]) return KEEP;
  if (type.kind === 'string') return textMap();
  if (kind === 'text') return bytesMap();
  return rankMap(type);
}

interface Rules {
  readonly choice: RedactChoice;
  readonly days: number;
  readonly notes: Set<string>;
}

function columnMap(
  type: PrimitiveType,
  transforms: readonly Transform[],
  { choice, days, notes }: Rules,
  column: Column,
): { readonly map: ValueMap; readonly days: number } {
  const kind = kindOf(type);
  if (kind === undefined || !choice[kind]) return { map: KEEP, days: 0 };
  if (transforms.some(({ kind: one }) => one === 'bucket')) {
    notes.add(
      'Bucket numbers stay as they are: a condition that asks a bucketed column for single values does not keep its verdicts.',
    );
  }
  if (kind === 'text') {
    notes.add('Texts keep their lengths, and how much of their beginnings they share.');
    return { map: plainMap(type, choice), days: 0 };
  }
  if (kind === 'numbers') {
    const width = widthOf(transforms);
    if (width === 1n) return { map: rankMap(type), days: 0 };
    notes.add(
      'Numbers that are cut to a width move by one distance: how far they are apart stays.',
    );
    const onKept = () => notes.add(KEPT_NUMBERS);
    return { map: shiftWithin(width * 1000n, rangeOf(type), onKept), days: 0 };
  }
  if (type.kind === 'time') return { map: rankMap(type), days: 0 };
  if (column.canMove) {
    notes.add('Times move by whole days: the time of day, and how far times are apart, stay.');
    return { map: shiftMap(unitsOfDay(type) * BigInt(days)), days };
  }
  notes.add('A column has times before 1970, or too late to be moved: they stay as they are.');
  return { map: KEEP, days: 0 };
}

const KEPT_NUMBERS = 'A column has numbers at the end of its type’s range: they stay as they are.';

function rangeOf(type: PrimitiveType): readonly [bigint, bigint] {
  if (type.kind === 'decimal') {
    const end = 10n ** BigInt(type.precision) - 1n;
    return [-end, end];
  }
  const end = 2n ** (type.kind === 'int' ? 31n : 63n);
  return [-end, end - 1n];
}

/** The least common multiple of what numbers are cut to. */
function widthOf(transforms: readonly Transform[]): bigint {
  let width = 1n;
  for (const transform of transforms) {
    if (transform.kind !== 'truncate') continue;
    const other = BigInt(transform.width);
    let [a, b] = [width, other];
    while (b !== 0n) [a, b] = [b, a % b];
    width = (width / a) * other;
  }
  return width;
}

function unitsOfDay(type: PrimitiveType): bigint {
  if (type.kind === 'date') return 1n;
  const isNanos = type.kind === 'timestamp_ns' || type.kind === 'timestamptz_ns';
  return isNanos ? 86_400_000_000_000n : 86_400_000_000n;
}

/** What becomes of a transform's results when the column's values are replaced. */
function transformed(column: ColumnMap, transform: Transform, written: PrimitiveType): ValueMap {
  const { days, map, info } = column;
  switch (transform.kind) {
    case 'identity':
    case 'truncate':
      return inForm(map, info.type, written);
    case 'year':
      return shiftMap(BigInt(yearsOf(days)));
    case 'month':
      return shiftMap(BigInt(yearsOf(days) * 12));
    case 'day':
      return shiftMap(BigInt(days));
    case 'hour':
      return shiftMap(BigInt(days * 24));
    default:
      return KEEP;
  }
}

function yearsOf(days: number): number {
  return days % DAYS_OF_400_YEARS === 0
    ? (days / DAYS_OF_400_YEARS) * 400
    : (days / DAYS_OF_28_YEARS) * 28;
}

/** A tuple may hold the form of the type that the column had before it was promoted. */
function inForm(map: ValueMap, type: PrimitiveType, written: PrimitiveType): ValueMap {
  const isBig = (one: PrimitiveType) => !['int', 'float', 'double', 'date'].includes(one.kind);
  if (isBig(type) === isBig(written) || kindOf(written) === 'text') return map;
  const into = (value: Value): Value =>
    isBig(type) && typeof value === 'number' ? BigInt(value) : value;
  const back = (value: Value | undefined): Value | undefined =>
    !isBig(written) && typeof value === 'bigint' ? Number(value) : value;
  return { add: (value) => map.add(into(value)), get: (value) => back(map.get(into(value))) };
}

interface Column {
  readonly type: Type;
  canMove: boolean;
}

/** Columns of all schemas; the type is that of the view's schema, else of the newest that has the column. */
function columnsOf({ schemas }: TableMetadata, view: Schema): ReadonlyMap<number, Column> {
  const columns = new Map<number, Column>();
  for (const schema of [...schemas, view]) {
    for (const { fieldId, type } of indexSchema(schema).columns) {
      columns.set(fieldId, { type, canMove: true });
    }
  }
  return columns;
}

function transformsOf({
  partitionSpecs,
}: TableMetadata): ReadonlyMap<number, readonly Transform[]> {
  const found = new Map<number, Transform[]>();
  for (const { fields } of partitionSpecs) {
    for (const { sourceIds, transform } of fields) {
      for (const id of sourceIds) found.set(id, [...(found.get(id) ?? []), transform]);
    }
  }
  return found;
}

/**
 * Whole days for all times together, so that they stay beside each other. Years and months repeat only by multiples of
 * 28 years up to 2099, and by 400 years. Projections treat times before 1970 otherwise (TR-22), so those columns stay,
 * and none moves back.
 */
function daysOf(
  input: RedactInput,
  columns: ReadonlyMap<number, Column>,
  transforms: ReadonlyMap<number, readonly Transform[]>,
  notes: Set<string>,
): number {
  if (!input.choice.times) return 0;
  let latest = 0;
  const see = (fieldId: number, value: Value | undefined) => {
    const column = columns.get(fieldId);
    if (value === undefined || column === undefined || !isPrimitive(column.type)) return;
    if (kindOf(column.type) !== 'times' || column.type.kind === 'time') return;
    const day = Number(BigInt(value as number | bigint) / unitsOfDay(column.type));
    if (BigInt(value as number | bigint) < 0n || day > 2_900_000) column.canMove = false;
    else if (day > latest) latest = day;
  };
  for (const { metrics, count } of input.entries) {
    for (const { fieldId, lowerBounds, upperBounds } of metrics.values()) {
      const type = columns.get(fieldId)?.type;
      if (type === undefined || !isPrimitive(type) || kindOf(type) !== 'times') continue;
      for (const column of [lowerBounds, upperBounds]) {
        for (let i = 0; i < count; i++) {
          const bytes = bytesAt(column, i);
          if (bytes !== undefined) see(fieldId, decodeSingleValue(type, bytes, SAFE));
        }
      }
    }
  }
  for (const { spec, partition, count } of input.entries) {
    for (const [at, column] of partition.entries()) {
      const field = spec.fields[at];
      const [sourceId = -1] = field?.sourceIds ?? [];
      if (field === undefined || 'arena' in column.values) continue;
      for (let i = 0; i < count; i++) {
        if (column.valid[i] !== 1) continue;
        const source = columns.get(sourceId);
        // A unit before 1970 says that a value is.
        if (source !== undefined && (column.values[i] as number) < 0) source.canMove = false;
      }
    }
  }
  for (const { fieldId, transform, value } of input.literals) {
    if (transform === undefined) see(fieldId, value);
  }
  const isCalendar = (transform: Transform | undefined) =>
    transform?.kind === 'year' || transform?.kind === 'month';
  const byCalendar = [
    ...[...transforms].flatMap(([id, list]) => (list.some(isCalendar) ? id : [])),
    ...input.literals.flatMap((one) => (isCalendar(one.transform) ? one.fieldId : [])),
  ].some((id) => columns.get(id)?.canMove === true);
  if (!byCalendar) {
    if (latest > LAST_DAY_OF_2071) forbidNanos(columns);
    return input.days;
  }
  if (latest > LAST_DAY_OF_2071) {
    forbidNanos(columns);
    notes.add(knownDistance(['400']));
    return DAYS_OF_400_YEARS;
  }
  const most = Math.floor((LAST_DAY_OF_2099 - latest) / DAYS_OF_28_YEARS);
  notes.add(knownDistance(Array.from({ length: most }, (_, i) => String(28 * (i + 1)))));
  return DAYS_OF_28_YEARS * (1 + (input.days % most));
}

/** Which of them is not said. */
function knownDistance(years: readonly string[]): string {
  return `Times move by ${joinWords(years, 'or')} years, as of every table divided or asked by month or year, and can be moved back by whoever knows that.`;
}

/** Nanoseconds end in 2262. */
function forbidNanos(columns: ReadonlyMap<number, Column>): void {
  for (const column of columns.values()) {
    if (column.type.kind === 'timestamp_ns' || column.type.kind === 'timestamptz_ns') {
      column.canMove = false;
    }
  }
}

/** Shows every value to its map, once. */
function collect(
  input: RedactInput,
  mapOf: (fieldId: number) => ColumnMap | undefined,
  tupleMap: (field: PartitionField, type: PrimitiveType) => ValueMap,
): void {
  for (const entries of input.entries) {
    for (const column of entries.metrics.values()) {
      const known = column.fieldId > FIRST_RESERVED_ID ? undefined : mapOf(column.fieldId);
      if (known === undefined) continue;
      for (const bounds of [column.lowerBounds, column.upperBounds]) {
        for (let i = 0; i < entries.count; i++) {
          const bytes = bytesAt(bounds, i);
          const value = bytes && decodeSingleValue(known.info.type, bytes, SAFE);
          if (value !== undefined) known.map.add(value);
        }
      }
    }
    for (const [at, column] of entries.partition.entries()) {
      const field = entries.spec.fields[at];
      if (field === undefined || column.type === undefined || !isPrimitive(column.type)) continue;
      const map = tupleMap(field, column.type);
      for (let i = 0; i < entries.count; i++) {
        const value = tupleValue(column, i);
        if (value !== undefined) map.add(value);
      }
    }
  }
  for (const manifest of input.manifests) {
    eachSummary(manifest, input, (field, type, { lowerBound, upperBound }) => {
      for (const bytes of [lowerBound, upperBound]) {
        const value = bytes && decodeSingleValue(type, bytes, SAFE);
        if (value !== undefined) tupleMap(field, type).add(value);
      }
    });
  }
  for (const { fieldId, transform, value } of input.literals) {
    const column = mapOf(fieldId);
    if (column === undefined) continue;
    if (transform === undefined) column.map.add(value);
    else transformed(column, transform, column.info.type).add(value);
  }
}

/** In the one form of values (types/type.ts). */
function tupleValue({ type, valid, values }: PartitionColumn, i: number): Value | undefined {
  if (valid[i] !== 1) return undefined;
  if ('arena' in values) {
    const bytes = bytesAt(values, i);
    return type?.kind === 'decimal' && bytes !== undefined
      ? decodeSingleValue(type, bytes, SAFE)
      : bytes;
  }
  return type?.kind === 'boolean' ? values[i] === 1 : (values[i] as number | bigint);
}

function tupleColumn(
  column: PartitionColumn,
  field: PartitionField | undefined,
  tupleMap: (field: PartitionField, type: PrimitiveType) => ValueMap,
): PartitionColumn {
  const { type, values, valid } = column;
  if (field === undefined || type === undefined || !isPrimitive(type)) return column;
  const map = tupleMap(field, type);
  if (map === KEEP) return column;
  if ('arena' in values) {
    const replaced = mapBytes(values, valid.length, (_bytes, i) => {
      const value = tupleValue(column, i);
      const other = value === undefined ? undefined : map.get(value);
      return typeof other === 'bigint' ? decimalBytes(other) : (other as Uint8Array | undefined);
    });
    return { ...column, values: replaced as BytesColumn };
  }
  const copy = values.slice() as typeof values;
  for (let i = 0; i < valid.length; i++) {
    const value = tupleValue(column, i);
    if (value === undefined || type.kind === 'boolean') continue;
    const other = map.get(value);
    if (other !== undefined) (copy as { [index: number]: Value })[i] = other;
  }
  return { ...column, values: copy };
}

function eachSummary(
  manifest: ManifestFile,
  { metadata, schema }: RedactInput,
  visit: (field: PartitionField, type: PrimitiveType, summary: FieldSummary, at: number) => void,
): void {
  const spec = metadata.partitionSpecs.find(({ specId }) => specId === manifest.partitionSpecId);
  if (spec === undefined || manifest.partitions === undefined) return;
  const bound = boundFields(spec, [schema, ...metadata.schemas.toReversed()].map(indexSchema));
  for (const [at, summary] of manifest.partitions.entries()) {
    const field = spec.fields[at];
    const type = bound[at]?.resultType;
    if (field !== undefined && type !== undefined) visit(field, type, summary, at);
  }
}

/** Each field bound to the first schema that knows its column. */
function boundFields(
  spec: PartitionSpec,
  schemas: readonly SchemaIndex[],
): readonly (BoundPartitionField | undefined)[] {
  const bound = schemas.map((schema) => bindSpec(spec, schema).fields);
  return spec.fields.map((_, at) =>
    bound.map((fields) => fields[at]).find((field) => field?.resultType !== undefined),
  );
}

/** Bounds of a summary whose type is not known are left out: they rule out nothing. */
function summaries(
  manifest: ManifestFile,
  input: RedactInput,
  tupleMap: (field: PartitionField, type: PrimitiveType) => ValueMap,
  replace: (map: ValueMap, type: PrimitiveType, bytes: Uint8Array) => Uint8Array | undefined,
): readonly FieldSummary[] | undefined {
  if (manifest.partitions === undefined) return undefined;
  const out: FieldSummary[] = manifest.partitions.map(({ containsNull, containsNan }) => ({
    containsNull,
    containsNan,
  }));
  eachSummary(manifest, input, (field, type, { lowerBound, upperBound, ...rest }, at) => {
    const map = tupleMap(field, type);
    out[at] = {
      ...rest,
      lowerBound: lowerBound && replace(map, type, lowerBound),
      upperBound: upperBound && replace(map, type, upperBound),
    };
  });
  return out;
}

function metricsColumn(
  column: MetricsColumn,
  count: number,
  bound: (fieldId: number, bytes: Uint8Array) => Uint8Array | undefined,
): MetricsColumn {
  const { fieldId } = column;
  const replace = (bytes: Uint8Array) => bound(fieldId, bytes);
  return {
    ...column,
    lowerBounds: mapBytes(column.lowerBounds, count, replace) as BytesColumn,
    upperBounds: mapBytes(column.upperBounds, count, replace) as BytesColumn,
  };
}

function mapBytes(
  column: BytesColumn | undefined,
  count: number,
  replace: (bytes: Uint8Array, row: number) => Uint8Array | undefined,
): BytesColumn | undefined {
  if (column === undefined) return undefined;
  const parts: Uint8Array[] = [];
  const start = new Uint32Array(count);
  const length = new Int32Array(count).fill(-1);
  let used = 0;
  for (let i = 0; i < count; i++) {
    const bytes = bytesAt(column, i);
    const replaced = bytes === undefined ? undefined : replace(bytes, i);
    start[i] = used;
    if (replaced === undefined) continue;
    length[i] = replaced.length;
    used += replaced.length;
    parts.push(replaced);
  }
  const arena = new Uint8Array(used);
  let at = 0;
  for (const part of parts) {
    arena.set(part, at);
    at += part.length;
  }
  return { arena, start, length };
}

/** Paths by their rank: a delete file's bounds are paths too, and are compared with them. */
function pathMap({ entries, metadata, choice }: RedactInput): { get(path: string): string } {
  const found = new Set<string>();
  for (const one of entries) {
    for (let i = 0; i < one.count; i++) found.add(pathText(one.filePaths, i));
    const bounds = one.metrics.get(FILE_PATH_ID);
    for (const column of [bounds?.lowerBounds, bounds?.upperBounds, one.referencedDataFiles]) {
      for (let i = 0; column !== undefined && i < one.count; i++) {
        const bytes = bytesAt(column, i);
        if (bytes !== undefined) found.add(utf8Text(bytes));
      }
    }
  }
  // Code points sort as their bytes do; the default order of strings is by 16-bit units.
  const order = [...found].sort(byCodePoints);
  const width = String(order.length).length;
  const location = locationOf(metadata, choice);
  const names = new Map(
    order.map((path, i) => [path, `${location}/data/f${String(i + 1).padStart(width, '0')}`]),
  );
  return { get: (path) => names.get(path) ?? `${location}/data/f` };
}

function longsOf(column: EntryLongs, count: number): readonly bigint[] {
  return Array.from({ length: count }, (_, row) => longAt(column, row));
}

/** By their rank, from 1 on: a real one would tell whose table it is. Of −1, which stands for none, −1. */
function snapshotIds({
  choice,
  snapshot,
  manifests,
  entries,
}: RedactInput): Redactor['snapshotId'] {
  if (!choice.paths) return (id) => id;
  const named = [
    snapshot?.snapshotId,
    snapshot?.parentSnapshotId,
    ...manifests.map(({ addedSnapshotId }) => addedSnapshotId),
  ].filter((id) => id !== undefined);
  const found = new Set([
    ...named,
    ...entries.flatMap(({ snapshotIds, count }) => longsOf(snapshotIds, count)),
  ]);
  found.delete(NO_SNAPSHOT);
  const order = [...found].sort((a, b) => (a < b ? -1 : 1));
  const ranks = new Map(order.map((id, i) => [id, BigInt(i + 1)]));
  return (id) => ranks.get(id) ?? NO_SNAPSHOT;
}

const NO_SNAPSHOT = -1n;

function byCodePoints(a: string, b: string): number {
  const [x, y] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const d = ((x[i] as string).codePointAt(0) ?? 0) - ((y[i] as string).codePointAt(0) ?? 0);
    if (d !== 0) return d;
  }
  return x.length - y.length;
}

function pathColumn(entries: ManifestEntries, paths: { get(path: string): string }): PathColumn {
  const { count, filePaths } = entries;
  const redacted = Array.from({ length: count }, (_, i) => utf8(paths.get(pathText(filePaths, i))));
  return pathsOf(bytesColumnOf(redacted), count);
}

function locationOf({ location }: TableMetadata, { paths }: RedactChoice): string {
  return paths ? `r1://p1/${REDACTED_NAME}` : location.replace(/\/+$/, '');
}

function manifestPath(
  path: string,
  { metadata, manifests }: RedactInput,
  choice: RedactChoice,
): string {
  if (!choice.paths) return path;
  const index = manifests.findIndex((manifest) => manifest.manifestPath === path);
  return `${locationOf(metadata, choice)}/metadata/m${index + 1}.avro`;
}

function renamedSchema(schema: Schema, choice: RedactChoice, notes: Set<string>): Schema {
  const fieldOf = (field: NestedField): NestedField => {
    const { doc: _, initialDefault, writeDefault, ...rest } = field;
    if (initialDefault !== undefined || writeDefault !== undefined) {
      notes.add('Default values of columns are left out.');
    }
    return { ...rest, name: choice.names ? `c${field.id}` : field.name, type: typeOf(field.type) };
  };
  const typeOf = (type: Type): Type => {
    switch (type.kind) {
      case 'struct':
        return { ...type, fields: type.fields.map(fieldOf) };
      case 'list':
        return { ...type, element: typeOf(type.element) };
      case 'map':
        return { ...type, key: typeOf(type.key), value: typeOf(type.value) };
      default:
        return type;
    }
  };
  return { ...schema, fields: schema.fields.map(fieldOf) };
}

interface MetadataRules {
  readonly choice: RedactChoice;
  readonly notes: Set<string>;
  schemaOf(schema: Schema): Schema;
  specOf(spec: PartitionSpec): PartitionSpec;
  snapshotId(id: bigint): bigint;
  commitMs(ms: bigint): bigint;
}

const NO_UUID = '00000000-0000-0000-0000-000000000000';

/** Figures of a commit; all else of a summary is free text. */
const FIGURES = /^(added|deleted|removed|total|changed)-[a-z-]{1,40}$/;

function metadataJson(
  metadata: TableMetadata,
  { snapshot, list, log }: WrittenMetadata,
  { choice, notes, schemaOf, specOf, snapshotId, commitMs }: MetadataRules,
): string {
  notes.add(
    'Left out: other snapshots, earlier metadata but its layouts, references but main, properties, summaries but their figures, comments, key metadata.',
  );
  const isMain = metadata.refs.some(
    ({ name, snapshotId }) => name === 'main' && snapshotId === snapshot?.snapshotId,
  );
  const json = {
    'format-version': metadata.formatVersion,
    'table-uuid': choice.paths ? NO_UUID : metadata.tableUuid,
    location: locationOf(metadata, choice),
    'last-sequence-number': metadata.lastSequenceNumber,
    'last-updated-ms': commitMs(metadata.lastUpdatedMs),
    'last-column-id': metadata.lastColumnId,
    'current-schema-id': metadata.currentSchemaId,
    schemas: metadata.schemas.map((schema) => schemaToJson(schemaOf(schema))),
    'default-spec-id': metadata.defaultSpecId,
    'partition-specs': metadata.partitionSpecs.map((spec) => ({
      'spec-id': spec.specId,
      fields: specOf(spec).fields.map(specFieldJson),
    })),
    'last-partition-id': metadata.lastPartitionId,
    'default-sort-order-id': 0,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    properties: {},
    'current-snapshot-id': snapshot === undefined ? NO_SNAPSHOT : snapshotId(snapshot.snapshotId),
    ...(metadata.nextRowId === undefined ? {} : { 'next-row-id': metadata.nextRowId }),
    refs:
      snapshot === undefined || !isMain
        ? {}
        : { main: { 'snapshot-id': snapshotId(snapshot.snapshotId), type: 'branch' } },
    snapshots:
      snapshot === undefined ? [] : [snapshotJson(snapshot, list, { snapshotId, commitMs })],
    'snapshot-log': [],
    'metadata-log': log.map(({ timestampMs, metadataFile }) => ({
      'timestamp-ms': commitMs(timestampMs),
      'metadata-file': metadataFile,
    })),
  };
  return printJson(json);
}

function snapshotJson(
  {
    snapshotId: id,
    parentSnapshotId,
    sequenceNumber,
    timestampMs,
    operation,
    summary,
    schemaId,
    firstRowId,
    addedRows,
  }: Snapshot,
  list: string,
  { snapshotId, commitMs }: Pick<MetadataRules, 'snapshotId' | 'commitMs'>,
) {
  const figures = Object.entries(summary).filter(
    ([key, value]) => FIGURES.test(key) && /^\d{1,19}$/.test(value),
  );
  const known = ['append', 'replace', 'overwrite', 'delete'].find((one) => one === operation);
  return {
    'snapshot-id': snapshotId(id),
    // That there was one, so that nobody takes this commit for the first.
    ...(parentSnapshotId === undefined
      ? {}
      : { 'parent-snapshot-id': snapshotId(parentSnapshotId) }),
    'sequence-number': sequenceNumber,
    'timestamp-ms': commitMs(timestampMs),
    'manifest-list': list,
    summary: {
      ...(known === undefined ? {} : { operation: known }),
      ...Object.fromEntries(figures),
    },
    ...(schemaId === undefined ? {} : { 'schema-id': schemaId }),
    ...(firstRowId === undefined ? {} : { 'first-row-id': firstRowId }),
    ...(addedRows === undefined ? {} : { 'added-rows': addedRows }),
  };
}
