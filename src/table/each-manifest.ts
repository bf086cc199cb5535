/** Going through many manifests: reading ahead, giving way, and what a damaged one costs. */
import { IcecoreError, type Problem, sentence } from '../base/errors.ts';
import { formatCount } from '../types/format.ts';
import type { ManifestSource } from './api.ts';

/** Reading of the next ones overlaps with decoding of one. */
const AT_ONCE = 3;
/** Dropped files are read several together (io/blob.ts): some are decoded while the others are read. */
const DROPPED_AT_ONCE = 6;
/** A page may have no core of its own: after an answer that a person waited for, this long it has them to draw it. */
const DRAWN_MS = 150;
/** Longer without giving way, and an abort or another call would wait. */
const LONGEST_TURN_MS = 12;

/** Calls `visit` for every manifest, a few at a time. Stops at the first error and when aborted. */
export type EachManifest = (
  manifests: readonly ManifestSource[],
  signal: AbortSignal | undefined,
  visit: (source: ManifestSource) => Promise<void>,
) => Promise<void>;

export interface ManifestWalks {
  readonly each: EachManifest;
  /**
   * Runs what a person waits for. Meanwhile, and while it may be drawn, walks by `each` only visit manifests that the
   * walks given to `run` have visited: these are decoded, so that they cost little and are not asked for again.
   */
  first<R>(run: (each: EachManifest) => Promise<R>): Promise<R>;
  /** Resolves when none of these runs. */
  calm(): Promise<void>;
}

/** A walk that gives way. */
interface Queue {
  readonly left: Map<string, ManifestSource>;
  /** Keys of those that an urgent walk has visited. */
  readonly passed: string[];
  readonly wakers: (() => void)[];
}

/** Walks that share a cache, and so give way to each other. */
export function manifestWalks(): ManifestWalks {
  const waiting = new Set<Queue>();
  const calmed: (() => void)[] = [];
  let urgent = 0;
  const wake = (queue: Queue) => {
    for (const waker of queue.wakers.splice(0)) waker();
  };
  const passed = (source: ManifestSource) => {
    const key = keyOf(source);
    for (const queue of waiting) {
      if (!queue.left.has(key)) continue;
      queue.passed.push(key);
      wake(queue);
    }
  };
  const next = async (
    queue: Queue,
    signal: AbortSignal | undefined,
  ): Promise<ManifestSource | undefined> => {
    while (queue.left.size > 0) {
      signal?.throwIfAborted();
      const [first] = queue.left.keys();
      const key = urgent === 0 ? first : queue.passed.pop();
      if (key === undefined) await new Promise<void>((resolve) => queue.wakers.push(resolve));
      else {
        const source = queue.left.get(key);
        if (queue.left.delete(key)) return source;
      }
    }
    return undefined;
  };
  return {
    async each(manifests, signal, visit) {
      const left = new Map(manifests.map((source) => [keyOf(source), source]));
      const queue: Queue = { left, passed: [], wakers: [] };
      const stop = () => wake(queue);
      waiting.add(queue);
      signal?.addEventListener('abort', stop);
      try {
        await visitAll(atOnce(manifests), signal, () => next(queue, signal), visit);
      } finally {
        signal?.removeEventListener('abort', stop);
        waiting.delete(queue);
      }
    },
    async calm() {
      while (urgent > 0) await new Promise<void>((resolve) => calmed.push(resolve));
    },
    async first(run) {
      urgent++;
      try {
        return await run(async (manifests, signal, visit) => {
          let at = 0;
          const inOrder = async () => manifests[at++];
          await visitAll(atOnce(manifests), signal, inOrder, async (source) => {
            await visit(source);
            passed(source);
          });
        });
      } finally {
        setTimeout(() => {
          urgent--;
          if (urgent > 0) return;
          for (const queue of waiting) wake(queue);
          for (const resolve of calmed.splice(0)) resolve();
        }, DRAWN_MS);
      }
    },
  };
}

/** The same manifest in the list of another snapshot has another key: it may wait. */
function keyOf({ index, manifest }: ManifestSource): string {
  return `${index} ${manifest.manifestPath}`;
}

function atOnce(manifests: readonly ManifestSource[]): number {
  const areDropped = manifests.every(({ input }) => input?.kind === 'blob');
  return Math.min(areDropped ? DROPPED_AT_ONCE : AT_ONCE, manifests.length);
}

/** A function that now and then gives others a turn. */
export function takingTurns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began <= LONGEST_TURN_MS) return;
    // A promise alone would not let a message (an abort) in.
    await new Promise((resolve) => setTimeout(resolve, 0));
    began = performance.now();
  };
}

async function visitAll(
  atOnce: number,
  signal: AbortSignal | undefined,
  next: () => Promise<ManifestSource | undefined>,
  visit: (source: ManifestSource) => Promise<void>,
): Promise<void> {
  const giveWay = takingTurns();
  const walk = async () => {
    for (let source = await next(); source !== undefined; source = await next()) {
      await giveWay();
      signal?.throwIfAborted();
      await visit(source);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, walk));
}

/** The problem that a manifest's failure is. Rethrows aborts and our own bugs. */
export function manifestProblem(
  source: ManifestSource,
  error: unknown,
  signal: AbortSignal | undefined,
): Problem {
  signal?.throwIfAborted();
  if (!(error instanceof IcecoreError)) throw error;
  const at = error.offset === undefined ? '' : ` at byte ${formatCount(error.offset)}`;
  return {
    severity: 'can-change-answer',
    code: error.kind === 'missing-file' ? 'manifest-missing' : 'manifest-damaged',
    message: sentence(`A manifest can’t be read${at}: ${error.message}`),
    place: source.manifest.manifestPath,
    consequence: 'Its files count as unknown unless its row in the manifest list rules them out.',
  };
}
