import { describe, expect, it } from 'vitest';
import type { FileExplanation } from '../../src/planning/explanation.ts';
import { ALL_MATCH, READ } from '../../src/planning/verdict.ts';
import type { FileRow } from '../../src/table/api.ts';
import type { SieveRow } from '../pruning/sieve-layout.ts';
import { markdownOf } from './document.ts';
import { type PlanReport, planReport } from './plan-report.ts';

function row(byVerdict: readonly number[]): SieveRow {
  const tally = (files: number) => ({
    files: BigInt(files),
    records: 0n,
    bytes: BigInt(files) * 1024n,
  });
  const live = byVerdict.reduce((a, b) => a + b, 0);
  return {
    specId: 1,
    rank: 0,
    manifests: 1,
    manifestsSkipped: 0,
    bytesIncomplete: false,
    live: tally(live),
    byVerdict: byVerdict.map(tally),
  };
}

const FILE = {
  specId: 1,
  partition: 'a|b=1',
  fileSizeInBytes: 1024n,
  recordCount: -1n,
  filePath: 's3://x/`y`|z',
} as FileRow;

const REPORT: PlanReport = {
  table: 'clicks',
  location: 's3://lake/clicks',
  snapshot: { id: '8413927465120338771', time: '2026-03-15 05:52:11' },
  where: "a = '```'",
  rules: 'safe',
  sentence: 'Reads 2 of 10 files.',
  layouts: new Map([[1, 'day(ts)']]),
  sieve: [row([4, 3, 1, 1, 1, 0])],
  projections: new Map([
    [
      1,
      {
        specId: 1,
        inclusive: { formula: 'ts_day = 2026-03-01', words: 'the day is 2026-03-01' },
        strict: { formula: 'FALSE', words: 'never: a day mixes values of country' },
        unused: [{ text: "country = 'NO'", reason: 'country is no field of spec 1' }],
      },
    ],
  ]),
  files: [
    { row: FILE, verdict: READ, deletes: 2 },
    { row: { ...FILE, filePath: 'b' } as FileRow, verdict: ALL_MATCH, deletes: 0 },
  ],
  readCount: 3,
  inHand: undefined,
  problems: [],
  link: 'https://x/#/pruning?where=a <b>',
  linkWarning: undefined,
};

function markdown(report: PlanReport): string {
  return markdownOf(planReport(report));
}

describe('a report', () => {
  const text = markdown(REPORT);
  const lines = text.split('\n');

  it('says what each layout skips and reads, as an equation', () => {
    // 10 − 4 − 3 − 1 = 2, one of them fully.
    expect(lines).toContain(
      '| spec 1, day\\(ts\\) | 10 | 4 | 3 | 1 | 2 | 1 | 2.00 KiB, 2,048 bytes | 0 |',
    );
  });
  it('says what helps and what does not', () => {
    expect(lines).toContain("  - `country = 'NO'` does not help: country is no field of spec 1");
    expect(lines).toContain('  - surely matches never: a day mixes values of country');
  });
  it('names files, and how many more there are', () => {
    expect(lines).toContain(
      '| rows may match | 1 | a\\|b=1 | 1,024 | not counted | 2 | ``s3://x/`y`\\|z`` |',
    );
    expect(lines).toContain('And 1 file more.');
  });
  it('says last where its link leads, if that is to this machine alone', () => {
    const warned = markdown({ ...REPORT, linkWarning: 'It opens this file.' });
    expect(warned.trimEnd().split('\n').at(-1)).toBe('It opens this file.');
    expect(text).not.toContain('It opens');
  });
  it('keeps text of the table from being markup', () => {
    expect(lines).toContain('````sql');
    expect(text).toContain('<https://x/#/pruning?where=a%20%3Cb%3E>');
    expect(markdown({ ...REPORT, table: '<img src=x>' })).toContain('# \\<img src=x\\>:');
    const layouts = new Map([[1, 'day(<b>|x)']]);
    expect(markdown({ ...REPORT, layouts })).toContain('| spec 1, day\\(\\<b\\>\\|x\\) | 10 |');
    const files = [
      { row: { ...FILE, partition: '[a](b:c)' } as FileRow, verdict: READ, deletes: 0 },
    ];
    expect(markdown({ ...REPORT, files })).toContain('| \\[a\\]\\(b:c\\) | 1,024 |');
  });
  it('has the evidence of the file in hand', () => {
    const inHand = {
      filePath: 's3://x/`y`',
      sentence: 'Read: rows may match. <b>',
      stages: [
        {
          stage: 'bounds',
          rows: 'might',
          tree: {
            kind: 'and',
            children: [
              { text: 'a = 1', finding: 'a runs from 0 to 9', children: [] },
              { text: 'b > 2', children: [] },
            ],
          },
        },
      ],
      residual: { text: "country = 'NO'" },
    } as unknown as FileExplanation;
    const found = markdown({ ...REPORT, inHand }).split('\n');
    const at = found.indexOf('## The file in hand');
    expect(found.slice(at + 2, at + 11).filter((line) => line !== '')).toEqual([
      '`` s3://x/`y` ``',
      'Read: rows may match. \\<b\\>',
      '- By its bounds rows may match:',
      '  - `a = 1` a runs from 0 to 9',
      '  - `b > 2`',
      "What is left to ask of its rows: `country = 'NO'`",
    ]);
  });
  it('says what alone was loaded', () => {
    const part = 'Only one manifest in 3 is loaded.';
    expect(markdown({ ...REPORT, part }).split('\n')).toContain(
      '- Only one manifest in 3 is loaded. All below is said of these.',
    );
  });
  it('says that nothing is read', () => {
    expect(markdown({ ...REPORT, files: [], readCount: 0 })).toContain('\nNone.\n');
  });
});
