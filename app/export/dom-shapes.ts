/**
 * What a part of the page shows, as shapes: boxes, borders, lines of text where they stand, its SVGs with their computed
 * colours, its canvases as images. So every picture of the app can be taken away, whatever draws it.
 */
import { escapeText, type Font, type Shape } from './picture-svg.ts';

export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
  /** Ids of patterns that the shapes refer to. */
  readonly references: ReadonlySet<string>;
}

interface Walk {
  readonly root: DOMRect;
  readonly shapes: Shape[];
  readonly references: Set<string>;
}

/** Controls are no part of a picture. */
const LEFT_OUT = '.sr-only,button.btn,fieldset,input,.map-tip,[data-no-picture]';

/** `legend`: what explains the picture elsewhere on the page; it comes below. */
export function drawnShapes(root: HTMLElement, legend: HTMLElement | null): Drawn {
  const box = root.getBoundingClientRect();
  const walk: Walk = { root: box, shapes: [], references: new Set() };
  visit(walk, root, box);
  const { shapes, references } = walk;
  let { height } = box;
  if (legend !== null && legend.offsetWidth > 0) {
    const own = legend.getBoundingClientRect();
    const moved = new DOMRect(own.left, own.top - height - LEGEND_GAP, own.width, own.height);
    visit({ ...walk, root: moved }, legend, own);
    height += LEGEND_GAP + own.height;
  }
  return { width: box.width, height, shapes, references };
}

const LEGEND_GAP = 8;

function visit(walk: Walk, element: Element, clip: DOMRect): void {
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden' || element.matches(LEFT_OUT))
    return;
  const box = element.getBoundingClientRect();
  if (element instanceof SVGSVGElement) {
    if (box.width > 0 && box.height > 0) walk.shapes.push(svgShape(walk, element, box));
    return;
  }
  if (element instanceof HTMLCanvasElement) {
    const href = element.toDataURL();
    if (box.width > 0) walk.shapes.push({ kind: 'image', ...placed(walk, box), href });
    return;
  }
  boxShapes(walk, style, box);
  const inner = style.overflowX === 'visible' ? clip : meet(clip, box);
  for (const child of element.childNodes) {
    if (child instanceof Element) visit(walk, child, inner);
    else if (child instanceof Text) textShapes(walk, child, style, inner);
  }
}

function meet(a: DOMRect, b: DOMRect): DOMRect {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  return new DOMRect(
    left,
    top,
    Math.max(0, Math.min(a.right, b.right) - left),
    Math.max(0, Math.min(a.bottom, b.bottom) - top),
  );
}

function placed({ root }: Walk, box: DOMRect) {
  const { width, height } = box;
  return { x: box.left - root.left, y: box.top - root.top, width, height };
}

const NO_COLOUR = /^(?:transparent|rgba\(0, 0, 0, 0\))$/;

function boxShapes(walk: Walk, style: CSSStyleDeclaration, box: DOMRect): void {
  const { x, y, width, height } = placed(walk, box);
  if (width === 0 || height === 0) return;
  const fill = style.backgroundColor;
  if (!NO_COLOUR.test(fill)) {
    const radius = Number.parseFloat(style.borderTopLeftRadius) || undefined;
    walk.shapes.push({ kind: 'rect', x, y, width, height, fill, radius });
  }
  const sides = [
    ['Top', x, y, x + width, y],
    ['Bottom', x, y + height, x + width, y + height],
    ['Left', x, y, x, y + height],
    ['Right', x + width, y, x + width, y + height],
  ] as const;
  for (const [side, x1, y1, x2, y2] of sides) {
    const line = Number.parseFloat(style[`border${side}Width`]);
    const look = style[`border${side}Style`];
    const stroke = style[`border${side}Color`];
    if (line === 0 || look === 'none' || look === 'hidden' || NO_COLOUR.test(stroke)) continue;
    const inset = (side === 'Top' || side === 'Left' ? 1 : -1) * (line / 2);
    const [dx, dy] = side === 'Top' || side === 'Bottom' ? [0, inset] : [inset, 0];
    const dashes = look === 'dashed' ? '3 2' : look === 'dotted' ? '1 2' : undefined;
    const ends = { x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy };
    walk.shapes.push({ kind: 'line', ...ends, stroke, width: line, dashes });
  }
}

