/** What became of each column over the versions of a table's schema: by field id, which is never given twice (CP-6). */
import { printJson } from '../base/json.ts';
import { isPrimitive, printType, sameType } from '../types/parse-type.ts';
import { isPromotion } from '../types/promote.ts';
import { type ColumnInfo, indexSchema, type SchemaIndex } from '../types/schema.ts';
import type { Schema, Type } from '../types/type.ts';
import type { TableMetadata } from './records.ts';
import { parentIdsOf } from './resolve-columns.ts';

export type FieldChangeKind =
  | 'added'
  | 'dropped'
  | 'renamed'
  /** To a type that old values are read as. */
  | 'widened'
  /** To another type, which the format does not allow. */
  | 'retyped'
  /** Within its struct, or to another one. */
  | 'moved'
  | 'required'
  | 'optional'
  | 'documented'
  /** Its `write-default`. */
  | 'redefaulted';

export interface FieldChange {
  readonly kind: FieldChangeKind;
  readonly fieldId: number;
  /** Full names, the same unless renamed; undefined where it is added or dropped. */
  readonly before: ColumnInfo | undefined;
  readonly after: ColumnInfo | undefined;
}

export interface SchemaVersion {
  readonly schemaId: number;
  readonly schema: SchemaIndex;
  /** ms since the epoch at which it became current; undefined: nothing tells. */
  readonly since: bigint | undefined;
  /** Metadata files tell that it was not current before; else it may have been. */
  readonly certain: boolean;
  readonly isCurrent: boolean;
  /** From the version before it; of the first one none. */
  readonly changes: readonly FieldChange[];
}

/** A field over versions `[from, to)` in which its name, type and need are the same. */
export interface FieldRun {
  readonly from: number;
  readonly to: number;
  readonly column: ColumnInfo;
}

export interface FieldHistory {
  readonly fieldId: number;
  /** Structs, lists and maps around it. */
  readonly depth: number;
  /** A part of a list or map, which has no name of its own. */
  readonly isPart: boolean;
  readonly runs: readonly FieldRun[];
  /** Index of the first version without it, after the last with it; undefined: the last version has it. */
  readonly droppedAt: number | undefined;
}

/** A name that was one column's and then another's: files of the old one hold values that the new one must not read. */
export interface ReusedName {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Version at which the old column lost it, and the one at which the new one got it. */
  readonly endedAt: number;
  readonly at: number;
}

export interface SchemaHistory {
  /** By schema id. */
  readonly versions: readonly SchemaVersion[];
  /** Top-level columns by id, each followed by what is in it. */
  readonly fields: readonly FieldHistory[];
  readonly reused: readonly ReusedName[];
}

/** What a metadata file of the table says. */
export interface SchemasAt {
  readonly timestampMs: bigint;
  readonly metadata: TableMetadata;
  /** Its recorded name; the first one's tells whether it made the table. */
  readonly metadataFile?: string | undefined;
}

/**
 * @param earlier metadata files at hand, in any order; they date the versions, and hold schemas that were removed since
 */
export function schemaHistory(
  metadata: TableMetadata,
  earlier: readonly SchemasAt[],
): SchemaHistory {
  const files = [...earlier, { timestampMs: metadata.lastUpdatedMs, metadata }].toSorted((a, b) =>
    Number(a.timestampMs - b.timestampMs),
  );
  const schemas = distinctSchemas(files);
  const versions = schemas.map((schema, i): SchemaVersion => {
    const index = indexSchema(schema);
    const before = schemas[i - 1];
    return {
      schemaId: schema.schemaId,
      schema: index,
      ...sinceOf(schema, metadata, files),
      isCurrent: schema.schemaId === metadata.currentSchemaId && isLast(schema, schemas),
      changes: before === undefined ? [] : fieldChanges(indexSchema(before), index),
    };
  });
  return { versions, fields: fieldHistories(versions), reused: reusedNames(versions) };
}

/** Old tables of format 1 have one schema id for all their schemas: what they hold tells them apart. */
function distinctSchemas(files: readonly SchemasAt[]): readonly Schema[] {
  const found = new Map<string, Schema>();
  for (const { metadata } of files) {
    for (const schema of metadata.schemas) {
      const text = printType({ kind: 'struct', fields: schema.fields });
      const key = `${schema.schemaId} ${text} ${schema.fields.map(({ id }) => id)}`;
      // The newest file's object takes the place of the first one's: other code has it too.
      found.set(key, schema);
    }
  }
  return [...found.values()].toSorted((a, b) => a.schemaId - b.schemaId);
}

