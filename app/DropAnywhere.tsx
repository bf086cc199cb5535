/** A table dropped on any view opens; where that fails, the view in hand stays and the failure is said over it. */
import { lazy, Suspense } from 'react';
import { useOpener } from './open/opener.ts';
import { useWindowDrop } from './open/use-window-drop.ts';

const DropDialog = lazy(() => import('./DropDialog.tsx').then((m) => ({ default: m.DropDialog })));

export function DropAnywhere() {
  const opener = useOpener();
  const { kind } = opener.state;
  const over = useWindowDrop(opener);
  return (
    <>
      {over ? <div className="drop-anywhere">Drop a table to open it</div> : null}
      {kind === 'failed' || kind === 'choose' ? (
        <Suspense fallback={null}>
          <DropDialog opener={opener} />
        </Suspense>
      ) : null}
    </>
  );
}
