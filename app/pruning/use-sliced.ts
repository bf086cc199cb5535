import { useEffect, useRef, useState } from 'react';
import { inSlices, type Steps } from './slices.ts';

/**
 * The result of work in slices; the last one stays until the next is done. `work` must be the same while nothing
 * changed. Work that was begun is finished before newer work begins, or a quick stream of changes would never show.
 */
export function useSliced<Result>(work: () => Steps<Result>, first: Result): Result {
  const [result, setResult] = useState(first);
  const [failure, setFailure] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  const waiting = useRef<() => Steps<Result>>(undefined);
  useEffect(() => {
    waiting.current = work;
    if (running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    const run = async () => {
      try {
        for (let next = waiting.current; next !== undefined; next = waiting.current) {
          waiting.current = undefined;
          const done = await inSlices(next(), controller.signal);
          setResult(() => done);
        }
      } catch (reason) {
        if (!controller.signal.aborted) setFailure(reason);
      } finally {
        if (running.current === controller) running.current = undefined;
      }
    };
    void run();
  }, [work]);
  useEffect(
    () => () => {
      running.current?.abort();
      running.current = undefined;
    },
    [],
  );
  if (failure !== undefined) throw failure;
  return result;
}
