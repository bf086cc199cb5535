/** The delete files of a snapshot that a scan loads, indexed by what they can apply to (rules.md 8.2, 8.3). */
import { utf8Text } from '../base/bytes.ts';
import type { Problem } from '../base/errors.ts';
import type { BoundExpression } from '../expressions/bound.ts';
import type { BoundSpec } from '../metadata/bound-spec.ts';
import {
  DELETED,
  EQUALITY_DELETES,
  longAt,
  type ManifestEntries,
  POSITION_DELETES,
} from '../metadata/entries.ts';
import { pathText } from '../metadata/paths.ts';
import type { ManifestFile } from '../metadata/records.ts';
import type { Profile } from '../types/profile.ts';
import type { ColumnInfo } from '../types/schema.ts';
import { indexSchema } from '../types/schema.ts';
import type { Schema } from '../types/type.ts';
import { groupBy } from './group-by.ts';
import { judgeDeleteBounds, judgeManifest, judgePartitions } from './judges.ts';
import { preparePlan } from './plan-tree.ts';
import { tuplesOf } from './tuples.ts';
import { bytesAt } from './values.ts';
import { MIGHT } from './verdict.ts';

/** Reserved column of position delete files: the data file's path (DL-1). */
export const DELETE_FILE_PATH_ID = 2147483546;

export interface DeleteManifest {
  /** Position in the snapshot's manifest list. */
  readonly index: number;
  readonly manifest: ManifestFile;
  readonly spec: BoundSpec;
  /** undefined where it could not be read. Metrics: see {@link deleteFieldIds}. */
  readonly entries: ManifestEntries | undefined;
}

export interface DeleteFile {
  readonly kind: 'position' | 'equality' | 'deletion vector';
  readonly manifestIndex: number;
  readonly manifest: ManifestFile;
  readonly entries: ManifestEntries;
  readonly entry: number;
  readonly specId: number;
  /** undefined: not readable, so in no partition. */
  readonly tuple: string | undefined;
  readonly sequenceNumber: bigint;
  readonly filePath: string;
  /** The one data file it is for (DL-12). */
  readonly referencedPath: string | undefined;
  readonly equalityIds: readonly number[];
  /** Of an unpartitioned spec: an equality delete is then for all files (DL-7). */
  readonly isGlobal: boolean;
}

export interface DeleteIndex {
  /** All that are loaded. */
  readonly files: readonly DeleteFile[];
  readonly rules: Profile;
  /** Lists are ascending by sequence number. */
  readonly globalEquality: readonly DeleteFile[];
  readonly equalityByPartition: ReadonlyMap<string, readonly DeleteFile[]>;
  readonly positionsByPartition: ReadonlyMap<string, readonly DeleteFile[]>;
  readonly positionsByPath: ReadonlyMap<string, readonly DeleteFile[]>;
  readonly vectorsByPath: ReadonlyMap<string, readonly DeleteFile[]>;
  /** Columns that equality deletes compare, from any schema (DL-15, DL-19): data manifests need their metrics. */
  readonly equalityColumns: ReadonlyMap<number, ColumnInfo>;
  /** Positions in the manifest list of those that the filter lets through. */
  readonly scannedManifests: readonly number[];
  readonly skippedManifests: number;
  /** Live entries that the filter ruled out. */
  readonly skippedFiles: number;
  readonly problems: readonly Problem[];
}

export interface DeleteIndexRequest {
  readonly manifests: readonly DeleteManifest[];
  readonly filter: BoundExpression;
  readonly profile: Profile;
  /** All of the table's, oldest first. */
  readonly schemas: readonly Schema[];
}

/** Ids of the columns whose metrics deciding about these delete entries needs, beside the filter's. */
export function deleteFieldIds(entries: ManifestEntries): number[] {
  return [...new Set([DELETE_FILE_PATH_ID, ...entries.equalityIds.flat()])];
}

/** Indexes the delete files that pass the filter (DL-3…DL-5). */
export function buildDeleteIndex(request: DeleteIndexRequest): DeleteIndex {
  const problems: Problem[] = [];
  const loaded = request.manifests.map((manifest) => loadManifest(manifest, request, problems));
  const files = loaded.flatMap(({ files }) => files);
  files.sort((a, b) =>
    a.sequenceNumber < b.sequenceNumber ? -1 : a.sequenceNumber > b.sequenceNumber ? 1 : 0,
  );
  const equality = files.filter((f) => f.kind === 'equality');
  const positions = files.filter((f) => f.kind === 'position');
  const vectors = files.filter((f) => f.kind === 'deletion vector');
  noteVectors(vectors, problems);
  return {
    files,
    rules: request.profile,
    globalEquality: equality.filter((f) => f.isGlobal),
    equalityByPartition: groupBy(
      equality.filter((f) => !f.isGlobal),
      partitionKey,
    ),
    positionsByPartition: groupBy(
      positions.filter((f) => f.referencedPath === undefined),
      partitionKey,
    ),
    positionsByPath: groupBy(positions, (f) => f.referencedPath),
    vectorsByPath: groupBy(vectors, (f) => f.referencedPath),
    equalityColumns: columnsById(equality, request.schemas),
    scannedManifests: request.manifests.flatMap(({ index }, i) =>
      loaded[i]?.scanned ? [index] : [],
    ),
    skippedManifests: loaded.filter((l) => !l.scanned).length,
    skippedFiles: loaded.reduce((sum, l) => sum + l.skipped, 0),
    problems,
  };
}

