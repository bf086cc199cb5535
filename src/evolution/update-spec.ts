/**
 * UpdatePartitionSpec, as the reference applies it: rules.md 10.2. Steps are taken one after another over the default
 * spec; what they make is checked as a whole (SE-10). Nothing given is changed.
 */
import { defaultSpec } from '../metadata/default-spec.ts';
import type { PartitionField, TableMetadata } from '../metadata/records.ts';
import { currentSchema } from '../metadata/snapshots.ts';
import { printTransform, sameTransform } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import { type Refusal, refusal } from './refusal.ts';
import { refuseFields } from './spec-rules.ts';
import { type BoundTerm, bindTerm, printTerm, type Term } from './term.ts';

export type SpecStep =
  /** Without a name the field gets its default one, or the one it had (SE-6, SE-9). */
  | { readonly kind: 'add'; readonly term: Term; readonly name?: string | undefined }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'removeTerm'; readonly term: Term }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string };

export interface SpecUpdate {
  readonly steps: readonly SpecStep[];
  /** Columns by their exact names. Default: true, as the reference's. */
  readonly caseSensitive?: boolean | undefined;
  /** Add the spec without making it the default (SE-11). */
  readonly isNonDefault?: boolean | undefined;
}

const VOID: Transform = { kind: 'void' };
/** The coarsest first. */
export const TIME_KINDS: readonly Transform['kind'][] = ['year', 'month', 'day', 'hour'];

export function isByTime({ kind }: Transform): boolean {
  return TIME_KINDS.includes(kind);
}

interface State {
  readonly metadata: TableMetadata;
  readonly schema: SchemaIndex;
  readonly caseSensitive: boolean;
  readonly fields: readonly PartitionField[];
  readonly byName: ReadonlyMap<string, PartitionField>;
  /** By source and transform; of two alike the later one. */
  readonly byTransform: ReadonlyMap<string, PartitionField>;
  readonly deleted: Set<number>;
  readonly renames: Map<string, string>;
  readonly added: PartitionField[];
  readonly addedByName: Map<string, PartitionField>;
  readonly addedByTransform: Map<string, PartitionField>;
  /** Fields by time that this update added, by source. */
  readonly addedTimes: Map<number, PartitionField>;
  /** The step that added a field or gave it its name, by field id. */
  readonly stepOf: Map<number, number>;
  /** Index of the step that is taken. */
  step: number;
  lastId: number;
}

/** The fields of the spec that the steps make of the default spec, in order, or why there is none. */
export function updateFields(
  metadata: TableMetadata,
  update: SpecUpdate,
): readonly PartitionField[] | Refusal {
  const state = stateOf(metadata, update.caseSensitive ?? true);
  const unknown = state.fields.find((field) => field.transform.kind === 'unknown');
  if (unknown !== undefined) {
    // SE-5.
    return refusal(
      'unknown-transform-in-spec',
      `The layout has the field ${unknown.name} with the transform ${printTransform(unknown.transform)}, which is not known, so it can’t be changed.`,
      'Change it with the engine that made it.',
    );
  }
  for (const [index, step] of update.steps.entries()) {
    state.step = index;
    const refused = take(state, step);
    if (refused !== undefined) return { ...refused, step: index };
  }
  const fields = resultOf(state);
  const refused = refuseFields(fields, state.schema);
  if (refused === undefined) return fields;
  const field = fields[refused.field ?? -1];
  return { ...refused, madeBy: field === undefined ? undefined : state.stepOf.get(field.fieldId) };
}

function stateOf(metadata: TableMetadata, caseSensitive: boolean): State {
  const { lastPartitionId } = metadata;
  const { fields } = defaultSpec(metadata);
  return {
    metadata,
    schema: indexSchema(currentSchema(metadata)),
    caseSensitive,
    fields,
    byName: new Map(fields.map((field) => [field.name, field])),
    byTransform: new Map(
      fields.map((field) => [transformKey(field.sourceIds[0], field.transform), field]),
    ),
    deleted: new Set(),
    renames: new Map(),
    added: [],
    addedByName: new Map(),
    addedByTransform: new Map(),
    addedTimes: new Map(),
    stepOf: new Map(),
    step: 0,
    lastId: lastPartitionId,
  };
}

function transformKey(sourceId: number | undefined, transform: Transform): string {
  return `${sourceId} ${printTransform(transform)}`;
}

