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
  /** Lists of it that the table’s metadata alone tells, so that no manifest is read for them. */
  readonly ofMetadata?: readonly NonNullable<Search['list']>[];
}

export const VIEWS = [
  { id: 'overview', title: 'Overview', key: 'o' },
  { id: 'eras', title: 'Eras', key: 'e' },
  { id: 'pruning', title: 'Pruning', key: 'p', ofPart: true },
  { id: 'files', title: 'Files', key: 'f', ofPart: true },
  { id: 'snapshots', title: 'Snapshots', key: 's', ofMetadata: ['table', 'refs'] },
  { id: 'schema', title: 'Schema', key: 'c' },
  { id: 'evolve', title: 'Evolve', key: 'v' },
] as const satisfies readonly ViewName[];

export type ViewId = (typeof VIEWS)[number]['id'];

export function viewById(id: string): ((typeof VIEWS)[number] & ViewName) | undefined {
  return VIEWS.find((view) => view.id === id);
}
