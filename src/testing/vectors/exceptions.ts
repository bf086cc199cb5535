/**
 * Where ours is not the reference's, by kind of line, never by case: other seeds make other lines. A row covers a line
 * that differs only if it is of the row's kind.
 */
import { printJson } from '../../base/json.ts';
import type { VectorLine } from './lines.ts';
import { parseMessage } from './parquet-text.ts';

export interface VectorException {
  readonly file: string;
  readonly kind: string;
  readonly rule: string;
  readonly reason: string;
  readonly covers: (line: VectorLine) => boolean;
}

export const EXCEPTIONS: readonly VectorException[] = [
  {
    file: 'values',
    kind: 'parse',
    rule: 'none, a limit of ours',
    reason: '1.0 and 1 are one number in JavaScript, so an int may be written 1.0',
    covers: ({ type, json }) =>
      ['int', 'long'].includes(String(type)) && /^-?\d+\.0+$/.test(String(json)),
  },
  {
    file: 'values',
    kind: 'parse',
    rule: '3.5',
    reason: 'the reference refuses an integer where a float is expected, though it is exact',
    covers: ({ type, json }) =>
      ['float', 'double'].includes(String(type)) && /^-?\d+$/.test(String(json)),
  },
  {
    file: 'values',
    kind: 'parse',
    rule: 'EX-20',
    reason:
      'text finer than a microsecond before 1970 is cut toward the epoch there, and floored here',
    covers: ({ type, json }) =>
      String(type).startsWith('timestamp') && isFinerBefore1970(String(json)),
  },
  {
    file: 'paths',
    kind: 'path',
    rule: 'TY-21',
    reason:
      'a lone surrogate prints as ? there and as U+FFFD here; no table can hold one, values are UTF-8',
    covers: ({ fields }) =>
      (fields as { readonly value: string | null }[]).some(
        ({ value }) => value !== null && /\p{Surrogate}/u.test(value),
      ),
  },
  {
    file: 'expressions',
    kind: 'sanitize',
    rule: 'none, a limit of ours',
    reason: 'a float without a fraction is an integer to JSON here, and so is hidden as one',
    covers: ({ json }) => /[:,[]-?\d+(\.\d+E\d+|\.0)[,}\]]/.test(String(json)),
  },
  {
    file: 'expressions',
    kind: 'sanitize',
    rule: 'EX-5',
    reason: 'a bound list has each element once here; the reference prints it as it was written',
    covers: ({ json }) => hasRepeats(String(json)),
  },
  {
    file: 'namemapping',
    kind: 'parse',
    rule: 'section 16, name mapping',
    reason: 'a mapped field without an id fails there; here its names are of no column',
    covers: ({ errorClass }) => errorClass === 'NullPointerException',
  },
  {
    file: 'namemapping',
    kind: 'parquet',
    rule: 'section 16, name mapping',
    reason: 'the same mapping fails there when it is applied',
    covers: ({ errorClass }) => errorClass === 'NullPointerException',
  },
  {
    file: 'namemapping',
    kind: 'fallback',
    rule: 'CP-1',
    reason:
      'without ids and a mapping the reference numbers columns by their place; the spec finds none, and so does ours',
    covers: isNumberedByPlace,
  },
  {
    file: 'metadata',
    kind: 'metadata',
    rule: 'none, a limit of ours',
    reason:
      '5.0 and 5 are one number in JavaScript, so a whole number may be written with a fraction of 0',
    covers: ({ metadata, facts }) =>
      facts === undefined && /:\s*-?\d+\.0+\s*[,}]/.test(String(metadata)),
  },
  {
    file: 'snapshots',
    kind: 'scanTwice',
    rule: 'SN-5',
    reason:
      'one request holds one snapshot, so two cannot be asked; an option given twice is refused',
    covers: ({ first, second, error }) =>
      error !== undefined && [first, second].every((one) => (one as string[])[0] === 'snapshot'),
  },
];

/** The reference's table has 1 and 3 for the columns that these lines ask for. */
const ASKED: ReadonlySet<number | undefined> = new Set([1, 3]);

/** Every column at the top by its place, from 1, and none below; of those asked for, the ones at their places. */
function isNumberedByPlace({ parquet, out, pruned }: VectorLine): boolean {
  const placed = parseMessage(String(parquet)).map((node, i) => ({ ...node, id: i + 1 }));
  const [all, some] = [out, pruned].map((text) => printJson(parseMessage(String(text))));
  const asked = placed.filter(({ id }) => ASKED.has(id));
  return all === printJson(placed) && some === printJson(asked);
}

function hasRepeats(json: string): boolean {
  const lists = [...json.matchAll(/"values":\[([^\]]*)\]/g)].map(([, list = '']) =>
    list.split(','),
  );
  return lists.some((items) => new Set(items).size < items.length);
}

function isFinerBefore1970(json: string): boolean {
  const match = /^"(-?\d+)-.*\.(\d+)/.exec(json);
  return match !== null && Number(match[1]) < 1970 && /[1-9]/.test((match[2] ?? '').slice(6));
}
