/**
 * Checks an explanation by what it shows alone: its trees by AND and OR, its verdict by its stages, and each finding about bounds by
 * the counts, bounds and literals beside it. Written on its own, by the tables of rules.md 7.3 and 7.4.
 */
import type { FileExplanation, LeafEvidence, VerdictNode } from '../../planning/explanation.ts';
import type { Rows } from '../../planning/verdict.ts';
import { parseDate, parseTime, parseTimestamp } from '../../types/time.ts';

/** What an explanation claims and does not show; empty where it is true. */
export function untruths(explanation: FileExplanation): readonly string[] {
  // A file without rows can't match and must match: its bytes say both, its words one.
  if (explanation.recordCount <= 0n) return [];
  const out: string[] = [];
  for (const { stage, rows, tree } of explanation.stages) {
    if (tree.rows !== rows) out.push(`${stage}: the tree says ${tree.rows}, the stage ${rows}`);
    eachNode(tree, (node) => {
      const combined = combine(node);
      if (combined !== undefined && combined !== node.rows) {
        out.push(`${stage}: ${node.text} is ${node.rows}, its parts make ${combined}`);
      }
      if (stage === 'bounds' && node.kind === 'predicate') {
        const wrong = boundsUntruth(node, explanation);
        if (wrong !== undefined) out.push(`bounds: ${wrong}`);
      }
    });
  }
  const verdict = verdictOf(explanation);
  if (verdict !== undefined && verdict !== explanation.verdict) {
    out.push(`the verdict is ${explanation.verdict}, its stages make ${verdict}`);
  }
  return [...out, ...wordless(explanation)];
}

function eachNode(node: VerdictNode, visit: (node: VerdictNode) => void): void {
  visit(node);
  for (const child of node.children) eachNode(child, visit);
}

function combine({ kind, children }: VerdictNode): Rows | undefined {
  if (children.length === 0) return undefined;
  const rows = children.map((child) => child.rows);
  const [worst, best] =
    kind === 'and' ? (['cannot', 'must'] as const) : (['must', 'cannot'] as const);
  if (rows.includes(worst)) return worst;
  return rows.every((r) => r === best) ? best : 'might';
}

const SKIPPED = {
  manifest: 'skippedByManifest',
  partition: 'skippedByPartition',
  bounds: 'skippedByBounds',
} as const;

/** undefined: the partition and the bounds together may prove more than each alone. */
function verdictOf({ stages, verdict }: FileExplanation): string | undefined {
  const ruling = stages.find(({ rows }) => rows === 'cannot');
  if (ruling !== undefined) return SKIPPED[ruling.stage];
  if (stages.some(({ stage, rows }) => stage !== 'manifest' && rows === 'must')) return 'allMatch';
  return verdict === 'allMatch' ? undefined : 'read';
}

/** Each explanation has a sentence, each finding words, and a file that is read says what would change that. */
function wordless({ sentence, stages, verdict, wouldChange }: FileExplanation): readonly string[] {
  const out: string[] = [];
  if (sentence.trim() === '') out.push('there is no sentence');
  for (const { stage, tree } of stages) {
    eachNode(tree, ({ kind, finding, text }) => {
      if (kind === 'predicate' && (finding ?? '') === '')
        out.push(`${stage}: ${text} has no finding`);
    });
  }
  const hasLeaf = stages.some(({ tree }) => tree.kind !== 'constant');
  if (verdict === 'read' && hasLeaf && wouldChange.length === 0) {
    out.push('a file that is read does not say what would have had to be different');
  }
  return out;
}

interface Shape {
  readonly op: string;
  readonly column: string;
}

/** Of a condition on one column, without the IS NOT NULL that is implied; undefined for what is not of this form. */
function shapeOf(text: string): Shape | undefined {
  const match =
    /^(.+?) (IS NOT NULL|IS NULL|NOT IN|IN|NOT LIKE|LIKE|<>|<=|>=|<|>|=) ?/.exec(text) ??
    /^(is_nan|NOT is_nan)\((.+)\)$/.exec(text);
  if (match === null) return undefined;
  const [, first = '', second = ''] = match;
  return first.endsWith('is_nan') ? { op: first, column: second } : { op: second, column: first };
}

type Order = (a: string, b: string) => number | undefined;

