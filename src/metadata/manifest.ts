/** Manifests (rules.md 2.3 to 2.6): the bytes of one to the columns of its entries. */
import { longColumn, rowGroup } from '../avro/columns.ts';
import type { WantedField } from '../avro/program.ts';
import { findField } from '../avro/schema.ts';
import { IcecoreError, type Problem } from '../base/errors.ts';
import type { Schema } from '../types/type.ts';
import type { ManifestEntries, MetricsColumn } from './entries.ts';
import {
  entriesOf,
  entryColumns,
  entryFields,
  fileFields,
  recordCountField,
} from './entry-columns.ts';
import { checkAgainstList } from './manifest-checks.ts';
import { manifestProblem } from './manifest-problems.ts';
import {
  decodeEntries,
  hasPlainFixed,
  type OpenedManifest,
  openManifest,
  PARTITION,
} from './manifest-reading.ts';
import { specOf } from './manifest-spec.ts';
import { checkFormatVersion } from './manifest-version.ts';
import { metricsColumns, metricsReading } from './metrics-columns.ts';
import { partitionColumns, readingOf } from './partition-columns.ts';
import type { ManifestFile, PartitionSpec } from './records.ts';
import { withSharedColumns } from './shared-columns.ts';

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
  const { plan, count, ...decoded } = await decodeEntries(opened, manifest, () => {
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
    const { recordCount } = columns;
    return { rows, recordCount, entry: entryFields(columns), file, columns, partition, metrics };
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
  return { entries: withSharedColumns(entries), problems };
}

/**
 * The metrics of further columns of a manifest that is decoded already, in the same order. Fails as {@link decodeManifest}
 * does.
 */
export async function decodeMetrics(
  bytes: Uint8Array,
  request: MetricsRequest,
): Promise<ReadonlyMap<number, MetricsColumn>> {
  const opened = openManifest(bytes, request.manifest.manifestPath);
  const makePlan = () => metricsPlan(request.metricsFieldIds);
  const { plan, count } = await decodeEntries(opened, request.manifest, makePlan);
  return metricsColumns(plan.metrics, count);
}

/** Reads nothing but the metrics of some columns. */
export function metricsPlan(fieldIds: readonly number[]) {
  const recordCount = longColumn();
  const rows = rowGroup([recordCount]);
  const metrics = metricsReading(fieldIds, rows);
  return {
    rows,
    recordCount,
    entry: [],
    file: [recordCountField(recordCount), ...metrics.wanted],
    metrics,
  };
}

/** Throws `invalid-data` where metrics are not of the entries. */
export function unlessReplaced(
  metrics: ManifestEntries['metrics'],
  { count, manifestPath }: ManifestEntries,
): ManifestEntries['metrics'] {
  for (const { mapsPresent } of metrics.values()) {
    if (mapsPresent.length === count) continue;
    throw new IcecoreError('invalid-data', 'The manifest was replaced while it was in use', {
      place: manifestPath,
      advice: 'Open the table again.',
    });
  }
  return metrics;
}

const SEQUENCE_NUMBERS = [
  { id: 3, name: 'sequence_number' },
  { id: 4, name: 'file_sequence_number' },
] as const;

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
