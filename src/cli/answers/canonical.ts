/** Equal texts for JSON that says the same in answers. */
import { printJson } from '../../base/json.ts';
import { parseTimestamp } from '../../types/time.ts';

/** Lists of IN are sets (PR-15): `values` sorted, each once. An instant has many texts, and the sign of a zero is lost in the reference's answers. */
export function canonical(json: unknown): string {
  return printJson(settle(json) ?? null);
}

function settle(json: unknown): unknown {
  if (json === 0) return 0;
  if (typeof json === 'string') return settleText(json);
  if (Array.isArray(json)) return json.map(settle);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === 'values' ? asSet(value) : settle(value)]),
  );
}

function asSet(values: unknown): unknown {
  if (!Array.isArray(values)) return settle(values);
  return [...new Set(values.map((value) => printJson(settle(value))))].sort();
}

const TIME = /^[+-]?\d{4,}-\d\d-\d\d[T ]\d\d:/;

function settleText(text: string): string {
  const time = TIME.test(text) ? parseTimestamp(text) : undefined;
  return time === undefined ? text : `${time.nanos} ${time.hasOffset}`;
}
