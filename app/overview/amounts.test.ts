import { describe, expect, it } from 'vitest';
import { type AmountColumn, amountLabels, fitted } from './amounts.ts';

function columns(...all: readonly (readonly [x: number, height: number])[]): AmountColumn[] {
  return all.map(([x, height], i) => ({ id: `${i}`, x, height, text: '1.82 TiB' }));
}

const ROOM = { left: 0, right: 1000, lines: [] };

const named = (list: readonly AmountColumn[]) => amountLabels(list, ROOM).map(({ id }) => id);

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

it.each([
  ['the last within the room', 998, [], 1000 - 25.6],
  ['the first within the room', 3, [], 25.6],
  ['over its column where no line is near', 500, [400, 530], 500],
  // 4 px beside the line, the way that is shorter from the column.
  ['right of a line at its column', 16, [16], 16 + 4 + 25.6],
  ['left of a line', 500, [510], 510 - 4 - 25.6],
  ['right of two lines', 500, [490, 495], 495 + 4 + 25.6],
])('keeps %s', (_name, x, lines, middle) => {
  expect(amountLabels(columns([x, 50]), { ...ROOM, lines })[0]?.x).toBeCloseTo(middle);
});

// The bits that a place has after its point differ from power of two to power of two.
it.each([75, 150, 300, 600, 1200, 2400, 4800])('finds the place beside a line at %i', (line) => {
  const [label] = amountLabels(columns([line - 10, 50]), { left: 0, right: 9000, lines: [line] });
  expect(label?.x).toBeCloseTo(line - 4 - 25.6);
});

it('leaves out what lines leave no room for', () => {
  const lines = [450, 470, 500, 530, 550];
  expect(amountLabels(columns([500, 50]), { ...ROOM, lines })).toEqual([]);
});

it('names some of 10⁵, none over another', () => {
  const many = columns(...Array.from({ length: 100_000 }, (_, i) => [i / 100, 40] as const));
  const labels = amountLabels(many, ROOM);
  expect(labels.length).toBeGreaterThan(10);
  for (const [i, { x }] of labels.entries()) {
    const before = labels[i - 1];
    if (before !== undefined && x - before.x < 51.2) throw new Error(`${i} meets the one before`);
  }
});

describe('a name over its span', () => {
  it.each([
    // (80 − 8) ÷ 6.6 = 10 letters.
    ['hour(ts)', '−day(ts)', 80, 'hour(ts)'],
    ['hour(ts), country', '', 80, 'hour(ts),…'],
    ['hour(ts), country', '+country', 80, '+country'],
    ['hour(ts), country, bucket(4, user_id)', '+bucket(4, user_id)', 80, '+bucket(4…'],
    // (40 − 8) ÷ 6.6 = 4 letters say nothing.
    ['hour(ts)', '', 40, undefined],
  ])('%s, %s in %d px', (label, change, room, expected) => {
    expect(fitted({ label, change }, room)).toBe(expected);
  });
});
