import { type RefCallback, useCallback, useRef, useState, useSyncExternalStore } from 'react';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Size of an element in CSS pixels, kept up to date; undefined before it is laid out. */
export function useSize<T extends Element>(): readonly [RefCallback<T>, Size | undefined] {
  const [size, setSize] = useState<Size>();
  const observer = useRef<ResizeObserver>(undefined);
  const ref = useCallback((element: T | null) => {
    observer.current?.disconnect();
    observer.current = undefined;
    if (element === null) return;
    observer.current = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect;
      if (box !== undefined) setSize({ width: box.width, height: box.height });
    });
    observer.current.observe(element);
  }, []);
  return [ref, size];
}

/** True while the page matches a media query. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Two panes do not fit beside each other: narrow, and at 200 % zoom. */
export function useOnePane(): boolean {
  return useMedia('(max-width: 959px)');
}

/** The look's narrow layout: one column, the Core as a strip. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 719px)');
}
