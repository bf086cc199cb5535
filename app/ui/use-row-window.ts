import { type RefObject, useCallback, useEffect, useState } from 'react';
import {
  type RowSpace,
  rowsInView,
  rowsSeen,
  rowTop,
  scrollToShow,
  spaceHeight,
} from './row-window.ts';

export interface RowWindow {
  readonly from: number;
  readonly to: number;
  /** Without those drawn beyond the edges. */
  readonly seen: { readonly from: number; readonly to: number };
  readonly total: number;
  readonly top: (index: number) => number;
  readonly show: (index: number) => void;
}

/** The rows of a scroller that are in view; `head` px at its top are covered. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rows: { readonly count: number; readonly height: number; readonly head: number },
): RowWindow {
  const { count, height, head } = rows;
  const [scrollTop, setScrollTop] = useState(0);
  const [view, setView] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => {
      setView(Math.max(0, element.clientHeight - head));
      setScrollTop(element.scrollTop);
    };
    // It is called a first time after the layout that the browser makes anyway; to measure here would force one.
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller, head]);
  const show = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (element === null) return;
      const space = { count, height, view: Math.max(0, element.clientHeight - head) };
      element.scrollTop = scrollToShow(space, element.scrollTop, index);
    },
    [scroller, count, height, head],
  );
  const space: RowSpace = { count, height, view };
  return {
    ...rowsInView(space, scrollTop),
    seen: rowsSeen(space, scrollTop),
    total: spaceHeight(space),
    top: (index) => rowTop(space, scrollTop, index),
    show,
  };
}
