import { startTransition, useEffect, useState } from 'react';

/** A page in the background paints no frame; its parts come all the same. */
const NO_FRAME_MS = 100;

/** Counts from 0 to `last`, one a frame: parts of a view that show by it are made and laid out one after the other. */
export function useStages(last: number): number {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    if (stage === last) return;
    const next = () => startTransition(() => setStage(stage + 1));
    let after: ReturnType<typeof setTimeout> | undefined;
    const late = setTimeout(next, NO_FRAME_MS);
    const frame = requestAnimationFrame(() => {
      clearTimeout(late);
      // The frame is laid out and painted after this.
      after = setTimeout(next);
    });
    return () => {
      clearTimeout(late);
      clearTimeout(after);
      cancelAnimationFrame(frame);
    };
  }, [stage, last]);
  return stage;
}
