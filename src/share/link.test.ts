import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanSearch,
  eraFilter,
  hashOfLink,
  type LoadChoice,
  loadChoice,
  NOTHING_CHOSEN,
  parseLink,
  pathHash,
  printLink,
  printLoad,
  type Search,
  savedPredicates,
  spanFilter,
} from './link.ts';
import { printSaved } from './saved.ts';

const ROUND: readonly Search[] = [
  {},
  { src: 'sample:clicks' },
  {
    src: 'https://data.example.org/a b/t?ref=main',
    where: "ts >= TIMESTAMP '2026-03-01' AND a = '50%+1'",
  },
  { snap: '8413927465120338771', unit: 'rows', era: '0,3', profile: 'java' },
  { ref: 'audit/03 01', asof: '2026-03-01 09:00:00' },
  { span: '-5000-1760000000000', sort: '-bytes', cols: '1,22', area: 'equal', show: 'bounds' },
];

describe('a link', () => {
  it.each(ROUND.map((search) => [printLink(search), search] as const))(
    'reads back from "%s"',
    (text, search) => {
      expect(parseLink(text)).toEqual({ search, problems: [], addresses: new Map() });
    },
  );

  it('keeps an address legible', () => {
    expect(printLink({ src: 'https://a.example/t' })).toBe('?v=1&src=https://a.example/t');
  });

  it('reports what it cannot read and keeps the rest', () => {
    const { search, problems } = parseLink('?v=1&unit=parsecs&colour=red&where=%E0%A4%A&ref=main');
    expect(search).toEqual({ ref: 'main' });
    expect(problems.map((problem) => problem.param)).toEqual(['where', 'unit', 'colour']);
  });

  it.each([
    ['unit=<script>alert(1)</script>', 'unit', '“<script>alert(1)</script>” has no meaning'],
    ['era=\u202e1', 'era', '“⟨U+202E⟩1” has no meaning'],
    [`${'n'.repeat(500)}=1`, `${'n'.repeat(60)}…`, 'it is not known here'],
    ['ref=a&ref=b', 'ref', 'it stands there twice'],
    ['file=../../etc/passwd', 'file', '“../../etc/passwd” has no meaning'],
    ['v=1e9', 'v', 'the link has version 1e9, and this page knows 1 to 1'],
  ])('names “%s” and leaves it out', (text, param, message) => {
    expect(parseLink(text).problems).toEqual([{ param, message }]);
  });

  it('prints half a surrogate pair as the replacement character', () => {
    expect(parseLink(printLink({ where: "a = '\ud800'" })).search.where).toBe("a = '\ufffd'");
  });

  it('is not read when it has two megabytes', () => {
    const { search, problems } = parseLink(`?v=1&ref=main&where=${'x'.repeat(2_000_000)}`);
    expect(search).toEqual({});
    expect(problems[0]?.message).toBe('it has 2000020 characters, and at most 100000 are read');
  });

  it('reports a version of the future', () => {
    expect(parseLink('?v=99&ref=main').problems[0]?.param).toBe('v');
    expect(parseLink('?v=99&ref=main').search).toEqual({ ref: 'main' });
  });

  it('does not take an inherited name for a parameter', () => {
    expect(parseLink('?constructor=1').problems).toHaveLength(1);
    expect(cleanSearch({ toString: 'x', unit: 'files', snap: 5 })).toEqual({ unit: 'files' });
  });
});

/** Every part there is: the types hold this to be whole. */
const PARTS: Readonly<Record<keyof Search, true>> = {
  src: true,
  key: true,
  table: true,
  root: true,
  meta: true,
  snap: true,
  ref: true,
  asof: true,
  where: true,
  saved: true,
  profile: true,
  names: true,
  file: true,
  manifest: true,
  unit: true,
  era: true,
  span: true,
  area: true,
  show: true,
  sort: true,
  cols: true,
  schema: true,
  base: true,
  step: true,
  ask: true,
  list: true,
  ddl: true,
  dialect: true,
  days: true,
  mode: true,
  rewrite: true,
  range: true,
  load: true,
};

/** Parts whose text people and tables choose; of the others each has a form. */
const FREE: readonly string[] = ['src', 'root', 'meta', 'ref', 'where', 'ask', 'ddl', 'range'];

