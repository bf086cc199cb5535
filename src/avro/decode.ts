/** Containers to columns: inflate ahead, decode block by block, within a budget. */
import { IcecoreError } from '../base/errors.ts';
import { checkCodec, inflateBlock } from './codecs.ts';
import { reserveRows } from './columns.ts';
import type { Container } from './container.ts';
import type { Program } from './program.ts';
import { newRun, runBlock } from './run.ts';

/** Blocks that are inflating while one is decoded. */
const AHEAD = 4;

const MIB = 2 ** 20;
/** What one file may inflate to: 256 times its size, which real manifests stay far below, but never over 1 GiB. */
const MAX_RATIO = 256;
const SMALL_FILE_BUDGET = 64 * MIB;
const MAX_BUDGET = 1024 * MIB;

/** Real rows take at least this many bytes of a file; where the headers claim more rows, columns grow as data comes. */
const LIKELY_ROW_BYTES = 16;

/**
 * Decodes all rows of a container into the columns of `program` and returns their number. Throws IcecoreError
 * `invalid-data` (damage anywhere loses the whole file, never a part of it silently) or `unsupported` (codec).
 */
export async function decodeRows(container: Container, program: Program): Promise<number> {
  const { blocks, bytes, codec, place } = container;
  checkCodec(codec, place);
  const { rows } = program;
  if (container.claimedRows * LIKELY_ROW_BYTES <= bytes.length) {
    reserveRows(rows, container.claimedRows);
  }
  const run = newRun(program, place);
  let budget = Math.min(MAX_BUDGET, Math.max(SMALL_FILE_BUDGET, MAX_RATIO * bytes.length));
  const inflating: Promise<Uint8Array>[] = [];
  const start = (index: number): void => {
    const block = blocks[index];
    if (block === undefined) return;
    const data = bytes.subarray(block.from, block.to);
    const inflated = inflateBlock(codec, data, budget, place, block.from);
    // Whoever awaits it gets the error; a block behind a damaged one is awaited by nobody.
    inflated.catch(() => undefined);
    inflating.push(inflated);
  };
  for (let i = 0; i < AHEAD; i++) start(i);
  for (const [i, block] of blocks.entries()) {
    const data = await (inflating[i] as Promise<Uint8Array>);
    delete inflating[i];
    budget -= data.length;
    if (budget < 0 && codec !== 'null') {
      throw new IcecoreError('invalid-data', 'Deflate bomb: the file inflates out of proportion', {
        place,
        offset: block.from,
      });
    }
    start(i + AHEAD);
    runBlock(run, data, block.count, block.from, codec !== 'null');
  }
  return rows.count;
}
