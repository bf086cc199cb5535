import { expect, it } from 'vitest';
import { type AmountColumn, amountLabels } from './amounts.ts';

function columns(...all: readonly (readonly [x: number, height: number])[]): AmountColumn[] {
  return all.map(([x, height], i) => ({ id: `${i}`, x, height, text: '1.82 TiB' }));
}

const named = (list: readonly AmountColumn[], right = 1000) =>
  amountLabels(list, right).map(({ id }) => id);

// `1.82 TiB` is 8 letters: 25.6 px to either side.
it.each([
  ['nothing', columns(), []],
  ['one', columns([100, 50]), ['0']],
  ['two apart', columns([100, 50], [200, 50]), ['0', '1']],
  ['two that would meet', columns([100, 50], [130, 50]), ['0']],
  ['a low one beside a tall one', columns([100, 20], [120, 90]), ['1']],
  ['a low one far from a tall one', columns([100, 20], [200, 90]), ['0', '1']],
  ['what wrote nothing', columns([100, 0]), []],
])('names %s', (_name, list, ids) => {
  expect(named(list)).toEqual(ids);
});

it('keeps the last within the room', () => {
  expect(amountLabels(columns([998, 50]), 1000)[0]?.x).toBeCloseTo(1000 - 25.6 + 6);
});

it('names some of 10⁵, none over another', () => {
  const many = columns(...Array.from({ length: 100_000 }, (_, i) => [i / 100, 40] as const));
  const labels = amountLabels(many, 1000);
  expect(labels.length).toBeGreaterThan(10);
  for (const [i, { x }] of labels.entries()) {
    const before = labels[i - 1];
    if (before !== undefined && x - before.x < 51.2) throw new Error(`${i} meets the one before`);
  }
});
