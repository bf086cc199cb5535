import { describe, expect, it } from 'vitest';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import type { ChangeKind, PartitionChange } from '../../src/table/diff-snapshots.ts';
import type { Transform } from '../../src/transforms/transform-type.ts';
import { type ChartFrame, dayOf, partitionChart, partitionSlots } from './partition-chart.ts';

const spec = (specId: number, ...transforms: readonly Transform['kind'][]): PartitionSpec => ({
  specId,
  fields: transforms.map((kind, i) => ({
    sourceIds: [i + 1],
    fieldId: 1000 + i,
    name: `f${i}`,
    transform: { kind } as Transform,
  })),
});
const change = (
  specId: number,
  value: number | null | string,
  bytes: number,
  kind: ChangeKind = 'added',
): PartitionChange => ({
  specId,
  kind,
  tuple: {
    values: typeof value === 'string' ? [new TextEncoder().encode(value)] : [value],
    label: `f0=${value}`,
  },
  amount: { files: 1, rows: 10, bytes },
});

// 2026-03-01 is day 20513.
const DAY = 20_513;

describe('partitionSlots', () => {
  it('takes the coarsest unit of the layouts that changed', () => {
    const specs = [spec(0, 'month'), spec(1, 'day'), spec(2, 'hour')];
    const found = partitionSlots(
      [change(1, DAY, 5, 'removed'), change(2, DAY * 24 + 3, 2), change(2, DAY * 24 + 4, 3)],
      specs,
    );
    expect(found.unit).toBe('day');
    expect(found.slots.map(({ label, parts }) => [label, parts.length])).toEqual([
      ['2026-03-01', 2],
    ]);
    expect(found.slots[0]?.parts.map(({ kind, amount }) => [kind, amount.bytes])).toEqual([
      ['removed', 5],
      ['added', 5],
    ]);
    expect(partitionSlots([change(0, 674, 1), change(1, DAY, 1)], specs).slots[0]?.label).toBe(
      '2026-03',
    );
  });
  it('goes to a coarser unit where there are too many', () => {
    const hours = Array.from({ length: 24 * 10 }, (_, i) => change(0, DAY * 24 + i, 1));
    const found = partitionSlots(hours, [spec(0, 'hour')]);
    expect([found.unit, found.slots.length]).toEqual(['day', 10]);
  });
  it('keeps null times and layouts without time apart', () => {
    const found = partitionSlots(
      [change(0, DAY, 1), change(0, null, 1), change(1, 3, 1)],
      [spec(0, 'day'), spec(1, 'bucket')],
    );
    expect([found.slots.length, found.apart?.parts.length]).toEqual([1, 2]);
  });
  it('goes by value without a time field, the most changed first', () => {
    const found = partitionSlots(
      [
        change(0, 'a', 1),
        change(0, 'b', 5),
        ...Array.from({ length: 20 }, (_, i) => change(0, `x${i}`, 0.5)),
      ],
      [spec(0, 'identity')],
    );
    expect(found.what).toBe('f0');
    expect(found.slots.slice(0, 2).map(({ label }) => label)).toEqual(['f0=b', 'f0=a']);
    expect([found.slots.length, found.apart?.label]).toEqual([12, '10 others']);
  });
  it('days before 1970 floor', () => {
    const found = partitionSlots([change(0, -1, 1)], [spec(0, 'hour')]);
    expect(found.slots[0]?.label).toBe('1969-12-31 23:00');
  });
});

describe('partitionChart', () => {
  const frame: ChartFrame = {
    width: 500,
    height: 224,
    unit: 'bytes',
    scale: 1,
    ticks: (most) => [most / 2],
    tickLabel: String,
  };
  const chart = (changes: readonly PartitionChange[], specs = [spec(0, 'day')]) =>
    partitionChart(partitionSlots(changes, specs), frame);

  it('draws added above and removed below one line, on one scale', () => {
    const { bars, zeroY } = chart([change(0, DAY, 30), change(0, DAY, 10, 'removed')]);
    // 14 to 200 = 186 px for 40.
    expect(zeroY).toBeCloseTo(14 + (30 / 40) * 186);
    expect(bars.map(({ y, height }) => [y, height].map(Math.round))).toEqual([
      [14, 140],
      [154, 47],
    ]);
  });
  it('places days by time, with gaps', () => {
    const { columns } = chart([change(0, DAY, 1), change(0, DAY + 1, 1), change(0, DAY + 4, 1)]);
    const [a, b, c] = columns.map(({ x }) => x) as [number, number, number];
    expect((c - a) / (b - a)).toBeCloseTo(4);
  });
  it('writes the value under each bar where its field’s name leaves it no room', () => {
    const specs = [spec(0, 'identity')];
    const slots = partitionSlots(
      [change(0, 'long-value-1', 2), change(0, 'long-value-2', 1)],
      specs,
    );
    // 15 letters of 6.2 px, of a step of 64 × 1.6 = 102.4 px with a gap of 12: 14 letters have room.
    expect(partitionChart(slots, frame).labels.map(({ text }) => text)).toEqual([
      'long-value-1',
      'long-value-2',
    ]);
  });
  it('keeps every mark inside, and labels apart', () => {
    const days = Array.from({ length: 60 }, (_, i) => change(0, DAY + i, 1 + (i % 7)));
    const { bars, labels } = chart(days);
    expect(Math.max(...bars.map(({ x, width }) => x + width))).toBeLessThanOrEqual(490.001);
    expect(Math.min(...bars.map(({ y }) => y))).toBeGreaterThanOrEqual(14);
    const gaps = labels.slice(1).map(({ x }, i) => x - (labels[i]?.x ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(30);
  });
  it('says the one day of hours apart from them', () => {
    // 2024-01-01 is day 19,723; its hours 4 and 5.
    const hours = [19_723 * 24 + 4, 19_723 * 24 + 5].map((hour) => change(0, hour, 1));
    const slots = partitionSlots(hours, [spec(0, 'hour')]);
    expect(dayOf(slots)).toBe('2024-01-01');
    expect(partitionChart(slots, frame).labels.map(({ text }) => text)).toEqual(['04:00', '05:00']);
    const next = partitionSlots([...hours, change(0, 19_724 * 24, 1)], [spec(0, 'hour')]);
    expect(dayOf(next)).toBeUndefined();
    expect(dayOf(partitionSlots([change(0, DAY, 1)], [spec(0, 'day')]))).toBeUndefined();
  });
  it('shows the smallest change', () => {
    const { bars } = chart([change(0, DAY, 1e12), change(0, DAY + 1, 1)]);
    expect(bars.map(({ height }) => height >= 1.5)).toEqual([true, true]);
  });
  it('has one bar for one change, and all of 10⁵ within the frame', () => {
    expect(chart([change(0, DAY, 1)]).bars).toHaveLength(1);
    const many = Array.from({ length: 100_000 }, (_, i) => change(0, i, 1));
    const { bars, zeroY } = chart(many);
    expect(zeroY).toBe(200);
    expect(bars.length).toBeGreaterThan(0);
    expect(bars.every(({ x, width }) => x >= 0 && x + width <= 490.001)).toBe(true);
  });
  it('has no bar without changes', () => {
    expect(chart([]).bars).toEqual([]);
  });
});
