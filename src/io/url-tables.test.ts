import { describe, expect, it } from 'vitest';
import { findUrlTable, rawAddress } from './url-tables.ts';

/** A server as a table of answers; what is not in it is a 404. Keeps what was asked. */
function serverOf(answers: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const fakeFetch = async (url: string | URL | Request) => {
    asked.push(String(url));
    const body = answers[String(url)];
    return body === undefined ? new Response('no', { status: 404 }) : new Response(body);
  };
  return { asked, fetch: fakeFetch as typeof fetch };
}

const T = 'https://h.example/lake/t';
const M = `${T}/metadata`;

const LISTING = `<?xml version="1.0"?><ListBucketResult><Name>lake</Name>
  <Contents><Key>t/metadata/00000-aa.metadata.json</Key></Contents>
  <Contents><Key>t/metadata/00010-bb.metadata.json</Key></Contents>
  <Contents><Key>t/metadata/00009-c&amp;c.gz.metadata.json</Key></Contents>
  <Contents><Key>t/metadata/snap-1.avro</Key></Contents></ListBucketResult>`;
const BY_NUMBER = [
  '00010-bb.metadata.json',
  '00009-c%26c.gz.metadata.json',
  '00000-aa.metadata.json',
];
const INDEX = `<html><a href="../">up</a><a href="v1.metadata.json">v1</a>
  <a href='/lake/t/metadata/v10.metadata.json?x=1'>v10</a> <A HREF=v9.gz.metadata.json>v9</A></html>`;
const V = ['v10.metadata.json', 'v9.gz.metadata.json', 'v1.metadata.json'];

describe('a table folder', () => {
  const rows: [what: string, typed: string, answers: Record<string, string>, found: string[]][] = [
    ['an index page', T, { [`${M}/`]: INDEX }, V],
    ['with a slash', `${T}/`, { [`${M}/`]: INDEX }, V],
    ['the metadata folder', `${M}/`, { [`${M}/`]: INDEX }, V],
    [
      'a bucket as first folder',
      T,
      { 'https://h.example/lake?list-type=2&prefix=t%2Fmetadata%2F': LISTING },
      BY_NUMBER,
    ],
    [
      'a bucket as host',
      T,
      { 'https://h.example/?list-type=2&prefix=lake%2Ft%2Fmetadata%2F': LISTING },
      BY_NUMBER,
    ],
    [
      'a hint alone',
      T,
      { [`${M}/version-hint.text`]: '7\n', [`${M}/v7.gz.metadata.json`]: '{}' },
      ['v7.gz.metadata.json'],
    ],
    [
      'a hint that is behind, up to the first gap (MD-3)',
      T,
      {
        [`${M}/version-hint.text`]: ' 3 ',
        [`${M}/v3.metadata.json`]: '{}',
        [`${M}/v4.metadata.json`]: '{}',
        [`${M}/v5.metadata.json.gz`]: '{}',
        [`${M}/v7.metadata.json`]: '{}',
      },
      ['v5.metadata.json.gz'],
    ],
    [
      'a hint in a listing',
      T,
      { [`${M}/`]: INDEX, [`${M}/version-hint.text`]: '1' },
      ['v1.metadata.json', 'v10.metadata.json', 'v9.gz.metadata.json'],
    ],
  ];
  it.each(rows)('%s', async (_what, typed, answers, found) => {
    const table = await findUrlTable(typed, serverOf(answers));
    expect(table).toEqual({
      tableUrl: T,
      metadataUrl: M,
      metadataFiles: found.map((name) => `${M}/${name}`),
      hasAnswered: true,
    });
  });

  it('asks nothing but the host that was named', async () => {
    const server = serverOf({});
    await expect(findUrlTable(T, server)).rejects.toThrow(/No metadata file is found/);
    expect(server.asked.every((url) => url.startsWith('https://h.example/'))).toBe(true);
  });

  it('keeps a signature on every address, and out of messages', async () => {
    const server = serverOf({ [`${M}/?sig=1`]: INDEX });
    const table = await findUrlTable(`${T}?sig=1`, server);
    expect(table.metadataFiles[0]).toBe(`${M}/v10.metadata.json?sig=1`);
    await expect(findUrlTable(`${T}x?sig=1`, server)).rejects.toThrow(/found at https:[^?]*$/);
  });

  it('says that pages are refused where every address is', async () => {
    const fakeFetch = (async (_url: unknown, init?: RequestInit) => {
      if (init?.mode === 'no-cors') return new Response(null);
      throw new TypeError('Failed to fetch');
    }) as typeof fetch;
    const call = findUrlTable(T, { fetch: fakeFetch, pageOrigin: 'https://icecore.example' });
    await expect(call).rejects.toThrow('The server at h.example does not let pages read it');
  });
});

