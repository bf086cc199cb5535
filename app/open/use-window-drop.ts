/** A table that is dropped anywhere on the page. */
import { useEffect, useState } from 'react';
import { dropHandle, gatherDrop } from './gather.ts';
import type { Opener } from './opener.ts';

/** Listens at the window: elsewhere the browser itself would open what is dropped. Whether files are held over the page. */
export function useWindowDrop({ openFiles, expectFiles }: Opener): boolean {
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
      expectFiles();
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
  }, [openFiles, expectFiles]);
  return over;
}
