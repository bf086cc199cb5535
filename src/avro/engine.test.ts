import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fromHex, utf8 } from '../base/bytes.ts';
import { randomOf } from '../testing/random.ts';
import { inflateRaw } from './engine.ts';

const LIMIT = 1 << 20;

function hex(text: string): Uint8Array {
  return fromHex(text.replaceAll(' ', '')) as Uint8Array;
}

/** Bits as RFC 1951 packs them: from the lowest of each byte on. Blanks part what belongs together. */
function packed(bits: string): Uint8Array {
  const all = bits.replaceAll(' ', '');
  const bytes = new Uint8Array(Math.ceil(all.length / 8));
  [...all].forEach((bit, i) => {
    if (bit === '1') bytes[i >> 3] = (bytes[i >> 3] as number) | (1 << (i & 7));
  });
  return bytes;
}

function inflated(bytes: Uint8Array, limit = LIMIT): Buffer {
  const result = inflateRaw(bytes, limit);
  if (!(result instanceof Uint8Array)) throw new Error(result ?? 'no WebAssembly');
  return Buffer.from(result);
}

const random = randomOf(1951);

/** Data in which each byte is half as likely as the one before: codes of all lengths up to 15 bits. */
function skewed(size: number): Buffer {
  const bytes = Array.from({ length: size }, () => {
    let byte = 0;
    while (byte < 40 && random(2) === 1) byte += 1;
    return byte;
  });
  return Buffer.from(bytes);
}

const SOURCES: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from('a'),
  'a run': Buffer.alloc(100_000, 7),
  'a period of two': Buffer.from('ab'.repeat(5000)),
  'a period of seven': Buffer.from('abcdefg'.repeat(5000)),
  'a period of eight': Buffer.from('abcdefgh'.repeat(5000)),
  'random bytes': Buffer.from(Array.from({ length: 200_000 }, () => random(256))),
  'skewed bytes': skewed(200_000),
  'paths and numbers': Buffer.from(
    Array.from(
      { length: 3000 },
      (_, i) => `s3://lake/db/t/data/day=${i % 31}/${random(2 ** 31)}-${i}.parquet\0${i * 7919}`,
    ).join('\n'),
  ),
  'a match from far': Buffer.concat([
    Buffer.from('here it was'),
    Buffer.from(Array.from({ length: 32_000 }, () => random(256))),
    Buffer.from('here it was'),
  ]),
};

const WAYS = {
  stored: { level: 0 },
  quick: { level: 1 },
  usual: { level: 6 },
  best: { level: 9 },
  'with fixed codes': { strategy: constants.Z_FIXED },
  'without matches': { strategy: constants.Z_HUFFMAN_ONLY },
  'with runs only': { strategy: constants.Z_RLE },
  'in small blocks': { level: 9, memLevel: 1 },
  'with a small window': { windowBits: 9 },
} as const;

describe('what zlib has deflated', () => {
  it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('%s, inflates to what it was', (way) => {
    for (const [name, data] of Object.entries(SOURCES)) {
      expect(inflated(deflateRawSync(data, WAYS[way])).equals(data), name).toBe(true);
    }
  });

  it('stops exactly at the limit', () => {
    for (const [name, data] of Object.entries(SOURCES)) {
      const stored = deflateRawSync(data);
      expect(inflated(stored, data.length).equals(data), name).toBe(true);
      if (data.length > 0) expect(inflateRaw(stored, data.length - 1), name).toContain('bomb');
    }
  });

  it('gets more memory where it is large, and gives it back', () => {
    const data = Buffer.alloc(40 * LIMIT, 'ice');
    expect(inflated(deflateRawSync(data), data.length).equals(data)).toBe(true);
    expect(inflateRaw(deflateRawSync('ice'), LIMIT)?.length).toBe(3);
  });

  it('ends where the stream does, whatever follows', () => {
    const stored = Buffer.concat([deflateRawSync('ice'), Buffer.from('and more')]);
    expect(inflated(stored).toString()).toBe('ice');
  });
});

// A last block (1) of fixed codes (10): codes of 7 bits for 256 to 279, of 8 for 0 to 143 (from 00110000) and 280 to
// 287 (from 11000000), of 9 for the rest; distances have 5 bits. `a` is 0x61: 00110000 + 0x61 = 10010001.
const FIXED = '1 10';
const A = '10010001';
const END = '0000000';
/** Length 3 is symbol 257. */
const LENGTH_3 = '0000001';

