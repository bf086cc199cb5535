/** A change of spec applied to a table's metadata: which spec it makes or takes up again, and what moves (SE-1, SE-16). */
import type { PartitionField, PartitionSpec, TableMetadata } from '../metadata/records.ts';
import { sameTransform } from '../transforms/transform.ts';
import type { Refusal } from './refusal.ts';
import { FIRST_FIELD_ID, refuseV1Ids } from './spec-rules.ts';
import { type SpecUpdate, updateFields } from './update-spec.ts';

export interface Evolved {
  /**
   * `new`: a spec was added. `reused`: an older one of the same fields became the default again. `unchanged`: the
   * metadata stays as it is, and no file is written (SE-3).
   */
  readonly outcome: 'new' | 'reused' | 'unchanged';
  /** The spec that the steps lead to. */
  readonly spec: PartitionSpec;
  /** The metadata after it; the same object where nothing changed. Its times and its log are the writer's. */
  readonly metadata: TableMetadata;
}

/** Applies the steps to a copy. What is given is never changed. */
export function evolve(metadata: TableMetadata, update: SpecUpdate): Evolved | Refusal {
  const fields = updateFields(metadata, update);
  if ('code' in fields) return fields;
  const existing = specWith(fields, metadata);
  if (existing !== undefined) return reused(metadata, existing, update);
  const refused = metadata.formatVersion < 2 ? refuseV1Ids(fields) : undefined;
  if (refused !== undefined) return refused;
  const spec: PartitionSpec = { specId: nextSpecId(metadata), fields };
  const fieldIds = fields.map((field) => field.fieldId);
  return {
    outcome: 'new',
    spec,
    metadata: {
      ...metadata,
      partitionSpecs: [...metadata.partitionSpecs, spec],
      defaultSpecId: update.isNonDefault === true ? metadata.defaultSpecId : spec.specId,
      lastPartitionId: Math.max(metadata.lastPartitionId, FIRST_FIELD_ID - 1, ...fieldIds),
    },
  };
}

/** SE-16: the spec that is taken up again by such fields. */
export function specWith(
  fields: readonly PartitionField[],
  { partitionSpecs }: TableMetadata,
): PartitionSpec | undefined {
  return partitionSpecs.find((spec) => areCompatible(spec.fields, fields));
}

export function nextSpecId({ partitionSpecs }: TableMetadata): number {
  return Math.max(-1, ...partitionSpecs.map(({ specId }) => specId)) + 1;
}

function reused(metadata: TableMetadata, spec: PartitionSpec, update: SpecUpdate): Evolved {
  if (update.isNonDefault === true || spec.specId === metadata.defaultSpecId) {
    return { outcome: 'unchanged', spec, metadata };
  }
  return { outcome: 'reused', spec, metadata: { ...metadata, defaultSpecId: spec.specId } };
}

/** MD-39: the same sources, transforms and names in the same order; field ids do not take part. */
export function areCompatible(a: readonly PartitionField[], b: readonly PartitionField[]): boolean {
  return (
    a.length === b.length &&
    a.every((field, i) => {
      const other = b[i];
      return (
        other !== undefined &&
        field.name === other.name &&
        field.sourceIds.join() === other.sourceIds.join() &&
        sameTransform(field.transform, other.transform)
      );
    })
  );
}
