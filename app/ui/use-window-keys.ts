import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Listens for keys on the whole page. A key always meets what is drawn: a listener that effects renew is, for some
 * milliseconds after each drawing, still the one of the drawing before.
 */
export function useWindowKeys(onKey: (event: KeyboardEvent) => void): void {
  const latest = useEffectEvent(onKey);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => latest(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
