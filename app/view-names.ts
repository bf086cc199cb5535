/** What the views are called: for tabs, keys and links. What draws them stands in views.ts. */
import type { Search } from './link.ts';

export interface ViewName {
  /** Its path in the hash. */
  readonly id: string;
  readonly title: string;
  /** Pressed after `g`. */
  readonly key: string;
  /** All it says holds of a part of the manifests, too, where only that is loaded. Others tell of the whole table. */
  readonly ofPart?: true;
  /** Tells of one file: the chosen one goes along from view to view. */
  readonly ofFile?: true;
  /** Lists of it that the table’s metadata alone tells, so that no manifest is read for them. */
  readonly ofMetadata?: readonly NonNullable<Search['list']>[];
}

export const VIEWS = [
  { id: 'overview', title: 'Overview', key: 'o' },
  { id: 'eras', title: 'Eras', key: 'e' },
  { id: 'pruning', title: 'Pruning', key: 'p', ofPart: true, ofFile: true },
  { id: 'files', title: 'Files', key: 'f', ofPart: true, ofFile: true },
  { id: 'snapshots', title: 'Snapshots', key: 's', ofMetadata: ['table', 'refs'] },
  { id: 'schema', title: 'Schema', key: 'c', ofFile: true },
  { id: 'evolve', title: 'Evolve', key: 'v' },
] as const satisfies readonly ViewName[];

export type ViewId = (typeof VIEWS)[number]['id'];

export function viewById(id: string): ((typeof VIEWS)[number] & ViewName) | undefined {
  return VIEWS.find((view) => view.id === id);
}

/**
 * What a link to the view takes away: a view starts with the table and what was asked of it, without what was set for the
 * view before.
 */
export function leftBehind(view: ViewName): Search {
  const own = { manifest: undefined, sort: undefined, show: undefined, list: undefined };
  const steps = { step: undefined, ask: undefined };
  return { ...own, ...steps, ...(view.ofFile === true ? {} : { file: undefined }) };
}
