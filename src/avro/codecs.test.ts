import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fromHex, utf8, utf8Text } from '../base/bytes.ts';
import { crc32 } from '../base/crc32.ts';
import { randomOf } from '../testing/random.ts';
import { inflateBlock, inflateBytes } from './codecs.ts';
import { inflateAvroSnappy } from './snappy.ts';
import { inflateZstd } from './zstd.ts';

const LIMIT = 1 << 20;

function hex(text: string): Uint8Array {
  const bytes = fromHex(text.replaceAll(' ', ''));
  if (bytes === undefined) throw new Error(text);
  return bytes;
}

function withCrc(body: string, inflated: string): Uint8Array {
  const crc = crc32(utf8(inflated)).toString(16).padStart(8, '0');
  return hex(body + crc);
}

describe('crc32', () => {
  it('gives the check value of the CRC catalogue', () => {
    expect(crc32(utf8('123456789')).toString(16)).toBe('cbf43926');
  });
});

describe('snappy', () => {
  // Length 10, a literal of 2 ("ab"), a copy of 8 from 2 back: tag = (8 - 4) << 2 | 1, offset 2.
  const overlap = '0a 04 6162 11 02';
  const cases = [
    { name: 'a literal', body: '03 08 616263', text: 'abc' },
    { name: 'a copy that overlaps itself', body: overlap, text: 'ababababab' },
    { name: 'a two-byte offset', body: '06 08 616263 0a 0300', text: 'abcabc' },
    { name: 'a four-byte offset', body: '06 08 616263 0b 03000000', text: 'abcabc' },
    { name: 'a literal whose length has a byte of its own', body: '03 f0 02 616263', text: 'abc' },
    { name: 'nothing', body: '00', text: '' },
  ];
  it.each(cases)('inflates $name', ({ body, text }) => {
    const out = inflateAvroSnappy(withCrc(body.replaceAll(' ', ''), text), LIMIT);
    expect(typeof out === 'string' ? out : utf8Text(out)).toBe(text);
  });

  const damaged = [
    { name: 'a wrong CRC-32', bytes: hex('03 08 616263 00000000'), says: 'CRC-32' },
    {
      name: 'a copy from before the start',
      bytes: hex('08 04 6162 11 03 00000000'),
      says: 'damaged',
    },
    { name: 'a copy from here', bytes: hex('0a 04 6162 11 00 00000000'), says: 'damaged' },
    { name: 'a literal past the end', bytes: hex('09 20 6162 00000000'), says: 'damaged' },
    { name: 'too little', bytes: hex('09 04 6162 00000000'), says: 'damaged' },
    { name: 'a size out of proportion', bytes: hex('ffffff7f 04 6162 00000000'), says: 'claims' },
    { name: 'no CRC at all', bytes: hex('00'), says: 'too short' },
  ];
  it.each(damaged)('refuses $name', ({ bytes, says }) => {
    expect(inflateAvroSnappy(bytes, LIMIT)).toContain(says);
  });
});

describe('zstandard', () => {
  // Frames by hand, RFC 8878: magic, descriptor, window or content size, then blocks: last bit, type, size << 3.
  const raw = '28b52ffd 20 03 19 0000 616263';
  const run = '28b52ffd 20 05 2b 0000 61';
  const skippable = '502a4d18 02000000 ffff';
  const cases = [
    { name: 'a raw block', frame: raw, text: 'abc' },
    { name: 'a run', frame: run, text: 'aaaaa' },
    {
      name: 'two frames with a skippable one between',
      frame: raw + skippable + run,
      text: 'abcaaaaa',
    },
    { name: 'a window and no content size', frame: '28b52ffd 00 58 19 0000 616263', text: 'abc' },
    { name: 'a window of gigabytes', frame: '28b52ffd 00 a8 19 0000 616263', text: 'abc' },
  ];
  it.each(cases)('inflates $name', ({ frame, text }) => {
    const out = inflateZstd(hex(frame), LIMIT);
    expect(typeof out === 'string' ? out : utf8Text(out)).toBe(text);
  });

  // A run of 128 KiB: size 0x20000, so (0x20000 << 3) | 2 = 0x100002, and 0x100003 for the last.
  const bomb = `28b52ffd 00 58 ${'020010 61'.repeat(20)} 030010 61`;
  const damaged = [
    { name: 'runs beyond the limit', frame: bomb, says: 'beyond' },
    {
      name: 'a content size of 2^60',
      frame: '28b52ffd e0 0000000000000010 19 0000 616263',
      says: 'claims more',
    },
    { name: 'a cut frame', frame: '28b52ffd 20 03 19 0000 6162', says: 'cut' },
    { name: 'a dictionary', frame: '28b52ffd 21 01 03 19 0000 616263', says: 'dictionary' },
    { name: 'something else', frame: '1f8b080000000000', says: 'not Zstandard' },
    {
      // No literals; 0x7f00 + 0xffff sequences of one code each: 65,536 literals, offset 1, a match of 65,539.
      name: 'a block of 9 bytes that asks for 98,047 long copies',
      frame: '28b52ffd 00 58 4d0000 00 ffffff 54 23 00 34 01',
      says: 'more literals than there are',
    },
    {
      name: 'the same without literals',
      frame: '28b52ffd 00 58 4d0000 00 ffffff 54 00 00 34 01',
      says: 'before the start',
    },
  ];
  it.each(damaged)('refuses $name', ({ frame, says }) => {
    expect(inflateZstd(hex(frame), LIMIT)).toContain(says);
  });
});

