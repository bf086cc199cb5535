/** What draws each view of view-names.ts: a chunk of its own. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { ViewId } from './view-names.ts';

const CHUNKS: Readonly<Record<ViewId, () => Promise<{ default: ComponentType }>>> = {
  overview: () => import('./overview/OverviewView.tsx'),
  eras: () => import('./eras/ErasView.tsx'),
  pruning: () => import('./pruning/PruningView.tsx'),
  files: () => import('./files/FilesView.tsx'),
  snapshots: () => import('./snapshots/CompareView.tsx'),
  schema: () => import('./schema/SchemaView.tsx'),
  evolve: () => import('./evolve/EvolveView.tsx'),
};

export const COMPONENTS: Readonly<Record<ViewId, LazyExoticComponent<ComponentType>>> = {
  overview: lazy(CHUNKS.overview),
  eras: lazy(CHUNKS.eras),
  pruning: lazy(CHUNKS.pruning),
  files: lazy(CHUNKS.files),
  snapshots: lazy(CHUNKS.snapshots),
  schema: lazy(CHUNKS.schema),
  evolve: lazy(CHUNKS.evolve),
};

/** Loads views that are likely to be shown soon. What fails will fail again, and be said, when it is shown. */
export function preloadViews(ids: readonly ViewId[]): void {
  for (const id of ids) CHUNKS[id]().catch(() => undefined);
}
