import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Bundle } from './bundle.ts';
import { filesFromInline, inlineText } from './inline.ts';

const BUNDLE: Bundle = {
  tableName: 't',
  contents: 'snapshot',
  why: '',
  made: '',
  metadataFile: 'm.json',
  files: [{ path: 'm.json', location: 's3://t/m.json' }],
  view: '#/eras',
};

function packed(text: string): string {
  return `inline:${deflateRawSync(text).toString('base64url')}`;
}

describe('a table in a link', () => {
  it('is read as it was written', async () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * i) % 256);
    const file = {
      path: 'm.json',
      location: '',
      input: { kind: 'bytes', name: 'm', bytes },
    } as const;
    const text = await inlineText({ bundle: BUNDLE, files: [file] });
    expect(text).toMatch(/^inline:[\w-]+$/);
    const files = await filesFromInline(text);
    expect(files.paths()).toEqual(['icecore.json', 'm.json']);
    expect(files.get('m.json')).toEqual({ kind: 'bytes', name: 'm.json', bytes });
  });

  it.each([
    ['cut', packed('[["a",3]]\nabc').slice(0, -6), /cut/],
    ['no text of ours', 'inline:<script>', /characters that none of ours has/],
    ['without a list', packed('no list'), /no list of files/],
    ['with another list', packed('{"a":1}\n'), /list of files is none/],
    ['with a size that is none', packed('[["a",-1]]\n'), /ends inside a file/],
    ['with a size past its end', packed('[["a",9]]\nabc'), /ends inside a file/],
    ['a bomb', packed('0'.repeat(20 << 20)), /unfolds to more than/],
  ])('%s is refused', async (_what, text, message) => {
    await expect(filesFromInline(text)).rejects.toThrow(message);
  });

  it('empty is refused', async () => {
    await expect(filesFromInline('inline:')).rejects.toThrow(/The table in the link/);
  });
});
