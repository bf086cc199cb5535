import { expect, it } from 'vitest';
import { unhelpedByReason } from './unhelped.ts';

it('says a reason once, and sentences without their stop', () => {
  expect(
    unhelpedByReason([
      { text: 'ts >= 1', reason: 'ts is no field of spec 0' },
      { text: "url LIKE '%cart%'", reason: 'Bounds answer no more.' },
      { text: 'ts < 2', reason: 'ts is no field of spec 0' },
      { text: 'hour(ts) = 3', reason: 'It is no range. The transform is hours(…).' },
    ]),
  ).toEqual([
    { reason: 'ts is no field of spec 0', conditions: ['ts >= 1', 'ts < 2'] },
    { reason: 'Bounds answer no more', conditions: ["url LIKE '%cart%'"] },
    { reason: 'It is no range. The transform is hours(…)', conditions: ['hour(ts) = 3'] },
  ]);
});
