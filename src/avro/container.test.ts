import { describe, expect, it } from 'vitest';
import { IcecoreError } from '../base/errors.ts';
import { avroFile, rawBlock } from '../testing/avro-writer.ts';
import { readContainer } from './container.ts';
import { AvroSink } from './write.ts';

const LONG_ROW = { type: 'record', name: 'row', fields: [{ name: 'a', type: 'long' }] } as const;

function refusal(bytes: Uint8Array): IcecoreError {
  try {
    readContainer(bytes, 'm.avro');
  } catch (error) {
    if (error instanceof IcecoreError) return error;
    throw error;
  }
  throw new Error('was read');
}

describe('readContainer', () => {
  it('finds blocks, header and codec', () => {
    const bytes = avroFile({
      schema: LONG_ROW,
      codec: 'deflate',
      header: { content: 'data' },
      blocks: [[{ a: 1 }, { a: 2 }], [{ a: 3 }]],
    });
    const container = readContainer(bytes, 'm.avro');
    expect(container.codec).toBe('deflate');
    expect(container.header.get('content')).toBe('data');
    expect(container.blocks.map((b) => b.count)).toEqual([2, 1]);
    expect(container.claimedRows).toBe(3);
  });

  it('takes an absent codec for null, and no block at all for an empty file (MF-0, B184)', () => {
    const container = readContainer(avroFile({ schema: LONG_ROW, blocks: [] }), 'm.avro');
    expect(container.codec).toBe('null');
    expect(container.blocks).toEqual([]);
  });

  it('refuses a file cut anywhere but between two blocks, with the place and an offset in the file', () => {
    const bytes = avroFile({ schema: LONG_ROW, blocks: [[{ a: 1 }, { a: 2 }], [{ a: 3 }]] });
    const { blocks } = readContainer(bytes, 'm.avro');
    const ends = blocks.map((b) => b.to + 16);
    const headerEnd = (blocks[0]?.from ?? 0) - 2;
    for (let cut = 0; cut < bytes.length; cut++) {
      if (cut === headerEnd || ends.includes(cut)) continue;
      const error = refusal(bytes.slice(0, cut));
      expect(error.kind).toBe('invalid-data');
      expect(error.place).toBe('m.avro');
      expect(error.offset).toBeLessThanOrEqual(cut);
    }
  });

  it('refuses a wrong sync marker, saying where it is', () => {
    const bytes = avroFile({ schema: LONG_ROW, blocks: [[{ a: 1 }], [{ a: 3 }]] });
    const at = readContainer(bytes, 'm.avro').blocks[0]?.to ?? 0;
    bytes[at + 5] = 0;
    const error = refusal(bytes);
    expect(error.message).toContain('sync marker after block 0');
    expect(error.offset).toBe(at);
  });

  const strangers = [
    { name: 'nothing', bytes: '', kind: 'invalid-data', says: 'it is empty' },
    { name: 'a page', bytes: '<html>', kind: 'invalid-data', says: 'it begins with 3c68746d' },
    { name: 'Parquet', bytes: 'PAR1....', kind: 'unsupported', says: 'Parquet' },
    { name: 'an encrypted file', bytes: 'AGS1....', kind: 'unsupported', says: 'encrypted' },
  ] as const;
  it.each(strangers)('refuses $name', ({ bytes, kind, says }) => {
    const error = refusal(new TextEncoder().encode(bytes));
    expect(error.kind).toBe(kind);
    expect(error.message).toContain(says);
  });

  it('believes no number: a block, a header, a length of 2^62', () => {
    const header = avroFile({ schema: LONG_ROW, blocks: [] });
    const huge = new AvroSink();
    huge.raw(header);
    huge.long(1);
    huge.long(2n ** 62n);
    expect(refusal(huge.done()).message).toContain('claims 4611686018427388000 bytes');
    const map = new AvroSink();
    map.raw(header.subarray(0, 4));
    map.long(2n ** 62n);
    expect(refusal(map.done()).message).toContain('the header claims');
    const negative = new AvroSink();
    negative.raw(header);
    rawBlock(negative, -3, new Uint8Array(0));
    expect(refusal(negative.done()).message).toContain('claims -3 rows');
  });
});

describe('the writer schema', () => {
  const bomb = Array.from({ length: 60 }, (_, i) => ({
    name: `f${i}`,
    type: {
      type: 'record',
      name: `r${i}`,
      fields: [{ name: 'x', type: i === 0 ? 'long' : `r${i - 1}` }],
    },
  }));
  const refused = [
    {
      name: 'a record in itself',
      schema: { type: 'record', name: 'r', fields: [{ name: 'a', type: ['null', 'r'] }] },
      says: 'contains itself',
    },
    {
      name: 'an unknown name',
      schema: { type: 'array', items: 'uuid_fixed' },
      says: 'unknown type "uuid_fixed"',
    },
    { name: 'a fixed of no size', schema: { type: 'fixed', name: 'f' }, says: 'no size' },
    {
      name: 'one field id twice',
      schema: {
        type: 'record',
        name: 'r',
        fields: [
          { name: 'a', type: 'int', 'field-id': 1 },
          { name: 'b', type: 'int', 'field-id': 1 },
        ],
      },
      says: 'field id 1 occurs twice',
    },
    {
      name: '65 levels',
      schema: Array.from({ length: 65 }).reduce<unknown>(
        (items) => ({ type: 'array', items }),
        'int',
      ),
      says: 'levels deep',
    },
  ] as const;
  it.each(refused)('is refused for $name', ({ schema, says }) => {
    expect(refusal(avroFile({ schema: schema as never, blocks: [] })).message).toContain(says);
  });

  it('may use a name many times', () => {
    const schema = { type: 'record', name: 'top', fields: bomb };
    expect(readContainer(avroFile({ schema, blocks: [] }), 'm.avro').schema.kind).toBe('record');
  });
});
