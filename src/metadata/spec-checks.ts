/** What is odd in a table's specs once they meet the current schema: MD-13, MD-34, MD-37, SE-12, SE-13, TR-25. */
import { canTransform, printTransform } from '../transforms/transform.ts';
import type { SchemaIndex } from '../types/schema.ts';
import { note, type Reading } from './json-reader.ts';
import type { PartitionField, PartitionSpec } from './records.ts';

/** From this many specs on, evolution itself is worth a word. */
const MANY_SPECS = 5;

const TIME_KINDS = new Set(['year', 'month', 'day', 'hour']);

interface SpecPlace {
  readonly path: string;
  readonly isDefault: boolean;
}

/** Notes the problems of all specs. `oneList` says that the only spec stands in v1's `partition-spec`. */
export function checkSpecs(
  reading: Reading,
  specs: readonly PartitionSpec[],
  defaultSpecId: number,
  schema: SchemaIndex,
  oneList: boolean,
): void {
  for (const [i, spec] of specs.entries()) {
    const path = oneList ? 'partition-spec' : `partition-specs[${i}].fields`;
    checkSpec(reading, spec, schema, { path, isDefault: spec.specId === defaultSpecId });
  }
  if (specs.length >= MANY_SPECS) {
    note(
      reading,
      'many-specs',
      'partition-specs',
      `The table has had ${specs.length} partition specs.`,
    );
  }
}

function checkSpec(
  reading: Reading,
  spec: PartitionSpec,
  schema: SchemaIndex,
  at: SpecPlace,
): void {
  const ids = new Set<number>();
  const names = new Set<string>();
  for (const [i, field] of spec.fields.entries()) {
    const path = `${at.path}[${i}]`;
    checkSource(reading, spec, field, schema, path, at.isDefault);
    checkName(reading, field, schema, names, path);
    if (ids.has(field.fieldId)) {
      note(
        reading,
        'partition-field-id-twice',
        path,
        `${label(spec, field)} has the field id ${field.fieldId}, as an earlier field has.`,
      );
    }
    ids.add(field.fieldId);
    names.add(field.name);
  }
  if (at.isDefault) checkRedundant(reading, spec, at.path);
}

function label(spec: PartitionSpec, field: PartitionField): string {
  return `Partition field ${field.name === '' ? field.fieldId : field.name} of spec ${spec.specId}`;
}

function checkSource(
  reading: Reading,
  spec: PartitionSpec,
  field: PartitionField,
  schema: SchemaIndex,
  path: string,
  isDefault: boolean,
): void {
  const { transform } = field;
  if (transform.kind === 'void') return;
  const unusable = isDefault ? 'default-spec-field-unusable' : 'old-spec-field-unusable';
  for (const id of field.sourceIds) {
    const source = schema.byId.get(id);
    if (source === undefined) {
      note(
        reading,
        unusable,
        path,
        `${label(spec, field)} is made from column ${id}, which the current schema no longer has.`,
      );
    } else if (transform.kind !== 'unknown' && !canTransform(transform, source.type)) {
      note(
        reading,
        isDefault ? unusable : 'old-spec-field-type',
        path,
        `${label(spec, field)} is ${printTransform(transform)} of ${source.name}, whose type ${source.type.kind} does not allow it.`,
      );
    } else if (!source.accessible) {
      note(
        reading,
        unusable,
        path,
        `${label(spec, field)} is made from ${source.name}, which is inside a list or a map.`,
      );
    }
  }
}

function checkName(
  reading: Reading,
  field: PartitionField,
  schema: SchemaIndex,
  names: ReadonlySet<string>,
  path: string,
): void {
  const { name, sourceIds } = field;
  if (name === '') {
    note(
      reading,
      'partition-name-conflict',
      path,
      `Partition field ${field.fieldId} has an empty name.`,
    );
    return;
  }
  if (names.has(name)) {
    note(
      reading,
      'partition-name-conflict',
      path,
      `Two partition fields of a spec are named ${name}.`,
    );
  }
  const column = schema.find(name, true);
  // Measured (SE-13): any transform may bear its own source's name, and a field whose source is gone any name.
  const [sourceId] = sourceIds;
  const hasSource = sourceId !== undefined && schema.byId.has(sourceId);
  if (column !== undefined && hasSource && column.fieldId !== sourceId) {
    note(
      reading,
      'partition-name-conflict',
      path,
      `The partition field ${name} has the name of a column that it is not made from.`,
    );
  }
}

/** TR-25: two units of time of one column; the finer one contains the coarser. */
function checkRedundant(reading: Reading, spec: PartitionSpec, path: string): void {
  const seen = new Map<number | undefined, PartitionField>();
  for (const [i, field] of spec.fields.entries()) {
    if (!TIME_KINDS.has(field.transform.kind)) continue;
    const other = seen.get(field.sourceIds[0]);
    if (other === undefined) seen.set(field.sourceIds[0], field);
    else {
      note(
        reading,
        'partition-field-redundant',
        `${path}[${i}]`,
        `${field.name} and ${other.name} both divide the same column by time.`,
      );
    }
  }
}