it('asks a host that is not there for one thing, twice', async () => {
  const asked: string[] = [];
  const fakeFetch = (async (url: unknown, init?: RequestInit) => {
    if (init?.mode !== 'no-cors') asked.push(String(url));
    throw new TypeError('Failed to fetch');
  }) as typeof fetch;
  const wait = async () => undefined;
  const call = findUrlTable(T, { fetch: fakeFetch, wait, pageOrigin: 'https://icecore.example' });
  await expect(call).rejects.toMatchObject({ kind: 'network' });
  expect(asked).toEqual([`${M}/`, `${M}/`]);
});

it('asks a host that was there before five times', async () => {
  const asked: string[] = [];
  const fakeFetch = (async (url: unknown) => {
    asked.push(String(url));
    if (asked.length === 1) return new Response('no', { status: 404 });
    throw new TypeError('Failed to fetch');
  }) as typeof fetch;
  await expect(
    findUrlTable(T, { fetch: fakeFetch, wait: async () => undefined }),
  ).rejects.toMatchObject({ kind: 'network' });
  expect(asked.slice(1, 6)).toEqual(Array(5).fill(asked[1]));
  expect(asked[6]).not.toBe(asked[1]);
});

it('takes a metadata file as it is, asking nothing', async () => {
  const server = serverOf({});
  expect(await findUrlTable(`${M}/v3.metadata.json?sig=1`, server)).toEqual({
    tableUrl: `${T}?sig=1`,
    metadataUrl: `${M}?sig=1`,
    metadataFiles: [`${M}/v3.metadata.json?sig=1`],
    hasAnswered: false,
  });
  expect((await findUrlTable(`${T}/loose.json`, server)).metadataUrl).toBe(T);
  expect(server.asked).toEqual([]);
});

describe('page links become addresses of files', () => {
  const rows: [typed: string, url: string, listing: string | undefined][] = [
    [
      'https://github.com/o/r/blob/main/a/t/metadata/v1.metadata.json',
      'https://raw.githubusercontent.com/o/r/main/a/t/metadata/v1.metadata.json',
      undefined,
    ],
    [
      'https://github.com/o/r/raw/v1.0/x.json',
      'https://raw.githubusercontent.com/o/r/v1.0/x.json',
      undefined,
    ],
    [
      'https://github.com/o/r/tree/main/a/t',
      'https://raw.githubusercontent.com/o/r/main/a/t',
      'https://api.github.com/repos/o/r/contents/a/t/metadata?ref=main',
    ],
    [
      'https://github.com/o/r/tree/main/a/t/metadata/',
      'https://raw.githubusercontent.com/o/r/main/a/t/metadata/',
      'https://api.github.com/repos/o/r/contents/a/t/metadata?ref=main',
    ],
    [
      'https://huggingface.co/datasets/o/r/blob/main/t/metadata/v1.metadata.json',
      'https://huggingface.co/datasets/o/r/resolve/main/t/metadata/v1.metadata.json',
      undefined,
    ],
    [
      'https://huggingface.co/datasets/o/r/tree/main/t',
      'https://huggingface.co/datasets/o/r/resolve/main/t',
      'https://huggingface.co/api/datasets/o/r/tree/main/t/metadata',
    ],
    ['https://h.example/o/r/tree/main/t', 'https://h.example/o/r/tree/main/t', undefined],
  ];
  it.each(rows)('%s', (typed, url, listing) => {
    const raw = rawAddress(typed);
    expect(raw.url.href).toBe(url);
    if (listing !== undefined) expect(raw.listing).toBe(listing);
  });

  it('lists a folder by the host’s own listing', async () => {
    const raw = 'https://raw.githubusercontent.com/o/r/main/t/metadata';
    const server = serverOf({
      'https://api.github.com/repos/o/r/contents/t/metadata?ref=main': JSON.stringify([
        { name: 'v1.metadata.json', path: 't/metadata/v1.metadata.json' },
        { name: 'v2.metadata.json', path: 't/metadata/v2.metadata.json' },
      ]),
    });
    const table = await findUrlTable('https://github.com/o/r/tree/main/t', server);
    expect(table.metadataFiles).toEqual([`${raw}/v2.metadata.json`, `${raw}/v1.metadata.json`]);
  });
});

describe('what is no address is said', () => {
  const rows: [typed: string, advice: RegExp][] = [
    ['not an address', /begins with https/],
    ['s3://bucket/wh/t', /https:\/\/bucket\.s3\.amazonaws\.com\/wh\/t/],
    ['file:///tmp/t', /drop it here/],
    ['localhost:5002/clicks', /^Write http:\/\/localhost:5002\/clicks\.$/],
    ['127.0.0.1:5002/clicks', /^Write http:\/\/localhost:5002\/clicks\.$/],
    ['lake.example.org/wh/t', /^Write https:\/\/lake\.example\.org\/wh\/t\.$/],
    ['C:\\wh\\t', /begins with https/],
  ];
  it.each(rows)('%s', async (typed, advice) => {
    await expect(findUrlTable(typed)).rejects.toMatchObject({
      kind: 'invalid-input',
      advice: expect.stringMatching(advice) as string,
    });
  });
});
