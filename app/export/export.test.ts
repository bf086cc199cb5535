import { describe, expect, it } from 'vitest';
import { type PictureFrame, pictureSvg, wrapped } from './picture-svg.ts';
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

  it('begins a pattern of the legend at the corner of its swatch', () => {
    const legend = [{ fill: 'url(#v-half)', text: 'read' }];
    const swatch =
      /<rect transform="translate\([\d.]+,[\d.]+\)" width="15" height="7" fill="url\(#v-half\)"/;
    expect(pictureSvg({ ...FRAME, legend })).toMatch(swatch);
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
