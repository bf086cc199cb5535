/**
 * Records what the page's thread and the workers did, by Chromium's tracing with V8's sampler, and sums it up.
 *
 * @import { Browser } from '@playwright/test'
 * @typedef {{
 *   name: string, ph: string, cat: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number,
 *   id?: string, args: any,
 * }} Event times in microseconds
 * @typedef {{ name: string, parent: number | undefined }} Node
 * @typedef {{ ts: number, node: number, us: number }} Sample
 * @typedef {{ nodes: Map<number, Node>, samples: Sample[], started: number }} Profile
 */

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.cpu_profiler',
  'blink.user_timing',
  'v8',
];

/** Enough to know how long tasks are, at little cost. */
const TASK_CATEGORIES = ['disabled-by-default-devtools.timeline', '__metadata'];

const PAGE_THREAD = 'CrRendererMain';
const TASK = 'RunTask';
const LEAST_MS = 100;
const FUNCTIONS = 25;
const TASKS = 12;

/** What is no function's own time. */
const IDLE = new Set(['(idle)', '(program)', '(root)']);

/**
 * Everything that happens while `act` runs.
 * @template T
 * @param {Browser} browser
 * @param {() => Promise<T>} act
 * @param {boolean} withFunctions V8's sampler too, which slows the page
 * @returns {Promise<{ result: T, events: Event[] }>}
 */
export async function traced(browser, act, withFunctions = false) {
  const cdp = await browser.newBrowserCDPSession();
  await cdp.send('Tracing.start', {
    transferMode: 'ReturnAsStream',
    traceConfig: {
      includedCategories: withFunctions ? CATEGORIES : TASK_CATEGORIES,
      traceBufferSizeInKb: 1_000_000,
    },
  });
  const result = await act();
  const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  const { stream } = await done;
  let text = '';
  for (;;) {
    const { data, eof } = await cdp.send('IO.read', { handle: stream, size: 1 << 24 });
    text += data;
    if (eof) break;
  }
  return { result, events: JSON.parse(text).traceEvents };
}

/** @param {readonly Event[]} events @returns {Map<string, Profile>} by process and thread */
function profilesOf(events) {
  /** @type {Map<string, { key: string, started: number }>} */
  const threads = new Map();
  for (const event of events) {
    if (event.name !== 'Profile') continue;
    threads.set(`${event.pid} ${event.id}`, {
      key: `${event.pid} ${event.tid}`,
      started: event.args.data.startTime,
    });
  }
  /** @type {Map<string, Profile>} */
  const profiles = new Map();
  for (const event of events) {
    const thread = event.name === 'ProfileChunk' && threads.get(`${event.pid} ${event.id}`);
    if (!thread) continue;
    const profile = profiles.get(thread.key) ?? {
      nodes: new Map(),
      samples: [],
      started: thread.started,
    };
    profiles.set(thread.key, profile);
    addChunk(profile, event.args.data);
  }
  return profiles;
}

/** @param {Profile} profile @param {any} data */
function addChunk(profile, data) {
  for (const { id, parent, callFrame } of data.cpuProfile?.nodes ?? []) {
    const file = callFrame.url?.split('/').at(-1) ?? '';
    const place = file === '' ? '' : ` ${file}:${callFrame.lineNumber + 1}`;
    profile.nodes.set(id, { name: `${callFrame.functionName || '(anonymous)'}${place}`, parent });
  }
  let ts = profile.samples.at(-1)?.ts ?? profile.started;
  const { samples = [] } = data.cpuProfile ?? {};
  samples.forEach((/** @type {number} */ node, /** @type {number} */ i) => {
    const us = data.timeDeltas[i];
    ts += us;
    profile.samples.push({ ts, node, us });
  });
}

/**
 * The longest tasks of the page's own thread, each with the stacks that were on it longest; and for each worker the
 * functions that took its time.
 * @param {readonly Event[]} events
 * @param {number} atLeastMs
 */