function isLast(schema: Schema, all: readonly Schema[]): boolean {
  return all.findLast(({ schemaId }) => schemaId === schema.schemaId) === schema;
}

function sinceOf(
  schema: Schema,
  metadata: TableMetadata,
  files: readonly SchemasAt[],
): Pick<SchemaVersion, 'since' | 'certain'> {
  const { schemaId } = schema;
  const at = files.findIndex((one) => one.metadata.currentSchemaId === schemaId);
  const file = files[at];
  const times = metadata.snapshots
    .filter((snapshot) => snapshot.schemaId === schemaId)
    .map(({ timestampMs }) => timestampMs);
  const written = times.reduce<bigint | undefined>(
    (least, ms) => (least === undefined || ms < least ? ms : least),
    undefined,
  );
  if (file !== undefined && (written === undefined || file.timestampMs <= written)) {
    return { since: file.timestampMs, certain: isBeginning(at, metadata, files) };
  }
  return { since: written, certain: false };
}

/** True where the metadata file before is at hand, or there was none (MD-2: its name has number 0, or v1). */
function isBeginning(
  at: number,
  { metadataLog }: TableMetadata,
  files: readonly SchemasAt[],
): boolean {
  const [file, before] = [files[at], files[at - 1]];
  if (file === undefined) return false;
  if (before === undefined) {
    const name = file.metadataFile?.slice(file.metadataFile.lastIndexOf('/') + 1) ?? '';
    return /^(0+-|v[01]\.)/.test(name);
  }
  return !metadataLog.some(
    ({ timestampMs }) => timestampMs > before.timestampMs && timestampMs < file.timestampMs,
  );
}

/** What changed from one schema to another: dropped, then added, then the rest, by field id. */
export function fieldChanges(before: SchemaIndex, after: SchemaIndex): readonly FieldChange[] {
  const dropped = before.columns.filter(({ fieldId }) => !after.byId.has(fieldId));
  const added = after.columns.filter(({ fieldId }) => !before.byId.has(fieldId));
  const moved = movedFields(before, after);
  const kept = after.columns
    .filter(({ fieldId }) => before.byId.has(fieldId))
    .toSorted((a, b) => a.fieldId - b.fieldId);
  return [
    ...dropped.map((column) => change('dropped', column, undefined)),
    ...added.map((column) => change('added', undefined, column)),
    ...kept.flatMap((column) => {
      const old = before.byId.get(column.fieldId) as ColumnInfo;
      return changesOf(old, column, moved.has(column.fieldId)).map((kind) =>
        change(kind, old, column),
      );
    }),
  ];
}

function change(
  kind: FieldChangeKind,
  before: ColumnInfo | undefined,
  after: ColumnInfo | undefined,
): FieldChange {
  return { kind, fieldId: (after ?? before)?.fieldId ?? -1, before, after };
}

function changesOf(a: ColumnInfo, b: ColumnInfo, moved: boolean): readonly FieldChangeKind[] {
  const kinds: FieldChangeKind[] = [];
  if (a.field.name !== b.field.name) kinds.push('renamed');
  const typeChange = typeChangeOf(a.type, b.type);
  if (typeChange !== undefined) kinds.push(typeChange);
  if (a.field.required !== b.field.required) kinds.push(b.field.required ? 'required' : 'optional');
  if (moved) kinds.push('moved');
  if (a.field.doc !== b.field.doc) kinds.push('documented');
  if (defaultText(a) !== defaultText(b)) kinds.push('redefaulted');
  return kinds;
}

function defaultText({ field: { writeDefault } }: ColumnInfo): string {
  return writeDefault === undefined ? '' : printJson(writeDefault);
}

/** Of nested types the parts tell themselves. */
function typeChangeOf(a: Type, b: Type): 'widened' | 'retyped' | undefined {
  if (!isPrimitive(a) || !isPrimitive(b)) return a.kind === b.kind ? undefined : 'retyped';
  if (sameType(a, b)) return undefined;
  return isPromotion(a, b) ? 'widened' : 'retyped';
}

