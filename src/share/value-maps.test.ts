import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareBytes, utf8, utf8Text } from '../base/bytes.ts';
import { bytesMap, rankMap, textMap, type ValueMap } from './value-maps.ts';

function replacing(
  map: ValueMap,
  values: readonly Uint8Array[],
): (value: Uint8Array) => Uint8Array {
  for (const value of values) map.add(value);
  return (value) => map.get(value) as Uint8Array;
}

const sign = Math.sign;
const points = (bytes: Uint8Array) => [...utf8Text(bytes)];

it('texts keep order, equality, length and common beginnings', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f600}', '￿', ' '), maxLength: 6 }),
        {
          minLength: 2,
          maxLength: 30,
        },
      ),
      (texts) => {
        const values = texts.map(utf8);
        const get = replacing(textMap(), values);
        for (const a of values) {
          expect(points(get(a))).toHaveLength(points(a).length);
          for (const b of values) {
            expect(sign(compareBytes(get(a), get(b)))).toBe(sign(compareBytes(a, b)));
            const isPrefix = utf8Text(b).startsWith(utf8Text(a));
            expect(utf8Text(get(b)).startsWith(utf8Text(get(a)))).toBe(isPrefix);
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});

it('bytes keep order, length and the half that each is in', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 4 }), { minLength: 2, maxLength: 30 }),
      (values) => {
        const get = replacing(bytesMap(), values);
        for (const a of values) {
          expect([...get(a)].map((byte) => byte >= 0x80)).toEqual(
            [...a].map((byte) => byte >= 0x80),
          );
          for (const b of values) {
            expect(sign(compareBytes(get(a), get(b)))).toBe(sign(compareBytes(a, b)));
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});

it('numbers become ranks around zero', () => {
  const map = rankMap({ kind: 'double' });
  for (const value of [-7.5, -1e300, 3, 3.25, 1e-9, Number.NaN]) map.add(value);
  expect([-1e300, -7.5, -0, 0, 1e-9, 3, 3.25].map((value) => map.get(value))).toEqual([
    -2, -1, -0, 0, 1, 2, 3,
  ]);
  expect(map.get(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  expect(map.get(4)).toBeUndefined();
});

it('nothing of a text is left', () => {
  const get = replacing(textMap(), ['secret', 'sesame', 'x'].map(utf8));
  expect(['secret', 'sesame', 'x'].map((text) => utf8Text(get(utf8(text))))).toEqual([
    'aaaaaa',
    'aabaaa',
    'b',
  ]);
});
