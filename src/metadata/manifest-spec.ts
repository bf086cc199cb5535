/** The spec that a manifest's entries are read by (MF-14, MF-15, MD-22). */
import type { Container } from '../avro/container.ts';
import type { AvroRecord } from '../avro/schema.ts';
import { IcecoreError, type Problem } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { printTransform } from '../transforms/transform.ts';
import { isObject, type Reading } from './json-reader.ts';
import { manifestProblem } from './manifest-problems.ts';
import type { ManifestFile, PartitionField, PartitionSpec } from './records.ts';
import { readSpecs } from './specs-json.ts';

export interface SpecRequest {
  readonly manifest: ManifestFile;
  readonly specs: readonly PartitionSpec[];
}

/**
 * The table's spec of the id in the manifest list; the header's own where the table has none of that id; else what the
 * tuple's schema shows, with unknown transforms. Fields on whose source or transform table and header disagree become
 * unknown (MF-15), and so do those that neither the header nor the tuples have: they are of another manifest.
 */
export function specOf(
  container: Container,
  tuple: AvroRecord | undefined,
  request: SpecRequest,
  problems: Problem[],
): PartitionSpec {
  const { manifest } = request;
  const written = headerSpec(container, problems);
  // A v1 snapshot that names its manifests knows no spec id: the header's is better than 0 (MD-22).
  const madeUp = manifest.manifestLength === undefined;
  const specId = madeUp ? (written?.specId ?? 0) : manifest.partitionSpecId;
  const known = request.specs.find((spec) => spec.specId === specId);
  if (known !== undefined) {
    return written === undefined ? known : agreed({ container, tuple, known, written }, problems);
  }
  if (written !== undefined) {
    const message = `The table’s metadata has no spec ${specId}.`;
    problems.push(manifestProblem('spec-from-manifest', message, container.place));
    return { ...written, specId };
  }
  const message = `Neither the table’s metadata nor the header has the spec ${specId}.`;
  problems.push(manifestProblem('spec-unknown', message, container.place));
  return { specId, fields: (tuple?.fields ?? []).map(unknownField) };
}

function unknownField(field: AvroRecord['fields'][number], position: number): PartitionField {
  return {
    sourceIds: [],
    fieldId: field.fieldId ?? 1000 + position,
    name: field.icebergName ?? field.name,
    transform: { kind: 'unknown', text: '' },
  };
}

/** The spec in the header; undefined where there is none, or none that can be read. */
function headerSpec(container: Container, problems: Problem[]): PartitionSpec | undefined {
  const text = container.header.get('partition-spec');
  if (text === undefined) return undefined;
  const place = `${container.place} (partition-spec)`;
  const specId = Number(container.header.get('partition-spec-id') ?? 0);
  try {
    const json = parseJson(text, place);
    // Some writers put the whole spec where the spec wants its fields (B178).
    const fields = isObject(json) ? json['fields'] : json;
    const reading: Reading = { place, problems: [] };
    const whole = { 'partition-specs': [{ 'spec-id': specId, fields }], 'default-spec-id': specId };
    return readSpecs(reading, whole, 2).partitionSpecs[0];
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    const message = `The header’s partition spec can’t be read: ${error.message}`;
    problems.push(manifestProblem('column-unreadable', message, container.place));
    return undefined;
  }
}

interface Claims {
  readonly container: Container;
  readonly tuple: AvroRecord | undefined;
  /** The table's. */
  readonly known: PartitionSpec;
  /** The header's. */
  readonly written: PartitionSpec;
}

function agreed({ container, tuple, known, written }: Claims, problems: Problem[]): PartitionSpec {
  const disputed = new Set<number>();
  for (const field of known.fields) {
    const other = written.fields.find((f) => f.fieldId === field.fieldId);
    if (other === undefined ? hasField(tuple, field) : meaning(other) === meaning(field)) continue;
    disputed.add(field.fieldId);
    const theirs =
      other === undefined
        ? `and the manifest, of spec ${written.specId} by its header, has no such field`
        : `${meaning(other)} in the manifest`;
    const message = `Field ${field.fieldId} is ${meaning(field)} in the table’s spec ${known.specId}, ${theirs}.`;
    problems.push(manifestProblem('spec-mismatch', message, container.place));
  }
  if (disputed.size === 0) return known;
  return {
    specId: known.specId,
    fields: known.fields.map((f) => (disputed.has(f.fieldId) ? madeUnknown(f) : f)),
  };
}

/** By id, or by name where the writer left out ids. */
function hasField(tuple: AvroRecord | undefined, { fieldId, name }: PartitionField): boolean {
  if (tuple === undefined) return true;
  return tuple.fields.some((own) =>
    own.fieldId === undefined ? (own.icebergName ?? own.name) === name : own.fieldId === fieldId,
  );
}

function meaning(field: PartitionField): string {
  return `${printTransform(field.transform)} of column ${field.sourceIds.join(', ')}`;
}

function madeUnknown(field: PartitionField): PartitionField {
  return { ...field, transform: { kind: 'unknown', text: printTransform(field.transform) } };
}
