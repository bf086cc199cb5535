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
  /** Height of the view, px. */
  readonly view: number;
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
      const around = clipOf(element);
      const box = element.getBoundingClientRect();
      const room = element.clientHeight - head - Math.max(0, box.bottom - around.end);
      const space = { count, height, view: Math.max(height, room) };
      element.scrollTop = scrollToShow(space, element.scrollTop, index);
      // The last rows scroll no further up than the list's own end, which may be out of sight.
      const top = rowTop(space, element.scrollTop, index) - element.scrollTop;
      const past = box.top + head + top + height - around.end;
      if (past > 0 && around.scroller !== undefined) around.scroller.scrollTop += past;
    },
    [scroller, count, height, head],
  );
  const space: RowSpace = { count, height, view };
  return {
    ...rowsInView(space, scrollTop),
    seen: rowsSeen(space, scrollTop),
    view,
    total: spaceHeight(space),
    top: (index) => rowTop(space, scrollTop, index),
    show,
  };
}

/** Where a scroller around an element, or the window, ends what is seen of it, px. */
function clipOf(element: HTMLElement): { readonly end: number; readonly scroller?: Element } {
  let clip: ReturnType<typeof clipOf> = { end: window.innerHeight };
  for (let scroller = element.parentElement; scroller !== null; scroller = scroller.parentElement) {
    if (getComputedStyle(scroller).overflowY === 'visible') continue;
    const end = scroller.getBoundingClientRect().bottom;
    if (end < clip.end) clip = { end, scroller };
  }
  return clip;
}
