import { describe, expect, it } from 'vitest';
import { vectorType } from '../../src/testing/vectors/lines.ts';
import { exampleText, valueOfText } from './value-text.ts';

describe('values as one types them', () => {
  it.each([
    ['int', '34', 34],
    ['int', '2147483648', undefined],
    ['long', '9223372036854775807', 9223372036854775807n],
    ['long', '9223372036854775808', undefined],
    ['decimal(9, 2)', '14.2', 1420n],
    ['decimal(9, 2)', '14.205', undefined],
    ['date', '1970-01-02', 1],
    ['timestamp', '1969-12-31T23:59:59.999999', -1n],
    ['timestamptz', '1970-01-01T02:00:00+02:00', 0n],
    ['boolean', 'yes', undefined],
    ['binary', '0a', Uint8Array.of(10)],
    ['binary', '0', undefined],
  ])('%s %s', (type, text, value) => {
    expect(valueOfText(vectorType(type), text)).toEqual(value);
  });

  it.each(['int', 'string', 'uuid', 'time', 'timestamp_ns', 'fixed[2]', 'decimal(9, 2)'])(
    'the example of %s is one',
    (type) => {
      expect(valueOfText(vectorType(type), exampleText(vectorType(type)))).toBeDefined();
    },
  );
});
