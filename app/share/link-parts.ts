/** What a link carries, part by part, and where other programs would cut it. */
import { printLink, type Search } from '../link.ts';

export type PartId = 'source' | 'snapshot' | 'predicate' | 'selection' | 'view';

/** Look, Share: ink greys are the table's and ours, accent is what the person typed or chose. */
export const PART_COLOURS: Readonly<Record<PartId, string>> = {
  source: 'var(--ink2)',
  snapshot: 'var(--ink3)',
  predicate: 'var(--accent)',
  selection: 'var(--accent)',
  view: 'var(--skip)',
};

const PART_OF: Readonly<Record<keyof Search, PartId>> = {
  src: 'source',
  key: 'source',
  table: 'source',
  root: 'source',
  meta: 'source',
  snap: 'snapshot',
  ref: 'snapshot',
  asof: 'snapshot',
  base: 'snapshot',
  where: 'predicate',
  saved: 'predicate',
  profile: 'predicate',
  names: 'predicate',
  ask: 'predicate',
  ddl: 'predicate',
  days: 'predicate',
  mode: 'predicate',
  rewrite: 'predicate',
  range: 'predicate',
  file: 'selection',
  manifest: 'selection',
  era: 'selection',
  span: 'selection',
  load: 'selection',
  unit: 'view',
  area: 'view',
  show: 'view',
  sort: 'view',
  cols: 'view',
  schema: 'view',
  step: 'view',
  list: 'view',
  dialect: 'view',
};

/** A piece of the link's text. */
export interface LinkPiece {
  readonly part: PartId;
  /** Absent of the page's address with the view. */
  readonly param?: keyof Search;
  readonly text: string;
}

interface LinkPart {
  readonly id: PartId;
  /** Characters. */
  readonly length: number;
}

export interface SharedLink {
  readonly text: string;
  readonly pieces: readonly LinkPiece[];
  readonly parts: readonly LinkPart[];
}

/** `base` is the page's address without a fragment. */
export function sharedLink(base: string, view: string, search: Search): SharedLink {
  const [version = '', ...params] = printLink(search).split('&');
  const pieces: LinkPiece[] = [{ part: 'view', text: `${base}#/${view}${version}` }];
  for (const param of params) {
    const name = param.slice(0, param.indexOf('=')) as keyof Search;
    pieces.push({ part: PART_OF[name], param: name, text: `&${param}` });
  }
  const lengths = new Map<PartId, number>();
  for (const { part, text } of pieces) lengths.set(part, (lengths.get(part) ?? 0) + text.length);
  const order: readonly PartId[] = ['source', 'snapshot', 'predicate', 'selection', 'view'];
  return {
    text: pieces.map(({ text }) => text).join(''),
    pieces,
    parts: order.flatMap((id) => {
      const length = lengths.get(id);
      return length === undefined ? [] : [{ id, length }];
    }),
  };
}

export const SAFE_LENGTH = 2_000;
export const USUAL_LENGTH = 8_000;
export const LONGEST_LINK = 32_000;

/** Where a link of this length stays whole. */
export function lengthWords(length: number): string {
  if (length <= SAFE_LENGTH) return 'whole everywhere';
  if (length <= USUAL_LENGTH) return 'whole in most places; some programs cut it';
  if (length <= LONGEST_LINK) return 'many programs cut it; the bundle is safer';
  return 'too long for a link; take the bundle';
}
