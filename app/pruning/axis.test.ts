import { describe, expect, it } from 'vitest';
import {
  askedTicks,
  axisContext,
  axisDomain,
  axisTicks,
  byteOrder,
  lengthText,
  namedTicks,
  tickNames,
} from './axis.ts';

const range = (lower: number | undefined, upper: number | undefined) => ({
  lower,
  upper,
  lowerInclusive: true,
  upperInclusive: true,
});

describe('axisDomain', () => {
  it.each([
    [range(Number.MAX_VALUE, Number.MAX_VALUE)],
    [range(-Number.MAX_VALUE, undefined)],
    [range(-Number.MAX_VALUE, Number.MAX_VALUE)],
    [range(1.7e308, undefined)],
    [range(-1e300, -1e300)],
  ])('has a length that is a number, whatever is asked for', (asked) => {
    const domain = axisDomain([asked], [{ lower: -1, upper: 1 }]);
    const length = (domain?.to ?? 0) - (domain?.from ?? 0);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  it.each([
    ['a range, with room beside it', [range(100, 200)], [], { from: 25, to: 275 }],
    [
      'a point, as wide as files are',
      [range(50, 50)],
      [{ lower: 0, upper: 40 }],
      { from: 10, to: 90 },
    ],
    [
      'an open range, to where files end',
      [range(100, undefined)],
      [
        { lower: 100, upper: 110 },
        { lower: 150, upper: 160 },
      ],
      { from: 90, to: 160 },
    ],
    ['a point without files', [range(0, 0)], [], { from: -1, to: 1 }],
    // A hundredth of it to each side: what files are wide is lost beside it.
    [
      'a point far from all files',
      [range(1e300, undefined)],
      [{ lower: 5, upper: 70 }],
      { from: 1e300 - 1e298, to: 1e300 + 1e298 },
    ],
    ['no predicate: all bounds', [], [{ lower: 0, upper: 100 }], { from: -4, to: 104 }],
    ['nothing', [], [], undefined],
  ])('%s', (_, predicate, bounds, domain) => {
    expect(axisDomain(predicate, bounds)).toEqual(domain);
  });
});

it('takes 10⁵ values and files', () => {
  const values = Array.from({ length: 100_000 }, (_, i) => range(i, i));
  const files = values.map(({ lower }) => ({ lower: lower ?? 0, upper: (lower ?? 0) + 1 }));
  const domain = axisDomain(values, files);
  expect(domain?.from).toBeLessThanOrEqual(0);
  expect(domain?.to).toBeGreaterThanOrEqual(99_999);
});

it.each([
  ['\u{1f600}', '\uffee'],
  ['\u{1f600}', '\u{1f5ff}'],
  ['\ue000', '\ud7ff'],
  ['a\u{10000}', 'a\uffff'],
  ['ab', 'a'],
])('is the order of code points: %s comes after %s', (later, earlier) => {
  expect(byteOrder(later, earlier)).toBeGreaterThan(0);
  expect(byteOrder(earlier, later)).toBeLessThan(0);
  expect(byteOrder(later, later)).toBe(0);
});

it('is the order of texts without the quotes that show them', () => {
  expect(["'null'", 'a', "''", 'z', "' b'"].sort(byteOrder)).toEqual([
    "''",
    "' b'",
    'a',
    "'null'",
    'z',
  ]);
});

describe('axisTicks', () => {
  it('are round numbers', () => {
    expect(axisTicks('long', { from: 0, to: 10_000 }, 2).map(({ text }) => text)).toEqual([
      '0',
      '5,000',
      '10,000',
    ]);
  });
  it('are days of a date column', () => {
    // 20513 = 2026-03-01
    const ticks = axisTicks('date', { from: 20513, to: 20517 }, 4);
    expect(ticks[0]).toEqual({ at: 20513, text: '03-01' });
  });
  it('name days by their days where there is room for one tick', () => {
    const at = (day: string) => Date.parse(`2024-${day}Z`) * 1000;
    const domain = { from: at('04-03T20:00'), to: at('04-13T04:00') };
    const ticks = askedTicks('timestamp', domain, 2, [at('04-05T00:00'), at('04-12T00:00')]);
    expect(ticks.map(({ text, mine }) => `${text}${mine ? '*' : ''}`)).toEqual([
      '04-05*',
      '04-07',
      '04-12*',
    ]);
    // 30 hours: two days, and hours of them.
    const hours = { from: at('04-05T20:00'), to: at('04-07T02:00') };
    const edge = askedTicks('timestamp', hours, 1, [at('04-06T12:00')]);
    expect(edge.filter(({ mine }) => mine).map(({ text }) => text)).toEqual(['04-06 12:00']);
  });
  it('stand only where the column can have a value', () => {
    const texts = (type: string, from: number, to: number) =>
      axisTicks(type, { from, to }, 6).map(({ text }) => text);
    expect(texts('double', 70, 72)).toEqual(['70', '70.5', '71', '71.5', '72']);
    for (const type of ['int', 'long', 'decimal(9, 0)']) {
      expect(texts(type, 70, 72)).toEqual(['70', '71', '72']);
    }
    expect(texts('decimal(9, 2)', 70, 72)).toHaveLength(5);
    // Of two days not their halves.
    expect(axisTicks('date', { from: 20513, to: 20514 }, 6).map(({ at }) => at)).toEqual([
      20513, 20514,
    ]);
  });
});

describe('lengthText', () => {
  it.each([
    ['timestamp', 36 * 60e6, '36 min'],
    ['timestamptz_ns', 2e9, '2 s'],
    ['timestamp', 1500, '1.5 ms'],
    ['date', 3, '3 days'],
    ['timestamp', 3 * 3600e6, '3 h'],
    ['long', 1234, '1,234'],
    ['double', 0.25, '0.25'],
  ])('%s %d is %s', (type, length, text) => {
    expect(lengthText(type, length)).toBe(text);
  });
});

describe('ticks with what is asked for among them', () => {
  const names = (ticks: ReturnType<typeof askedTicks>) =>
    ticks.map(({ text, mine }) => `${text}${mine ? '!' : ''}`);
  it('names it once, in its place', () => {
    expect(names(askedTicks('int', { from: 0, to: 10 }, 5, [4, 7, 7]))).toEqual([
      '0',
      '2',
      '4!',
      '6',
      '7!',
      '8',
      '10',
    ]);
  });
  it('leaves out what lies beyond the axis', () => {
    expect(names(askedTicks('int', { from: 0, to: 10 }, 2, [-1, 11]))).toEqual(['0', '5', '10']);
  });
  it.each([
    // Ticks are days; a time of day says its hour too.
    [6, Date.UTC(2024, 3, 6, 10), '04-06 10:00!'],
    [6, Date.UTC(2024, 3, 6), '04-06!'],
    // Ticks are hours; seconds are said only where there are some.
    [0.2, Date.UTC(2024, 3, 5, 1, 30), '01:30!'],
    [0.2, Date.UTC(2024, 3, 5, 1, 30, 7), '01:30:07!'],
  ])('says a time wholly on an axis of %d days', (days, at, text) => {
    const from = Date.UTC(2024, 3, 5);
    const domain = { from: from * 1000, to: (from + days * 86_400_000) * 1000 };
    expect(names(askedTicks('timestamp', domain, 5, [at * 1000]))).toContain(text);
  });
});

describe('years and days', () => {
  const DAY = 86_400_000;
  const from = Date.UTC(2023, 10, 1);
  const names = (days: number, begins: number, asked: readonly number[] = []) =>
    askedTicks(
      'timestamp',
      { from: begins * 1000, to: (begins + days * DAY) * 1000 },
      4,
      asked.map((ms) => ms * 1000),
    ).map(({ text }) => text);
  const context = (days: number, begins: number) =>
    axisContext('timestamp', { from: begins * 1000, to: (begins + days * DAY) * 1000 }, 4, []);
  it('are told wholly of a day among months, which would be read as a month', () => {
    expect(names(200, from, [Date.UTC(2024, 3, 5), Date.UTC(2024, 3, 6, 10)])).toEqual([
      '2023-11',
      '2023-12',
      '2024-01',
      '2024-02',
      '2024-03',
      '2024-04',
      '2024-04-05',
      '2024-04-06 10:00',
      '2024-05',
    ]);
    expect(context(200, from)).toBeUndefined();
  });
  it('are told of each day where the axis runs over the turn of a year', () => {
    for (const text of names(8, Date.UTC(2023, 11, 28)))
      expect(text).toMatch(/^202[34]-\d\d-\d\d$/);
    expect(context(8, Date.UTC(2023, 11, 28))).toBeUndefined();
  });
  it.each([
    // 8 days of 2023; 12 hours of a day; 12 hours from 18:00 on.
    [8, from, '2023'],
    [0.5, from, '2023-11-01'],
    [0.5, from + 0.75 * DAY, '2023-11-01 to 2023-11-02'],
  ])('are told once otherwise', (days, begins, told) => {
    expect(context(days, begins)).toBe(told);
  });
  it('are those of the names, not of the room beside them', () => {
    // From 14 minutes before midnight: ticks from 00:00 on, unless a minute before it is asked for.
    const domain = { from: (from - 0.01 * DAY) * 1000, to: (from + 0.5 * DAY) * 1000 };
    expect(axisContext('timestamp', domain, 4, [])).toBe('2023-11-01');
    const asked = [(from - 0.005 * DAY) * 1000];
    expect(axisContext('timestamp', domain, 4, asked)).toBe('2023-10-31 to 2023-11-01');
  });
  it('are of times alone', () => {
    expect(axisContext('long', { from: 0, to: 9 }, 4, [])).toBeUndefined();
    expect(axisContext('date', { from: 20513, to: 20517 }, 4, [])).toBe('2026');
  });
});

describe('names of ticks', () => {
  const tick = (at: number, mine = false) => ({ at, mine });
  it('do not meet, and give way to what is asked for', () => {
    // Each name is 10 wide: 0 and 20 stand apart, 14 is asked for and takes the room of 20.
    const ticks = [tick(0), tick(14, true), tick(20), tick(24)];
    const named = namedTicks(ticks, ({ at }) => [at - 5, at + 5]);
    expect(ticks.filter((one) => named.has(one)).map(({ at }) => at)).toEqual([0, 14, 24]);
  });
});

describe('the names on an axis', () => {
  const tick = (at: number, text: string, mine = false) => ({ at, text, mine });
  const names = (ticks: readonly ReturnType<typeof tick>[], to = 200) =>
    tickNames(ticks, (at) => at, { from: 0, to }).map(({ text, x }) => [text, x]);
  it('stand apart, within their room', () => {
    // Five letters are 34 px wide: at the ends of the axis they stand 17 px inside.
    expect(names([tick(0, '0'), tick(100, '50000'), tick(200, '99999')])).toEqual([
      ['0', 3.4],
      ['50000', 100],
      ['99999', 183],
    ]);
    // Between two of them are at least 12 px: 46 px from middle to middle.
    expect(names([tick(100, '50000'), tick(145, '60000')])).toEqual([['50000', 100]]);
    expect(names([tick(100, '50000'), tick(147, '60000')])).toHaveLength(2);
  });
  it('name two values together that are asked for and lie near each other', () => {
    const near = [tick(20, '0'), tick(90, '200', true), tick(110, '300', true), tick(180, '500')];
    expect(names(near).map(([text]) => text)).toEqual(['200, 300', '0', '500']);
    expect(names(near)[0]?.[1]).toBe(100);
    // Both are 54 px wide: more than a third of 150 px, which is then one of them's.
    expect(names(near.slice(0, 3), 150).map(([text]) => text)).toEqual(['200', '0']);
  });
});
