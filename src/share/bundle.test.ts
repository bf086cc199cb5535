import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fileSet } from '../io/file-set.ts';
import { filesFromZip } from '../io/zip.ts';
import { hugeZip } from '../testing/huge-zip.ts';
import { type Bundle, checkBundleSize, parseBundle, printBundle } from './bundle.ts';
import { bundleWhy } from './bundle-why.ts';
import { zipWriter } from './zip-writer.ts';

const FILES = fileSet('b', [
  ['icecore.json', { kind: 'bytes', name: 'icecore.json', bytes: new Uint8Array(0) }],
  ['metadata/v1.metadata.json', { kind: 'bytes', name: 'm', bytes: new Uint8Array(0) }],
]);

const BUNDLE: Bundle = {
  tableName: 'clicks',
  contents: 'predicate',
  why: 'what it holds',
  made: '2026-01-01T00:00:00Z',
  metadataFile: 'metadata/v1.metadata.json',
  files: [{ path: 'metadata/v1.metadata.json', location: 's3://lake/clicks/metadata/v1.json' }],
  view: '#/pruning?v=1&unit=files',
  recorded: {
    snapshotId: '8413927465120338771',
    where: "country = 'NO'",
    profile: 'safe',
    caseSensitive: false,
    manifests: [
      {
        path: 's3://lake/clicks/metadata/m.avro',
        specId: 3,
        verdict: 'skipped',
        reason: 'Skipped by manifest: its days end on 2025-12-31.',
        totals: [[2n, 9_007_199_254_740_993n, 5n]],
        live: [2n, 9_007_199_254_740_993n, 5n],
        added: [0n, 0n, 0n],
      },
    ],
  },
  redacted: ['Names were replaced.'],
};

/** The manifest's JSON with one part changed. */
function changed(key: string, value: unknown): Uint8Array {
  const json = JSON.parse(printBundle({ ...BUNDLE, recorded: undefined })) as Record<
    string,
    unknown
  >;
  return strToU8(JSON.stringify({ ...json, [key]: value }));
}

describe('a bundle’s manifest', () => {
  it('is read as it was written, 64-bit counts exact', () => {
    expect(parseBundle(strToU8(printBundle(BUNDLE)), FILES)).toEqual(BUNDLE);
  });

  it.each([
    ['format', 'zip', /does not say "format"/],
    ['version', 2, /another version/],
    ['version', undefined, /does not say its version/],
    ['version', '1', /its version is not a whole number from 1 on, but "1"$/],
    ['version', [1], /whole number from 1 on, but \[1\]$/],
    ['version', 0, /whole number from 1 on, but 0$/],
    ['version', 1.5, /whole number from 1 on, but 1\.5$/],
    ['version', null, /whole number from 1 on, but null$/],
    ['contents', 'everything', /the contents everything/],
    ['metadataFile', '../../etc/passwd', /metadata file is not in it/],
    ['files', [{ path: '/etc/passwd', location: 'x' }], /names a file that is not in it/],
    ['files', 'all', /files is no list/],
    ['recorded', [], /recorded is no object/],
    ['view', 5, /view is no text/],
  ])('is refused with %s = %j', (key, value, message) => {
    expect(() => parseBundle(changed(key, value), FILES)).toThrow(message);
  });

  it('is refused above 64 MiB, which the message says', () => {
    const ref = (size: number) =>
      ({ kind: 'blob', name: 'icecore.json', blob: { size } as Blob }) as const;
    expect(() => checkBundleSize(ref(67_108_864))).not.toThrow();
    expect(() => checkBundleSize(ref(659_554_304))).toThrow(
      /it has 659,554,304 bytes, and at most 67,108,864 are read$/,
    );
  });

  it.each([
    [0, 'The bundle holds what one predicate keeps of snapshot 7, which is all of its manifests.'],
    [1, /; the verdict of 1 other manifest is recorded, and counted/],
    [2, /; the verdicts of 2 other manifests are recorded, and counted/],
  ])('says that %i manifests are recorded', (recorded, words) => {
    expect(bundleWhy('predicate', 7n, recorded)).toMatch(words);
  });

  it('is refused with a count that is no whole number', () => {
    const text = printBundle(BUNDLE).replaceAll('9007199254740993', '1.5');
    expect(() => parseBundle(strToU8(text), FILES)).toThrow(/no whole number/);
  });
});

const blobOf = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]);

describe('a zip with names that lead out of it', () => {
  it.each(['../evil.json', 'metadata/../../evil', '/etc/passwd', 'C:\\evil', 'a\\..\\..\\b'])(
    '%s is refused',
    async (path) => {
      const zip = zipSync({ 'a.json': strToU8('{}'), [path]: strToU8('x') });
      await expect(filesFromZip('t.zip', blobOf(zip))).rejects.toThrow(/leads out of it/);
    },
  );

  it('or the same name twice is refused', async () => {
    const zip = zipSync({ aaaa: strToU8('1'), bbbb: strToU8('2') });
    const text = zip.map((byte) => (byte === 0x62 ? 0x61 : byte));
    await expect(filesFromZip('t.zip', blobOf(text))).rejects.toThrow(/holds "aaaa" twice/);
  });

  it('of 65,534 entries, the most of a zip without extensions, opens by its directory alone', async () => {
    const one = zipSync({ aaaaaa: new Uint8Array(0) }, { level: 0 });
    const entry = one.subarray(36, one.length - 22);
    const count = 65_535;
    const all = new Uint8Array(entry.length * count + 22);
    for (let i = 0; i < count; i++) {
      all.set(entry, i * entry.length);
      all.set(strToU8(String(100_000 + i)), i * entry.length + 46);
    }
    const end = new DataView(all.buffer, entry.length * count);
    end.setUint32(0, 0x06054b50, true);
    end.setUint16(10, count - 1, true);
    end.setUint32(12, entry.length * (count - 1), true);
    expect((await filesFromZip('t.zip', blobOf(all))).paths()).toHaveLength(count - 1);
  });
});

describe('a zip of 100,000 entries', () => {
  it('opens by its directory alone, which zip64 allows', async () => {
    expect((await filesFromZip('t.zip', blobOf(hugeZip(100_000)))).paths()).toHaveLength(100_000);
  });

  it('or that claims more than it has is refused', async () => {
    await expect(filesFromZip('t.zip', blobOf(hugeZip(100_000, 100_001)))).rejects.toThrow(
      /entry 100000 of its directory is cut/,
    );
    await expect(filesFromZip('t.zip', blobOf(hugeZip(10, 2 ** 52)))).rejects.toThrow(
      /entry 10 of its directory is cut/,
    );
  });
});

describe('a zip of ours', () => {
  it('is read by our reader, small files stored and others packed', async () => {
    const zip = zipWriter();
    await zip.add('metadata/ünïcode.json', strToU8('{}'.repeat(5000)));
    await zip.add('b', new Uint8Array(0));
    const files = await filesFromZip('t.icecore.zip', zip.done());
    expect(files.paths()).toEqual(['metadata/ünïcode.json', 'b']);
    const packed = files.get('metadata/ünïcode.json');
    expect(packed).toMatchObject({ deflated: true, size: 10_000 });
    expect(files.get('b')).toMatchObject({ deflated: false, size: 0 });
  });
});
