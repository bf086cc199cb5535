/** Figures and names as the command line prints them. */

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
