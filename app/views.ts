/** What draws each view of view-names.ts: a chunk of its own. */
import { type ComponentType, startTransition, useEffect, useState } from 'react';
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

const loaded = new Map<ViewId, ComponentType>();

/** Loads a view that is likely to be shown soon. What fails will fail again, and be said, when it is shown. */
export async function preloadView(id: ViewId): Promise<void> {
  if (!loaded.has(id)) loaded.set(id, (await CHUNKS[id]()).default);
}

/**
 * The component of a view; undefined while it is loading. A failed load is thrown, for the boundary around. No
 * `React.lazy`: what that suspends is shown up to 300 ms after it could be, in one task, and a failure stays for good.
 */
export function useViewComponent(id: ViewId): ComponentType | undefined {
  const [, arrive] = useState<ViewId>();
  const [failure, setFailure] = useState<{ readonly id: ViewId; readonly reason: unknown }>();
  const component = loaded.get(id);
  useEffect(() => {
    // By what was rendered: it may have been loaded since, for another reason.
    if (component !== undefined) return;
    let current = true;
    preloadView(id).then(
      () => {
        if (current) startTransition(() => arrive(id));
      },
      (reason: unknown) => {
        if (current) setFailure({ id, reason });
      },
    );
    return () => {
      current = false;
    };
  }, [id, component]);
  if (failure?.id === id) throw failure.reason;
  return component;
}
