import { describe, expect, it } from 'vitest';
import { escapePath, fileSet } from './file-set.ts';
import { fileLocations, joinUrl, locationKey, urlLocations } from './locations.ts';

describe('locationKey', () => {
  const rows: [string, string][] = [
    ['s3://bucket/db/t', 'bucket/db/t'],
    ['s3a://bucket/db/t/', 'bucket/db/t'],
    ['file:/tmp/t', 'tmp/t'],
    ['file:///tmp/t', 'tmp/t'],
    ['/tmp/t', 'tmp/t'],
    ['./tmp/t', 'tmp/t'],
    ['data/t', 'data/t'],
    ['s3://b//t', 'b/t'],
  ];
  it.each(rows)('%s is %s', (recorded, key) => {
    expect(locationKey(recorded)).toBe(key);
  });
});

function found(paths: string[], root: string, locations: string[], recorded: string) {
  const files = fileSet(
    'drop',
    paths.map((path) => [path, { kind: 'bytes', name: path, bytes: new Uint8Array() }]),
  );
  return fileLocations(files, root, locations).find(recorded)?.name;
}

describe('files at hand', () => {
  const T = [
    't/metadata/m0.avro',
    't/data/p=1/a.parquet',
    'u/metadata/m0.avro',
    'u/metadata/m1.avro',
  ];
  const rows: [
    what: string,
    paths: string[],
    root: string,
    locations: string[],
    recorded: string,
    path: string | undefined,
  ][] = [
    [
      'behind the location',
      T,
      't',
      ['s3://lake/t'],
      's3://lake/t/metadata/m0.avro',
      't/metadata/m0.avro',
    ],
    [
      'another scheme',
      T,
      't',
      ['s3a://lake/t'],
      's3://lake/t/metadata/m0.avro',
      't/metadata/m0.avro',
    ],
    [
      'an earlier location',
      T,
      't',
      ['s3://new/t', 'hdfs://old/x'],
      'hdfs://old/x/metadata/m0.avro',
      't/metadata/m0.avro',
    ],
    [
      'a location that nobody told',
      T,
      't',
      ['s3://new/t'],
      'gs://else/metadata/m0.avro',
      't/metadata/m0.avro',
    ],
    [
      'relative to the table (v4)',
      T,
      't',
      ['s3://lake/t'],
      'metadata/m0.avro',
      't/metadata/m0.avro',
    ],
    [
      'the table’s own folder wins over a namesake',
      T,
      'u',
      ['s3://lake/u'],
      's3://x/y/m0.avro',
      'u/metadata/m0.avro',
    ],
    [
      'a namesake of another table is no evidence',
      T,
      't',
      ['s3://lake/t'],
      's3://lake/t/metadata/m1.avro',
      undefined,
    ],
    [
      'but the whole path is',
      T,
      't',
      ['s3://lake/t'],
      's3://lake/u/metadata/m1.avro',
      'u/metadata/m1.avro',
    ],
    [
      'loose files',
      ['m0.avro', 'v1.metadata.json'],
      '',
      ['s3://lake/t'],
      's3://lake/t/metadata/m0.avro',
      'm0.avro',
    ],
    [
      'loose files of the metadata folder',
      ['metadata/m0.avro'],
      '',
      ['s3://lake/t'],
      's3://lake/t/metadata/m0.avro',
      'metadata/m0.avro',
    ],
    [
      'the longest tail',
      ['a/p=1/x.orc', 'a/p=2/x.orc'],
      '',
      ['s3://l/t'],
      's3://z/t/data/p=2/x.orc',
      'a/p=2/x.orc',
    ],
    [
      'two equally near are none',
      ['a/x.orc', 'b/x.orc'],
      '',
      ['s3://l/t'],
      's3://z/t/c/x.orc',
      undefined,
    ],
    ['not there', T, 't', ['s3://lake/t'], 's3://lake/t/metadata/m9.avro', undefined],
    [
      'a name with %2F is itself',
      ['t/data/a%2Fb.orc', 't/data/a/b.orc'],
      't',
      ['s3://l/t'],
      's3://l/t/data/a%2Fb.orc',
      't/data/a%2Fb.orc',
    ],
  ];
  it.each(rows)('%s', (_what, paths, root, locations, recorded, path) => {
    expect(found(paths, root, locations, recorded)).toBe(path);
  });

  describe('several files could be meant', () => {
    const RECORDED = 's3://lake/clicks/metadata/m0.avro';
    const rows: [
      what: string,
      paths: string[],
      root: string,
      taken: string | undefined,
      others: string[] | undefined,
      isTie?: boolean,
    ][] = [
      [
        'in the table’s own folder',
        ['t/metadata/m0.avro', 'u/metadata/m0.avro'],
        't',
        't',
        undefined,
      ],
      ['one beside', ['clicks/metadata/m0.avro'], '', 'clicks', undefined],
      [
        'one shares more of the location',
        ['broken/metadata/m0.avro', 'clicks/metadata/m0.avro'],
        '',
        'clicks',
        ['broken'],
        false,
      ],
      [
        'one is nearer',
        ['a/b/clicks/metadata/m0.avro', 'a/clicks/metadata/m0.avro'],
        '',
        'a/clicks',
        ['a/b/clicks'],
        true,
      ],
      [
        'nearer to the folder of the metadata file',
        ['clicks/metadata/m0.avro', 'x/y/clicks/metadata/m0.avro'],
        'x/y/z',
        'x/y/clicks',
        ['clicks'],
        true,
      ],
      [
        'none is nearer',
        ['a/metadata/m0.avro', 'b/metadata/m0.avro', 'c/d/metadata/m0.avro'],
        '',
        undefined,
        ['a', 'b', 'c/d'],
        true,
      ],
      [
        'a namesake in a folder of another name',
        ['metadata/m0.avro', 'old/m0.avro'],
        '',
        '',
        undefined,
      ],
    ];
    it.each(rows)('%s', (_what, paths, root, taken, others, isTie) => {
      const files = fileSet(
        'drop',
        paths.map((path) => [path, { kind: 'bytes', name: path, bytes: new Uint8Array() }]),
      );
      const inFolder = (folder: string) => `${folder === '' ? '' : `${folder}/`}metadata/m0.avro`;
      const locations = fileLocations(files, root, ['s3://lake/clicks']);
      const path = taken === undefined ? undefined : inFolder(taken);
      expect(locations.find(RECORDED)?.name).toBe(path);
      expect(locations.ambiguity(RECORDED)).toEqual(
        others && { recorded: RECORDED, taken: path, others: others.map(inFolder), isTie },
      );
    });
  });

  it('lists what was asked for and is missing', () => {
    const locations = fileLocations(fileSet('drop', []), '', ['s3://lake/t']);
    for (const name of ['a', 'b', 'a']) locations.find(`s3://lake/t/${name}`);
    expect(locations.missing()).toEqual(['s3://lake/t/a', 's3://lake/t/b']);
  });

  it('looks up among 50,000 files at once', () => {
    const paths = Array.from({ length: 50_000 }, (_, i) => `t/data/p=${i % 100}/part-${i}.parquet`);
    const files = fileSet(
      'drop',
      paths.map((path) => [path, { kind: 'bytes', name: path, bytes: new Uint8Array() }]),
    );
    const locations = fileLocations(files, 't', ['s3://elsewhere/now']);
    const hits = paths.filter((path) => locations.find(`s3://old/${path}`)?.name === path);
    expect(hits.length).toBe(paths.length);
  });
});

