/** A snapshot with all of its manifests decoded, and its files as answers list them. */
import { utf8 } from '../../base/bytes.ts';
import { type BoundSpec, bindSpec } from '../../metadata/bound-spec.ts';
import { DELETED, EQUALITY_DELETES, longAt, type ManifestEntries } from '../../metadata/entries.ts';
import { pathText } from '../../metadata/paths.ts';
import type { ManifestFile, PartitionSpec } from '../../metadata/records.ts';
import { deleteFieldIds, referencedPath } from '../../planning/delete-index.ts';
import { liveDataFiles } from '../../planning/plan-manifest.ts';
import type { TableApi, TableContext } from '../../table/api.ts';
import type { ManifestCache } from '../../table/manifest-cache.ts';
import { tupleAt } from '../../table/partition-tuples.ts';
import { type OpenedTable, snapshotView } from '../../table/session.ts';
import { partitionPath } from '../../transforms/partition-path.ts';
import { isPrimitive } from '../../types/parse-type.ts';
import { indexSchema, type SchemaIndex } from '../../types/schema.ts';
import type { Type, Value } from '../../types/type.ts';
import type { ViewRequest } from './views.ts';

export interface DecodedManifest {
  /** Position in the manifest list. */
  readonly index: number;
  readonly manifest: ManifestFile;
  readonly entries: ManifestEntries;
  readonly spec: BoundSpec;
}

export interface OpenView {
  readonly schema: SchemaIndex;
  readonly context: TableContext;
  /** All of the table's, bound to the view's schema (PR-7). */
  readonly specs: readonly BoundSpec[];
  /** In list order; `data` and `deletes` are its two parts. */
  readonly manifests: readonly DecodedManifest[];
  readonly data: readonly DecodedManifest[];
  readonly deletes: readonly DecodedManifest[];
}

/** Reads a view, with the statistics of all columns. Errors: of reading its manifest list or one of its manifests. */
export async function openView(
  table: OpenedTable,
  api: TableApi,
  cache: ManifestCache,
  { request }: ViewRequest,
): Promise<OpenView> {
  const view = await snapshotView(table, api, request);
  const { context } = view;
  const schema = indexSchema(view.schema);
  const specs = context.specs.map((spec) => bindSpec(spec, schema));
  const columns = context.schemas.flatMap((s) => indexSchema(s).columns.map((c) => c.fieldId));
  const manifests: DecodedManifest[] = [];
  for (const source of view.manifests) {
    let { entries } = await cache.read(context, source, columns, undefined);
    if (source.manifest.content === 'deletes') {
      // Of columns in no schema any more, and of the paths that position deletes name.
      const ids = [...columns, ...deleteFieldIds(entries)];
      ({ entries } = await cache.read(context, source, ids, undefined));
    }
    const { index, manifest } = source;
    manifests.push({ index, manifest, entries, spec: specOf(entries.spec, specs, schema) });
  }
  const data = manifests.filter(({ manifest }) => manifest.content === 'data');
  const deletes = manifests.filter(({ manifest }) => manifest.content === 'deletes');
  return { schema, context, specs, manifests, data, deletes };
}

/** The table's own spec, so that plans made for it are found again; else the one that the manifest itself brings. */
function specOf(spec: PartitionSpec, specs: readonly BoundSpec[], schema: SchemaIndex): BoundSpec {
  return specs.find(({ specId }) => specId === spec.specId) ?? bindSpec(spec, schema);
}

/** Live delete entries of a manifest. */
export function liveDeletes({ entries }: DecodedManifest): readonly number[] {
  return Array.from({ length: entries.count }, (_, i) => i).filter(
    (i) => entries.status[i] !== DELETED,
  );
}

/** The lists of a view's head, as plain JSON. */
export function viewFiles(view: OpenView, location: string) {
  const below = (path: string) => relativeTo(location, path);
  return {
    manifests: view.manifests.map(({ manifest, spec }) => ({
      path: below(manifest.manifestPath),
      content: manifest.content,
      specId: spec.specId,
    })),
    files: view.data.flatMap((decoded) => dataFiles(decoded, view, below)),
    deletes: view.deletes.flatMap((decoded) => deleteFiles(decoded, view, below)),
  };
}

type Below = (path: string) => string;

function relativeTo(location: string, path: string): string {
  return path.startsWith(`${location}/`) ? path.slice(location.length + 1) : path;
}

function manifestNumber(view: OpenView, decoded: DecodedManifest): number {
  return view.manifests.indexOf(decoded);
}

function dataFiles(decoded: DecodedManifest, view: OpenView, below: Below) {
  const { entries, spec } = decoded;
  const fields = spec.fields.map(({ name, transform, source }, i) => ({
    name,
    transform,
    sourceType: typeOfSource(source?.type, entries.partition[i]?.type),
  }));
  return [...liveDataFiles(entries)].map((i) => ({
    path: below(pathText(entries.filePaths, i)),
    manifest: manifestNumber(view, decoded),
    specId: spec.specId,
    partition: partitionPath(
      fields,
      tupleAt(entries, i).map((value, k) =>
        asCome(value ?? null, spec.fields[k]?.source?.type, entries.partition[k]?.type),
      ),
    ),
    records: entries.recordCounts[i],
  }));
}

/** Of a column that is gone the reference prints the values as they come: times as their number. */
function typeOfSource(source: Type | undefined, written: Type | undefined) {
  if (source !== undefined) return isPrimitive(source) ? source : undefined;
  const isPrinted = written !== undefined && PRINTED.has(written.kind) && isPrimitive(written);
  return isPrinted ? written : undefined;
}

/** Bytes of a column that is gone come as a buffer, which prints itself and not what it holds. */
export function asCome(
  value: Value | null,
  source: Type | undefined,
  written: Type | undefined,
): Value | null {
  const isBuffer = written?.kind === 'binary' || written?.kind === 'fixed';
  if (source !== undefined || !isBuffer || !(value instanceof Uint8Array)) return value;
  return utf8(`java.nio.HeapByteBuffer[pos=0 lim=${value.length} cap=${value.length}]`);
}

const PRINTED: ReadonlySet<string> = new Set(['float', 'double', 'decimal', 'uuid']);

function deleteFiles(decoded: DecodedManifest, view: OpenView, below: Below) {
  const { entries, spec } = decoded;
  return liveDeletes(decoded).map((i) => {
    const isEquality = entries.fileContents[i] === EQUALITY_DELETES;
    const isVector = entries.fileFormatNames[entries.fileFormats[i] as number] === 'puffin';
    const referenced = isEquality ? undefined : referencedPath(entries, i);
    return {
      path: below(pathText(entries.filePaths, i)),
      content: isEquality ? 'equality' : isVector ? 'dv' : 'position',
      manifest: manifestNumber(view, decoded),
      specId: spec.specId,
      dataSequenceNumber: longAt(entries.dataSequenceNumbers, i),
      records: entries.recordCounts[i],
      equalityIds: isEquality ? entries.equalityIds[i]?.toSorted((a, b) => a - b) : undefined,
      referencedDataFile: referenced === undefined ? undefined : below(referenced),
      contentOffset: isVector ? entries.contentOffsets[i] : undefined,
    };
  });
}
