/** Random changes of a table's layout, and what must hold of each. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Evolved, evolve } from '../evolution/evolve.ts';
import { transformsOf } from '../evolution/term.ts';
import type { SpecStep } from '../evolution/update-spec.ts';
import { defaultSpec } from '../metadata/default-spec.ts';
import type { TableMetadata } from '../metadata/records.ts';
import { currentSchema } from '../metadata/snapshots.ts';
import { printTransform } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { indexSchema } from '../types/schema.ts';

/** By places among what the table has when it comes to the step. */
interface DrawnStep {
  readonly verb: 'add' | 'remove' | 'removeTerm' | 'rename';
  readonly at: number;
  readonly transform: number;
  readonly number: number;
  readonly name: string | undefined;
}

export type DrawnUpdate = readonly DrawnStep[];

const drawnStep: fc.Arbitrary<DrawnStep> = fc.record({
  verb: fc.constantFrom('add', 'add', 'add', 'remove', 'remove', 'removeTerm', 'rename'),
  at: fc.nat(40),
  transform: fc.nat(40),
  number: fc.constantFrom(1, 3, 4, 16),
  name: fc.constantFrom(undefined, undefined, undefined, 'shard', 'part'),
});

/** Statements of one to three steps each. */
export const drawnUpdates: fc.Arbitrary<readonly DrawnUpdate[]> = fc.array(
  fc.array(drawnStep, { minLength: 1, maxLength: 3 }),
  { minLength: 1, maxLength: 8 },
);

function stepOf(drawn: DrawnStep, metadata: TableMetadata): SpecStep | undefined {
  const { fields } = defaultSpec(metadata);
  const field = fields[drawn.at % Math.max(1, fields.length)];
  if (drawn.verb === 'remove') return field && { kind: 'remove', name: field.name };
  if (drawn.verb === 'rename') {
    return field && { kind: 'rename', from: field.name, to: drawn.name ?? `${field.name}_2` };
  }
  const columns = indexSchema(currentSchema(metadata)).columns.filter(
    (one) => transformsOf(one).length > 0,
  );
  const column = columns[drawn.at % Math.max(1, columns.length)];
  if (column === undefined) return undefined;
  const kinds = transformsOf(column);
  const kind = kinds[drawn.transform % kinds.length] as Transform['kind'];
  const term = { transform: transformOf(kind, drawn.number), column: column.name };
  return drawn.verb === 'add'
    ? { kind: 'add', term, name: drawn.name }
    : { kind: 'removeTerm', term };
}

function transformOf(kind: Transform['kind'], number: number): Transform {
  if (kind === 'bucket') return { kind, numBuckets: number };
  return kind === 'truncate' ? { kind, width: number } : ({ kind } as Transform);
}

/** Applies the statements in turn; those that are refused change nothing. */
export function takeUpdates(
  start: TableMetadata,
  updates: readonly DrawnUpdate[],
): { readonly metadata: TableMetadata; readonly changes: readonly Evolved[] } {
  let metadata = start;
  const changes: Evolved[] = [];
  for (const drawn of updates) {
    const steps = drawn.flatMap((step) => stepOf(step, metadata) ?? []);
    const before = structuredClone(metadata);
    const result = evolve(metadata, { steps });
    expect(metadata).toEqual(before);
    if ('code' in result) continue;
    expectKept(before, result);
    changes.push(result);
    metadata = result.metadata;
  }
  expectOneMeaning(start, metadata);
  return { metadata, changes };
}

/** What was there is there, and nothing but the specs moved. */
function expectKept(before: TableMetadata, { metadata }: Evolved): void {
  expect(metadata.partitionSpecs.slice(0, before.partitionSpecs.length)).toEqual(
    before.partitionSpecs,
  );
  const { partitionSpecs, defaultSpecId, lastPartitionId, ...rest } = metadata;
  expect({ ...before, ...rest }).toEqual(before);
  expect(lastPartitionId).toBeGreaterThanOrEqual(before.lastPartitionId);
  expect(partitionSpecs.some((spec) => spec.specId === defaultSpecId)).toBe(true);
}

/**
 * An id stands for one source and transform. Void stands for what was dropped, so in version 1 it may share the id of
 * the field before it; and specs of before may have ids of their own each (MD-37), which no change can mend.
 */
function expectOneMeaning(start: TableMetadata, { partitionSpecs }: TableMetadata): void {
  const meanings = new Map<number, Set<string>>();
  const add = (specs: TableMetadata['partitionSpecs']) => {
    for (const { fieldId, sourceIds, transform } of specs.flatMap((spec) => spec.fields)) {
      if (transform.kind === 'void') continue;
      const own = meanings.get(fieldId) ?? new Set();
      meanings.set(fieldId, own.add(`${sourceIds} ${printTransform(transform)}`));
    }
  };
  add(start.partitionSpecs);
  const most = new Map([...meanings].map(([id, own]) => [id, own.size]));
  add(partitionSpecs);
  for (const [id, own] of meanings)
    expect([id, [...own]]).toEqual([id, [...own].slice(0, most.get(id) ?? 1)]);
}