export function summarize(events, atLeastMs) {
  const names = new Map();
  for (const { name, pid, tid, args } of events) {
    if (name === 'thread_name') names.set(`${pid} ${tid}`, args.name);
  }
  const lines = [];
  const processes = withWorkers(events);
  for (const [key, profile] of profilesOf(events)) {
    if (!processes.has(Number(key.split(' ')[0]))) continue;
    const own = ownTimes(profile);
    const ms = own.reduce((sum, [, us]) => sum + us, 0) / 1000;
    if (ms < LEAST_MS) continue;
    const name = names.get(key) ?? 'thread';
    const cpu = Math.round(cpuOf(events, key));
    lines.push(
      `\n${name}: ${cpu} ms of processor time; sampled ${Math.round(ms)} ms, of it by function`,
    );
    for (const [fn, us] of own.slice(0, FUNCTIONS)) {
      lines.push(`${String(Math.round(us / 1000)).padStart(8)}  ${fn}`);
    }
    if (name === PAGE_THREAD) lines.push(...longTasks(events, key, profile, atLeastMs));
  }
  return lines.join('\n');
}

/** Processor time of a thread's tasks, ms. @param {readonly Event[]} events @param {string} key */
function cpuOf(events, key) {
  const tasks = events.filter((e) => e.name === TASK && `${e.pid} ${e.tid}` === key);
  return tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000;
}

/** Processes of pages that have workers: ours, and none of the browser's own pages. @param {readonly Event[]} events */
function withWorkers(events) {
  const workers = events.filter(
    ({ name, args }) => name === 'thread_name' && /DedicatedWorker/.test(args.name),
  );
  return new Set(workers.map(({ pid }) => pid));
}

/**
 * Processor time of the longest task of the page's own thread, in ms. What other programs took of the machine
 * meanwhile is not in it, unlike in what the page can measure itself.
 * @param {readonly Event[]} events
 */
export function longestTaskCpu(events) {
  const processes = withWorkers(events);
  const threads = new Set();
  for (const { name, pid, tid, args } of events) {
    if (name === 'thread_name' && args.name === PAGE_THREAD && processes.has(pid)) {
      threads.add(`${pid} ${tid}`);
    }
  }
  let longest = 0;
  for (const { name, pid, tid, tdur = 0 } of events) {
    if (name === TASK && threads.has(`${pid} ${tid}`)) longest = Math.max(longest, tdur / 1000);
  }
  return longest;
}

/** @param {Profile} profile */
function ownTimes({ nodes, samples }) {
  /** @type {Map<string, number>} */
  const own = new Map();
  for (const { node, us } of samples) {
    const name = nodes.get(node)?.name ?? '?';
    if (!IDLE.has(name)) own.set(name, (own.get(name) ?? 0) + us);
  }
  return [...own].sort((a, b) => b[1] - a[1]);
}

/**
 * @param {readonly Event[]} events
 * @param {string} key
 * @param {Profile} profile
 * @param {number} atLeastMs
 */
function longTasks(events, key, profile, atLeastMs) {
  const here = events.filter((e) => e.ph === 'X' && `${e.pid} ${e.tid}` === key);
  const tasks = here.filter(({ name, tdur = 0 }) => name === TASK && tdur >= atLeastMs * 1000);
  tasks.sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0));
  const lines = [`\nTasks of the page of ${atLeastMs} ms processor time or more: ${tasks.length}`];
  for (const { ts, dur = 0, tdur = 0 } of tasks.slice(0, TASKS)) {
    lines.push(`  ${(tdur / 1000).toFixed(0)} ms (${(dur / 1000).toFixed(0)} by the clock)`);
    for (const [stack, us] of stacksWithin(profile, ts, ts + dur).slice(0, 3)) {
      lines.push(`    ${(us / 1000).toFixed(0).padStart(5)}  ${stack}`);
    }
    const parts = here.filter(
      (e) =>
        e.name !== TASK && e.ts >= ts && e.ts + (e.dur ?? 0) <= ts + dur && (e.tdur ?? 0) > 5000,
    );
    parts.sort((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0));
    for (const { name, tdur: part = 0 } of parts.slice(0, 4)) {
      lines.push(`    ${(part / 1000).toFixed(0).padStart(5)}  [${name}]`);
    }
  }
  return lines;
}

/** Stacks of the samples in a span, innermost first, those of the same names together. @param {Profile} profile @param {number} from @param {number} to */
function stacksWithin({ nodes, samples }, from, to) {
  /** @type {Map<string, number>} */
  const stacks = new Map();
  for (const { ts, node, us } of samples) {
    if (ts < from || ts > to) continue;
    const names = [];
    for (let at = nodes.get(node); at !== undefined; at = nodes.get(at.parent ?? -1)) {
      if (!IDLE.has(at.name)) names.push(at.name);
    }
    const stack = names.slice(0, 9).join(' < ');
    stacks.set(stack, (stacks.get(stack) ?? 0) + us);
  }
  return [...stacks].sort((a, b) => b[1] - a[1]);
}
