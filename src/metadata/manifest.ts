/** Manifests (rules.md 2.3 to 2.6): the bytes of one to the columns of its entries. */
import { type RowGroup, rowGroup } from '../avro/columns.ts';
import { compile } from '../avro/compile.ts';
import { type Container, readContainer } from '../avro/container.ts';
import { decodeRows } from '../avro/decode.ts';
import type { WantedField } from '../avro/program.ts';
import {
  type AvroRecord,
  type AvroSchema,
  findField,
  isWithoutIds,
  nonNullBranches,
} from '../avro/schema.ts';
import { IcecoreError, type Problem } from '../base/errors.ts';
import type { Schema } from '../types/type.ts';
import type { ManifestEntries, MetricsColumn } from './entries.ts';
import { entriesOf, entryColumns, entryFields, fileFields } from './entry-columns.ts';
import { checkAgainstList } from './manifest-checks.ts';
import { manifestProblem } from './manifest-problems.ts';
import { specOf } from './manifest-spec.ts';
import { checkFormatVersion } from './manifest-version.ts';
import { metricsColumns, metricsReading } from './metrics-columns.ts';
import { partitionColumns, readingOf } from './partition-columns.ts';
import type { ManifestFile, PartitionSpec } from './records.ts';

export interface MetricsRequest {
  /** The manifest's row of the manifest list. */
  readonly manifest: ManifestFile;
  /** Columns whose metrics are decoded; those of all others are skipped. */
  readonly metricsFieldIds: readonly number[];
}

export interface ManifestRequest extends MetricsRequest {
  /** Of the table; its schemas oldest first. */
  readonly specs: readonly PartitionSpec[];
  readonly schemas: readonly Schema[];
  readonly formatVersion: number;
}

/**
 * Decodes a manifest's entries with all that they inherit. A damaged or cut file throws IcecoreError `invalid-data`
 * with the offset and gives no entry at all; version 4, encryption and unknown codecs throw `unsupported`.
 */
export async function decodeManifest(
  bytes: Uint8Array,
  request: ManifestRequest,
): Promise<{ entries: ManifestEntries; problems: Problem[] }> {
  const { manifest } = request;
  const place = manifest.manifestPath;
  checkFormatVersion(request.formatVersion, place);
  const opened = openManifest(bytes, place);
  const problems: Problem[] = [];
  const spec = specOf(opened.container, opened.tuple, request, problems);
  const { plan, count, ...decoded } = await decodeEither(opened, () => {
    const rows = rowGroup();
    const columns = entryColumns(manifest.content, rows);
    const partition = readingOf(spec, opened.tuple, request.schemas);
    rows.columns.push(...partition.columns);
    const metrics = metricsReading(request.metricsFieldIds, rows);
    const tuple: WantedField = {
      id: PARTITION.id,
      names: [PARTITION.name],
      wanted: { kind: 'record', fields: partition.wanted },
    };
    const file = [...fileFields(columns), tuple, ...metrics.wanted];
    return { rows, entry: entryFields(columns), file, columns, partition, metrics };
  });
  noteReading(opened, decoded, problems);
  const isV1 = !SEQUENCE_NUMBERS.some((f) => findField(opened.entry, f.id, [f.name]));
  const entries: ManifestEntries = {
    manifestPath: place,
    content: manifest.content,
    spec,
    ...entriesOf(plan.columns, { count, manifest, isV1 }, problems),
    partition: partitionColumns(plan.partition, count, place, problems),
    metrics: metricsColumns(plan.metrics, count),
  };
  checkAgainstList(opened.container, entries, manifest, problems);
  return { entries, problems };
}

/**
 * The metrics of further columns of a manifest that is decoded already, in the same order of entries. Fails as
 * {@link decodeManifest} does.
 */
export async function decodeMetrics(
  bytes: Uint8Array,
  request: MetricsRequest,
): Promise<ReadonlyMap<number, MetricsColumn>> {
  const opened = openManifest(bytes, request.manifest.manifestPath);
  const { plan, count } = await decodeEither(opened, () => {
    const rows = rowGroup();
    const metrics = metricsReading(request.metricsFieldIds, rows);
    return { rows, entry: [], file: metrics.wanted, metrics };
  });
  return metricsColumns(plan.metrics, count);
}

const DATA_FILE = { id: 2, name: 'data_file' } as const;
const PARTITION = { id: 102, name: 'partition' } as const;
const SEQUENCE_NUMBERS = [
  { id: 3, name: 'sequence_number' },
  { id: 4, name: 'file_sequence_number' },
] as const;

