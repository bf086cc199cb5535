/** The type that holds the partition tuples of all specs at once, as the metadata tables show them (MX-12). */
import type { PartitionField, PartitionSpec, TableMetadata } from '../metadata/records.ts';
import { currentSchema } from '../metadata/snapshots.ts';
import { transformResultType } from '../transforms/transform.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import type { Type } from '../types/type.ts';

export interface PartitionTypeField {
  readonly fieldId: number;
  readonly name: string;
  readonly type: Type;
}

/**
 * By field id; names from the newest spec, types from the newest that has not made the field void. Fields whose source
 * is gone are left out (section 16, MX-12). undefined where a transform is not known: its type is not, either.
 */
export function unionPartitionType(
  metadata: TableMetadata,
): readonly PartitionTypeField[] | undefined {
  const schema = indexSchema(currentSchema(metadata));
  const byId = new Map<number, { readonly field: PartitionField; readonly name: string }>();
  for (const spec of metadata.partitionSpecs.toSorted((a, b) => b.specId - a.specId)) {
    for (const field of spec.fields) {
      if (field.transform.kind === 'unknown') return undefined;
      const known = byId.get(field.fieldId);
      if (known === undefined && schema.byId.has(field.sourceIds[0] ?? -1)) {
        byId.set(field.fieldId, { field, name: field.name });
      } else if (known?.field.transform.kind === 'void' && field.transform.kind !== 'void') {
        byId.set(field.fieldId, { field, name: known.name });
      }
    }
  }
  return [...byId]
    .toSorted(([a], [b]) => a - b)
    .map(([fieldId, { field, name }]) => ({ fieldId, name, type: typeOf(field, schema) }));
}

/** The type of one spec's tuples, in its order; a field whose source is gone is `unknown` (TR-3). */
export function partitionType(
  spec: PartitionSpec,
  schema: SchemaIndex,
): readonly PartitionTypeField[] {
  return spec.fields.map((field) => ({
    fieldId: field.fieldId,
    name: field.name,
    type: typeOf(field, schema),
  }));
}

function typeOf(field: PartitionField, schema: SchemaIndex): Type {
  const source = schema.byId.get(field.sourceIds[0] ?? -1);
  return source === undefined
    ? { kind: 'unknown' }
    : transformResultType(field.transform, source.type);
}
