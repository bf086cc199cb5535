/** The core's front door for programs: open a table, look at a snapshot, plan a condition, ask why. No DOM, no React. */
export {
  type ErrorKind,
  IcecoreError,
  type Problem,
  type Severity,
  type Span,
} from './base/errors.ts';
export { parseJson, printJson } from './base/json.ts';
export type { Expression } from './expressions/expression.ts';
export { parseWhere, type Where } from './expressions/where.ts';
export { type FileSet, fileSet, filesFromBlobs, filesFromUrls } from './io/file-set.ts';
export type { Input, InputRef } from './io/input.ts';
export { type OpenInputOptions, openInput } from './io/open.ts';
export { filesFromZip } from './io/zip.ts';
export { type Era, eras } from './metadata/eras.ts';
export type { PartitionSpec, Snapshot, TableMetadata } from './metadata/records.ts';
export type { SnapshotRequest } from './metadata/snapshots.ts';
export type { FileExplanation } from './planning/explanation.ts';
export { FILE_VERDICTS, type FileVerdict } from './planning/verdict.ts';
export type * from './table/api.ts';
export { type LocalOptions, localTableApi } from './table/local.ts';
export {
  listSamples,
  type MetadataHistory,
  type MetadataVersion,
  metadataHistory,
  type OpenedTable,
  type OpenOptions,
  type OpenOutcome,
  type OpenSource,
  openTable,
  type Sample,
  type SnapshotView,
  snapshotView,
} from './table/session.ts';
export { indexSchema, type SchemaIndex } from './types/schema.ts';
export type { Schema, Type } from './types/type.ts';
export { type Pool, type PoolOptions, poolTableApi, type WorkerPort } from './worker/pool.ts';