/** A text for each line that the text is broken into, cut where its box cuts it. */
function textShapes(walk: Walk, node: Text, style: CSSStyleDeclaration, clip: DOMRect): void {
  if (node.data.trim() === '') return;
  const font = fontOf(style);
  const struck = style.textDecorationLine.includes('line-through');
  for (const { text, box } of linesOf(node)) {
    const shown = cutText(transformed(text, style), box, clip);
    if (shown === '' || box.bottom < clip.top || box.top > clip.bottom) continue;
    walk.shapes.push({
      kind: 'text',
      x: box.left - walk.root.left,
      y: box.top - walk.root.top + (box.height - font.size) / 2 + font.size * 0.79,
      text: shown,
      font,
      fill: style.color,
      struck,
    });
  }
}

function transformed(text: string, style: CSSStyleDeclaration): string {
  return style.textTransform === 'uppercase' ? text.toUpperCase() : text;
}

function fontOf(style: CSSStyleDeclaration): Font {
  return {
    family: style.fontFamily,
    size: Number.parseFloat(style.fontSize),
    weight: style.fontWeight,
    style: style.fontStyle,
  };
}

interface Line {
  text: string;
  box: DOMRect;
}

/** Words whose boxes stand on one height are a line. */
function linesOf(node: Text): readonly Line[] {
  const lines: Line[] = [];
  const range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.trimEnd().length);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (box.width === 0) continue;
    if (last !== undefined && Math.abs(last.box.top - box.top) < 2) {
      last.text += word;
      last.box = new DOMRect(last.box.left, last.box.top, box.right - last.box.left, box.height);
    } else lines.push({ text: word, box });
  }
  return lines.map(({ text, box }) => ({ text: text.trimEnd().replaceAll(/\s+/g, ' '), box }));
}

function cutText(text: string, box: DOMRect, clip: DOMRect): string {
  if (box.right <= clip.right + 1) return text;
  const room = Math.floor((text.length * (clip.right - box.left)) / box.width) - 1;
  return room < 1 ? '' : `${text.slice(0, room)}…`;
}

/** Of each drawn element; other properties follow from them. */
const PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-decoration-line',
  'visibility',
] as const;

function svgShape(walk: Walk, svg: SVGSVGElement, box: DOMRect): Shape {
  const copy = resolved(walk, svg) as SVGSVGElement;
  const { x, y, width, height } = placed(walk, box);
  copy.setAttribute('x', String(x));
  copy.setAttribute('y', String(y));
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('overflow', getComputedStyle(svg).overflowX);
  return { kind: 'markup', markup: new XMLSerializer().serializeToString(copy) };
}

/** A copy that needs no style sheet. */
function resolved(walk: Walk, element: Element): Element {
  const copy = document.createElementNS(element.namespaceURI, element.localName);
  const style = getComputedStyle(element);
  for (const { name, value } of element.attributes) {
    if (/^(?:class|style|role|tabindex|id|on.*|aria-.*|data-.*)$/.test(name)) continue;
    copy.setAttribute(name, value);
  }
  for (const property of PROPERTIES) {
    const value = style.getPropertyValue(property);
    if (value === '' || value === 'normal' || value === 'auto') continue;
    copy.setAttribute(property === 'text-decoration-line' ? 'text-decoration' : property, value);
    for (const [, id] of value.matchAll(/url\("?#([\w-]+)"?\)/g)) walk.references.add(id as string);
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) {
      if (getComputedStyle(child).display !== 'none') copy.append(resolved(walk, child));
    } else if (child instanceof Text) copy.append(child.data);
  }
  return copy;
}

/** Patterns by id, with their colours as they are now. */
export function definitionsOf(references: ReadonlySet<string>): string {
  const walk: Walk = { root: new DOMRect(), shapes: [], references: new Set() };
  return [...references]
    .map((id) => {
      const element = document.getElementById(id);
      if (element === null) return '';
      const copy = resolved(walk, element);
      copy.setAttribute('id', id);
      return new XMLSerializer().serializeToString(copy);
    })
    .join('');
}

/** The page’s own fonts as `@font-face` rules that carry their bytes; those that cannot be had are left out. */
export async function fontFaces(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) =>
    [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule),
  );
  const faces = await Promise.all(rules.map((rule) => faceOf(rule)));
  return faces.join('');
}

async function faceOf(rule: CSSFontFaceRule): Promise<string> {
  const source = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
  if (source === undefined) return '';
  const response = await fetch(new URL(source, rule.parentStyleSheet?.href ?? document.baseURI));
  if (!response.ok) return '';
  const data = await dataUrl(await response.blob());
  const family = rule.style.getPropertyValue('font-family');
  const weight = rule.style.getPropertyValue('font-weight') || 'normal';
  return `@font-face{font-family:${escapeText(family)};font-weight:${weight};src:url(${data}) format('woff2')}`;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
