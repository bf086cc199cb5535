import { useEffect, useRef, useState } from 'react';
import { inSlices, restAfter, type Steps } from './slices.ts';

/**
 * The result of work in slices; the last one stays until the next is done. `work` must be the same while nothing
 * changed. Work that was begun is finished before newer work begins, or a quick stream of changes would never show; and
 * while more is on its way (`isLast` is false) there is a rest before the next.
 */
export function useSliced<Result>(work: () => Steps<Result>, first: Result, isLast = true): Result {
  const [result, setResult] = useState(first);
  const [failure, setFailure] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  const waiting = useRef<() => Steps<Result>>(undefined);
  const mayRest = useRef(false);
  const resting = useRef<Rest>(undefined);
  useEffect(() => {
    waiting.current = work;
    mayRest.current = !isLast;
    if (isLast) resting.current?.end();
    if (running.current !== undefined) return;
    const controller = new AbortController();
    running.current = controller;
    const run = async () => {
      try {
        for (let next = waiting.current; next !== undefined; next = waiting.current) {
          waiting.current = undefined;
          const began = performance.now();
          const done = await inSlices(next(), controller.signal);
          setResult(() => done);
          if (!mayRest.current) continue;
          resting.current = rest(restAfter(performance.now() - began));
          await resting.current.over;
        }
      } catch (reason) {
        if (!controller.signal.aborted) setFailure(reason);
      } finally {
        if (running.current === controller) running.current = undefined;
      }
    };
    void run();
  }, [work, isLast]);
  useEffect(
    () => () => {
      running.current?.abort();
      resting.current?.end();
      running.current = undefined;
    },
    [],
  );
  if (failure !== undefined) throw failure;
  return result;
}

interface Rest {
  readonly over: Promise<void>;
  end(): void;
}

function rest(ms: number): Rest {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
    setTimeout(resolve, ms);
  });
  return { over, end };
}
