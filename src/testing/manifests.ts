/** A snapshot's manifests read from a folder, as rows that the corpus's answers can be compared with. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { utf8Text } from '../base/bytes.ts';
import type { Problem } from '../base/errors.ts';
import { bindSpec } from '../metadata/bound-spec.ts';
import {
  type BytesColumn,
  DELETED,
  EQUALITY_DELETES,
  longAt,
  type ManifestEntries,
  type PartitionColumn,
  type TupleValue,
} from '../metadata/entries.ts';
import { decodeManifest, type ManifestRequest } from '../metadata/manifest.ts';
import { decodeManifestList, manifestsNamedBySnapshot } from '../metadata/manifest-list.ts';
import { pathText } from '../metadata/paths.ts';
import type { ManifestFile, PartitionSpec, Snapshot, TableMetadata } from '../metadata/records.ts';
import { partitionPath } from '../transforms/partition-path.ts';
import { isPrimitive } from '../types/parse-type.ts';
import { indexSchema } from '../types/schema.ts';
import type { PrimitiveType, Schema } from '../types/type.ts';

/** The column `file_path` of position delete files (MD-34). */
const DELETE_FILE_PATH = 2147483546;

export interface ManifestRow {
  readonly path: string;
  readonly content: string;
  readonly specId: number;
}

export interface FileRow {
  readonly path: string;
  readonly manifest: number;
  readonly specId: number;
  readonly partition: string;
  readonly records: number;
}

export interface DeleteRow {
  readonly path: string;
  readonly content: string;
  readonly specId: number;
  readonly dataSequenceNumber: number;
  readonly manifest: number;
  readonly records: number;
  readonly equalityIds?: readonly number[];
  readonly referencedDataFile?: string;
  readonly contentOffset?: number;
}

export interface ViewRows {
  readonly manifests: readonly ManifestRow[];
  readonly files: readonly FileRow[];
  readonly deletes: readonly DeleteRow[];
  readonly problems: readonly Problem[];
}

/** Where a table's files are, whatever location the table records. */
export interface TableFolder {
  readonly folder: string;
  readonly location: string;
  readonly metadata: TableMetadata;
}

/** Reads all manifests of a snapshot; `schema` is the one that binds the view. */
export async function readView(
  table: TableFolder,
  snapshot: Snapshot,
  schema: Schema,
): Promise<ViewRows> {
  const { metadata } = table;
  const { formatVersion, partitionSpecs: specs, schemas } = metadata;
  const list = await manifestsOf(table, snapshot);
  const problems = [...list.problems];
  const files: FileRow[] = [];
  const deletes: DeleteRow[] = [];
  for (const [index, manifest] of list.manifests.entries()) {
    const metricsFieldIds = manifest.content === 'deletes' ? [DELETE_FILE_PATH] : [];
    const request = { manifest, specs, schemas, formatVersion, metricsFieldIds };
    const decoded = await decodeManifest(readFile(table, manifest.manifestPath), request);
    problems.push(...decoded.problems);
    const { entries } = decoded;
    for (let row = 0; row < entries.count; row++) {
      if (entries.status[row] === DELETED) continue;
      if (manifest.content === 'data') files.push(fileRow(table, entries, schema, row, index));
      else deletes.push(deleteRow(table, entries, row, index));
    }
  }
  const manifests = list.manifests.map((m) => ({
    path: below(table, m.manifestPath),
    content: m.content,
    specId: m.partitionSpecId,
  }));
  return { manifests, files, deletes, problems };
}

async function manifestsOf(
  table: TableFolder,
  snapshot: Snapshot,
): Promise<{ manifests: ManifestFile[]; problems: readonly Problem[] }> {
  if (snapshot.manifestList === undefined) {
    return { manifests: manifestsNamedBySnapshot(snapshot), problems: [] };
  }
  const { formatVersion } = table.metadata;
  return await decodeManifestList(readFile(table, snapshot.manifestList), snapshot.manifestList, {
    formatVersion,
  });
}

