/** Work that nobody waits for. */

/** A hand at work has the machine to itself: what it does is answered at once, and drawn. */
const AT_WORK = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
/** After the last of these. */
export const REST_MS = 250;

/**
 * Runs while nothing comes from the hand, and again after each interruption, until it has come to its end. Failures are
 * not told: who asks afterwards for what it was to prepare is told what is wrong. The result stops it.
 */
export function whileAtRest(
  hand: EventTarget,
  run: (signal: AbortSignal) => Promise<unknown>,
): () => void {
  let controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const interrupt = () => {
    controller.abort();
    clearTimeout(timer);
  };
  const begin = () => {
    controller = new AbortController();
    run(controller.signal).then(stop, () => undefined);
  };
  const rest = () => {
    interrupt();
    timer = setTimeout(begin, REST_MS);
  };
  const stop = () => {
    for (const kind of AT_WORK) hand.removeEventListener(kind, rest, { capture: true });
    interrupt();
  };
  for (const kind of AT_WORK) hand.addEventListener(kind, rest, { capture: true, passive: true });
  rest();
  return stop;
}
