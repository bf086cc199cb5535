/**
 * The metadata file that a change of spec writes: what was there, with the specs, the default and the log changed (SE-1).
 * It works on the parsed file, so that what is not known here stays as it was.
 */
import type { PartitionField, PartitionSpec } from '../metadata/records.ts';
import { printTransform } from '../transforms/transform.ts';
import type { Evolved } from './evolve.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export interface WriteOptions {
  /** Recorded location of the file that is changed, for the log (MD-24). */
  readonly metadataFile: string;
  /** The time of the change. */
  readonly nowMs: bigint;
}

/** `write.metadata.previous-versions-max` where the table says nothing. */
const PREVIOUS_VERSIONS = 100;

/**
 * The file after the change, as plain JSON for `printJson`; the same object where nothing changed.
 * @param json the metadata file before, as parsed.
 */
export function changedMetadataJson(
  json: JsonObject,
  { outcome, metadata }: Evolved,
  options: WriteOptions,
): JsonObject {
  if (outcome === 'unchanged') return json;
  const { partitionSpecs, defaultSpecId, lastPartitionId, formatVersion } = metadata;
  const main = partitionSpecs.find((spec) => spec.specId === defaultSpecId);
  return {
    ...json,
    'last-updated-ms': options.nowMs,
    ...(formatVersion < 2 ? { 'partition-spec': main?.fields.map(fieldJson) ?? [] } : {}),
    'default-spec-id': defaultSpecId,
    'partition-specs': specsJson(json, partitionSpecs),
    'last-partition-id': lastPartitionId,
    'metadata-log': changedLog(json, metadata.properties, metadata.lastUpdatedMs, options),
  };
}

/** Specs that were there stay as they were written; one without field ids, of an old v1 file, gets them. */
function specsJson(json: JsonObject, specs: readonly PartitionSpec[]): readonly unknown[] {
  const before = Array.isArray(json['partition-specs']) ? json['partition-specs'] : [];
  return specs.map(({ specId, fields }) => {
    const written: unknown = before.find((spec) => Number(spec?.['spec-id']) === specId);
    return written ?? { 'spec-id': specId, fields: fields.map(fieldJson) };
  });
}

/** In the reference's order of keys. */
function fieldJson({ name, transform, sourceIds, fieldId }: PartitionField): JsonObject {
  return {
    name,
    transform: printTransform(transform),
    ...(sourceIds.length === 1 ? { 'source-id': sourceIds[0] } : { 'source-ids': sourceIds }),
    'field-id': fieldId,
  };
}

/** MD-24: the file that is replaced comes last; the oldest go. */
function changedLog(
  json: JsonObject,
  properties: Readonly<Record<string, string>>,
  writtenMs: bigint,
  { metadataFile }: WriteOptions,
): readonly unknown[] {
  const before: readonly unknown[] = Array.isArray(json['metadata-log'])
    ? json['metadata-log']
    : [];
  const stated = Number(properties['write.metadata.previous-versions-max']);
  const kept = Number.isInteger(stated) ? Math.max(1, stated) : PREVIOUS_VERSIONS;
  return [...before, { 'timestamp-ms': writtenMs, 'metadata-file': metadataFile }].slice(-kept);
}
