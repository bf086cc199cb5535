/** A table dropped on any view opens; where that fails, the view in hand stays and the failure is said over it. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { dropHandle, gatherDrop } from './open/gather.ts';
import { useOpener } from './open/opener.ts';

// The listeners stand with the page: without them the browser itself would open what is dropped.
const DropDialog = lazy(() => import('./DropDialog.tsx').then((m) => ({ default: m.DropDialog })));

export function DropAnywhere() {
  const opener = useOpener();
  const { openFiles } = opener;
  const { kind } = opener.state;
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!isFiles(event)) return;
      // Where what lies under the pointer changes, as the sign below does, a browser asks by this event alone.
      event.preventDefault();
      depth++;
      setOver(true);
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const allow = (event: DragEvent) => {
      if (isFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!isFiles(event) || event.defaultPrevented || event.dataTransfer === null) return;
      event.preventDefault();
      void openFiles(gatherDrop(event.dataTransfer), dropHandle(event.dataTransfer));
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, [openFiles]);
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
