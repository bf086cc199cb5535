/** Containers to columns: inflate and decode block by block, within a budget. */
import { IcecoreError } from '../base/errors.ts';
import { type BlockSource, inflateAtOnce, inflateBlock, loadCodec, orThrow } from './codecs.ts';
import { reserveRows } from './columns.ts';
import type { Container } from './container.ts';
import { borrowEngine, inflateInto, reserve, returnEngine, SLACK } from './engine.ts';
import type { Program } from './program.ts';
import { newRun, type Run, runBlock } from './run.ts';
import { copyOut, newStaging, type Staging, stageBlock } from './staging.ts';

const MIB = 2 ** 20;
/** What one file may inflate to: 256 times its size, which real manifests stay far below, but never over 1 GiB. */
const MAX_RATIO = 256;
const SMALL_FILE_BUDGET = 64 * MIB;
const MAX_BUDGET = 1024 * MIB;

/** Real rows take at least this many bytes of a file; where the headers claim more rows, columns grow as data comes. */
const LIKELY_ROW_BYTES = 16;

/** Where others may have a turn between two blocks. */
export type Pause = () => Promise<void>;

/**
 * Decodes all rows of a container into the columns of `program` and returns their number. Throws IcecoreError
 * `invalid-data` (damage anywhere loses the whole file, never a part of it silently) or `unsupported` (codec).
 */
export async function decodeRows(
  container: Container,
  program: Program,
  pause?: Pause,
): Promise<number> {
  const { blocks, bytes, codec, place } = container;
  await loadCodec(codec, place);
  const { rows } = program;
  if (container.claimedRows * LIKELY_ROW_BYTES <= bytes.length) {
    reserveRows(rows, container.claimedRows);
  }
  let budget = Math.min(MAX_BUDGET, Math.max(SMALL_FILE_BUDGET, MAX_RATIO * bytes.length));
  const run = newRun(program, place);
  const engine = borrowEngine();
  const staging = engine && newStaging(engine, container, program);
  if (staging !== undefined) {
    await decodeStaged(staging, container, { run, budget, pause });
    return rows.count;
  }
  if (engine !== undefined) returnEngine(engine);
  for (const block of blocks) {
    const stored = bytes.subarray(block.from, block.to);
    const source = { codec, stored, limit: budget, place, offset: block.from };
    const inflated = inflateBlock(source);
    const data = inflated instanceof Promise ? await inflated : inflated;
    if (codec !== 'null') budget -= data.length;
    runBlock(run, data, block.count, block.from, codec !== 'null');
  }
  return rows.count;
}

interface Decoding {
  readonly run: Run;
  readonly budget: number;
  readonly pause: Pause | undefined;
}

/** The same in the engine's memory, without a promise of its own; a block that is odd there is decoded outside. */
async function decodeStaged(
  staging: Staging,
  { blocks, bytes, codec, place }: Container,
  { run, budget, pause }: Decoding,
): Promise<void> {
  const { engine } = staging;
  let left = budget;
  try {
    for (const block of blocks) {
      if (pause !== undefined) await pause();
      const at = staging.next;
      const stored = bytes.subarray(block.from, block.to);
      const source = { codec, stored, limit: left, place, offset: block.from };
      const size = loadBlock(staging, source);
      if (codec !== 'null') left -= size;
      if (stageBlock(staging, size, block.count)) continue;
      const data = new Uint8Array(engine.memory.buffer, at, size);
      runBlock(run, data, block.count, block.from, codec !== 'null');
    }
    copyOut(staging, staging.next);
  } finally {
    returnEngine(engine);
  }
}

/** Puts a block, inflated, where the next one goes; its size. */
function loadBlock({ engine, inputAt, next }: Staging, source: BlockSource): number {
  const { codec, stored, limit, place, offset } = source;
  let size: number | string | undefined;
  if (codec === 'deflate') size = inflateInto(engine, stored, inputAt, next, limit);
  else {
    const data = inflateAtOnce(source);
    if (reserve(engine, next + data.length + SLACK)) {
      new Uint8Array(engine.memory.buffer).set(data, next);
      size = data.length;
    }
  }
  if (size !== undefined) return orThrow(size, place, offset);
  throw new IcecoreError('unsupported', 'A block is too large for this browser’s memory', {
    place,
    offset,
    advice: 'Close other pages, or use the command line, which has the memory of the machine.',
  });
}
