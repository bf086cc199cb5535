/** What draws each view of view-names.ts: a chunk of its own. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { ViewId } from './view-names.ts';

export const COMPONENTS: Readonly<Record<ViewId, LazyExoticComponent<ComponentType>>> = {
  overview: lazy(() => import('./overview/OverviewView.tsx')),
  eras: lazy(() => import('./eras/ErasView.tsx')),
  pruning: lazy(() => import('./pruning/PruningView.tsx')),
  files: lazy(() => import('./files/FilesView.tsx')),
  snapshots: lazy(() => import('./snapshots/CompareView.tsx')),
  schema: lazy(() => import('./schema/SchemaView.tsx')),
};
