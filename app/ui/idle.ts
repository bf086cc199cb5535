/** Longer than this nothing waits for an idle page. */
const PATIENCE_MS = 1000;

/** A moment when the page has nothing else to do. Safari does not tell, so there it is a pause. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback !== 'function') setTimeout(resolve, PATIENCE_MS / 5);
    else requestIdleCallback(() => resolve(), { timeout: PATIENCE_MS });
  });
}

/** What follows is a task of its own. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
