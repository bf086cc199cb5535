import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { type FileSet, fileSet } from '../io/file-set.ts';
import { localApi } from '../testing/local-tables.ts';
import { findTables, readCurrentMetadata } from './table-folders.ts';

/** A metadata file of a v1 table, with the time it was written and the files that it names as earlier. */
function metadata(lastUpdatedMs: number, earlier: readonly string[] = []): string {
  return JSON.stringify({
    'format-version': 1,
    location: 's3://b/t',
    'last-updated-ms': lastUpdatedMs,
    'last-column-id': 1,
    schema: { type: 'struct', fields: [{ id: 1, name: 'x', required: false, type: 'int' }] },
    'partition-spec': [],
    'metadata-log': earlier.map((name, i) => ({
      'timestamp-ms': i,
      'metadata-file': `s3://b/t/metadata/${name}`,
    })),
  });
}

function given(contents: Readonly<Record<string, string>>): FileSet {
  return fileSet(
    't',
    Object.entries(contents).map(([name, text]) => {
      const path = `metadata/${name}`;
      return [path, { kind: 'bytes', name: path, bytes: utf8(text) }] as const;
    }),
  );
}

async function current(contents: Readonly<Record<string, string>>) {
  const files = given(contents);
  const [folder] = findTables(files);
  if (folder === undefined) throw new Error('no table');
  const { metadataFile, problems } = await readCurrentMetadata(files, folder, localApi(), {});
  return { file: metadataFile.replace('metadata/', ''), codes: problems.map(({ code }) => code) };
}

const files = (...names: string[]) =>
  Object.fromEntries(names.map((name, i) => [name, metadata(1000 + i)]));

describe('with a version hint (MD-3)', () => {
  const v = (n: number) => `v${n}.metadata.json`;
  const rows: [what: string, hint: string, names: string[], file: string, late: boolean][] = [
    ['says the current one', '3', [v(1), v(2), v(3)], v(3), false],
    ['lags behind', '3', [v(3), v(4), v(5)], v(5), true],
    ['lags behind a gap', '3', [v(3), v(5)], v(3), false],
    ['has blanks around it', ' 2\n', [v(1), v(2)], v(2), false],
    ['names a gzip file', '2', [v(1), 'v2.gz.metadata.json'], 'v2.gz.metadata.json', false],
    [
      'lags behind an old spelling',
      '1',
      [v(1), 'v2.metadata.json.gz'],
      'v2.metadata.json.gz',
      true,
    ],
    [
      'names a file whole',
      '00001-ab',
      ['00001-ab.metadata.json', '00002-cd.metadata.json'],
      '00001-ab.metadata.json',
      false,
    ],
    ['is no version', 'latest', [v(1), v(2)], v(2), false],
    ['names nothing', '9', [v(1), v(2)], v(2), false],
  ];
  it.each(rows)('that %s', async (_what, hint, names, file, late) => {
    const found = await current({ ...files(...names), 'version-hint.text': hint });
    expect(found.file).toBe(file);
    expect(found.codes.includes('version-hint-behind')).toBe(late);
  });
});

describe('without a hint', () => {
  const rows: [what: string, contents: Record<string, string>, file: string][] = [
    [
      'the greatest number, where its log names the one before',
      {
        '00009-a.metadata.json': metadata(5000),
        '00010-b.metadata.json': metadata(4000, ['00009-a.metadata.json']),
      },
      '00010-b.metadata.json',
    ],
    [
      'the latest time, where numbers mislead',
      { '00002-a.metadata.json': metadata(1000), '00001-b.metadata.json': metadata(2000) },
      '00001-b.metadata.json',
    ],
    [
      'the latest time among files of one number',
      {
        '0-a.metadata.json': metadata(1000),
        '0-b.metadata.json': metadata(3000),
        '0-c.metadata.json': metadata(2000),
      },
      '0-b.metadata.json',
    ],
    ['the only one', { 'final.metadata.json': metadata(1) }, 'final.metadata.json'],
    [
      'numbers, not text',
      { 'v9.metadata.json': metadata(1), 'v10.metadata.json': metadata(2) },
      'v10.metadata.json',
    ],
  ];
  it.each(rows)('%s', async (_what, contents, file) => {
    expect((await current(contents)).file).toBe(file);
  });

  it.each<[what: string, contents: Record<string, string>, uncertain: boolean]>([
    ['of one number', { '0-a.metadata.json': metadata(1), '0-b.metadata.json': metadata(2) }, true],
    ['of none', { 'a.metadata.json': metadata(1), 'b.metadata.json': metadata(2) }, true],
    [
      'whose numbers and times disagree',
      { '2-a.metadata.json': metadata(1), '1-b.metadata.json': metadata(2) },
      true,
    ],
    [
      'whose numbers and times agree',
      { '1-a.metadata.json': metadata(1), '2-b.metadata.json': metadata(2) },
      false,
    ],
    [
      'of one number, where a log tells',
      { '0-a.metadata.json': metadata(1), '0-b.metadata.json': metadata(2, ['0-a.metadata.json']) },
      false,
    ],
  ])('says that nothing tells between two %s', async (_what, contents, uncertain) => {
    expect((await current(contents)).codes.includes('metadata-uncertain')).toBe(uncertain);
  });

  it('compares all that share the greatest number, and says of how many it took one', async () => {
    // The twelfth of fifteen is the latest; only five are compared where numbers differ.
    const names = Array.from({ length: 15 }, (_, i) => `0-${String.fromCharCode(97 + i)}`);
    const alike = Object.fromEntries(
      names.map((name, i) => [`${name}.metadata.json`, metadata(i === 11 ? 9000 : 1000 + i)]),
    );
    const read = given(alike);
    const [folder] = findTables(read);
    if (folder === undefined) throw new Error('no table');
    const { metadataFile, problems } = await readCurrentMetadata(read, folder, localApi(), {});
    expect(metadataFile).toBe('metadata/0-l.metadata.json');
    expect(problems).toMatchObject([
      {
        message: expect.stringMatching(/^Nothing tells which of 15 metadata files/) as string,
        consequence: expect.stringContaining('updated last, at 1970-01-01 00:00:09') as string,
      },
    ]);
  });

  it('a damaged one is passed over with a problem, and when all are damaged the first error is said', async () => {
    const damaged = { 'v2.metadata.json': '{"format-version": 1,' };
    const found = await current({ ...damaged, 'v1.metadata.json': metadata(1) });
    expect(found).toEqual({
      file: 'v1.metadata.json',
      codes: expect.arrayContaining(['metadata-unreadable']) as string[],
    });
    await expect(current(damaged)).rejects.toMatchObject({ kind: 'invalid-data' });
  });
});
