import { useEffect, useState } from 'react';
import { inSlices, type Steps } from './slices.ts';

/** The result of work in slices; the last one stays until the next is done. `work` must be the same while nothing changed. */
export function useSliced<Result>(work: () => Steps<Result>, first: Result): Result {
  const [result, setResult] = useState(first);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    const controller = new AbortController();
    inSlices(work(), controller.signal).then(
      (done) => setResult(() => done),
      (reason) => {
        if (!controller.signal.aborted) setFailure(reason);
      },
    );
    return () => controller.abort();
  }, [work]);
  if (failure !== undefined) throw failure;
  return result;
}
