/**
 * Sums up rounds and prints them.
 *
 * @typedef {Awaited<ReturnType<typeof import('./measure/app.mjs').measureTable>>} TableRun
 * @typedef {{ ms: number, cpuMs: number }} Timed
 * @typedef {{
 *   load: number | undefined, table: TableRun, inflate: Timed, java: (Timed & { files: number }) | null,
 *   tasks: { longestTaskCpuMs: number }, p1: { ms: number }, tenThousand: { ms: number, longestTaskMs: number },
 *   held: { files: number, heldBytes: number | null },
 * }} Round
 * @typedef {ReturnType<typeof figuresOf>} Figures
 */
import { existsSync, readFileSync } from 'node:fs';
import { median, quantile } from './measure/numbers.mjs';

/** What each figure is, and what it must stay under. Ratios compare runs of the same round. */
const FIGURES = {
  firstPlanToInflate: ['first plan ÷ inflating only', '', 1.5],
  firstPlanToInflateCpu: ['  the same in processor time', '', null],
  firstPlanToWarmJava: ['first plan ÷ Iceberg Java, warm, two threads', '', 1],
  replanMs: ['another literal over decoded columns', 'ms', 100],
  newColumnToFirst: ['a new column ÷ first plan', '', 0.5],
  typedColumnToFirst: ['  another, typed by hand, from Enter', '', null],
  restedColumnToFirst: ['  another, after a rest', '', null],
  bytesPerFile: ['memory of a data file, two columns', 'bytes', 300],
  longestTaskMs: ['longest task of the page, drop to plan', 'ms', 50],
  longestTaskCpuMs: ['  the same in processor time', 'ms', null],
  p95FrameMs: ['95th percentile of frames, zooming', 'ms', 20],
  firstLoadKb: ['JavaScript before a table is opened, gzip', 'kB', 200],
  p1Ms: ['one day (P1), from the drop', 'ms', 300],
  tenThousandFilesMs: ['10,000 files, drop to picture', 'ms', 1000],
};

/** Only ratios are gated: they hold on other machines. */
const GATED = ['firstPlanToInflate', 'firstPlanToInflateCpu', 'newColumnToFirst'];
const TOLERANCE = 1.15;

/**
 * Medians over rounds; null where a peer was absent.
 * @param {readonly Round[]} rounds
 * @param {number} files of the table
 * @param {number} firstLoadKb
 */
export function figuresOf(rounds, files, firstLoadKb) {
  /** @param {(round: Round) => number | null} pick */
  const over = (pick) => {
    const values = rounds.map(pick).filter((value) => value !== null);
    return values.length === 0 ? null : median(values);
  };
  return {
    firstPlanToInflate: over(({ table, inflate }) => table.firstPlanMs / inflate.ms),
    firstPlanToInflateCpu: over(({ table, inflate }) => table.firstPlanCpuMs / inflate.cpuMs),
    firstPlanToWarmJava: over(({ table, java }) => java && table.firstPlanMs / java.ms),
    replanMs: over(({ table }) => median(table.replanMs)),
    newColumnToFirst: over(({ table }) => table.newColumnMs / table.firstPlanMs),
    typedColumnToFirst: over(({ table }) => table.typedColumnMs / table.firstPlanMs),
    restedColumnToFirst: over(({ table }) => table.restedColumnMs / table.firstPlanMs),
    bytesPerFile: over(({ table, held }) => bytesPerFile(table, held, files)),
    longestTaskMs: over(({ table }) => table.longestTaskMs),
    longestTaskCpuMs: over(({ tasks }) => tasks.longestTaskCpuMs),
    p95FrameMs: over(({ table }) => quantile(table.frames, 0.95)),
    firstLoadKb,
    p1Ms: over(({ p1 }) => p1.ms),
    tenThousandFilesMs: over(({ tenThousand }) => tenThousand.ms),
  };
}

/**
 * What each file more costs, over a page with a small table.
 * @param {TableRun} table
 * @param {Round['held']} held
 * @param {number} files
 */
function bytesPerFile(table, held, files) {
  if (table.heldBytes === null || held.heldBytes === null || files <= held.files) return null;
  return (table.heldBytes - held.heldBytes) / (files - held.files);
}

/** Milliseconds of what was timed. @type {readonly [string, (round: Round) => number | null][]} */
const TIMES = [
  ['drop to first picture', ({ table }) => table.pictureMs],
  ['drop to first plan (P3)', ({ table }) => table.firstPlanMs],
  ['  of processor time', ({ table }) => table.firstPlanCpuMs],
  ['drop to the map of all files', ({ table }) => table.mapMs],
  ['inflating only', ({ inflate }) => inflate.ms],
  ['  of processor time', ({ inflate }) => inflate.cpuMs],
  ['Iceberg Java, warm', ({ java }) => java?.ms ?? null],
  ['  of processor time', ({ java }) => java?.cpuMs ?? null],
  ['new column', ({ table }) => table.newColumnMs],
  ['another, typed by hand, from Enter', ({ table }) => table.typedColumnMs],
  ['another, after a rest', ({ table }) => table.restedColumnMs],
  ['longest task while typing', ({ table }) => table.longestTypingTaskMs],
];

/** @param {{ table: { files: number, columns: number, manifests: number }, skipped: string[], figures: Figures, icebird: { ms: number } | null, runs: readonly Round[] }} results */
export function printed({ table, skipped, figures, icebird, runs }) {
  const lines = [
    '',
    `${table.files} files × ${table.columns} columns in ${table.manifests} manifests, ${runs.length} rounds; ` +
      `load ${runs.map(({ load }) => (load ?? 0).toFixed(1)).join(', ')}`,
    '',
    'Times, ms: median (least … most)',
  ];
  for (const [name, pick] of TIMES) {
    const values = runs.map(pick).filter((value) => value !== null);
    if (values.length === 0) continue;
    const [low, middle, high] = [0, 0.5, 1].map((share) => Math.round(quantile(values, share)));
    lines.push(`  ${name.padEnd(46)} ${String(middle).padStart(7)}  (${low} … ${high})`);
  }
  if (icebird !== null) lines.push(`  icebird, all entries, once ${Math.round(icebird.ms)}`);
  lines.push('', 'Figures, and what they must stay under');
  for (const [key, [name, unit, limit]] of Object.entries(FIGURES)) {
    const value = figures[/** @type {keyof Figures} */ (key)];
    lines.push(figureLine(String(name), String(unit), value, Number(limit ?? Number.NaN)));
  }
  for (const reason of skipped) lines.push(`Left out: ${reason}`);
  return lines.join('\n');
}

/** @param {string} name @param {string} unit @param {number | null} value @param {number} limit */
function figureLine(name, unit, value, limit) {
  const shown = value === null ? 'not measured' : `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;
  const bound = Number.isNaN(limit)
    ? ''
    : `${limit}${value !== null && value > limit ? '  over' : ''}`;
  return `  ${name.padEnd(46)} ${shown.padStart(13)}   ${bound}`.trimEnd();
}

/**
 * What got worse than the baseline by more than noise explains.
 * @param {Figures} figures
 * @param {string} file the baseline
 */
export function worse(figures, file) {
  if (!existsSync(file)) return [`There is no ${file}.`];
  const baseline = JSON.parse(readFileSync(file, 'utf8'));
  return GATED.flatMap((key) => {
    const now = figures[/** @type {keyof Figures} */ (key)];
    const then = baseline[key];
    if (now === null || typeof then !== 'number' || now <= then * TOLERANCE) return [];
    return [`${key} is ${now.toFixed(2)}; the baseline has ${then.toFixed(2)}.`];
  });
}
