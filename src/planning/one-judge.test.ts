/** There is no second evaluator: explaining a file calls the judges that its plan calls, and no other. */
import { describe, expect, test, vi } from 'vitest';

const called = vi.hoisted(() => new Set<string>());

/** Functions of a module, each noting that it was called. */
const noting = vi.hoisted(() => async (importOriginal: () => Promise<object>) => {
  const original = await importOriginal();
  return Object.fromEntries(
    Object.entries(original).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? (...args: unknown[]) => {
            called.add(name);
            return (value as (...all: unknown[]) => unknown)(...args);
          }
        : value,
    ]),
  );
});

vi.mock(import('./judges.ts'), (original) => noting(original) as never);
vi.mock(import('./judge-leaf.ts'), (original) => noting(original) as never);

import { utf8 } from '../base/bytes.ts';
import { bind } from '../expressions/bind.ts';
import { parseWhere } from '../expressions/where.ts';
import { bindSpec } from '../metadata/bound-spec.ts';
import type { ManifestFile } from '../metadata/records.ts';
import { buildEntries } from '../testing/entries.ts';
import { SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import { explainFile } from './explain.ts';
import { planManifest } from './plan-manifest.ts';
import { preparePlan } from './plan-tree.ts';
import { residualOf } from './residual.ts';

const schema = indexSchema({
  schemaId: 0,
  identifierFieldIds: [],
  fields: [
    { id: 1, name: 'country', required: false, type: { kind: 'string' } },
    { id: 2, name: 'f', required: false, type: { kind: 'double' } },
  ],
});
const partitioned = {
  specId: 0,
  fields: [{ sourceIds: [1], fieldId: 1000, name: 'country', transform: { kind: 'identity' } }],
} as const;
const manifest: ManifestFile = {
  manifestPath: 'm.avro',
  partitionSpecId: 0,
  content: 'data',
  sequenceNumber: 1n,
  minSequenceNumber: 1n,
  addedFilesCount: 1,
  partitions: [{ containsNull: false, lowerBound: utf8('AR'), upperBound: utf8('US') }],
};

describe('a file is explained by the judges of its plan', () => {
  test.each([
    "country = 'NO'",
    "country = 'XX'",
    'f < 3',
    "country = 'NO' AND f IS NOT NULL",
    "country LIKE 'N%' OR f IN (1, 2, 3)",
    "NOT (country <> 'NO' OR is_nan(f))",
    'length(country) > 3',
  ])('%s', (where) => {
    const spec = bindSpec(partitioned, schema);
    const entries = buildEntries(
      [
        {
          partition: [utf8('NO')],
          metrics: { 2: { values: 9, nulls: 1, nans: 0, lower: 1, upper: 5 } },
        },
      ],
      { 2: { kind: 'double' } },
      partitioned,
      [{ kind: 'string' }],
    );
    const { expression } = parseWhere(where, schema, { caseSensitive: true });
    const filter = bind(expression, schema, { caseSensitive: true, profile: SAFE });
    const calls = (run: () => unknown) => {
      called.clear();
      run();
      return new Set(called);
    };
    // A plan is verdicts and residuals (0.4, stages 3 to 7).
    const plan = calls(() => {
      planManifest({ entries, manifest, filter, spec, profile: SAFE });
      residualOf(preparePlan(filter, spec, SAFE), entries, 0);
    });
    const explanation = calls(() =>
      explainFile({
        manifestIndex: 0,
        manifest,
        entries,
        entry: 0,
        spec,
        profile: SAFE,
        bindAs: () => filter,
        others: [],
      }),
    );
    const judges = (names: ReadonlySet<string>) =>
      [...names].filter((name) => name.startsWith('judge')).sort();
    expect(judges(plan)).toContain('judgeManifest');
    expect(judges(plan)).toEqual(expect.arrayContaining(judges(explanation)));
    expect(judges(explanation)).toContain('judgePartitions');
  });
});
