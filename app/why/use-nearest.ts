/** Which files an answer looks at, and which of those that all miss is the nearest. */
import { useEffect, useMemo } from 'react';
import type { FileExplanation } from '../../src/planning/explanation.ts';
import { SKIPPED_BY_BOUNDS, SKIPPED_BY_MANIFEST, UNKNOWN } from '../../src/planning/verdict.ts';
import type { FileIndex } from '../pruning/file-index.ts';
import { type FileRef, type RowStore, refOf } from '../pruning/file-rows.ts';
import { isRead } from '../pruning/map-pixels.ts';
import { type Question, useExplanation } from '../queries.ts';
import { closestMisses, type PlaneFile } from './plane.ts';

/** Files in the picture: what came to the bounds, at most so many around the chosen one. */
export const MOST_DRAWN = 160;
/** Of more files than are drawn so many, evenly chosen, tell where the nearest may be. */
const MOST_SAMPLED = 500;

interface Looked {
  readonly index: FileIndex;
  readonly verdicts: Uint8Array;
  readonly rows: RowStore;
}

interface Nearest {
  /** Files around this one are looked at; undefined: around the one that is shown. */
  readonly around: number | undefined;
  /** undefined: not known yet, or there is no file. */
  readonly nearest: number | undefined;
}

/** The file to show of a row: one that may hold it, or else the one that misses it by least of those that came farthest. */
export function useNearest(
  input: Looked & { readonly question: Question; readonly holder: number | undefined },
): Nearest {
  const { index, verdicts, rows, question, holder } = input;
  const first = holder ?? farthest(verdicts);
  const mustLook = holder === undefined && verdicts[first ?? -1] === SKIPPED_BY_BOUNDS;
  const file = mustLook && first !== undefined ? refOf(index, first) : undefined;
  const { why, error } = useWhy(question, file);
  const sample = useMemo(() => (mustLook ? sampleOfMissed(verdicts) : []), [mustLook, verdicts]);
  const around = useClosest(input, why, sample);
  const looked = useMemo(
    () => (around === undefined ? [] : drawnPositions(verdicts, around, MOST_DRAWN)),
    [verdicts, around],
  );
  const nearest = useClosest(input, why, looked);
  if (!mustLook || error !== null || rows.error() !== undefined) {
    return { around: undefined, nearest: first };
  }
  return { around, nearest };
}

/** The file that came farthest. */
function farthest(verdicts: Uint8Array): number | undefined {
  for (let verdict = SKIPPED_BY_BOUNDS; verdict >= SKIPPED_BY_MANIFEST; verdict--) {
    const position = verdicts.indexOf(verdict);
    if (position >= 0) return position;
  }
  return undefined;
}

/** Of the positions the one that misses by least; undefined until the bounds of all are here. */
function useClosest(
  { index, verdicts, rows }: Looked,
  why: FileExplanation | undefined,
  positions: readonly number[],
): number | undefined {
  useEffect(() => {
    rows.want(positions.flatMap((one) => refOf(index, one) ?? []));
  }, [rows, index, positions]);
  const version = rows.version();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows arrive in place, by version.
  return useMemo(() => {
    const files = positions.flatMap((one) => planeFile(index, verdicts, rows, one) ?? []);
    if (why === undefined || files.length < positions.length) return undefined;
    return closestMisses(why.columns, files, undefined, 1)[0]?.id ?? positions[0];
  }, [index, verdicts, rows, version, why, positions]);
}

/** Of those that bounds skip: all, or so many, evenly. */
export function sampleOfMissed(verdicts: Uint8Array, most = MOST_SAMPLED): readonly number[] {
  const missed: number[] = [];
  for (let i = 0; i < verdicts.length; i++) if (verdicts[i] === SKIPPED_BY_BOUNDS) missed.push(i);
  const step = Math.max(1, Math.ceil(missed.length / most));
  // The last, too: what is asked for often lies beyond all.
  return missed.filter((_, i) => i % step === 0 || i === missed.length - 1);
}

export function useWhy(question: Question, file: FileRef | undefined) {
  const { data, error } = useExplanation(question, file);
  const isOf = data?.manifestIndex === file?.manifestIndex && data?.entry === file?.entry;
  return { why: isOf ? data : undefined, error };
}

/** The chosen file, what is read, and of what bounds skip the nearest to it in the order of partitions. */
export function drawnPositions(
  verdicts: Uint8Array,
  position: number,
  most: number,
): readonly number[] {
  const drawn = new Set([position]);
  for (let i = 0; i < verdicts.length && drawn.size < most / 2; i++) {
    const verdict = verdicts[i] as number;
    if (isRead(verdict) && verdict !== UNKNOWN) drawn.add(i);
  }
  for (let away = 1; away < verdicts.length && drawn.size < most; away++) {
    for (const i of [position - away, position + away]) {
      if (verdicts[i] === SKIPPED_BY_BOUNDS) drawn.add(i);
    }
  }
  return [...drawn];
}

export function planeFile(
  index: FileIndex,
  verdicts: Uint8Array,
  rows: RowStore,
  position: number,
): PlaneFile | undefined {
  const file = refOf(index, position);
  const row = file === undefined ? undefined : rows.get(file);
  if (row === undefined) return undefined;
  const era = index.eras.find(({ from, to }) => position >= from && position < to);
  return {
    id: position,
    rank: era?.rank ?? 0,
    verdict: verdicts[position] as number,
    bounds: new Map(row.bounds.map((bounds) => [bounds.fieldId, bounds])),
  };
}
