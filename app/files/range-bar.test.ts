import { expect, it } from 'vitest';
import { askedSpan, rangeSpan } from './range-bar.ts';

const domain = { from: 0, to: 70 };

it('draws a range by its place on the axis, and never thinner than can be seen', () => {
  expect(rangeSpan({ lower: 10, upper: 30 }, domain, 72)).toEqual({ from: 10, width: 20 });
  expect(rangeSpan({ lower: 70, upper: 70 }, domain, 72)).toEqual({ from: 70, width: 2 });
  expect(rangeSpan({ lower: 5, upper: 5 }, { from: 5, to: 5 }, 72)).toEqual({ from: 0, width: 2 });
});

it('draws what is asked for around the ranges that lie in it', () => {
  const asked = (lower: number | undefined, upper: number | undefined) =>
    askedSpan({ lower, upper, lowerInclusive: true, upperInclusive: true }, domain, 72);
  // The last range ends at 72, as the one of 70 to 70 above.
  expect(asked(40, undefined)).toEqual({ from: 40, width: 32 });
  expect(asked(40, 90)).toEqual({ from: 40, width: 32 });
  expect(asked(undefined, 40)).toEqual({ from: 0, width: 40 });
  expect(asked(20, 20)).toEqual({ from: 20, width: 1 });
});
