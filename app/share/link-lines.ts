/** A line for each thing that a link holds: what it is, how it stands there, and what it means for the receiver. Pure. */
import { PARAM_NAMES } from '../../src/share/link-params.ts';
import { type Search, savedPredicates, spanFilter } from '../link.ts';
import { localKey } from '../open/local-sources.ts';
import { plural, time } from '../ui/format.ts';
import type { LinkPiece } from './link-parts.ts';

export interface LinkLine {
  readonly name: string;
  readonly value: string;
  /** Empty where the value says all. */
  readonly why: string;
}

/** Of a piece of the link of `view` and `search`; `isInside`: the link carries the table. */
export function lineOf(
  { param }: Pick<LinkPiece, 'param'>,
  view: string,
  search: Search,
  isInside: boolean,
): LinkLine {
  if (param === undefined) return { name: 'view', value: view, why: 'format 1' };
  const name = PARAM_NAMES[param];
  if (param === 'src') return { name, ...(isInside ? insideWords(search) : sourceWords(search)) };
  return { name, value: wordsOf(param, search), why: WHY[param] ?? '' };
}

const WHY: Readonly<Partial<Record<keyof Search, string>>> = {
  key: 'whoever opens the link gives her own',
  table: 'tells the table from others: its uuid and a hash of its metadata',
  snap: 'instead of “the newest”, so that it stays the same',
  ref: 'as you chose it; it may move on',
  asof: 'as you chose it',
  where: 'as SQL, readable in the link',
  saved: 'with the names that you gave them, readable in the link',
  file: 'a file, by a hash of its path',
  manifest: 'a manifest, by a hash of its path',
  ask: 'as you wrote it, readable in the link',
  ddl: 'as you wrote them, readable in the link',
  range: 'as SQL, readable in the link',
};

function wordsOf(param: keyof Search, search: Search): string {
  if (param === 'saved') {
    const saved = savedPredicates(search);
    const texts = saved.map(({ name, where }) => (name === '' ? where : `${name}: ${where}`));
    return `${plural(saved.length, 'saved predicate')}: ${texts.join(' · ')}`;
  }
  const span = param === 'span' ? spanFilter(search) : undefined;
  return span === undefined ? (search[param] ?? '') : `${time(span.from)} to ${time(span.to)}`;
}

function insideWords({ where }: Search) {
  return {
    value: 'the table itself',
    why:
      where === undefined
        ? 'its schema and layouts, one snapshot, its files without bounds; no earlier snapshots'
        : 'its schema and layouts, one snapshot, and what the predicate’s columns need of its manifests; no earlier snapshots',
  };
}

function sourceWords({ src = '', key }: Search) {
  const local = localKey(src);
  if (local !== undefined) {
    return {
      value: local,
      why: 'the table’s name: its files are not in the link, and the receiver is asked for them',
    };
  }
  const why = src.startsWith('sample:')
    ? 'a built-in table, which everybody has'
    : key === undefined
      ? 'the table’s address'
      : 'the table’s address; its key was taken out';
  return { value: src, why };
}
