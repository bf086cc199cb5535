/** Figures and names as the command line prints them. */
import type { Problem } from '../base/errors.ts';
import type { Tally } from '../table/api.ts';
import { formatBytes, formatCount } from '../types/format.ts';

/** A report as JSON: big integers are numbers up to 2^53 and text beyond; what is undefined is left out. */
export function jsonOf(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return value >= -MAX_SAFE && value <= MAX_SAFE ? Number(value) : String(value);
  }
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [key, jsonOf(part)]),
  );
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

export const NOTHING: Tally = { files: 0n, records: 0n, bytes: 0n };

export function sumOf(tallies: Iterable<Tally>): Tally {
  let { files, records, bytes } = NOTHING;
  for (const t of tallies) {
    files += t.files;
    records += t.records;
    bytes += t.bytes;
  }
  return { files, records, bytes };
}

/** `1,086 files, 2.17 TB, 5,000 rows`. */
export function tallyText({ files, records, bytes }: Tally): string {
  const unit = files === 1n ? 'file' : 'files';
  return `${formatCount(files)} ${unit}, ${formatBytes(bytes)}, ${formatCount(records)} rows`;
}

/** Figures of which some files are known to exist and nothing more. */
export interface Figures {
  readonly live: Tally;
  /** Of `live`, the files of manifests that can't be read, as the manifest list counts them; their bytes are 0. */
  readonly unknown: Tally;
  /** True where `live` is only a floor. */
  readonly atLeast: boolean;
}

export function figuresText({ live, unknown, atLeast }: Figures): string {
  if (!atLeast) return tallyText(live);
  return `at least ${tallyText(live)}; ${unknownText(unknown.files)}`;
}

export function unknownText(files: bigint): string {
  if (files === 0n) return 'some are not known';
  return files === 1n ? '1 file is not known' : `${formatCount(files)} files are not known`;
}

/** Findings that can change an answer, for stderr. Equal ones are said once, with their number. */
export function warningsText(problems: readonly Problem[]): string {
  const grave = problems.filter(({ severity }) => severity === 'can-change-answer');
  return grave.length === 0 ? '' : `icecore: the table has problems.\n${findingLines(grave)}\n`;
}

export function problemsText(problems: readonly Problem[]): string {
  return problems.length === 0 ? '' : `\nProblems\n${findingLines(problems)}\n`;
}

function findingLines(problems: readonly Problem[]): string {
  const counts = new Map<string, number>();
  for (const { message, place, consequence } of problems) {
    const text = `  ${message} ${consequence ?? ''}\n    ${place}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, n]) => (n === 1 ? text : `${text} (${n} times)`)).join('\n');
}

/** ISO 8601 in UTC. */
export function timeText(ms: bigint): string {
  return new Date(Number(ms)).toISOString();
}

/** Rows with columns of equal width, each row on its own line, indented by two. */
export function columnsText(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, cell.length);
    });
  }
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] as number)))
      .join('  ');
  return rows.map((row) => `  ${line(row).trimEnd()}\n`).join('');
}
