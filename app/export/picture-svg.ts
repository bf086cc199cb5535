/** A picture as one SVG text: what was drawn, under its title and predicate, over its legend and source. Pure. */

export type Shape =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string;
      readonly radius?: number | undefined;
    }
  | {
      readonly kind: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly stroke: string;
      readonly width: number;
      readonly dashes?: string | undefined;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      /** Of the baseline. */
      readonly y: number;
      readonly text: string;
      readonly font: Font;
      readonly fill: string;
      readonly struck?: boolean | undefined;
    }
  | {
      readonly kind: 'image';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly href: string;
    }
  /** SVG of ours, already serialized. */
  | { readonly kind: 'markup'; readonly markup: string };

export interface Font {
  readonly family: string;
  readonly size: number;
  readonly weight: string;
  readonly style?: string | undefined;
}

export interface LegendItem {
  readonly fill: string;
  readonly stroke?: string | undefined;
  readonly text: string;
}

export interface PictureFrame {
  readonly title: string;
  /** What is drawn, small over the picture. */
  readonly name: string;
  readonly predicate: string | undefined;
  readonly legend: readonly LegendItem[];
  /** Table, snapshot, time. */
  readonly source: string;
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  /** Patterns and the like that the shapes refer to, serialized. */
  readonly definitions: string;
  /** `@font-face` rules, so that the picture looks the same elsewhere; may be empty. */
  readonly fontFaces: string;
  readonly colours: {
    readonly background: string;
    readonly ink: string;
    readonly soft: string;
    readonly accent: string;
  };
}

const PAD = 16;
const SANS = "'Inter Variable', system-ui, sans-serif";
const MONO = "'JetBrains Mono', ui-monospace, monospace";
/** Mean width of a letter at 1 px, generous. */
const LETTER = 0.58;

export function pictureSvg(frame: PictureFrame): string {
  const { colours } = frame;
  const width = Math.max(320, Math.ceil(frame.width) + 2 * PAD);
  const parts: string[] = [];
  let y = PAD;
  const line = (text: string, size: number, fill: string, family = SANS, weight = '400') => {
    for (const row of wrapped(text, (width - 2 * PAD) / (size * LETTER))) {
      y += size * 1.35;
      parts.push(textMarkup(PAD, y - size * 0.35, row, { family, size, weight }, fill));
    }
  };
  line(frame.title, 17, colours.ink, SANS, '600');
  if (frame.predicate !== undefined) line(`WHERE ${frame.predicate}`, 12, colours.accent, MONO);
  line(frame.name, 12, colours.soft);
  y += 10;
  const top = y;
  parts.push(`<g transform="translate(${PAD},${round(top)})">`);
  parts.push(...frame.shapes.map(shapeMarkup), '</g>');
  y = top + frame.height + 12;
  const legend = legendMarkup(frame, y, width);
  parts.push(legend.markup);
  y = legend.bottom;
  line(frame.source, 11, colours.soft);
  const height = Math.ceil(y + PAD);
  // Ligatures off: `>=` must stay `>=`.
  const style = `<style>text{font-variant-ligatures:none}${frame.fontFaces}</style>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapeText(frame.title)}</title>`,
    `<defs>${style}${frame.definitions}</defs>`,
    `<rect width="${width}" height="${height}" fill="${escapeText(colours.background)}"/>`,
    ...parts,
    '</svg>',
  ].join('\n');
}

function legendMarkup(frame: PictureFrame, top: number, width: number) {
  const parts: string[] = [];
  let x = PAD;
  let y = top;
  for (const { fill, stroke, text } of frame.legend) {
    const room = 21 + text.length * 12 * LETTER + 16;
    if (x > PAD && x + room > width - PAD) {
      x = PAD;
      y += 18;
    }
    const edge = stroke === undefined ? '' : ` stroke="${escapeText(stroke)}"`;
    // As high as a bar, and moved as a whole, so that a pattern begins at its corner.
    parts.push(
      `<rect transform="translate(${round(x)},${round(y + 2)})" width="15" height="7" fill="${escapeText(fill)}"${edge}/>`,
      textMarkup(
        x + 20,
        y + 10,
        text,
        { family: SANS, size: 12, weight: '400' },
        frame.colours.soft,
      ),
    );
    x += room;
  }
  return { markup: parts.join('\n'), bottom: frame.legend.length === 0 ? top : y + 20 };
}

/** At blanks, to about so many letters a row. */
export function wrapped(text: string, letters: number): readonly string[] {
  const rows: string[] = [];
  let row = '';
  for (const word of text.split(/\s+/)) {
    if (row !== '' && row.length + 1 + word.length > letters) {
      rows.push(row);
      row = word;
    } else row = row === '' ? word : `${row} ${word}`;
  }
  return row === '' ? rows : [...rows, row];
}

function shapeMarkup(shape: Shape): string {
  switch (shape.kind) {
    case 'rect': {
      const radius = shape.radius === undefined ? '' : ` rx="${round(shape.radius)}"`;
      return `<rect ${place(shape)}${radius} fill="${escapeText(shape.fill)}"/>`;
    }
    case 'line': {
      const dashes = shape.dashes === undefined ? '' : ` stroke-dasharray="${shape.dashes}"`;
      const ends = `M${round(shape.x1)} ${round(shape.y1)}L${round(shape.x2)} ${round(shape.y2)}`;
      return `<path d="${ends}" stroke="${escapeText(shape.stroke)}" stroke-width="${round(shape.width)}"${dashes}/>`;
    }
    case 'text':
      return textMarkup(shape.x, shape.y, shape.text, shape.font, shape.fill, shape.struck);
    case 'image':
      return `<image ${place(shape)} href="${escapeText(shape.href)}" preserveAspectRatio="none"/>`;
    case 'markup':
      return shape.markup;
  }
}

function place(box: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}) {
  return `x="${round(box.x)}" y="${round(box.y)}" width="${round(box.width)}" height="${round(box.height)}"`;
}

function textMarkup(
  x: number,
  y: number,
  text: string,
  font: Font,
  fill: string,
  struck = false,
): string {
  const style =
    font.style === undefined || font.style === 'normal' ? '' : ` font-style="${font.style}"`;
  const line = struck ? ' text-decoration="line-through"' : '';
  return `<text x="${round(x)}" y="${round(y)}" font-family="${escapeText(font.family)}" font-size="${round(font.size)}" font-weight="${font.weight}"${style}${line} fill="${escapeText(fill)}" xml:space="preserve">${escapeText(text)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Text of a table is only ever text: control characters, which XML forbids, are shown as their symbols. */
export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, (c) => {
      const point = c.charCodeAt(0);
      return point < 0x20 ? String.fromCharCode(0x2400 + point) : '\ufffd';
    })
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd');
}
