/** A partition spec bound to a schema: which column each field is made from, and the type of its values (MD-13). */
import { canTransform, transformResultType } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { isPrimitive } from '../types/parse-type.ts';
import type { ColumnInfo, SchemaIndex } from '../types/schema.ts';
import type { PrimitiveType } from '../types/type.ts';
import type { PartitionField, PartitionSpec } from './records.ts';

export interface BoundPartitionField {
  /** Index in the spec, in the partition tuple and in a manifest list row's summaries. */
  readonly position: number;
  readonly fieldId: number;
  readonly name: string;
  readonly transform: Transform;
  /** undefined: the column is gone (TR-3), or the transform has several sources (MD-38). */
  readonly source: ColumnInfo | undefined;
  /** undefined: unknown. Such a field is never decoded by this type and never filters. */
  readonly resultType: PrimitiveType | undefined;
}

export interface BoundSpec {
  readonly specId: number;
  readonly fields: readonly BoundPartitionField[];
  /** No fields, or only void ones (MD-40). */
  readonly isUnpartitioned: boolean;
}

/**
 * Binds a spec leniently, as old specs are: a field whose column is gone, or whose transform its column's type does not
 * allow, stays in its place with an unknown type.
 */
export function bindSpec(spec: PartitionSpec, schema: SchemaIndex): BoundSpec {
  const seen = new Set<number>();
  const fields = spec.fields.map((field, position) => {
    // Two fields of one id can't be told apart in a manifest: only the first is believed.
    const isRepeated = seen.has(field.fieldId);
    seen.add(field.fieldId);
    return bindField(field, position, schema, isRepeated);
  });
  return {
    specId: spec.specId,
    fields,
    isUnpartitioned: spec.fields.every((field) => field.transform.kind === 'void'),
  };
}

function bindField(
  field: PartitionField,
  position: number,
  schema: SchemaIndex,
  isRepeated: boolean,
): BoundPartitionField {
  const { fieldId, name, transform, sourceIds } = field;
  const [sourceId] = sourceIds;
  const source =
    sourceIds.length === 1 && sourceId !== undefined ? schema.byId.get(sourceId) : undefined;
  const resultType = isRepeated ? undefined : resultTypeOf(transform, source);
  return { position, fieldId, name, transform, source, resultType };
}

function resultTypeOf(
  transform: Transform,
  source: ColumnInfo | undefined,
): PrimitiveType | undefined {
  if (source === undefined || transform.kind === 'unknown') return undefined;
  if (!source.accessible || !isPrimitive(source.type)) return undefined;
  if (!canTransform(transform, source.type)) return undefined;
  const type = transformResultType(transform, source.type);
  return isPrimitive(type) ? type : undefined;
}