interface OpenedManifest {
  readonly container: Container;
  readonly entry: AvroRecord;
  /** The record of the partition tuple; undefined where the writer left it out. */
  readonly tuple: AvroRecord | undefined;
  /** No record has field ids: a writer that is not Iceberg's (MF-4). */
  readonly isWithoutIds: boolean;
}

function openManifest(bytes: Uint8Array, place: string): OpenedManifest {
  const container = readContainer(bytes, place);
  checkFormatVersion(Number(container.header.get('format-version') ?? 1), place);
  const entry = recordOf(container.schema);
  const dataFile = entry && recordOf(findField(entry, DATA_FILE.id, [DATA_FILE.name])?.type);
  if (entry === undefined || dataFile === undefined) {
    throw new IcecoreError('invalid-data', 'The Avro file is not a manifest: it has no data_file', {
      place,
      offset: 0,
    });
  }
  return {
    container,
    entry,
    tuple: recordOf(findField(dataFile, PARTITION.id, [PARTITION.name])?.type),
    isWithoutIds: isWithoutIds(entry) && isWithoutIds(dataFile),
  };
}

function recordOf(schema: AvroSchema | undefined): AvroRecord | undefined {
  if (schema === undefined) return undefined;
  return nonNullBranches(schema).find((branch) => branch.kind === 'record');
}

/** Columns and what is to be read into them; made anew for each attempt. */
interface Plan {
  readonly rows: RowGroup;
  readonly entry: readonly WantedField[];
  readonly file: readonly WantedField[];
}

interface Decoded<P extends Plan> {
  readonly plan: P;
  readonly count: number;
  readonly isPrefixed: boolean;
  readonly unreadable: readonly number[];
}

/**
 * Java writes `fixed` partition values with their length in front, under a schema that has none (rules.md 16, MF-7).
 * That way comes first where there are such fields: it demands the right length before every value, so it succeeds by
 * chance far less often than the schema's way, which a byte above 0x7f may bring back in step (`r7_08`).
 */
async function decodeEither<P extends Plan>(
  opened: OpenedManifest,
  makePlan: () => P,
): Promise<Decoded<P>> {
  if (!hasPlainFixed(opened.tuple)) return await decode(opened, makePlan(), false);
  try {
    return await decode(opened, makePlan(), true);
  } catch (error) {
    if (!(error instanceof IcecoreError) || error.kind !== 'invalid-data') throw error;
    return await decode(opened, makePlan(), false);
  }
}

async function decode<P extends Plan>(
  { container }: OpenedManifest,
  plan: P,
  isPrefixed: boolean,
): Promise<Decoded<P>> {
  const dataFile: WantedField = {
    id: DATA_FILE.id,
    names: [DATA_FILE.name],
    wanted: { kind: 'record', fields: plan.file },
  };
  const program = compile(
    container.schema,
    { kind: 'record', fields: [...plan.entry, dataFile] },
    plan.rows,
    { place: container.place, prefixedFixed: isPrefixed },
  );
  const count = await decodeRows(container, program);
  return { plan, count, isPrefixed, unreadable: program.unreadable };
}

function hasPlainFixed(tuple: AvroRecord | undefined): boolean {
  return (tuple?.fields ?? []).some((field) =>
    nonNullBranches(field.type).some((b) => b.kind === 'fixed' && b.logicalType === undefined),
  );
}

function noteReading(
  opened: OpenedManifest,
  decoded: { readonly isPrefixed: boolean; readonly unreadable: readonly number[] },
  problems: Problem[],
): void {
  const { place } = opened.container;
  if (opened.isWithoutIds) {
    const message = 'The Avro schema has no field ids.';
    problems.push(manifestProblem('field-ids-missing', message, place));
  }
  for (const id of new Set(decoded.unreadable)) {
    const message = `The field ${id} is written as another type than its own.`;
    problems.push(manifestProblem('column-unreadable', message, place));
  }
  if (decoded.isPrefixed) {
    const message = 'Fixed partition values have their length in front, against the Avro schema.';
    problems.push(manifestProblem('partition-fixed-prefixed', message, place));
  } else if (hasPlainFixed(opened.tuple)) {
    const message = 'Fixed partition values are written as the Avro schema says.';
    problems.push(manifestProblem('partition-fixed-plain', message, place));
  }
}
