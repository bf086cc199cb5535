/**
 * What runs inside the page before its own scripts: notes when something is on the screen, without being seen itself.
 *
 * @typedef {{ at: number, text: string }} Said the sentence over the view, at the frame that painted it
 * @typedef {{ at: number, ms: number }} LongTask a task of 50 ms or more
 * @typedef {{
 *   dropped: number, entered: number, picture: number, filesDrawn: { at: number, count: number }[],
 *   said: Said[], longTasks: LongTask[], frames: number[], countFrames(): void, asked: string | undefined,
 * }} Watched times in ms of the page's clock; frames from the call of `countFrames` on, since to count them makes them
 */

/** Runs in the page; it may use nothing from outside. @param {string | undefined} where the question to ask once a table is open */
export function watchPage(where) {
  /** @type {Watched} */
  const watched = {
    dropped: Number.NaN,
    entered: Number.NaN,
    picture: Number.NaN,
    filesDrawn: [],
    said: [],
    longTasks: [],
    frames: [],
    countFrames: () => requestAnimationFrame(frame),
    asked: undefined,
  };
  const frame = () => {
    watched.frames.push(performance.now());
    requestAnimationFrame(frame);
  };
  Object.assign(window, { icecoreBench: watched });

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      watched.longTasks.push({ at: entry.startTime, ms: entry.duration });
    }
  }).observe({ type: 'longtask', buffered: true });

  const early = { capture: true };
  addEventListener('drop', () => (watched.dropped = performance.now()), early);
  const entered = (/** @type {KeyboardEvent} */ { key }) => {
    if (key === 'Enter') watched.entered = performance.now();
  };
  addEventListener('keydown', entered, early);

  /** As soon as the table has an address, the question is put beside it, as a link with both would. */
  const ask = () => {
    const [path = '', query] = location.hash.slice(1).split('?');
    if (where === undefined || watched.asked !== undefined || query?.includes('src=') !== true)
      return;
    watched.asked = path;
    location.hash = `/pruning?${query}&where=${encodeURIComponent(where)}`;
  };
  /** @type {EventTarget | undefined} */ (Reflect.get(window, 'navigation'))?.addEventListener(
    'currententrychange',
    ask,
  );

  /** Reads the screen; in a frame, so that the time is that of painting. */
  const look = () => {
    waiting = false;
    const at = performance.now();
    const text = document.querySelector('main h1')?.textContent ?? '';
    if (text !== watched.said.at(-1)?.text) watched.said.push({ at, text });
    if (Number.isNaN(watched.dropped)) return;
    const isOpen = document.querySelector('.core') !== null;
    const drawing = document.querySelector('main :is(canvas, svg[role])');
    if (isOpen && Number.isNaN(watched.picture) && drawing !== null && text !== '') {
      watched.picture = at;
    }
    const map = document.querySelector('main .map')?.getAttribute('aria-label') ?? '';
    const count = Number(/^[\d,]+/.exec(map)?.[0].replaceAll(',', '') ?? Number.NaN);
    if (count > 0 && count !== watched.filesDrawn.at(-1)?.count)
      watched.filesDrawn.push({ at, count });
  };
  let waiting = false;
  const changed = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(look);
  };
  const whole = { childList: true, subtree: true, characterData: true, attributes: true };
  new MutationObserver(changed).observe(document, whole);
}