function take(state: State, step: SpecStep): Refusal | undefined {
  switch (step.kind) {
    case 'add':
      return add(state, step.term, step.name);
    case 'remove':
      return remove(state, step.name);
    case 'removeTerm':
      return removeTerm(state, step.term);
    case 'rename':
      return rename(state, step.from, step.to);
  }
}

/** SE-6, in its order. */
function add(state: State, term: Term, name: string | undefined): Refusal | undefined {
  if (name !== undefined && state.addedByName.has(name)) {
    return refusal(
      'name-added-twice',
      `The statement adds two partition fields called ${name}.`,
      'Give one of them another name with AS.',
    );
  }
  const bound = bindTerm(term, state.schema, state.caseSensitive);
  if ('code' in bound) return bound;
  const key = transformKey(bound.source.fieldId, bound.transform);
  const existing = state.byTransform.get(key);
  if (existing !== undefined) {
    if (!state.deleted.has(existing.fieldId)) return fieldExists(existing, term);
    state.deleted.delete(existing.fieldId);
    state.stepOf.set(existing.fieldId, state.step);
    return name === undefined || name === existing.name
      ? undefined
      : rename(state, existing.name, name);
  }
  const twin = state.addedByTransform.get(key);
  if (twin !== undefined) {
    return refusal(
      'field-added-twice',
      `The statement adds ${printTerm(term)} twice, first as ${twin.name}.`,
      'Leave one of them out.',
    );
  }
  return addNew(state, bound, name, key);
}

function fieldExists(existing: PartitionField, term: Term): Refusal {
  return refusal(
    'field-exists',
    `The layout has ${printTerm(term)} already: the field ${existing.name}.`,
    'A field of one column and one transform can stand in a layout once.',
  );
}

function addNew(
  state: State,
  bound: BoundTerm,
  name: string | undefined,
  key: string,
): Refusal | undefined {
  const field = recycled(state, bound, name) ?? {
    sourceIds: [bound.source.fieldId],
    fieldId: ++state.lastId,
    name: name ?? defaultFieldName(bound.transform, bound.source.name),
    transform: bound.transform,
  };
  const redundant = refuseTime(state, field);
  if (redundant !== undefined) return redundant;
  state.addedByTransform.set(key, field);
  const holder = state.byName.get(field.name);
  if (holder !== undefined) {
    const refused = makeRoom(state, holder);
    if (refused !== undefined) return refused;
  }
  state.addedByName.set(field.name, field);
  state.stepOf.set(field.fieldId, state.step);
  state.added.push(field);
  return undefined;
}

/** SE-6.5: from version 2 on a field that existed takes up its id and its name. Of several the smallest id (SE-18a). */
function recycled(
  { metadata }: State,
  { source, transform }: BoundTerm,
  name: string | undefined,
): PartitionField | undefined {
  if (metadata.formatVersion < 2) return undefined;
  return metadata.partitionSpecs
    .flatMap((spec) => spec.fields)
    .filter(
      (field) =>
        field.sourceIds.length === 1 &&
        field.sourceIds[0] === source.fieldId &&
        sameTransform(field.transform, transform) &&
        (name === undefined || name === field.name),
    )
    .toSorted((a, b) => a.fieldId - b.fieldId)[0];
}

/** SE-6.7: only fields of this update are asked, so `hour` beside an older `day` passes. */
function refuseTime({ addedTimes }: State, field: PartitionField): Refusal | undefined {
  if (!isByTime(field.transform)) return undefined;
  const sourceId = field.sourceIds[0] ?? -1;
  const other = addedTimes.get(sourceId);
  if (other === undefined) {
    addedTimes.set(sourceId, field);
    return undefined;
  }
  return refusal(
    'time-added-twice',
    `The statement divides one column by time twice: ${other.name} and ${field.name}.`,
    'Keep the finer one: it contains the coarser.',
  );
}

/** SE-6.8: a void field gives its name up; one that is deleted here keeps another as void in version 1. */
function makeRoom(state: State, holder: PartitionField): Refusal | undefined {
  if (state.deleted.has(holder.fieldId)) {
    state.renames.set(holder.name, retiredName(holder));
    return undefined;
  }
  if (holder.transform.kind === 'void') return rename(state, holder.name, retiredName(holder));
  return refusal(
    'name-taken',
    `The layout has a partition field called ${holder.name} already.`,
    'Give the new field another name with AS, or replace the old one.',
  );
}

