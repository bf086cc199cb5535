import { describe, expect, it } from 'vitest';
import { vectorType, vectorValue } from '../testing/vectors/lines.ts';
import type { Value } from '../types/type.ts';
import { parseTransform } from './transform.ts';
import { transformSteps } from './transform-steps.ts';

/** Hashes and results are those of rules.md 4.2 to 4.4. */
describe('steps end in the partition value', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['bucket[16]', 'long', '34', ['2200000000000000', '2017239379', '2017239379', '3', '3']],
    ['bucket[16]', 'string', 'iceberg', ['69636562657267', '1210000089', '1210000089', '9', '9']],
    ['truncate[10]', 'int', '-11', ['9', '-20', '-20']],
    ['truncate[50]', 'decimal(9, 2)', '-10.65', ['-1065', '35', '-1100', '-11.00']],
    ['truncate[3]', 'string', 'iceberg', ['iceberg', 'ice']],
    ['day', 'date', '2017-11-16', ['17486', '17486', '2017-11-16']],
    [
      'hour',
      'timestamp',
      '2017-11-16T22:31:08',
      ['1510871468000000', '1510871468', '419686', '2017-11-16-22'],
    ],
    ['identity', 'long', '5', ['5']],
  ])('%s of %s %s', (transform, type, text, values) => {
    const value = vectorValue(vectorType(type), text) as Value;
    const steps = transformSteps(parseTransform(transform), vectorType(type), value);
    expect(steps.map((step) => step.value)).toEqual(values);
  });
});
