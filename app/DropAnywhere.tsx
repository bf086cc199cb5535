/** A table dropped on any view opens; where that fails, the view in hand stays and the failure is said over it. */
import { useEffect, useState } from 'react';
import { gatherDrop } from './open/gather.ts';
import { FailureStory } from './open/OpenFailed.tsx';
import { useOpener } from './open/opener.ts';
import { Button } from './ui/controls.tsx';
import { Dialog } from './ui/popovers.tsx';

export function DropAnywhere() {
  const opener = useOpener();
  const { openFiles, state } = opener;
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!isFiles(event)) return;
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
      void openFiles(gatherDrop(event.dataTransfer));
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
      {state.kind === 'failed' ? (
        <Dialog title="That did not open" open onClose={opener.dismiss}>
          <FailureStory
            src={state.src}
            error={state.error}
            onRetry={() => void opener.openSource(state.src)}
          />
        </Dialog>
      ) : null}
      {state.kind === 'choose' ? (
        <Dialog title="Several tables are there. Which one?" open onClose={opener.dismiss}>
          {state.tables.map((table) => (
            <Button
              key={table.root}
              onClick={() => void opener.openSource(state.src, table.root)}
              style={{ margin: '0 var(--s8) var(--s8) 0' }}
            >
              {table.root === '' ? table.name : table.root}
            </Button>
          ))}
        </Dialog>
      ) : null}
    </>
  );
}