/** Fields in another struct than before, or out of the order that most of their siblings keep. */
function movedFields(before: SchemaIndex, after: SchemaIndex): ReadonlySet<number> {
  const [oldParents, newParents] = [parentIdsOf(before), parentIdsOf(after)];
  const places = new Map(before.columns.map(({ fieldId }, place) => [fieldId, place]));
  const moved = new Set<number>();
  const siblings = new Map<number | undefined, number[]>();
  for (const { fieldId } of after.columns) {
    if (!places.has(fieldId)) continue;
    const parent = newParents.get(fieldId);
    if (oldParents.get(fieldId) !== parent) moved.add(fieldId);
    else {
      const beside = siblings.get(parent) ?? [];
      beside.push(fieldId);
      siblings.set(parent, beside);
    }
  }
  for (const ids of siblings.values()) {
    const kept = longestRising(ids.map((id) => places.get(id) ?? 0));
    for (const [i, id] of ids.entries()) if (!kept.has(i)) moved.add(id);
  }
  return moved;
}

/** Indexes of a longest subsequence of rising values, in O(n log n). */
function longestRising(values: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [i, value] of values.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1] ?? -1);
    ends[low] = i;
  }
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] as number) kept.add(at);
  return kept;
}

function fieldHistories(versions: readonly SchemaVersion[]): readonly FieldHistory[] {
  const found = new Map<number, FieldHistory>();
  const children = new Map<number | undefined, Set<number>>();
  for (const { schema } of versions) {
    const parents = parentIdsOf(schema);
    for (const column of schema.columns) {
      const { fieldId } = column;
      if (!found.has(fieldId)) {
        found.set(fieldId, historyOf(column, depthOf(column, parents), versions));
        const parent = parents.get(fieldId);
        children.set(parent, (children.get(parent) ?? new Set()).add(fieldId));
      }
    }
  }
  const inOrder = (parent: number | undefined): readonly FieldHistory[] =>
    [...(children.get(parent) ?? [])]
      .sort((a, b) => a - b)
      .flatMap((id) => [found.get(id) as FieldHistory, ...inOrder(id)]);
  return inOrder(undefined);
}

function depthOf({ fieldId }: ColumnInfo, parents: ReadonlyMap<number, number>): number {
  let depth = 0;
  for (let id = parents.get(fieldId); id !== undefined; id = parents.get(id)) depth++;
  return depth;
}

function historyOf(
  column: ColumnInfo,
  depth: number,
  versions: readonly SchemaVersion[],
): FieldHistory {
  const { fieldId } = column;
  const runs: FieldRun[] = [];
  for (const [i, { schema }] of versions.entries()) {
    const now = schema.byId.get(fieldId);
    const last = runs.at(-1);
    if (now === undefined) continue;
    if (last?.to === i && isSame(last.column, now)) runs[runs.length - 1] = { ...last, to: i + 1 };
    else runs.push({ from: i, to: i + 1, column: now });
  }
  const end = runs.at(-1)?.to ?? 0;
  const isPart = !column.topLevel && isPartOf(column, versions);
  return { fieldId, depth, isPart, runs, droppedAt: end < versions.length ? end : undefined };
}

function isPartOf({ fieldId }: ColumnInfo, versions: readonly SchemaVersion[]): boolean {
  const schema = versions.find((version) => version.schema.byId.has(fieldId))?.schema;
  const parent = schema === undefined ? undefined : parentIdsOf(schema).get(fieldId);
  return parent !== undefined && schema?.byId.get(parent)?.type.kind !== 'struct';
}

function isSame(a: ColumnInfo, b: ColumnInfo): boolean {
  return (
    a.field.name === b.field.name &&
    a.field.required === b.field.required &&
    typeChangeOf(a.type, b.type) === undefined
  );
}

function reusedNames(versions: readonly SchemaVersion[]): readonly ReusedName[] {
  const reused: ReusedName[] = [];
  /** Of each name, the field that had it last and the version at which it lost it. */
  const lost = new Map<string, { readonly fieldId: number; readonly endedAt: number }>();
  for (const [i, { schema }] of versions.entries()) {
    const before = versions[i - 1]?.schema;
    if (before === undefined) continue;
    for (const { fieldId, name } of before.columns) {
      if (schema.byId.get(fieldId)?.name !== name) lost.set(name, { fieldId, endedAt: i });
    }
    for (const { fieldId, name } of schema.columns) {
      const had = lost.get(name);
      if (had === undefined || had.fieldId === fieldId) continue;
      if (before.byId.get(fieldId)?.name === name) continue;
      reused.push({ name, from: had.fieldId, to: fieldId, endedAt: had.endedAt, at: i });
    }
  }
  return reused;
}
