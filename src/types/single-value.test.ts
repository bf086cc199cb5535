import { describe, expect, it } from 'vitest';
import { fromHex, toHex, utf8 } from '../base/bytes.ts';
import { vectorType } from '../testing/vectors/lines.ts';
import { type Profile, SAFE } from './profile.ts';
import { decodeSingleValue, encodeSingleValue } from './single-value.ts';
import type { PrimitiveType, Value } from './type.ts';

function decode(type: PrimitiveType, hex: unknown, profile: Profile): Value | undefined {
  return decodeSingleValue(type, fromHex(String(hex)) ?? new Uint8Array(), profile);
}

describe('bytes: odd lengths and contents', () => {
  const SAFE_ROWS: readonly (readonly [string, string, Value | undefined])[] = [
    ['boolean', '02', true],
    ['boolean', '', undefined],
    ['boolean', '0100', undefined],
    ['int', '1027', undefined],
    ['int', '0100000000', undefined],
    ['long', '010000000000', undefined],
    ['long', '22000000', 34n],
    ['double', '0000c0bf', -1.5],
    ['double', '0000000000', undefined],
    ['time', '00000000', undefined],
    ['timestamp', '4e440000', 17_486n * 86_400_000_000n],
    ['timestamp', '01000000', 86_400_000_000n],
    ['timestamp_ns', '01000000', 86_400_000_000_000n],
    // Day 2^31−1 has no int64 nanoseconds.
    ['timestamp_ns', 'ffffff7f', undefined],
    ['timestamptz', '4e440000', undefined],
    ['decimal(9, 2)', '', undefined],
    ['decimal(9, 2)', '00000000058c', 1420n],
    ['decimal(5, 2)', '93020000', -1_828_585_472n],
    ['decimal(5, 2)', '0293', 659n],
    ['uuid', '00', undefined],
    ['uuid', 'f79c3e09677c4bbda4793f349cb785e700', undefined],
    ['string', 'c3', Uint8Array.of(0xc3)],
    ['string', '', new Uint8Array()],
    ['fixed[4]', '0102', Uint8Array.of(1, 2)],
    ['unknown', '00', undefined],
    ['geometry', '000000000000f03f0000000000000040', undefined],
  ];
  it.each(SAFE_ROWS)('%s %s, safe', (name, hex, expected) => {
    expect(decode(vectorType(name), hex, SAFE)).toEqual(expected);
  });
});

describe('binary examples of rules.md 3.2', () => {
  const ROWS: readonly (readonly [string, Value, string])[] = [
    ['boolean', true, '01'],
    ['int', 34, '22000000'],
    ['int', -1, 'ffffffff'],
    ['date', 17_486, '4e440000'],
    ['long', 34n, '2200000000000000'],
    ['time', 81_068_000_000n, '008307e012000000'],
    ['timestamp', 1_510_871_468_000_000n, '00c3262d215e0500'],
    ['timestamp_ns', 1_510_871_468_000_001_001n, 'e9bb695f98b1f714'],
    ['float', 1, '0000803f'],
    ['float', -1.5, '0000c0bf'],
    ['double', 1, '000000000000f03f'],
    ['double', -0, '0000000000000080'],
    ['string', utf8('iceberg'), '69636562657267'],
    ['decimal(9, 2)', 1420n, '058c'],
    ['decimal(9, 2)', -1420n, 'fa74'],
    ['decimal(9, 2)', 0n, '00'],
    ['decimal(9, 2)', 127n, '7f'],
    ['decimal(9, 2)', 128n, '0080'],
    ['decimal(9, 2)', -128n, '80'],
    ['decimal(9, 2)', -129n, 'ff7f'],
    ['decimal(9, 2)', 255n, '00ff'],
    ['decimal(38, 0)', 10n ** 18n, '0de0b6b3a7640000'],
    ['decimal(38, 0)', 10n ** 38n - 1n, '4b3b4ca85a86c47a098a223fffffffff'],
  ];
  it.each(ROWS)('%s %s is %s', (name, value, hex) => {
    const type = vectorType(name);
    const bytes = encodeSingleValue(type, value);
    expect(bytes && toHex(bytes)).toBe(hex);
    expect(decode(type, hex, SAFE)).toEqual(value);
  });
});
