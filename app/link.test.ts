import { describe, expect, it } from 'vitest';
import {
  cleanSearch,
  eraFilter,
  parseLink,
  pathHash,
  printLink,
  type Search,
  spanFilter,
} from './link.ts';

const ROUND: readonly Search[] = [
  {},
  { src: 'sample:clicks' },
  {
    src: 'https://data.example.org/a b/t?x=1&y=2#z',
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
      expect(parseLink(text)).toEqual({ search, problems: [] });
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

  it('reports a version of the future', () => {
    expect(parseLink('?v=99&ref=main').problems[0]?.param).toBe('v');
    expect(parseLink('?v=99&ref=main').search).toEqual({ ref: 'main' });
  });

  it('does not take an inherited name for a parameter', () => {
    expect(parseLink('?constructor=1').problems).toHaveLength(1);
    expect(cleanSearch({ toString: 'x', unit: 'files', snap: 5 })).toEqual({ unit: 'files' });
  });
});

describe('filters', () => {
  it('reads eras', () => {
    expect(eraFilter({ era: '3,10' })).toEqual(new Set([3, 10]));
    expect(eraFilter({})).toBeUndefined();
  });
  it('reads a span of negative times', () => {
    expect(spanFilter({ span: '-20--10' })).toEqual({ from: -20, to: -10 });
  });
  it('names a path by 16 hex digits', () => {
    expect(pathHash('s3://a/b.parquet')).toMatch(/^[0-9a-f]{16}$/);
    expect(pathHash('a')).not.toBe(pathHash('b'));
  });
});
