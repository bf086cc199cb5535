/**
 * The sieve: a row an era, each an equation. live − by manifest − by partition − by bounds = read; what is unknown is in
 * no sum but its own. Each bar is relative to what entered its stage.
 */
import {
  ALL_MATCH,
  FILE_VERDICTS,
  READ,
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_MANIFEST,
  SKIPPED_BY_PARTITION,
  UNKNOWN,
} from '../../src/planning/verdict.ts';
import type { ManifestPlan, Tally } from '../../src/table/api.ts';
import type { Unit } from './map-layout.ts';

export interface SieveRow {
  readonly specId: number;
  readonly rank: number;
  readonly manifests: number;
  readonly manifestsSkipped: number;
  readonly live: Tally;
  /** By FILE_VERDICTS index. */
  readonly byVerdict: readonly Tally[];
  /** Bytes of unknown files are not known, so sums of bytes are floors. */
  readonly bytesIncomplete: boolean;
}

export const NOTHING: Tally = { files: 0n, records: 0n, bytes: 0n };

export function addTally(a: Tally, b: Tally): Tally {
  return { files: a.files + b.files, records: a.records + b.records, bytes: a.bytes + b.bytes };
}

/** Rows of the eras that have planned manifests, newest first. `ranks`: of specs, oldest first. */
export function sieveRows(
  plans: Iterable<ManifestPlan>,
  ranks: ReadonlyMap<number, number>,
): readonly SieveRow[] {
  const rows = new Map<number, SieveRow>();
  for (const plan of plans) {
    const row = rows.get(plan.specId) ?? emptyRow(plan.specId, ranks.get(plan.specId) ?? 0);
    rows.set(plan.specId, withPlan(row, plan));
  }
  return [...rows.values()].filter((row) => row.live.files > 0n).sort((a, b) => b.rank - a.rank);
}

function emptyRow(specId: number, rank: number): SieveRow {
  return {
    specId,
    rank,
    manifests: 0,
    manifestsSkipped: 0,
    live: NOTHING,
    byVerdict: FILE_VERDICTS.map(() => NOTHING),
    bytesIncomplete: false,
  };
}

function withPlan(row: SieveRow, plan: ManifestPlan): SieveRow {
  return {
    ...row,
    manifests: row.manifests + 1,
    manifestsSkipped: row.manifestsSkipped + (plan.verdict === 'skipped' ? 1 : 0),
    live: plan.totals.reduce(addTally, row.live),
    byVerdict: row.byVerdict.map((tally, verdict) =>
      addTally(tally, plan.totals[verdict] ?? NOTHING),
    ),
    bytesIncomplete: row.bytesIncomplete || plan.bytesIncomplete,
  };
}

/** All rows as one, without an era. */
export function sumRows(rows: readonly SieveRow[]): SieveRow {
  let sum = emptyRow(-1, 0);
  for (const row of rows) {
    sum = {
      specId: -1,
      rank: 0,
      manifests: sum.manifests + row.manifests,
      manifestsSkipped: sum.manifestsSkipped + row.manifestsSkipped,
      live: addTally(sum.live, row.live),
      byVerdict: sum.byVerdict.map((tally, v) => addTally(tally, tallyOf(row, v))),
      bytesIncomplete: sum.bytesIncomplete || row.bytesIncomplete,
    };
  }
  return sum;
}

export function readOf(row: SieveRow): Tally {
  return addTally(tallyOf(row, READ), tallyOf(row, ALL_MATCH));
}

export function unknownOf(row: SieveRow): Tally {
  return tallyOf(row, UNKNOWN);
}

export function tallyOf(row: SieveRow, verdict: number): Tally {
  return row.byVerdict[verdict] ?? NOTHING;
}

export function inUnit(tally: Tally, unit: Unit): bigint {
  if (unit === 'bytes') return tally.bytes;
  return unit === 'files' ? tally.files : tally.records;
}

type StageName = 'manifest' | 'partition' | 'bounds';

export interface SieveStage {
  readonly name: StageName;
  readonly entered: Tally;
  readonly gone: Tally;
  /** Part of what entered that is dropped, 0 to 1, in the unit; undefined where nothing entered. */
  readonly share: number | undefined;
  /** False where all that entered is unknown: no verdict was given. */
  readonly judged: boolean;
}

const STAGES: readonly (readonly [StageName, number])[] = [
  ['manifest', SKIPPED_BY_MANIFEST],
  ['partition', SKIPPED_BY_PARTITION],
  ['bounds', SKIPPED_BY_BOUNDS],
];

export function stagesOf(row: SieveRow, unit: Unit): readonly SieveStage[] {
  let entered = row.live;
  const unknown = unknownOf(row);
  return STAGES.map(([name, verdict]) => {
    const gone = tallyOf(row, verdict);
    const before = entered;
    entered = minus(entered, gone);
    return {
      name,
      entered: before,
      gone,
      share: shareOf(inUnit(gone, unit), inUnit(before, unit)),
      judged: name === 'manifest' || before.files > unknown.files || unknown.files === 0n,
    };
  });
}

function minus(a: Tally, b: Tally): Tally {
  return { files: a.files - b.files, records: a.records - b.records, bytes: a.bytes - b.bytes };
}

function shareOf(part: bigint, whole: bigint): number | undefined {
  return whole <= 0n ? undefined : Number(part) / Number(whole);
}

const LEAST = 2;
const MOST = 96.5;

/** Length of the dropped part in a bar of 100: what exists is seen, and what goes on too. */
export function droppedLength(share: number): number {
  if (share <= 0) return 0;
  return share >= 1 ? 100 : Math.max(LEAST, Math.min(MOST, share * 100));
}

/** Of a bar of 100: what is read of all that is live, and of that what may match and what matches in every row. */
export function readLengths(
  row: SieveRow,
  unit: Unit,
): { readonly may: number; readonly all: number } {
  const read = inUnit(readOf(row), unit);
  const whole = droppedLength(shareOf(read, inUnit(row.live, unit)) ?? 0);
  const may = whole * (shareOf(inUnit(tallyOf(row, READ), unit), read) ?? 0);
  return { may, all: whole - may };
}