interface Loaded {
  readonly scanned: boolean;
  readonly skipped: number;
  readonly files: readonly DeleteFile[];
}

function loadManifest(
  source: DeleteManifest,
  request: DeleteIndexRequest,
  problems: Problem[],
): Loaded {
  const { entries, spec } = source;
  const plan = preparePlan(request.filter, spec, request.profile);
  if ((judgeManifest(plan, source.manifest) & MIGHT) === 0) {
    return { scanned: false, skipped: 0, files: [] };
  }
  if (entries === undefined) return { scanned: true, skipped: 0, files: [] };
  const partition = judgePartitions(plan, entries);
  const bounds = judgeDeleteBounds(plan, entries);
  const files: DeleteFile[] = [];
  let skipped = 0;
  for (let i = 0; i < entries.count; i++) {
    if (entries.status[i] === DELETED) continue;
    if (((partition[i] as number) & (bounds[i] as number) & MIGHT) === 0) skipped++;
    // Sequence number 0 is before every delete: version 1 has none (DL-3).
    else if (longAt(entries.dataSequenceNumbers, i) > 0n)
      files.push(deleteFile(source, entries, i));
  }
  noteUnreadable(files, spec, problems);
  return { scanned: true, skipped, files };
}

function deleteFile(source: DeleteManifest, entries: ManifestEntries, entry: number): DeleteFile {
  const { ids, keys } = tuplesOf(entries);
  const format = entries.fileFormatNames[entries.fileFormats[entry] as number];
  const isEquality = entries.fileContents[entry] === EQUALITY_DELETES;
  return {
    kind: isEquality ? 'equality' : format === 'puffin' ? 'deletion vector' : 'position',
    manifestIndex: source.index,
    manifest: source.manifest,
    entries,
    entry,
    specId: source.spec.specId,
    tuple: keys[ids[entry] as number],
    sequenceNumber: longAt(entries.dataSequenceNumbers, entry),
    filePath: pathText(entries.filePaths, entry),
    referencedPath: isEquality ? undefined : referencedPath(entries, entry),
    equalityIds: entries.equalityIds[entry] ?? [],
    isGlobal: source.spec.isUnpartitioned,
  };
}

/** DL-12: named, or the only path between equal bounds. */
export function referencedPath(entries: ManifestEntries, entry: number): string | undefined {
  const named = entries.referencedDataFiles && textAt(entries.referencedDataFiles, entry);
  if (named !== undefined || entries.fileContents[entry] !== POSITION_DELETES) return named;
  const paths = entries.metrics.get(DELETE_FILE_PATH_ID);
  if (paths === undefined) return undefined;
  const lower = textAt(paths.lowerBounds, entry);
  return lower === textAt(paths.upperBounds, entry) ? lower : undefined;
}

function textAt(column: Parameters<typeof bytesAt>[0], entry: number): string | undefined {
  const bytes = bytesAt(column, entry);
  return bytes && utf8Text(bytes);
}

/** Bytes that reading it takes: of a deletion vector, its part of the Puffin file (13.1). */
export function deleteSize({ entries, entry, kind }: DeleteFile): bigint {
  const size = kind === 'deletion vector' ? entries.contentSizesInBytes : entries.fileSizesInBytes;
  return size[entry] ?? 0n;
}

/** The partition that a delete or data file belongs to, across manifests. */
export function keyOfPartition(specId: number, tuple: string | undefined): string | undefined {
  return tuple === undefined ? undefined : `${specId}:${tuple}`;
}

function partitionKey(file: DeleteFile): string | undefined {
  return keyOfPartition(file.specId, file.tuple);
}

function columnsById(
  files: readonly DeleteFile[],
  schemas: readonly Schema[],
): Map<number, ColumnInfo> {
  const wanted = new Set(files.flatMap((file) => file.equalityIds));
  const columns = new Map<number, ColumnInfo>();
  for (const schema of schemas) {
    for (const id of wanted) {
      const column = indexSchema(schema).byId.get(id);
      if (column !== undefined) columns.set(id, column);
    }
  }
  return columns;
}

/** DL-9. */
function noteVectors(vectors: readonly DeleteFile[], problems: Problem[]): void {
  for (const [path, files] of groupBy(vectors, (f) => f.referencedPath)) {
    if (files.length === 1) continue;
    problems.push({
      severity: 'can-change-answer',
      code: 'deletion-vectors-conflict',
      message: `${files.length} deletion vectors are for the data file ${path}.`,
      place: (files[0] as DeleteFile).entries.manifestPath,
      consequence: 'None of them is applied here; other readers refuse the table or choose one.',
    });
  }
}

/** B132: a partitioned spec and no partition value. */
function noteUnreadable(files: readonly DeleteFile[], spec: BoundSpec, problems: Problem[]): void {
  const lost = files.filter(
    (file) => file.tuple === undefined && file.referencedPath === undefined,
  );
  if (lost.length === 0 || (spec.isUnpartitioned && lost.every((f) => f.kind === 'equality')))
    return;
  const [first] = lost;
  problems.push({
    severity: 'can-change-answer',
    code: 'delete-never-applies',
    message: `${lost.length} delete files have no readable partition value in spec ${spec.specId}, for example ${first?.filePath}.`,
    place: first?.entries.manifestPath ?? '',
    consequence: 'They apply to no data file.',
  });
}
