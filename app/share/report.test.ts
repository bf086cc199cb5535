import { describe, expect, it } from 'vitest';
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import type { SieveRow } from '../pruning/sieve-layout.ts';
import { type ReportInput, reportMarkdown } from './report.ts';

const tally = (files: bigint) => ({ files, records: files, bytes: files * 1024n });

function rowOf(specId: number, files: readonly bigint[]): SieveRow {
  return {
    specId,
    rank: specId,
    manifests: 2,
    manifestsSkipped: 1,
    live: tally(files.reduce((sum, n) => sum + n, 0n)),
    byVerdict: FILE_VERDICTS.map((_, i) => tally(files[i] ?? 0n)),
    bytesIncomplete: false,
  };
}

const INPUT: ReportInput = {
  table: 'clicks',
  location: 's3://lake/clicks',
  snapshot: '84',
  where: "country = 'NO'",
  rules: 'safe',
  rows: [rowOf(1, [5n, 2n, 1n, 3n]), rowOf(0, [0n, 4n, 0n, 1n])],
  manifests: 4,
  layoutOf: (id) => (id === 1 ? 'hour(ts)' : 'day(ts)'),
  file: undefined,
  link: 'https://i.example/#/pruning?v=1',
};

describe('a report', () => {
  it('has a row for each era and one for all', () => {
    const lines = reportMarkdown(INPUT).split('\n');
    expect(lines.filter((line) => line.startsWith('| '))).toEqual([
      '| era | layout | live files | by manifest | by partition | by bounds | read | bytes read |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      '| 1 | hour\\(ts\\) | 11 | 5 | 2 | 1 | 3 | 3.00 KiB |',
      '| 0 | day\\(ts\\) | 5 | 0 | 4 | 0 | 1 | 1.00 KiB |',
      '|  | all | 16 | 5 | 6 | 1 | 4 | 4.00 KiB |',
    ]);
    expect(lines).toContain('**Reads 4 of 16 files: 4.00 KiB of 16.0 KiB.**');
    expect(lines.at(-2)).toBe('Look at it: <https://i.example/#/pruning?v=1>');
  });

  it('takes text of a table for text', () => {
    const text = reportMarkdown({
      ...INPUT,
      table: '<img src=x onerror=alert(1)> [a](javascript:b)\n# c',
      location: 's3://`a`|b',
      where: "a = '```\n<script>'",
    });
    expect(text).toContain('# What a query reads of \\<img src=x onerror=alert\\(1\\)\\>');
    expect(text).toContain('`` s3://`a`¦b ``');
    expect(text.match(/```/g)).toHaveLength(2);
  });
});