describe('addresses', () => {
  const rows: [what: string, recorded: string, url: string | undefined][] = [
    ['behind the location', 's3://b/wh/t/data/a.orc', 'https://h/x/t/data/a.orc?sig=1'],
    ['in the metadata folder', 's3://b/wh/t/metadata/m.avro', 'https://h/x/t/meta/m.avro?sig=1'],
    ['in an earlier location', 's3://old/t/metadata/m.avro', 'https://h/x/t/meta/m.avro?sig=1'],
    [
      'in a location that nobody told',
      'gs://q/r/data/p=1/a.orc',
      'https://h/x/t/data/p=1/a.orc?sig=1',
    ],
    ['an address below the one given', 'https://h/x/t/data/b.orc', 'https://h/x/t/data/b.orc'],
    ['an address elsewhere is not fetched', 'https://evil.example/b.orc', undefined],
    ['another host with the given one as prefix', 'https://h.evil/x/t/b.orc', undefined],
    [
      'a percent sign is escaped',
      's3://b/wh/t/%2F%23_v9.parquet',
      'https://h/x/t/%252F%2523_v9.parquet?sig=1',
    ],
    ['relative to the table (v4)', 'q/a.orc', 'https://h/x/t/q/a.orc?sig=1'],
    ['nowhere', 's3://b/other/a.orc', undefined],
  ];
  const locations = urlLocations('https://h/x/t?sig=1', 'https://h/x/t/meta?sig=1', [
    's3://b/wh/t',
    's3://old/t',
  ]);
  it.each(rows)('%s', (_what, recorded, url) => {
    const ref = locations.find(recorded);
    expect(ref?.kind === 'url' ? ref.url : undefined).toBe(url);
  });
});

describe('paths in addresses (B190)', () => {
  const rows: [string, string][] = [
    ['/t/%2F%23_v9.parquet', '/t/%252F%2523_v9.parquet'],
    ['ts_day=2026-09-01/a b.parquet', 'ts_day=2026-09-01/a%20b.parquet'],
    ['é#?.orc', '%C3%A9%23%3F.orc'],
  ];
  it.each(rows)('%s is asked for as %s', (path, escaped) => {
    expect(escapePath(path)).toBe(escaped);
  });
  it('joins in front of a query', () => {
    expect(joinUrl('https://h/t?a=1#f', 'x')).toBe('https://h/t/x?a=1');
  });
});
