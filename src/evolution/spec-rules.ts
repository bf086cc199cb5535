/** What a spec must hold to be written: SE-12 to SE-14. Stricter than what can be read (metadata/spec-checks.ts). */
import type { PartitionField } from '../metadata/records.ts';
import { canTransform, printTransform } from '../transforms/transform.ts';
import { isPrimitive, printType } from '../types/parse-type.ts';
import type { SchemaIndex } from '../types/schema.ts';
import { type Refusal, refusal } from './refusal.ts';

/** Partition field ids start here (SE-14). */
export const FIRST_FIELD_ID = 1000;

/** The first rule that the fields break: names, then sources, as the reference asks them. */
export function refuseFields(
  fields: readonly PartitionField[],
  schema: SchemaIndex,
): Refusal | undefined {
  return refuseNames(fields, schema) ?? first(fields, (field) => refuseSource(field, schema));
}

/** SE-13: for a field's own name, and for columns that were renamed or added since. */
export function refuseNames(
  fields: readonly PartitionField[],
  schema: SchemaIndex,
): Refusal | undefined {
  const names = new Set<string>();
  return first(fields, ({ name, sourceIds }) => {
    if (name === '') {
      return refusal('name-empty', 'A partition field needs a name.', 'Name it after AS.');
    }
    // Measured (section 16): any transform may bear its own source's name, a field whose source is gone any name.
    const [sourceId] = sourceIds;
    const column = schema.find(name, true);
    const hasSource = sourceId !== undefined && schema.byId.has(sourceId);
    if (column !== undefined && hasSource && column.fieldId !== sourceId) {
      return refusal(
        'name-of-column',
        `A partition field can’t be called ${name}: that is a column which it is not made from.`,
        'Give the field another name with AS.',
      );
    }
    if (names.has(name)) {
      return refusal(
        'name-twice',
        `Two partition fields would be called ${name}.`,
        'Give one of them another name with AS.',
      );
    }
    names.add(name);
    return undefined;
  });
}

/** SE-12. A void field needs no source. */
export function refuseSource(field: PartitionField, schema: SchemaIndex): Refusal | undefined {
  const { transform, name } = field;
  if (transform.kind === 'void') return undefined;
  const source = schema.byId.get(field.sourceIds[0] ?? -1);
  if (source === undefined) {
    return refusal(
      'source-missing',
      `The partition field ${name} is made from column ${field.sourceIds[0]}, which the schema does not have.`,
      `Drop the partition field ${name} before its column.`,
    );
  }
  if (!isPrimitive(source.type)) {
    return refusal(
      'source-nested',
      `${source.name} is a ${source.type.kind}, which can’t partition a table.`,
      source.type.kind === 'struct' ? `Name a field of it: ${source.name}.…` : undefined,
    );
  }
  if (!canTransform(transform, source.type)) {
    return refusal(
      'transform-not-on-type',
      `${printTransform(transform)} can’t be applied to ${source.name}, a ${printType(source.type)}.`,
    );
  }
  if (!source.accessible) {
    return refusal(
      'source-in-list',
      `${source.name} lies inside a list or map, so a row has many values of it.`,
      'Partition by a column that has one value a row.',
    );
  }
  return undefined;
}

/** SE-14. */
export function refuseV1Ids(fields: readonly PartitionField[]): Refusal | undefined {
  const at = fields.findIndex((field, i) => field.fieldId !== FIRST_FIELD_ID + i);
  const field = fields[at];
  if (field === undefined) return undefined;
  return refusal(
    'ids-not-sequential',
    `In format version 1 partition fields are numbered from ${FIRST_FIELD_ID} without a gap; ${field.name} would be ${field.fieldId}, not ${FIRST_FIELD_ID + at}.`,
    'Upgrade the table to format version 2, where fields may have any id.',
  );
}

function first<Item>(
  items: readonly Item[],
  refuse: (item: Item) => Refusal | undefined,
): Refusal | undefined {
  for (const [field, item] of items.entries()) {
    const found = refuse(item);
    if (found !== undefined) return { ...found, field };
  }
  return undefined;
}
