/** Traps of counts, of proof, of lists, of manifests and of layouts. */
import { expect } from 'vitest';
import { utf8 } from '../../base/bytes.ts';
import { hex, planTrap, summary, type Trap } from './plan.ts';
import type { TrapRow } from './rows.ts';

const files = (trap: Trap) => planTrap(trap).files;
const each = (expected: string, trap: Omit<Trap, 'where'>, where: readonly (string | object)[]) => {
  for (const text of where)
    expect(files({ ...trap, where: text }), JSON.stringify(text)).toEqual([expected]);
};
const one = (columns: string | readonly string[], metrics: object): Omit<Trap, 'where'> => ({
  columns: typeof columns === 'string' ? [columns] : columns,
  files: [{ metrics: { 1: metrics } }],
});
const leaf = (type: string, term: string, value?: unknown) =>
  value === undefined ? { type, term } : { type, term, value };

export const STATISTICS_TRAPS: readonly TrapRow[] = [
  {
    id: 'B054',
    what: 'a NaN count above 0 makes equal bounds no constant',
    check: () => {
      const bounds = { values: 3, nulls: 0, lower: 3, upper: 3 };
      const where = ['f <> 3.0', 'f NOT IN (3.0)'];
      each('keep', one('f double', { ...bounds, nans: 1 }), [...where, 'is_nan(f)']);
      each('skip', one('f double', { ...bounds, nans: 0 }), where);
    },
  },
  {
    id: 'B056',
    what: 'nulls match != under Iceberg',
    check: () =>
      each(
        'keep',
        one('s string', { values: 5, nulls: 2, lower: utf8('abc'), upper: utf8('abc') }),
        [leaf('not-eq', 's', 'abc')],
      ),
  },
  {
    id: 'B058',
    what: 'a NaN upper bound is unknown, the lower one still decides',
    check: () => {
      const trap = one('x float', { values: 5, nulls: 0, lower: 7, upper: Number.NaN });
      each('skip', trap, ['x = 1', 'x < 5']);
      each('keep', trap, ['x IN (1, 10, 30)']);
    },
  },
  {
    id: 'B060',
    what: 'a null is not NaN in the residual',
    check: () => {
      const trap = {
        columns: ['d double'],
        layout: ['identity(d)'],
        files: [{ partition: [null] }],
      };
      expect(planTrap({ ...trap, where: leaf('not-nan', 'd') }).residuals).toEqual(['TRUE']);
    },
  },
  {
    id: 'B061',
    what: 'a negative count is unknown',
    check: () => each('keep', one('c int', { values: 5, nulls: -1 }), ['c IS NULL']),
  },
  {
    id: 'B062',
    what: 'an id that is missing in a map is unknown',
    check: () => each('keep', one('c int', { mapsPresent: true }), ['c IS NULL']),
  },
  {
    id: 'B067',
    what: 'a range on nothing but nulls skips',
    check: () => each('skip', one('x int', { values: 10, nulls: 10 }), ['x < 5']),
  },
  {
    id: 'B069',
    what: 'a column that the file does not have is unknown',
    check: () => each('keep', { columns: ['x int'], files: [{}] }, ['x NOT IN (1, 2)']),
  },
  {
    id: 'B070',
    what: 'no maps at all are unknown',
    check: () => each('keep', { columns: ['c int'], files: [{}] }, ['c IS NULL', 'c IS NOT NULL']),
  },
  {
    id: 'B072',
    what: 'parts do not answer for the whole',
    check: () => {
      // st has no metrics of its own; those of its only field say "no null" and "nothing but nulls".
      for (const nulls of [0, 5]) {
        const trap = { columns: ['st.x int'], files: [{ metrics: { 1: { values: 5, nulls } } }] };
        each('keep', trap, ['st IS NULL', 'st IS NOT NULL']);
      }
    },
  },
  {
    id: 'B074',
    what: 'NOT of a range keeps NaN rows',
    check: () => {
      const bounds = { values: 20, nulls: 0, lower: 1.5, upper: 1.5 };
      each('keep', one('f double', { ...bounds, nans: 13 }), ['NOT (f < 101.5)']);
      each('keep', one('f double', bounds), ['NOT (f < 101.5)']);
      each('skip', one('f double', { ...bounds, nans: 0 }), ['NOT (f < 101.5)']);
      each('skip', one('f double', { ...bounds, nans: 13 }), ['f >= 101.5']);
    },
  },
  {
    id: 'B075',
    what: 'a missing null count proves nothing, but on a required column',
    check: () => {
      const bounds = { values: 5, lower: 1n, upper: 2n };
      each('keep', one('id long', bounds), ['id > 0']);
      each('all', one('id long NOT NULL', bounds), ['id > 0']);
      each('keep', one('x double', { lower: 1, upper: 100 }), ['x < 200']);
    },
  },
  {
    id: 'B078',
    what: 'nested columns prove no whole match and still rule out',
    check: () => {
      const trap = {
        columns: ['st.c1 int'],
        files: [{ records: 5n, metrics: { 1: { values: 5, nulls: 0, lower: 3, upper: 3 } } }],
      };
      each('keep', trap, ['st.c1 = 3']);
      each('skip', trap, ['st.c1 = 4']);
    },
  },
  {
    id: 'B079',
    what: 'null < 1 is false in the residual, without a fault',
    check: () => {
      const trap = { columns: ['x int'], layout: ['identity(x)'], files: [{ partition: [null] }] };
      expect(planTrap({ ...trap, where: leaf('lt', 'x', 1) }).residuals).toEqual(['FALSE']);
    },
  },
  {
    id: 'B082',
    what: 'equal bounds as long as the usual cut are no proof',
    check: () => {
      const text = 'a'.repeat(16);
      const bounds = { values: 5, nulls: 0, lower: utf8(text), upper: utf8(text) };
      each('keep', one('s string', bounds), [`s = '${text}'`]);
    },
  },
  {
    id: 'B084',
    what: 'a list of more than 200 loses no row',
    check: () => {
      const list = (n: number) => Array.from({ length: n }, (_, i) => i).join(', ');
      const trap = one('id int', { values: 50, nulls: 0, lower: 1000, upper: 2000 });
      each('skip', trap, [`id IN (${list(201)})`, `id IN (${list(200)})`]);
      each('keep', trap, [`id IN (${list(201)}, 1500)`]);
    },
  },
  {
    id: 'B086',
    what: 'a literal out of range is not the end of the range',
    check: () => {
      const trap = one('id int', { values: 50, nulls: 0, lower: 2147483647, upper: 2147483647 });
      each('skip', trap, ['id IN (1, 1099511627776)']);
      each('all', trap, ['id NOT IN (1, 1099511627776)']);
    },
  },
  {
    id: 'B088',
    what: 'a list with one element left is a comparison, with none false',
    check: () => {
      const trap = { columns: ['id int NOT NULL'], layout: ['identity(id)'] };
      expect(planTrap({ ...trap, where: 'id IN (7, 9999999999)' }).projection).toEqual(
        leaf('eq', 'p0', 7),
      );
      expect(planTrap({ ...trap, where: 'id IN (9999999998, 9999999999)' }).projection).toBe(false);
    },
  },
  {
    id: 'B090',
    what: 'a dropped source keeps its place among the summaries',
    check: () => {
      const trap = {
        columns: ['p int'],
        layout: ['identity(q)', 'identity(p)'],
        manifest: {
          partitions: [summary('0a000000', '14000000'), summary('01000000', '03000000')],
        },
      };
      expect(planTrap({ ...trap, where: 'p = 2' }).manifest).toBe('keep');
      expect(planTrap({ ...trap, where: 'p = 9' }).manifest).toBe('skip');
    },
  },
  {
    id: 'B092',
    what: 'a summary that denies nulls and values alike is no proof',
    check: () => {
      const trap = {
        columns: ['id long'],
        layout: ['bucket[4](id)'],
        manifest: { partitions: [summary(undefined, undefined)] },
      };
      expect(planTrap({ ...trap, where: 'id = 5' }).manifest).toBe('keep');
    },
  },
  {
    id: 'B094',
    what: 'a manifest of one value answers !=, unless it has nulls',
    check: () => {
      const a = '61';
      const trap = {
        columns: ['c string'],
        layout: ['identity(c)'],
        where: leaf('not-eq', 'c', 'a'),
      };
      expect(planTrap({ ...trap, manifest: { partitions: [summary(a, a)] } }).manifest).toBe(
        'skip',
      );
      expect(planTrap({ ...trap, manifest: { partitions: [summary(a, a, true)] } }).manifest).toBe(
        'keep',
      );
    },
  },
  {
    id: 'B096',
    what: 'files are pruned by their tuple, without statistics',
    check: () => {
      const plan = planTrap({
        columns: ['k int'],
        layout: ['identity(k)'],
        files: [{ partition: [1] }, { partition: [9] }],
        manifest: { partitions: [summary('01000000', '09000000')] },
        where: 'k = 9',
      });
      expect([plan.manifest, ...plan.files]).toEqual(['keep', 'skip', 'all']);
    },
  },
  {
    id: 'B098',
    what: 'null counts of a manifest are not zero',
    check: () => {
      const trap = { columns: ['x int'], where: 'x = 1' };
      const counts = (added: number | undefined, existing: number | undefined) =>
        planTrap({
          ...trap,
          manifest: { addedFilesCount: added, existingFilesCount: existing, deletedFilesCount: 0 },
        }).manifest;
      expect([counts(undefined, undefined), counts(undefined, 0), counts(0, 0)]).toEqual([
        'keep',
        'keep',
        'skip',
      ]);
    },
  },
  {
    id: 'B100',
    what: 'a filter is projected before it meets the partition struct',
    check: () => {
      const plan = planTrap({
        columns: ['flag boolean', 'ts timestamp NOT NULL'],
        layout: ['identity(flag)', 'month(ts)'],
        where: "ts >= TIMESTAMP '2024-01-01 00:00:00'",
      });
      expect(plan.projection).toEqual(leaf('gt-eq', 'p1', 648));
    },
  },
  {
    id: 'B121',
    what: 'a void partition says nothing of its column',
    check: () => {
      const trap = { columns: ['p2 int'], layout: ['void(p2)'], files: [{ partition: [null] }] };
      each('keep', trap, ['p2 = 7', 'p2 IS NULL', 'p2 IS NOT NULL']);
      expect(planTrap({ ...trap, where: leaf('is-null', 'p2') }).residuals).toEqual(['p2 IS NULL']);
    },
  },
  {
    id: 'B202',
    what: 'a partition column is found whatever the case',
    check: () => {
      const trap = {
        columns: ['DT string'],
        layout: ['identity(DT)'],
        files: [{ partition: [utf8('a')] }],
      };
      each('skip', trap, ["dt = 'b'"]);
    },
  },
  {
    id: 'B203',
    what: 'a nested field has its own bounds, and a dot in a name is no path',
    check: () => {
      const metrics = { values: 50, nulls: 0, lower: 1, upper: 3 };
      const trap = { columns: ['st.x int'], files: [{ metrics: { 1: metrics } }] };
      each('skip', trap, ['st.x = 9']);
      each('keep', trap, ['st.x = 2']);
    },
  },
  {
    id: 'B196',
    what: 'bounds of a column that is in no schema are nobody’s',
    check: () => {
      const trap = {
        columns: ['a int'],
        files: [{ metrics: { 1: { lower: 1, upper: 2 }, 3: { lower: hex('ff') } } }],
      };
      each('keep', trap, ['a = 1']);
    },
  },
];
