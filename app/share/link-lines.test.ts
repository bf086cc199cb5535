import { describe, expect, it } from 'vitest';
import { LINK_PARAMS } from '../../src/share/link-params.ts';
import { NOTHING_CHOSEN, parseLink, type Search } from '../link.ts';
import { lineOf } from './link-lines.ts';
import { sharedLink } from './link-parts.ts';

/** All that a link may hold. */
const ALL: Required<{ [P in keyof Search]: string }> = {
  src: 'https://lake.example.org/t',
  key: 'own',
  table: '20a0ae23-b709-4e90-93fc-ac86529d81fe~0123456789abcdef~1796022241219',
  root: 'lake/t',
  meta: 'https://lake.example.org/t/v7.metadata.json',
  snap: '8413927465120338771',
  ref: 'audit',
  asof: '2026-03-01',
  where: 'a = 1',
  saved: 'mine~b = 2;~c = 3',
  profile: 'java',
  names: 'exact',
  file: '0123456789abcdef',
  manifest: 'fedcba9876543210',
  unit: 'files',
  era: '0,3',
  span: '0-86400000',
  area: 'equal',
  show: 'read',
  sort: '-rows',
  cols: '1,2',
  schema: '4',
  base: 'none',
  step: '2',
  ask: 'd = 4',
  list: 'manifests',
  ddl: 'ALTER TABLE t ADD PARTITION FIELD e',
  dialect: 'trino',
  days: '30',
  mode: 'hash',
  rewrite: 'range',
  range: 'f = 5',
  load: 'sample:10',
};

describe('what a link carries', () => {
  const search = ALL as Search;
  const link = sharedLink('https://i.example/', 'evolve', search);
  const lines = link.pieces.map((piece) => lineOf(piece, 'evolve', search, false));

  it('has a line for each parameter, and one for the view', () => {
    // The link's own reader knows each of them: nothing here is invented, and nothing of it is missing.
    const read = parseLink(link.text.slice(link.text.indexOf('?'))).search;
    expect(read).toEqual(ALL);
    expect(LINK_PARAMS).toEqual(expect.arrayContaining(Object.keys(NOTHING_CHOSEN)));
    expect(link.pieces.map(({ param }) => param ?? 'view')).toEqual(['view', ...LINK_PARAMS]);
    expect(new Set(lines.map(({ name }) => name)).size).toBe(LINK_PARAMS.length + 1);
  });

  it('shows each as it stands in the link, or in words', () => {
    const worded: Readonly<Record<string, string>> = {
      saved: '2 saved predicates: mine: b = 2 · c = 3',
      span: '1970-01-01 00:00:00 to 1970-01-02 00:00:00',
    };
    const values = lines.map(({ value }) => value);
    expect(values).toEqual(['evolve', ...LINK_PARAMS.map((one) => worded[one] ?? ALL[one])]);
  });

  it('says of a table inside that it is', () => {
    const line = lineOf({ param: 'src' }, 'evolve', { ...search, src: 'inline:abc' }, true);
    expect(line.value).toBe('the table itself');
  });
});