describe('streams by hand', () => {
  const whole = [
    { name: 'a literal', bits: `${FIXED} ${A} ${END}`, text: 'a' },
    {
      name: 'a match of what it makes',
      bits: `${FIXED} ${A} ${LENGTH_3} 00000 ${END}`,
      text: 'aaaa',
    },
    // Length 258 is symbol 285: 11000000 + 5.
    {
      name: 'the longest match',
      bits: `${FIXED} ${A} 11000101 00000 ${END}`,
      text: 'a'.repeat(259),
    },
  ];
  it.each(whole)('inflate: $name', ({ bits, text }) => {
    expect(inflated(packed(bits)).toString()).toBe(text);
  });

  // Numbers stand with their lowest bit first: HLIT, HDIST, HCLEN, then 3 bits for each length of 16, 17, 18, 0, …
  const damaged = [
    { name: 'a block of type 3', bits: '1 11', says: 'no known type' },
    { name: 'a symbol beyond 285', bits: `${FIXED} 11000110`, says: 'stands for nothing' },
    {
      name: 'a distance symbol beyond 29',
      bits: `${FIXED} ${A} ${LENGTH_3} 11110`,
      says: 'nothing',
    },
    {
      name: 'a match before any byte',
      bits: `${FIXED} ${LENGTH_3} 00000`,
      says: 'before the first',
    },
    {
      name: 'a distance of 2 after one byte',
      bits: `${FIXED} ${A} ${LENGTH_3} 00001`,
      says: 'before',
    },
    { name: '288 literals', bits: `1 01 11111 00000 0000 ${'100'.repeat(4)}`, says: 'cannot be' },
    { name: '31 distances', bits: `1 01 00000 01111 0000 ${'100'.repeat(4)}`, says: 'cannot be' },
    {
      name: 'lengths without codes',
      bits: `1 01 00000 00000 0000 ${'000'.repeat(4)}`,
      says: 'cannot be',
    },
    {
      name: 'too many codes of one bit',
      bits: `1 01 00000 00000 0000 ${'100'.repeat(4)}`,
      says: 'cannot be',
    },
    // 17 and 18 have one bit each, and 138 zeros twice are more than 258 lengths.
    {
      name: 'more lengths than there are',
      bits: `1 01 00000 00000 0000 000 100 100 000 1 1111111 1 1111111`,
      says: 'cannot be',
    },
    // 16 and 17 have one bit each; 16 repeats the length before, of which there is none.
    {
      name: 'a repetition of nothing',
      bits: '1 01 00000 00000 0000 100 100 000 000 0 00',
      says: 'cannot',
    },
    // 138 and 120 zeros: no code for the end of the block.
    {
      name: 'a block that cannot end',
      bits: '1 01 00000 00000 0000 000 100 100 000 1 1111111 1 1011011',
      says: 'cannot be',
    },
  ];
  it.each(damaged)('refuse $name', ({ bits, says }) => {
    const bytes = Buffer.concat([packed(bits), Buffer.alloc(16)]);
    expect(inflateRaw(bytes, LIMIT)).toContain(says);
    expect(() => inflateRawSync(bytes)).toThrow();
  });

  const cut = [
    { name: 'nothing at all', bytes: '' },
    { name: 'a stored block without its length', bytes: '01 05' },
    { name: 'a stored block without all its bytes', bytes: '01 0500 faff 616263' },
    { name: 'fixed codes without their end', bytes: '4b' },
  ];
  it.each(cut)('refuse $name', ({ bytes }) => {
    expect(inflateRaw(hex(bytes), LIMIT)).toContain('cut');
  });

  it('refuse a stored block whose length is not its complement’s', () => {
    expect(inflateRaw(hex('01 0300 fcfe 616263'), LIMIT)).toContain('stored');
  });

  it.each(Object.keys(SOURCES))('refuse every cut of %s', (name) => {
    const stored = deflateRawSync((SOURCES[name] as Buffer).subarray(0, 400));
    for (let length = 0; length < stored.length; length++) {
      expect(inflateRaw(stored.subarray(0, length), LIMIT), `${length}`).toContain('cut');
    }
  });
});

describe('damage', () => {
  const texts = [
    utf8('partition '.repeat(40)),
    ...Object.values(SOURCES).map((s) => s.subarray(0, 2000)),
  ];
  const streams = texts.flatMap((text) =>
    Object.values(WAYS).map((way) => deflateRawSync(text, way)),
  );

  it('is judged as zlib judges it, 5000 times', () => {
    let valid = 0;
    const differing: string[] = [];
    for (let i = 0; i < 5000; i++) {
      const bytes = Buffer.from(streams[random(streams.length)] as Buffer);
      for (let n = random(4); n >= 0; n--) bytes[random(bytes.length)] = random(256);
      const theirs = inflatedByZlib(bytes);
      const ours = inflateRaw(bytes, LIMIT);
      const same =
        theirs === undefined ? typeof ours === 'string' : theirs.equals(ours as Uint8Array);
      if (!same) differing.push(bytes.toString('hex'));
      if (theirs !== undefined) valid += 1;
    }
    expect(differing).toEqual([]);
    // Both verdicts must have been put to the test.
    expect(valid).toBeGreaterThan(500);
    expect(valid).toBeLessThan(4500);
  }, 60_000);
});

function inflatedByZlib(bytes: Uint8Array): Buffer | undefined {
  try {
    return inflateRawSync(bytes, { maxOutputLength: LIMIT });
  } catch {
    return undefined;
  }
}
