/**
 * Long work of the page in slices: work is a generator that yields where it may be interrupted, and no slice holds the
 * page longer than a frame can bear.
 */

/** Work that yields between its steps. Steps are short (a few ms); the runner decides how many make a slice. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

const SLICE_MS = 8;

/** Errors: the signal's reason when aborted, and what the work throws. */
export async function inSlices<Result>(work: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  for (;;) {
    signal?.throwIfAborted();
    const until = performance.now() + SLICE_MS;
    do {
      const step = work.next();
      if (step.done === true) return step.value;
    } while (performance.now() < until);
    await nextTask();
  }
}

/** While more is on its way, work takes at most one part in so many of the time. */
const REST = 20;

/** Milliseconds to wait after work of `spent` ms, before more of it is begun. */
export function restAfter(spent: number): number {
  return (REST - 1) * spent;
}

/** Runs all steps at once, for tests and small work. */
export function atOnce<Result>(work: Steps<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Channels with a message under way: a port that is collected before loses its message, and the work would never go on. */
const underWay = new Set<MessageChannel>();

/** A task later, after input and painting had their turn; a timer of 0 ms is clamped to 4 ms when nested. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    underWay.add(channel);
    channel.port1.onmessage = () => {
      underWay.delete(channel);
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(undefined);
  });
}
