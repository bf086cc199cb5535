/** A table that is dropped anywhere on the page. */
import { useEffect, useState } from 'react';
import { dropHandle, gatherDrop } from './gather.ts';
import type { Opener } from './opener.ts';

/** While files are held over a page it hears of them at least twice a second; what was left from a page that changed, it may not hear of. */
const GONE_MS = 1500;

/** Listens at the window: elsewhere the browser itself would open what is dropped. Whether files are held over the page. */
export function useWindowDrop({ openFiles, expectFiles }: Opener): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const gone = () => {
      clearTimeout(quiet);
      depth = 0;
      setOver(false);
    };
    const heard = () => {
      clearTimeout(quiet);
      quiet = setTimeout(gone, GONE_MS);
    };
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!isFiles(event)) return;
      // Where what lies under the pointer changes, as the sign below does, a browser asks by this event alone.
      event.preventDefault();
      depth++;
      heard();
      setOver(true);
      expectFiles();
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) gone();
    };
    const allow = (event: DragEvent) => {
      if (!isFiles(event)) return;
      event.preventDefault();
      heard();
    };
    const drop = (event: DragEvent) => {
      gone();
      if (!isFiles(event) || event.defaultPrevented || event.dataTransfer === null) return;
      event.preventDefault();
      void openFiles(gatherDrop(event.dataTransfer), dropHandle(event.dataTransfer));
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      clearTimeout(quiet);
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, [openFiles, expectFiles]);
  return over;
}
