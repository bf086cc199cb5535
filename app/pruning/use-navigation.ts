/** Going from file to file, and closing the inspector. */
import { useCallback } from 'react';
import { isTyping } from '../keys.ts';
import { useGo } from '../routes.ts';
import { singleKeys } from '../single-keys.ts';
import { useWindowKeys } from '../ui/use-window-keys.ts';
import { nextRead } from './file-order.ts';
import type { Selection } from './use-selection.ts';

export function useClose(selection: Selection): () => void {
  const go = useGo();
  const { select } = selection;
  return useCallback(() => {
    select(undefined);
    go({ file: undefined, manifest: undefined });
  }, [go, select]);
}

/** `n` and `N`: the next and the previous file that is read. */
export function useReadKeys(order: Uint32Array, verdicts: Uint8Array, selection: Selection): void {
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if ((event.key !== 'n' && event.key !== 'N') || isTyping(event.target) || !singleKeys()) return;
    const next = nextRead(order, verdicts, selection.position, event.key === 'n' ? 1 : -1);
    if (next === undefined) return;
    event.preventDefault();
    selection.select(next);
    // From nowhere in particular the arrows go on from the file in hand.
    if (document.activeElement === document.body || document.activeElement?.id === 'main') {
      focusPart('.file-list');
    }
  });
}

/** The map, or the list: where the keyboard goes on when what had the focus is gone. */
export function focusPart(part: '.map' | '.file-list'): void {
  document.querySelector<HTMLElement>(`#main ${part}`)?.focus({ preventScroll: true });
}