const TRICKS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '\u202egpj.exe',
  '../../etc/passwd',
  'a\u0000b',
  '__proto__',
  "' OR 1=1 --",
  '%3Cscript%3E',
  '9'.repeat(400),
  '&where=b#/open',
];

describe.each(Object.keys(PARTS) as (keyof Search)[])('%s with a trick in it', (name) => {
  it.each(TRICKS)('%j is text, or named and left out', (trick) => {
    const { search, problems } = parseLink(`?v=1&unit=files&${name}=${encodeURIComponent(trick)}`);
    const isTwice = name === 'unit';
    if (!isTwice) expect(search.unit).toBe('files');
    // It looks like any column's name; what no table has sorts nothing.
    const isWord = name === 'sort' && /^\w+$/.test(trick) && trick.length <= 60;
    if (FREE.includes(name) || isWord) {
      expect(search[name]).toBe(trick);
      expect(parseLink(printLink(search)).search).toEqual(search);
    } else {
      expect(isTwice ? 'files' : search[name]).toBe(isTwice ? 'files' : undefined);
      expect(problems.map(({ param }) => param)).toEqual([name]);
    }
    for (const { message } of problems) {
      expect(message.length).toBeLessThan(200);
      expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });
});

describe('the end of a link', () => {
  it.each([
    ["a = 'b'", "a+=+'b%27"],
    ['f(a)', 'f(a%29'],
    ['a > 1.', 'a+%3E+1%2E'],
    ['a = b ', 'a+=+b%20'],
    ['a IN (1)?', 'a+IN+(1)%3F'],
    ['a*', 'a%2A'],
    ['a_', 'a%5F'],
    ['a = 1', 'a+=+1'],
  ])('of %s is no punctuation, which programs would cut off', (where, text) => {
    expect(printLink({ where })).toBe(`?v=1&where=${text}`);
    expect(parseLink(printLink({ where })).search).toEqual({ where });
  });
});

it('keeps habits, and nothing of a table, when another is opened', () => {
  const all = Object.fromEntries(Object.keys(PARTS).map((name) => [name, 'x']));
  const left = Object.entries({ ...all, ...NOTHING_CHOSEN }).filter(([, v]) => v !== undefined);
  expect(left.map(([name]) => name).sort()).toEqual([
    'area',
    'dialect',
    'names',
    'profile',
    'unit',
  ]);
});

it.each([
  ['http://localhost:4173/#/pruning?v=1&src=sample:clicks', '#/pruning?v=1&src=sample:clicks'],
  ['file:///tmp/t.icecore.html#/eras?v=1&unit=rows', '#/eras?v=1&unit=rows'],
  ['#/eras?v=1&unit=rows', '#/eras?v=1&unit=rows'],
  ['https://data.example.org/t/metadata/v3.metadata.json', undefined],
  ['https://data.example.org/t#/eras', undefined],
  ['javascript:alert(1)#/eras?v=1&a=b', undefined],
])('the hash of the link %s is %s', (text, hash) => {
  expect(hashOfLink(text)).toBe(hash);
});

describe('filters', () => {
  it('reads eras', () => {
    expect(eraFilter({ era: '3,10' })).toEqual(new Set([3, 10]));
    expect(eraFilter({})).toBeUndefined();
  });
  it.each<[string, LoadChoice]>([
    ['all', { kind: 'all' }],
    ['era:0,12', { kind: 'era', specIds: [0, 12] }],
    ['sample:10', { kind: 'sample', n: 10 }],
    ["where:day = 'a:b' AND x IN (1,2)", { kind: 'where', where: "day = 'a:b' AND x IN (1,2)" }],
  ])('reads what is to be loaded, and prints it again: %s', (text, choice) => {
    const { search, problems } = parseLink(printLink({ load: text }));
    expect(problems).toEqual([]);
    expect(loadChoice(search)).toEqual(choice);
    expect(printLoad(choice)).toBe(text);
  });
  it.each(['', 'none', 'era:', 'era:1,', 'era:x', 'sample:1', 'sample:0', 'sample:1e3', 'where:'])(
    'leaves out what is to be loaded where it says “%s”',
    (text) => {
      expect(parseLink(`?load=${text}`)).toMatchObject({
        search: {},
        problems: [{ param: 'load' }],
      });
      expect(cleanSearch({ load: text })).toEqual({});
    },
  );
  it('takes any text for a condition to load by', () => {
    for (const trick of TRICKS) {
      const load = `where:${trick}`;
      expect(parseLink(printLink({ load })).search).toEqual({ load });
    }
  });
  it('leaves out a condition to load by that nobody typed', () => {
    expect(cleanSearch({ load: `where:${'x'.repeat(20_000)}` })).toEqual({});
  });
  it('reads a span of negative times', () => {
    expect(spanFilter({ span: '-20--10' })).toEqual({ from: -20, to: -10 });
  });
  it('reads saved predicates, and prints them again', () => {
    const saved = [
      { name: 'last week', where: "ts >= '2026-09-03'" },
      { name: '', where: "a = ';~\\' OR b = '\n'" },
    ];
    const { search, problems } = parseLink(printLink({ saved: printSaved(saved) }));
    expect(problems).toEqual([]);
    expect(savedPredicates(search)).toEqual(saved);
    expect(printSaved([])).toBeUndefined();
  });
  it.each(['', 'a', '~', 'a~', 'a~b~c', '~a;~a', '~a;', '~a\\', `${'n'.repeat(81)}~a`])(
    'leaves out saved predicates where they are “%s”',
    (saved) => {
      expect(parseLink(`?saved=${encodeURIComponent(saved)}`)).toMatchObject({
        search: {},
        problems: [{ param: 'saved' }],
      });
    },
  );
  it('keeps at most 50 predicates', () => {
    const saved = Array.from({ length: 51 }, (_, i) => ({ name: '', where: `a = ${i}` }));
    expect(parseLink(printLink({ saved: printSaved(saved) })).search).toEqual({});
    expect(savedPredicates({ saved: printSaved(saved.slice(1)) })).toHaveLength(50);
  });
  it('names a path by 16 hex digits', () => {
    expect(pathHash('s3://a/b.parquet')).toMatch(/^[0-9a-f]{16}$/);
    expect(pathHash('a')).not.toBe(pathHash('b'));
  });
});

/** Links of every version that was ever shipped, as they were written then. Rows are added, never changed. */
const OLD_LINKS: readonly (readonly [string, Search])[] = [
  ['?v=1&src=sample:clicks&unit=files', { src: 'sample:clicks', unit: 'files' }],
  [
    '?v=1&src=sample:clicks&where=ts+%3E%3D+TIMESTAMP+%272026-09-03%27&file=0123456789abcdef',
    {
      src: 'sample:clicks',
      where: "ts >= TIMESTAMP '2026-09-03'",
      file: '0123456789abcdef',
    },
  ],
  [
    '?v=1&src=https://a.example/t/metadata/v3.metadata.json&snap=8413927465120338771&era=0,3&span=-5-17',
    {
      src: 'https://a.example/t/metadata/v3.metadata.json',
      snap: '8413927465120338771',
      era: '0,3',
      span: '-5-17',
    },
  ],
  [
    '?v=1&src=local:clicks&ref=audit&profile=java&names=exact&area=equal&show=bounds&sort=-bytes&cols=1,22',
    {
      src: 'local:clicks',
      ref: 'audit',
      profile: 'java',
      names: 'exact',
      area: 'equal',
      show: 'bounds',
      sort: '-bytes',
      cols: '1,22',
    },
  ],
  [
    "?v=1&src=sample:clicks&load=where:ts+>=+'2026-09-03'",
    { src: 'sample:clicks', load: "where:ts >= '2026-09-03'" },
  ],
  ['?v=1&src=sample:clicks&load=era:0,3', { src: 'sample:clicks', load: 'era:0,3' }],
  [
    "?v=1&src=sample:clicks&saved=last+week~ts+%3E=+'2026-09-03'%3B~a+=+'%5C%3B'",
    { src: 'sample:clicks', saved: "last week~ts >= '2026-09-03';~a = '\\;'" },
  ],
];

describe('old links', () => {
  it.each(OLD_LINKS)('%s', (text, search) => {
    expect(parseLink(text)).toEqual({ search, problems: [], addresses: new Map() });
  });
});

describe('an address with secrets', () => {
  const SECRETS = [
    [
      'https://b.s3.amazonaws.com/t/metadata/v1.metadata.json?X-Amz-Credential=AK&X-Amz-Signature=deadbeef',
      'https://b.s3.amazonaws.com/t/metadata/v1.metadata.json',
    ],
    [
      'https://x.blob.core.windows.net/c/t?sv=2022&sig=abc%2Bd',
      'https://x.blob.core.windows.net/c/t',
    ],
    ['https://anna:pass@host.example/t', 'https://host.example/t'],
    ['https://host.example/t?ref=main&token=xyz#frag', 'https://host.example/t?ref=main'],
    ['https://host.example/t?versionId=a b/../c', 'https://host.example/t'],
  ] as const;

  it.each(SECRETS)('%s is stripped, and that is said', (given, stripped) => {
    const { search, problems, addresses } = parseLink(`?v=1&src=${encodeURIComponent(given)}`);
    expect(search).toEqual({ src: stripped, key: 'own' });
    expect(problems[0]?.message).toMatch(/taken out/);
    expect(addresses.get(stripped)).toBe(given);
  });

  it.each(SECRETS)('%s never comes into a link of ours', (given, stripped) => {
    expect(cleanSearch({ src: given, meta: given })).toEqual({ src: stripped, meta: stripped });
  });
});

/** Any state: each parameter absent, or of the form its reader takes. */
function anySearch(): fc.Arbitrary<Search> {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
  const address = fc.webUrl().filter((url) => URL.canParse(url));
  const hash = fc.stringMatching(/^[0-9a-f]{16}$/);
  const long = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String);
  const ids = fc
    .array(fc.nat(), { minLength: 1, maxLength: 4 })
    .map((numbers) => numbers.join(','));
  const saved = fc
    .uniqueArray(fc.record({ name: fc.string({ maxLength: 10 }), where: text }), {
      selector: ({ where }) => where,
      minLength: 1,
      maxLength: 4,
    })
    .map((list) => printSaved(list) ?? '');
  const load = fc.oneof(
    fc.constant<LoadChoice>({ kind: 'all' }),
    text.map<LoadChoice>((where) => ({ kind: 'where', where })),
    fc.integer({ min: 2, max: 999_999 }).map<LoadChoice>((n) => ({ kind: 'sample', n })),
  );
  // The types hold it to be whole.
  const parts: { readonly [Name in keyof Search]-?: fc.Arbitrary<Search[Name]> } = {
    src: fc.oneof(
      text.map((name) => `local:${name}`),
      address,
      fc.stringMatching(/^inline:[\w-]{1,200}$/),
    ),
    key: fc.constant('own'),
    table: fc.tuple(fc.uuid(), hash, fc.nat()).map((three) => three.join('~')),
    root: text,
    meta: address,
    snap: long,
    ref: text,
    asof: fc.oneof(fc.nat().map(String), fc.constant('2026-03-01 09:00:00')),
    where: text,
    saved,
    profile: fc.constant('java'),
    names: fc.constant('exact'),
    file: hash,
    manifest: hash,
    unit: fc.constantFrom('bytes', 'files', 'rows'),
    era: ids,
    span: fc.tuple(fc.integer(), fc.integer()).map(([a, b]) => `${a}-${b}`),
    area: fc.constant('equal'),
    show: fc.constantFrom('read', 'manifest', 'partition', 'bounds', 'all', 'unknown'),
    sort: fc.stringMatching(/^-?[\w.]{1,60}$/),
    cols: ids,
    schema: fc.nat({ max: 999_999_999 }).map(String),
    base: fc.oneof(long, fc.constant('none')),
    step: fc.constantFrom('1', '4'),
    ask: text,
    list: fc.constantFrom('table', 'refs', 'partitions', 'manifests'),
    ddl: text,
    dialect: fc.constantFrom('hive', 'impala', 'trino'),
    days: fc.integer({ min: 1, max: 9999 }).map(String),
    mode: fc.constantFrom('none', 'hash', 'range'),
    rewrite: fc.oneof(ids, fc.constant('range')),
    range: text,
    load: load.map(printLoad),
  };
  return fc.record(parts, { requiredKeys: [] });
}

it('state → link → state, for random states', () => {
  fc.assert(
    fc.property(anySearch(), (search) => {
      const { problems, search: read } = parseLink(printLink(search));
      expect(read).toEqual(search);
      expect(problems).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