function below(table: TableFolder, path: string): string {
  const prefix = `${table.location.replace(/\/+$/, '')}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

const filesByName = new Map<string, ReadonlyMap<string, string>>();

/** By the path below the table's location, else by name: downloaded tables have moved. */
function readFile(table: TableFolder, recorded: string): Uint8Array {
  const { folder } = table;
  let byName = filesByName.get(folder);
  if (byName === undefined) {
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    byName = new Map(paths.map((path) => [basename(path), path]));
    filesByName.set(folder, byName);
  }
  const path = byName.get(basename(recorded));
  if (path === undefined) throw new Error(`${recorded} is not in ${folder}`);
  return readFileSync(join(folder, path));
}

function fileRow(
  table: TableFolder,
  entries: ManifestEntries,
  schema: Schema,
  row: number,
  manifest: number,
): FileRow {
  return {
    path: below(table, pathText(entries.filePaths, row)),
    manifest,
    specId: entries.spec.specId,
    partition: pathOf(entries, schema, row),
    records: Number(entries.recordCounts[row]),
  };
}

function deleteRow(
  table: TableFolder,
  entries: ManifestEntries,
  row: number,
  manifest: number,
): DeleteRow {
  const isEquality = entries.fileContents[row] === EQUALITY_DELETES;
  const isDv = entries.fileFormatNames[entries.fileFormats[row] as number] === 'puffin';
  const referenced = isEquality ? undefined : referencedDataFile(entries, row);
  const offset = Number(entries.contentOffsets[row]);
  return {
    path: below(table, pathText(entries.filePaths, row)),
    content: isEquality ? 'equality' : isDv ? 'dv' : 'position',
    specId: entries.spec.specId,
    dataSequenceNumber: Number(longAt(entries.dataSequenceNumbers, row)),
    manifest,
    records: Number(entries.recordCounts[row]),
    ...(isEquality ? { equalityIds: entries.equalityIds[row] ?? [] } : {}),
    ...(referenced === undefined ? {} : { referencedDataFile: below(table, referenced) }),
    ...(offset < 0 ? {} : { contentOffset: offset }),
  };
}

/** As the reference's answers have it: also where the bounds of the paths in a delete file name a single one. */
function referencedDataFile(entries: ManifestEntries, row: number): string | undefined {
  const stated = entries.referencedDataFiles && textAt(entries.referencedDataFiles, row);
  const metrics = entries.metrics.get(DELETE_FILE_PATH);
  if (stated !== undefined || metrics === undefined) return stated;
  const lower = textAt(metrics.lowerBounds, row);
  return lower === textAt(metrics.upperBounds, row) ? lower : undefined;
}

export function textAt(column: BytesColumn, row: number): string | undefined {
  const length = column.length[row] as number;
  const start = column.start[row] as number;
  return length < 0 ? undefined : utf8Text(column.arena.subarray(start, start + length));
}

/** The partition tuple as Java prints it. */
function pathOf(entries: ManifestEntries, schema: Schema, row: number): string {
  const bound = bindSpec(entries.spec, indexSchema(schema));
  const fields = bound.fields.map(({ name, transform, source }, i) => {
    // Where the column is gone Java prints the object it read; of ours only a float looks otherwise.
    const written = entries.partition[i]?.type;
    const type = source?.type ?? (written?.kind === 'float' ? written : undefined);
    const sourceType = type !== undefined && isPrimitive(type) ? type : undefined;
    return { name, transform, sourceType };
  });
  const values = entries.partition.map((column, i) =>
    promoted(tupleValue(column, row), bound.fields[i]?.resultType),
  );
  return partitionPath(fields, values);
}

/** A value of the tuple in the form of types/type.ts: null, or undefined where unknown. */
export function tupleValue(column: PartitionColumn, row: number): TupleValue {
  const { type, values, valid } = column;
  if (type === undefined) return undefined;
  if (valid[row] !== 1) return null;
  if (!('arena' in values)) {
    const value = values[row] as number | bigint;
    return type.kind === 'boolean' ? value !== 0 : value;
  }
  const start = values.start[row] as number;
  const bytes = values.arena.slice(start, start + (values.length[row] as number));
  return type.kind === 'decimal' ? signed(bytes) : bytes;
}

function signed(bytes: Uint8Array): bigint {
  const value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return BigInt.asIntN(8 * bytes.length, value);
}

function promoted(
  value: TupleValue,
  type: PrimitiveType | undefined,
): Exclude<TupleValue, undefined> {
  if (value === undefined) throw new Error('A partition value cannot be read');
  return type?.kind === 'long' && typeof value === 'number' ? BigInt(value) : value;
}

/** A manifest's row of the list. */
export function listed(values: Partial<ManifestFile> = {}): ManifestFile {
  return {
    manifestPath: 's3://lake/t/metadata/m0.avro',
    manifestLength: undefined,
    partitionSpecId: 0,
    content: 'data',
    sequenceNumber: 8n,
    minSequenceNumber: 8n,
    addedSnapshotId: 77n,
    ...values,
  };
}

export const UNPARTITIONED: PartitionSpec = { specId: 0, fields: [] };

/** Decodes a manifest of an unpartitioned table, unless `request` says otherwise. */
export function readManifest(bytes: Uint8Array, request: Partial<ManifestRequest> = {}) {
  return decodeManifest(bytes, {
    manifest: listed(),
    specs: [UNPARTITIONED],
    schemas: [],
    formatVersion: 2,
    metricsFieldIds: [],
    ...request,
  });
}