function retiredName({ name, fieldId }: PartitionField): string {
  return `${name}_${fieldId}`;
}

function remove(state: State, name: string): Refusal | undefined {
  const added = state.addedByName.get(name);
  if (added !== undefined) return removeAdded(added);
  if (state.renames.has(name)) return removeRenamed(name);
  const field = state.byName.get(name);
  if (field === undefined) return nothingCalled('remove-missing', name, state);
  state.deleted.add(field.fieldId);
  return undefined;
}

function removeTerm(state: State, term: Term): Refusal | undefined {
  const bound = bindTerm(term, state.schema, state.caseSensitive);
  if ('code' in bound) return bound;
  const key = transformKey(bound.source.fieldId, bound.transform);
  const added = state.addedByTransform.get(key);
  if (added !== undefined) return removeAdded(added);
  const field = state.byTransform.get(key);
  if (field === undefined) {
    return refusal(
      'remove-missing',
      `The layout has no field ${printTerm(term)}: ${fieldsAtHand(state)}.`,
      goneAs(bound.source.fieldId, state),
    );
  }
  if (state.renames.has(field.name)) return removeRenamed(field.name);
  state.deleted.add(field.fieldId);
  return undefined;
}

function removeAdded({ name }: PartitionField): Refusal {
  return refusal(
    'remove-added',
    `The statement adds ${name} and drops it again.`,
    'Leave both out.',
  );
}

function removeRenamed(name: string): Refusal {
  return refusal(
    'remove-renamed',
    `The statement renames ${name} and drops it.`,
    'Drop it without renaming it.',
  );
}

function nothingCalled(code: 'remove-missing' | 'rename-missing', name: string, state: State) {
  return refusal(
    code,
    `The layout has no partition field called ${name}: ${fieldsAtHand(state)}.`,
    code === 'remove-missing' ? 'Name the field, or the transform that it is made by.' : undefined,
  );
}

/** A field of that column that was dropped before, which version 1 keeps. */
function goneAs(sourceId: number, { fields }: State): string | undefined {
  const gone = fields.find(
    ({ transform, sourceIds }) => transform.kind === 'void' && sourceIds[0] === sourceId,
  );
  return gone === undefined
    ? undefined
    : `${gone.name} is void: it was dropped before, and divides nothing any more.`;
}

function fieldsAtHand({ fields }: State): string {
  const names = fields
    .map(({ name, transform }) => (transform.kind === 'void' ? `${name} (void)` : name))
    .join(', ');
  return names === '' ? 'it has none' : `it has ${names}`;
}

/** SE-8. */
function rename(state: State, from: string, to: string): Refusal | undefined {
  const holder = state.byName.get(to);
  if (holder?.transform.kind === 'void') {
    const refused = rename(state, holder.name, retiredName(holder));
    if (refused !== undefined) return refused;
  }
  if (state.addedByName.has(from)) {
    return refusal(
      'rename-added',
      `The statement adds ${from} and renames it.`,
      'Add it under its final name.',
    );
  }
  const field = state.byName.get(from);
  if (field === undefined) return nothingCalled('rename-missing', from, state);
  if (state.deleted.has(field.fieldId)) {
    return refusal('rename-removed', `The statement drops ${from} and renames it.`);
  }
  state.renames.set(from, to);
  return undefined;
}

/** SE-10: version 1 keeps a dropped field as void, so that the ids of the others stay. */
function resultOf(state: State): readonly PartitionField[] {
  const kept = state.fields.flatMap((field): PartitionField[] => {
    const name = state.renames.get(field.name) ?? field.name;
    if (!state.deleted.has(field.fieldId)) return [{ ...field, name }];
    return state.metadata.formatVersion < 2 ? [{ ...field, name, transform: VOID }] : [];
  });
  return [...kept, ...state.added];
}

/** SE-9: the name that a field gets when none is given. */
export function defaultFieldName(transform: Transform, column: string): string {
  switch (transform.kind) {
    case 'identity':
      return column;
    case 'bucket':
      return `${column}_bucket_${transform.numBuckets}`;
    case 'truncate':
      return `${column}_trunc_${transform.width}`;
    case 'void':
      return `${column}_null`;
    default:
      return `${column}_${printTransform(transform)}`;
  }
}
