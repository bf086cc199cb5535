import { expect, it } from 'vitest';
import { unbrokenParts } from './unbroken.ts';

const whole = (text: string) => unbrokenParts(text).filter((_, i) => i % 2 === 1);

it.each([
  ['its hours run from 2026-09-04-04 to 2026-09-04-05', ['2026-09-04-04', '2026-09-04-05']],
  [
    'ts runs from 2026-09-04 04:00:00 to 2026-09-04 04:04:00, all of it inside',
    ['2026-09-04', '2026-09-04'],
  ],
  ['ts_hour is 2026-09-01-00, and all of it lies inside', ['2026-09-01-00']],
  ['5.46 TiB − 5.30 TiB manifest − 0 B partition', ['5.46 TiB', '5.30 TiB', '0 B']],
  ['1,020 KiB and 7 Baskets', ['1,020 KiB']],
  ['no value is null', []],
  ['', []],
])('keeps values and figures of %j whole', (text, kept) => {
  expect(whole(text)).toEqual(kept);
  expect(unbrokenParts(text).join('')).toBe(text);
});

it('lets a name break that is longer than a narrow line', () => {
  const name = '00000-4-00000000-0000-4000-8000-000000000004-0-00001.parquet';
  expect(whole(`It is ${name}.`)).toEqual([]);
});
