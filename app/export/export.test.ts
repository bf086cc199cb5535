import { describe, expect, it } from 'vitest';
import { ALL_MATCH, READ } from '../../src/planning/verdict.ts';
import type { FileRow } from '../../src/table/api.ts';
import type { SieveRow } from '../pruning/sieve-layout.ts';
import { type PictureFrame, pictureSvg, wrapped } from './picture-svg.ts';
import { type PlanReport, planReport } from './plan-report.ts';
import { fileName } from './save.ts';
import { asCsv, asJson, asTsv, type TextTable } from './text-table.ts';

const FRAME: PictureFrame = {
  title: 'Reads 9 of 6,256 files: 2.31 GiB of 2.08 TiB.',
  name: 'Map of all files',
  predicate: 'country = \'NO\' AND a < 3 & b > "c"',
  legend: [{ fill: '#344898', text: 'spec 0: day(ts)' }],
  source: 'clicks, snapshot 8413927465120338771',
  width: 300,
  height: 100,
  shapes: [],
  definitions: '',
  fontFaces: '',
  colours: { background: '#fff', ink: '#000', soft: '#555', accent: '#00f' },
};

describe('a picture', () => {
  it('has title, predicate, legend and source, and no markup of the table', () => {
    const svg = pictureSvg({ ...FRAME, width: 700 });
    expect(svg).toContain('>Reads 9 of 6,256 files: 2.31 GiB of 2.08 TiB.</text>');
    expect(svg).toContain("country = 'NO' AND a &lt; 3 &amp; b &gt; &quot;c&quot;</text>");
    expect(svg).toContain('>spec 0: day(ts)</text>');
    expect(svg).toContain('>clicks, snapshot 8413927465120338771</text>');
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
  });

  it('leaves out what is not there', () => {
    const svg = pictureSvg({ ...FRAME, predicate: undefined, legend: [] });
    expect(svg).not.toContain('WHERE');
    expect(svg).not.toContain('#344898');
  });

  it('shows characters that XML forbids by their symbols', () => {
    const text = 'a\u0000b\u001bc\u0085d\uffffe';
    const font = { family: 'x', size: 12, weight: '400' };
    const shape = { kind: 'text', x: 0, y: 0, text, font, fill: '#000' } as const;
    expect(pictureSvg({ ...FRAME, shapes: [shape] })).toContain('>a␀b␛c\ufffdd\ufffde</text>');
  });

  it('is as high as what it holds', () => {
    const heightOf = (svg: string) => Number(/height="(\d+)"/.exec(svg)?.[1]);
    const grown = heightOf(pictureSvg({ ...FRAME, height: 400 })) - heightOf(pictureSvg(FRAME));
    expect(grown).toBe(300);
  });

  it('holds 10⁵ shapes', () => {
    const shapes = Array.from({ length: 100_000 }, (_, i) => ({
      kind: 'rect' as const,
      x: i,
      y: 0,
      width: 1,
      height: 1,
      fill: '#000',
    }));
    // One for the background, one in the legend.
    expect(pictureSvg({ ...FRAME, shapes }).match(/<rect/g)).toHaveLength(100_002);
  });

  it.each([
    ['', 10, []],
    ['one', 10, ['one']],
    ['one two three', 8, ['one two', 'three']],
    ['averylongword next', 5, ['averylongword', 'next']],
  ])('breaks %o at %i letters', (text, letters, rows) => {
    expect(wrapped(text, letters)).toEqual(rows);
  });
});

it.each([
  [['clicks', 'pruning', 'Map of all files'], 'clicks-pruning-map-of-all-files.svg'],
  [['../../x', ''], 'x.svg'],
  [['', '/'], 'icecore.svg'],
  [['ütf–8 ünder'], 'ütf-8-ünder.svg'],
])('a file of %o', (parts, name) => {
  expect(fileName(parts, 'svg')).toBe(name);
});

const TABLE: TextTable = {
  head: ['path', 'id', 'rows'],
  rows: [
    ['a\tb,"c"\n', 8413927465120338771n, 3],
    ['x', undefined, -0.5],
  ],
};

describe('a table as text', () => {
  it('has one line a row, whatever a cell holds', () => {
    expect(asTsv(TABLE)).toBe('path\tid\trows\na b,"c" \t8413927465120338771\t3\nx\t\t-0.5');
  });
  it('quotes in CSV what RFC 4180 wants quoted', () => {
    expect(asCsv(TABLE)).toBe(
      'path,id,rows\r\n"a\tb,""c""\n",8413927465120338771,3\r\nx,,-0.5\r\n',
    );
  });
  it('keeps all digits in JSON, and null for what is not known', () => {
    const json = asJson(TABLE);
    expect(json).toContain('"id":8413927465120338771,');
    expect(json).toContain('{"path":"x","id":null,"rows":-0.5}');
    expect(JSON.parse(json)).toHaveLength(2);
    expect(asJson({ head: ['a'], rows: [] })).toBe('[]');
  });
});

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
  problems: [],
  link: 'https://x/#/pruning?where=a <b>',
};

describe('a report', () => {
  const text = planReport(REPORT);
  const lines = text.split('\n');

  it('says what each layout skips and reads, as an equation', () => {
    // 10 − 4 − 3 − 1 = 2, one of them fully.
    expect(lines).toContain(
      '| spec 1, day(ts) | 10 | 4 | 3 | 1 | 2 | 1 | 2.00 KiB (2,048 bytes) | 0 |',
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
  it('keeps text of the table from being markup', () => {
    expect(lines).toContain('````sql');
    expect(text).toContain('<https://x/#/pruning?where=a%20%3Cb%3E>');
    expect(planReport({ ...REPORT, table: '<img src=x>' })).toContain('# \\<img src=x\\>:');
    const layouts = new Map([[1, 'day(<b>|x)']]);
    expect(planReport({ ...REPORT, layouts })).toContain('| spec 1, day(\\<b\\>\\|x) | 10 |');
    const files = [
      { row: { ...FILE, partition: '[a](b:c)' } as FileRow, verdict: READ, deletes: 0 },
    ];
    expect(planReport({ ...REPORT, files })).toContain('| \\[a\\](b:c) | 1,024 |');
  });
  it('says that nothing is read', () => {
    expect(planReport({ ...REPORT, files: [], readCount: 0 })).toContain('\nNone.\n');
  });
});
