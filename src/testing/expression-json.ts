/** Comparison of expressions in the form that answers record: lists of IN are sets (PR-15). */

import { parseJson, printJson } from '../base/json.ts';
import { parseTimestamp } from '../types/time.ts';

/**
 * Equal texts for equal expressions: members of lists sorted, each once. An instant has many texts; the sign of a zero is
 * lost in the answers.
 */
export function canonical(json: unknown): string {
  return printJson(sortLists(parseJson(printJson(json), 'an expression')));
}

function sortLists(json: unknown): unknown {
  if (Array.isArray(json)) return [...new Set(json.map((v) => printJson(sortLists(v))))].sort();
  if (json === 0) return 0;
  if (typeof json === 'string') {
    const time = parseTimestamp(json);
    return time === undefined ? json : `${time.nanos} ${time.hasOffset}`;
  }
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sortLists(value)]));
}