/** Of `zstd -19 --no-check`: one block with a Huffman table and tables of its own for sequences. */
const COMPRESSED = Buffer.from(
  [
    'KLUv/WACCjUQAObaQBhgT9qnn3zyA5QaBGnPJknJLTmhMyVIGcJHADcANABUr6NzaS5ttUXjbN1nmt/pHWlcM1M0V3',
    'LVuUo07mnaofl/VwAKTCwPSYCSqEQkBojA0NDAQDEgBpRBYmFgDAYEmwSogDEgAlXXLRpy6dr61M9xe0ZYrRtR09y8',
    'n3IW1V+O5lfO2umjIZdV3Umaa5nMEi2NW1jPI5qfXLI1Ggovwh9Vcu1ry533iHPvdtX7b6e26a7XTHNJlpV3FM3PnK',
    'ZbXg3xaWhcy/5WIsPSZVt2OnvLgDOmC63ZOxqJKm87+tgT8dDpMqCrx7AOou92f0R49m9f755dorKpjq16n8PjSaSe',
    'dFyAp6gxSA9z638G8CwkSfMxCE0JTwoQ86yiPF2T00YUDSurTR6qutAmOQ/Te8ejOxshfFFpE0FJem0oHNTSNUo4MG',
    'qN+ISGbaVt4pf67LZlfB+HFVsQIHa4rP+kAvbOJ/UYztN6/l8o6lsoWno+4JbY4IMbgh8Z+EPkUh90iul5DLtVQvUi',
    '31Biu8v9qcBB4KN4MdwJsv0tj1bik3+4HZwNwocaGAgM+D62S/9GU101vh46X9hNlVp1WKTFbqODgfvRFUo/MHLjOb',
    'huOiQaIBrmkQxrKZF7UuQxd7N4+4nLpUy8E1TBjwwzsELebuGKtBJOu3kFlKfIhUeuq4dWs0YV',
  ].join(''),
  'base64',
);

function sampleText(): string {
  return Array.from({ length: 60 }, (_, i) => {
    const path = `s3://lake/t/data/${(i * 104729) % 9973}-${String.fromCharCode(97 + ((i * i) % 26))}.parquet`;
    return `day=${(i * 7919) % 31} ${path} rows ${(i * i * 37) % 1009}\n`;
  }).join('');
}

describe('zstandard of the reference', () => {
  it('inflates', () => {
    const out = inflateZstd(new Uint8Array(COMPRESSED), LIMIT);
    expect(typeof out === 'string' ? out : utf8Text(out)).toBe(sampleText());
  });

  it('damaged anywhere, ends soon with bytes or a sentence', () => {
    const random = randomOf(8878);
    const started = performance.now();
    for (let run = 0; run < 3000; run++) {
      const bytes = new Uint8Array(COMPRESSED);
      for (let i = 0; i <= random(3); i++) bytes[random(bytes.length)] = random(256);
      const out = inflateZstd(bytes, LIMIT);
      if (typeof out !== 'string') expect(out.length).toBeLessThanOrEqual(LIMIT);
    }
    // A run is of a millisecond at most; one that does not end is of minutes.
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

describe('deflate and gzip', () => {
  const text = 'partition '.repeat(1000);
  it('inflate', async () => {
    const raw = await inflateBytes(deflateRawSync(text), 'deflate', LIMIT, 'f');
    const gzip = await inflateBytes(gzipSync(text), 'gzip', LIMIT, 'f');
    expect(utf8Text(raw)).toBe(text);
    expect(utf8Text(gzip)).toBe(text);
  });

  it('stop at the limit', async () => {
    const bomb = deflateRawSync(new Uint8Array(50 * LIMIT));
    await expect(inflateBytes(bomb, 'deflate', LIMIT, 'f')).rejects.toMatchObject({
      kind: 'invalid-data',
      place: 'f',
      message: expect.stringContaining('Deflate bomb'),
    });
  });

  it.each(['cut', 'spoilt'])('refuse what is %s, at the block’s offset', async (how) => {
    const bytes = deflateRawSync(text);
    const bad = how === 'cut' ? bytes.subarray(0, -5) : bytes.fill(0xff, 2, 10);
    const source = { codec: 'deflate', stored: bad, limit: LIMIT, place: 'f', offset: 1234 };
    await expect(async () => inflateBlock(source)).rejects.toMatchObject({
      kind: 'invalid-data',
      place: 'f',
      offset: 1234,
    });
  });
});
