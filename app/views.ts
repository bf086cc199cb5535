/** The table of views: each is a route, a tab, a key after `g`, and a chunk of its own. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export interface View {
  /** Its path in the hash. */
  readonly id: string;
  readonly title: string;
  /** Pressed after `g`. */
  readonly key: string;
  readonly Component: LazyExoticComponent<ComponentType>;
}

export const VIEWS: readonly View[] = [
  {
    id: 'overview',
    title: 'Overview',
    key: 'o',
    Component: lazy(() => import('./overview/OverviewView.tsx')),
  },
  { id: 'eras', title: 'Eras', key: 'e', Component: lazy(() => import('./eras/ErasView.tsx')) },
  {
    id: 'pruning',
    title: 'Pruning',
    key: 'p',
    Component: lazy(() => import('./pruning/PruningView.tsx')),
  },
  { id: 'files', title: 'Files', key: 'f', Component: lazy(() => import('./files/FilesView.tsx')) },
  {
    id: 'snapshots',
    title: 'Snapshots',
    key: 's',
    Component: lazy(() => import('./snapshots/CompareView.tsx')),
  },
  {
    id: 'schema',
    title: 'Schema',
    key: 'c',
    Component: lazy(() => import('./schema/SchemaView.tsx')),
  },
];

export function viewById(id: string): View | undefined {
  return VIEWS.find((view) => view.id === id);
}
