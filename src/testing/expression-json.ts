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

/** Whether two expressions are equal by the same rules, without printing them. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    // Lists of IN are sets: printing decides, where they differ as they are.
    if (Array.isArray(a) || Array.isArray(b)) return canonical(a) === canonical(b);
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => key in b && sameJson(Reflect.get(a, key), Reflect.get(b, key)))
    );
  }
  return canonical(a) === canonical(b);
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
