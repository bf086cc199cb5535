/** Values as one types them, by the column's type. */
import { fromHex, utf8 } from '../../src/base/bytes.ts';
import { IcecoreError } from '../../src/base/errors.ts';
import { parseDecimal } from '../../src/types/decimal.ts';
import { singleValueFromJson } from '../../src/types/single-value.ts';
import { floorDiv, parseDate, parseTimestamp } from '../../src/types/time.ts';
import type { PrimitiveType, Value } from '../../src/types/type.ts';

/** undefined: the text is no value of the type. */
export function valueOfText(type: PrimitiveType, text: string): Value | undefined {
  switch (type.kind) {
    case 'string':
      return utf8(text);
    case 'int':
    case 'long': {
      if (!/^\s*-?\d{1,19}\s*$/.test(text)) return undefined;
      const value = BigInt(text);
      const bits = type.kind === 'int' ? 32 : 64;
      if (BigInt.asIntN(bits, value) !== value) return undefined;
      return type.kind === 'int' ? Number(value) : value;
    }
    case 'float':
    case 'double':
      return text.trim() === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'date':
      return parseDate(text);
    case 'timestamp':
    case 'timestamptz': {
      const time = parseTimestamp(text);
      return time === undefined ? undefined : floorDiv(time.nanos, 1000n);
    }
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return parseTimestamp(text)?.nanos;
    case 'decimal': {
      const decimal = parseDecimal(text);
      if (decimal === undefined || decimal.scale > type.scale) return undefined;
      return decimal.unscaled * 10n ** BigInt(type.scale - decimal.scale);
    }
    case 'binary':
    case 'fixed':
      return fromHex(text);
    default:
      return recorded(type, text);
  }
}

function recorded(type: PrimitiveType, text: string): Value | undefined {
  try {
    return singleValueFromJson(type, text, 'value') ?? undefined;
  } catch (error) {
    if (error instanceof IcecoreError) return undefined;
    throw error;
  }
}

const EXAMPLES: Readonly<Record<string, string>> = {
  string: 'iceberg',
  int: '34',
  long: '34',
  float: '1.5',
  double: '1.5',
  boolean: 'true',
  date: '2017-11-16',
  time: '22:31:08',
  timestamp: '2017-11-16T22:31:08',
  timestamptz: '2017-11-16T22:31:08+00:00',
  timestamp_ns: '2017-11-16T22:31:08.000001001',
  timestamptz_ns: '2017-11-16T22:31:08.000001001+00:00',
  decimal: '14.20',
  uuid: 'f79c3e09-677c-4bbd-a479-3f349cb785e7',
  binary: '00010203',
};

/** The values of the format's own examples. */
export function exampleText(type: PrimitiveType): string {
  if (type.kind === 'fixed') return '00'.repeat(type.length);
  return EXAMPLES[type.kind] ?? '';
}