/** Order of two shown values of a type; undefined where they can't be compared as they are shown. */
function orderOf(type: string): Order {
  const by =
    (read: (text: string) => bigint | number | undefined): Order =>
    (a, b) => {
      const [x, y] = [read(a), read(b)];
      if (x === undefined || y === undefined) return undefined;
      return x < y ? -1 : x > y ? 1 : 0;
    };
  if (/^(int|long)$/.test(type)) return by((text) => BigInt(text));
  if (/^(float|double)$/.test(type))
    return by((text) => (Number.isNaN(Number(text)) ? undefined : Number(text)));
  if (type === 'date') return by(parseDate);
  if (type === 'time') return by((text) => parseTime(text)?.nanos);
  if (type.startsWith('timestamp')) return by((text) => parseTimestamp(text)?.nanos);
  return () => undefined;
}

function boundsUntruth(node: VerdictNode, { columns }: FileExplanation): string | undefined {
  const { evidence, rows, text } = node;
  if (evidence === undefined || rows === 'might') return undefined;
  const shape = shapeOf(text);
  const column = columns.find(({ name }) => name === shape?.column.replaceAll('"', ''));
  if (shape === undefined || column === undefined) return undefined;
  const proof = rows === 'cannot' ? cannot : must;
  const shown = proof(shape.op, evidence, orderOf(column.type));
  return shown === false ? `${text} is ${rows}, which its evidence does not show` : undefined;
}

/** Whether the evidence rules out every row; undefined where it can't be told from texts. */
function cannot(op: string, e: LeafEvidence, order: Order): boolean | undefined {
  const { valueCount: v, nullCount: n, nanCount: nan } = e;
  const onlyNulls = v !== undefined && v === n;
  const onlyNans = v !== undefined && v === nan;
  switch (op) {
    case 'IS NULL':
      // A required column has none, recorded or not.
      return n === undefined ? undefined : n === 0n;
    case 'IS NOT NULL':
      return onlyNulls;
    case 'is_nan':
      return onlyNulls || nan === 0n;
    case 'NOT is_nan':
      return onlyNans;
    default:
  }
  if (onlyNulls || onlyNans) return true;
  return outside(op, e, order);
}

function outside(
  op: string,
  { lower, upper, literals }: LeafEvidence,
  order: Order,
): boolean | undefined {
  const against = (bound: string | undefined, literal: string) =>
    bound === undefined ? undefined : order(bound, literal);
  const [first = ''] = literals;
  const [low, high] = [against(lower, first), against(upper, first)];
  const isAbove = (c: number | undefined) => c !== undefined && c > 0;
  const isBelow = (c: number | undefined) => c !== undefined && c < 0;
  switch (op) {
    case '<':
      return low === undefined ? undefined : low >= 0;
    case '<=':
      return low === undefined ? undefined : low > 0;
    case '>':
      return high === undefined ? undefined : high <= 0;
    case '>=':
      return high === undefined ? undefined : high < 0;
    case '=':
      return low === undefined && high === undefined ? undefined : isAbove(low) || isBelow(high);
    case 'IN': {
      const out = literals.map((literal) => {
        const [l, h] = [against(lower, literal), against(upper, literal)];
        return l === undefined && h === undefined ? undefined : isAbove(l) || isBelow(h);
      });
      return out.includes(undefined) ? undefined : out.every((o) => o === true);
    }
    case '<>':
    case 'NOT IN':
      return low === undefined || high === undefined || lower === undefined
        ? undefined
        : lower === upper && literals.some((literal) => order(lower, literal) === 0);
    default:
      return undefined;
  }
}

/** Whether the evidence proves every row. */
function must(op: string, e: LeafEvidence, order: Order): boolean | undefined {
  const { valueCount: v, nullCount: n, nanCount: nan, lower, upper, literals } = e;
  switch (op) {
    case 'IS NULL':
      return v !== undefined && v === n;
    case 'IS NOT NULL':
      return n === undefined ? undefined : n === 0n;
    case 'is_nan':
      return v !== undefined && v === nan;
    case 'NOT is_nan':
      return nan === 0n || (v !== undefined && v === n);
    default:
  }
  // Some value may be null, and no comparison holds for null; a required column need not say so.
  if (n !== undefined && n > 0n) return false;
  const [first = ''] = literals;
  const low = lower === undefined ? undefined : order(lower, first);
  const high = upper === undefined ? undefined : order(upper, first);
  switch (op) {
    case '<':
      return high === undefined ? undefined : high < 0;
    case '<=':
      return high === undefined ? undefined : high <= 0;
    case '>':
      return low === undefined ? undefined : low > 0;
    case '>=':
      return low === undefined ? undefined : low >= 0;
    case '=':
      return low === undefined || high === undefined ? undefined : low === 0 && high === 0;
    case 'IN':
      return lower === undefined || upper === undefined || low === undefined
        ? undefined
        : lower === upper;
    default:
      return undefined;
  }
}
