/** A plan in words and figures, for people. */
import type { Tally } from '../table/api.ts';
import { deletesReadWords } from '../table/deletes-read.ts';
import { formatBytes, formatCount } from '../types/format.ts';
import type { PlanReport } from './plan.ts';
import type { PlanTotals } from './plan-totals.ts';
import { columnsText, problemsText, unknownText } from './printed.ts';

const ROWS: readonly (readonly [keyof PlanTotals, string])[] = [
  ['live', 'live'],
  ['skippedByManifest', 'skipped by manifest'],
  ['skippedByPartition', 'skipped by partition'],
  ['skippedByBounds', 'skipped by bounds'],
  ['read', 'read'],
  ['allMatch', '  every row matches'],
  ['unknown', 'unknown'],
];

export function planText(report: PlanReport): string {
  const { snapshot, ref } = report;
  const at = snapshot === null ? 'no snapshot yet' : `snapshot ${snapshot}`;
  const lines = [
    `${report.table}, ${at}${ref === undefined ? '' : ` (${ref})`}, rules: ${report.profile}`,
    `  where ${report.where}`,
    ...report.notes.map((note) => `  note: ${note}`),
    '',
    sentenceOf(report),
    '',
    columnsText(totalsRows(report)).trimEnd(),
  ];
  if (report.eras.length > 0) lines.push('', 'By layout', columnsText(eraRows(report)).trimEnd());
  return `${lines.join('\n')}\n${problemsText(report.problems)}`;
}

function sentenceOf({ totals, atLeast, deletes }: PlanReport): string {
  const { live, read, unknown } = totals;
  if (live.files === 0n && unknown.files === 0n) return 'There is no file to read.';
  const floor = floorOf(atLeast);
  const beside = deletesReadWords(deletes.read);
  const [what, also] = beside === undefined ? ['files', ''] : ['data files', `, and ${beside}`];
  return `Reads ${floor}${formatCount(read.files)} of ${formatCount(live.files)} ${what}, ${floor}${formatBytes(read.bytes)} of ${floor}${formatBytes(live.bytes)}${also}${lostText(unknown)}.`;
}

function floorOf(atLeast: boolean): string {
  return atLeast ? 'at least ' : '';
}

function lostText({ files }: Tally): string {
  return files === 0n ? '' : `; ${unknownText(files)}`;
}

function totalsRows({ totals, atLeast }: PlanReport): readonly (readonly string[])[] {
  return ROWS.filter(([key]) => key !== 'unknown' || totals.unknown.files > 0n).map(
    ([key, words]) => [words, ...figures(totals[key], atLeast)],
  );
}

/** Sizes are what a manifest list does not tell, so they alone are floors. */
function figures({ files, bytes, records }: Tally, atLeast: boolean): readonly string[] {
  return [
    `${formatCount(files)} files`,
    `${floorOf(atLeast)}${formatBytes(bytes)}`,
    `${formatCount(records)} rows`,
  ];
}

function eraRows(report: PlanReport): readonly (readonly string[])[] {
  return report.eras.map(({ specId, layout, read, live, unknown, atLeast }) => {
    const floor = floorOf(atLeast);
    return [
      `spec ${specId}`,
      layout,
      `reads ${floor}${formatCount(read.files)} of ${formatCount(live.files)} files`,
      `${floor}${formatBytes(read.bytes)} of ${floor}${formatBytes(live.bytes)}${lostText(unknown)}`,
    ];
  });
}
