/**
 * Checks an explanation by what it shows alone: its trees by AND and OR, its verdict by its stages, each leaf by the counts, bounds,
 * partition value, projection and literals beside it, and that its sentence tells all the conditions that decide, and no other
 * proof. Written on its own, by the tables of rules.md 7.1 to 7.4.
 */
import { compareBytes, utf8 } from '../../base/bytes.ts';
import type { FileExplanation, LeafEvidence, VerdictNode } from '../../planning/explanation.ts';
import type { Rows } from '../../planning/verdict.ts';
import { bareText } from '../../types/format.ts';
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
      if (node.kind !== 'predicate') return;
      const wrong =
        stage === 'bounds' ? boundsUntruth(node, explanation) : partitionUntruth(node, stage);
      if (wrong !== undefined) out.push(`${stage}: ${wrong}`);
    });
  }
  const verdict = verdictOf(explanation);
  if (verdict !== undefined && verdict !== explanation.verdict) {
    out.push(`the verdict is ${explanation.verdict}, its stages make ${verdict}`);
  }
  const ofSentence = [wordless, nameless, halfTold, unproven, summaryLeftOut, punctuation];
  return [...out, ...ofSentence.flatMap((check) => check(explanation))];
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

/** Each explanation has a sentence, each finding words, and a file that is kept says what would change that. */
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
  const isKept = verdict === 'read' || verdict === 'allMatch';
  if (isKept && hasLeaf && wouldChange.length === 0) {
    out.push('a file that is kept does not say what would have had to be different');
  }
  return out;
}

/** The sentence names a column or a partition field of a condition that decides. */
function nameless({ sentence, stages, verdict }: FileExplanation): readonly string[] {
  const stage = stages.find((s) => SKIPPED[s.stage] === verdict);
  const trees = stage === undefined ? stages.map(({ tree }) => tree) : [stage.tree];
  const names = trees.flatMap((tree) =>
    deciding(tree, tree.rows).flatMap(({ text, evidence }) => [
      ...namesIn(text),
      ...namesIn(evidence?.inclusive ?? ''),
      ...namesIn(evidence?.strict ?? ''),
    ]),
  );
  if (names.length === 0 || names.some((name) => sentence.includes(name))) return [];
  // Template 10 names the transform.
  if (/^Read: transform .+ is unknown here/.test(sentence)) return [];
  // A partition field of a unit of time goes by its unit.
  if (/\b(years?|months?|days?|hours?)\b/.test(sentence)) return [];
  return [`“${sentence}” names none of ${[...new Set(names)].join(', ')}`];
}

/** Leaves that make the rows of a tree what they are. */
function deciding(node: VerdictNode, rows: Rows): readonly VerdictNode[] {
  if (node.children.length === 0) return node.kind === 'constant' ? [] : [node];
  const own = node.children.filter((child) => child.rows === rows);
  return (own.length > 0 ? own : node.children).flatMap((child) => deciding(child, rows));
}

/** A file that is skipped by an OR fails each of its sides: the sentence tells them all, or how many more there are. */
function halfTold({ sentence, stages, verdict }: FileExplanation): readonly string[] {
  const stage = stages.find((s) => SKIPPED[s.stage] === verdict);
  if (stage === undefined || stage.tree.rows !== 'cannot') return [];
  const untold = decidingOrs(stage.tree).flatMap(({ or, beside }) =>
    untoldSides(or, sentence).filter((side) => !contradicts([side, ...beside])),
  );
  const more = Number(/(\d+) more/.exec(sentence)?.[1] ?? 0);
  return new Set(untold.map(({ text }) => text)).size <= more
    ? []
    : [`“${sentence}” does not tell ${untold.map(({ text }) => text).join(', ')}`];
}

/** The outermost ORs that decide; where an AND has other sides that rule it out, one of those may be told instead. */
function decidingOrs(
  node: VerdictNode,
  beside: readonly VerdictNode[] = [],
): readonly { or: VerdictNode; beside: readonly VerdictNode[] }[] {
  if (node.kind === 'or') return [{ or: node, beside }];
  const sides = node.children.filter(({ rows }) => rows === 'cannot');
  const [only] = sides;
  if (only === undefined || sides.length > 1) return [];
  return decidingOrs(only, [...beside, ...node.children.filter((child) => child !== only)]);
}

/** Of an OR each side counts, of an AND one that rules it out. */
function untoldSides(node: VerdictNode, sentence: string): readonly VerdictNode[] {
  if (node.rows !== 'cannot') return [];
  if (node.kind === 'or') return node.children.flatMap((child) => untoldSides(child, sentence));
  if (node.kind === 'and') {
    if (contradicts(node.children)) return [];
    const sides = node.children.filter(({ rows }) => rows === 'cannot');
    const untold = sides.map((side) => untoldSides(side, sentence));
    return untold.some((side) => side.length === 0) ? [] : (untold[0] ?? []);
  }
  return node.kind === 'constant' || isTold(node, sentence) ? [] : [node];
}

/** No partition passes an AND of two conditions on a field that exclude each other: there is nothing of it to tell. */
function contradicts(children: readonly VerdictNode[]): boolean {
  const shapes = children.flatMap(({ evidence }) =>
    (evidence?.inclusive ?? '').split(' AND ').flatMap((part) => shapeOf(part) ?? []),
  );
  return shapes.some((a) =>
    shapes.some((b) => {
      if (a.column !== b.column) return false;
      if (a.op === 'IS NULL') return ['<', '<=', '=', '>', '>='].includes(b.op);
      if (!['>', '>=', '='].includes(a.op) || !['<', '<=', '='].includes(b.op)) return false;
      return isAbove(partitionOrder(a.rest.replace(/^'|'$/g, ''), b.rest));
    }),
  );
}

const COUNTED = /null|NaN|no value|every value|no rows/;

/** By its edge and the side of it that could match, or by the finding on counts. */
function isTold({ evidence, finding = '', text }: VerdictNode, sentence: string): boolean {
  const { inclusive, literals = [] } = evidence ?? {};
  if (inclusive === undefined) {
    const [head = '', tail = ''] = finding.split('; ');
    if (!sentence.includes(head)) return false;
    const edges = literals.filter((literal) => sentence.includes(literal));
    return edges.length > 0 || tail.includes('list') || COUNTED.test(head);
  }
  if (inclusive === 'FALSE') return true;
  const told = sentence.replaceAll(/(\d{4}-\d\d-\d\d) (\d\d)(?!:)/g, '$1-$2');
  const parts = inclusive.split(/ (?:AND|OR) /).map(shapeOf);
  const isAny = /any value but null|nothing of it|no partition can hold/.test(told);
  return (
    isAny || told.includes(text) || parts.some((part) => part === undefined || allows(part, told))
  );
}

/** The words of look.md 9 for a comparison with a value. */
function allows({ op, rest }: Shape, told: string): boolean {
  const after = told.slice(told.lastIndexOf('; ') + 2);
  // Text that could be taken for null and the like keeps its quotes.
  const value = after.includes(rest) ? rest : bareText(rest);
  // A range has both of its ends, and the second without what it shares with the first.
  const isOnly = new RegExp(`(^|[ ,])${value.replace(/[^\w ]/g, '\\$&')}( could|,)`).test(after);
  switch (op) {
    case '<=':
      return (
        isOnly ||
        after.includes(` to ${value.replace(/^.*-(?=\d\d$)/, '')}`) ||
        after.includes(` to ${value}`) ||
        [' or less', ' or earlier', ' or before'].some((w) => after.includes(value + w))
      );
    case '>=':
      return (
        isOnly ||
        [' to ', ' or more', ' or later', ' or after'].some((w) => after.includes(value + w))
      );
    case '<':
      return [`below ${value}`, `before ${value}`].some((w) => after.includes(w));
    case '>':
      return [`above ${value}`, `after ${value}`].some((w) => after.includes(w));
    case '=':
    case '<>':
      return after.includes(value);
    case 'is_nan':
      return after.includes('NaN');
    default:
      return true;
  }
}

/** A bucket proves an equality at most, never a range; where it proves only IS NOT NULL, that is no comparison. */
function unproven({ sentence, stages }: FileExplanation): readonly string[] {
  const [, words = ''] =
    /^Read: every row matches\. (.+) lies? in the predicate/.exec(sentence) ?? [];
  const columns = [...words.matchAll(/bucket of ([^\s,]+)/g)].map(([, column = '']) => column);
  return columns.flatMap((column) => {
    let proves = false;
    for (const { tree, stage } of stages) {
      eachNode(tree, ({ rows, text, evidence }) => {
        if (stage !== 'partition' || rows !== 'must' || !text.includes(column)) return;
        const isAsked = / IS NOT NULL$/.test(text);
        proves ||= isAsked || !/^\S+ IS NOT NULL$/.test(evidence?.strict ?? '');
      });
    }
    return proves ? [] : [`“${sentence}”: the bucket of ${column} proves no comparison`];
  });
}

/** What a manifest holds beside its bounds is told with them. */
function summaryLeftOut({ sentence, stages, verdict }: FileExplanation): readonly string[] {
  if (verdict !== 'skippedByManifest') return [];
  const [head = ''] = sentence.split('; ');
  const out: string[] = [];
  for (const { stage, tree } of stages) {
    if (stage !== 'manifest') continue;
    for (const { evidence, finding = '' } of deciding(tree, 'cannot')) {
      const [field = ''] = namesIn(evidence?.inclusive ?? '');
      if (evidence?.lower === undefined || !new RegExp(`its ${field}\\b`).test(head)) continue;
      if (evidence.containsNull === true && !finding.includes('null')) out.push('null');
      if (evidence.containsNan === true && !finding.includes('NaN')) out.push('NaN');
    }
  }
  return [...new Set(out)].map((what) => `“${sentence}” leaves out ${what}`);
}

function punctuation({ sentence, stages }: FileExplanation): readonly string[] {
  const isOwn = stages.some(({ tree }) => tree.text.includes('..'));
  return !isOwn && sentence.endsWith('..') ? [`“${sentence}” ends twice`] : [];
}

const WORDS =
  /\b(AND|OR|NOT|IS|NULL|IN|LIKE|ESCAPE|TRUE|FALSE|DATE|TIME|TIMESTAMP|TIMESTAMPTZ|UUID|CAST|AS|DOUBLE|FLOAT|BETWEEN|is_nan)\b/g;

/** Identifiers of a condition, without its literals. */
function namesIn(text: string): readonly string[] {
  const plain = text.replace(/'(?:[^']|'')*'/g, ' ').replace(WORDS, ' ');
  return [...plain.matchAll(/"([^"]+)"|[\p{L}_][\p{L}\p{N}_.]*/gu)].map(
    ([whole, quoted]) => quoted ?? whole,
  );
}

interface Shape {
  readonly op: string;
  readonly column: string;
  /** What stands behind the operator. */
  readonly rest: string;
}

/** Of a condition on one column, without the IS NOT NULL that is implied; undefined for what is not of this form. */
function shapeOf(text: string): Shape | undefined {
  const nan = /^(is_nan|NOT is_nan)\((.+)\)$/.exec(text);
  if (nan !== null) return { op: nan[1] as string, column: nan[2] as string, rest: '' };
  const match =
    /^("(?:[^"]|"")+"|[^\s'"]+) (IS NOT NULL|IS NULL|NOT IN|IN|NOT LIKE|LIKE|<>|<=|>=|<|>|=)(?: ([\s\S]*))?$/.exec(
      text,
    );
  if (match === null) return undefined;
  const [, column = '', op = '', rest = ''] = match;
  return { op, column, rest };
}

type Order = (a: string, b: string) => number | undefined;

/** Of values that can be read as `read` reads them. */
function orderBy(read: (text: string) => bigint | number | undefined): Order {
  return (a, b) => {
    const [x, y] = [read(a), read(b)];
    if (x === undefined || y === undefined) return undefined;
    return x < y ? -1 : x > y ? 1 : 0;
  };
}

const wholeNumber = (text: string) => (/^-?\d+$/.test(text) ? BigInt(text) : undefined);
/** Zeros decide nothing, whatever their sign (EV-38). */
const realNumber = (text: string) => Number(text) || undefined;
const instant = (text: string) => parseTimestamp(text)?.nanos;

/** Longer texts are cut on the screen. */
const isWhole = (text: string) => !text.endsWith('…') && !text.includes('\uFFFD');

const byBytes: Order = (a, b) =>
  isWhole(a) && isWhole(b) ? Math.sign(compareBytes(utf8(a), utf8(b))) : undefined;

const byHex: Order = (a, b) =>
  isWhole(a) && isWhole(b) ? (a < b ? -1 : Number(a > b)) : undefined;

const byDecimal: Order = (a, b) => {
  const scale = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0));
  const unscaled = (text: string) => {
    const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
    return match === null ? undefined : BigInt(`${match[1]}${(match[2] ?? '').padEnd(scale, '0')}`);
  };
  return orderBy(unscaled)(a, b);
};

/** Only where signed and unsigned order agree (TY-23). */
const byUuid: Order = (a, b) => {
  const isHigh = (text: string) => Number.parseInt(text[0] as string, 16) >= 8;
  const isLowHigh = (text: string) => Number.parseInt(text[19] as string, 16) >= 8;
  const agree =
    isHigh(a) === isHigh(b) && (a.slice(0, 18) !== b.slice(0, 18) || isLowHigh(a) === isLowHigh(b));
  return a === b ? 0 : agree ? (a < b ? -1 : 1) : undefined;
};

/** Order of two shown values of a type; undefined where they can't be compared as they are shown. */
function orderOf(type: string): Order {
  if (/^(int|long)$/.test(type)) return orderBy(wholeNumber);
  if (/^(float|double)$/.test(type)) return orderBy(realNumber);
  if (type === 'date') return orderBy(parseDate);
  if (type === 'time') return orderBy((text) => parseTime(text)?.nanos);
  if (type.startsWith('timestamp')) return orderBy(instant);
  if (type.startsWith('decimal')) return byDecimal;
  if (type === 'string') return byBytes;
  if (type === 'boolean') return orderBy((text) => ['false', 'true'].indexOf(text));
  if (type === 'uuid') return byUuid;
  if (type === 'binary' || type.startsWith('fixed')) return byHex;
  return () => undefined;
}

/** Reasons that leave a question open though bounds are shown: they are not to be relied on. */
const OPEN: ReadonlySet<string> = new Set([
  'missing-statistic',
  'bounds-untrusted',
  'truncated-bounds',
  'in-limit',
  'transform-term',
  'nested-column',
  'transform-unproven',
  'record-count-unknown',
]);

function boundsUntruth(node: VerdictNode, { columns }: FileExplanation): string | undefined {
  const { evidence, rows, text, reason } = node;
  const shape = shapeOf(text);
  const column = columns.find(({ name }) => name === shape?.column.replaceAll('"', ''));
  if (evidence === undefined || shape === undefined || column === undefined) return undefined;
  const order = orderOf(column.type);
  if (rows !== 'might') {
    const proof = rows === 'cannot' ? cannot : must;
    const shown = proof(shape.op, bareOf(evidence), order);
    return shown === false ? `${text} is ${rows}, which its evidence does not show` : undefined;
  }
  // Under an optional struct "no nulls" needs as many values as rows (EV-20).
  if (OPEN.has(reason ?? '') || shape.column.includes('.')) return undefined;
  if (cannot(shape.op, bareOf(evidence), order) === true) {
    return `${text} is might, though its evidence rules it out`;
  }
  return undefined;
}

/** Texts as they are, without the quotes that tell them from null and the like. */
function bareOf(evidence: LeafEvidence): LeafEvidence {
  const { lower, upper, literals } = evidence;
  return {
    ...evidence,
    lower: lower === undefined ? undefined : bareText(lower),
    upper: upper === undefined ? undefined : bareText(upper),
    literals: literals.map(bareText),
  };
}

const isAbove = (c: number | undefined) => c !== undefined && c > 0;
const isBelow = (c: number | undefined) => c !== undefined && c < 0;

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
    case '<>':
    case 'NOT IN':
    case 'NOT LIKE': {
      if (onlyNulls) return true;
      const isOne = op === 'NOT LIKE' ? bothBeginWith(e) : outside(op, e, order);
      if (isOne !== true) return isOne;
      if (n !== undefined && n > 0n) return false;
      return n === 0n && nan === 0n ? true : undefined;
    }
    default:
      return onlyNulls || onlyNans || outside(op, e, order);
  }
}

/** The literal of LIKE as it is shown: the prefix alone. */
function bothBeginWith({ lower, upper, literals }: LeafEvidence): boolean | undefined {
  const [prefix = ''] = literals;
  if (lower === undefined || upper === undefined) return false;
  if (![lower, upper, prefix].every(isWhole)) return undefined;
  return lower.startsWith(prefix) && upper.startsWith(prefix);
}

function beginsBeyond(
  bound: string | undefined,
  prefix: string,
  sign: 1 | -1,
): boolean | undefined {
  if (bound === undefined) return false;
  if (!isWhole(bound) || !isWhole(prefix)) return undefined;
  const [own, other] = [utf8(bound), utf8(prefix)];
  const length = Math.min(own.length, other.length);
  const order = compareBytes(own.subarray(0, length), other);
  return Math.sign(order) === sign;
}

/** undefined where neither bound rules the value out and one can't be compared. */
function isOutside({ lower, upper }: LeafEvidence, literal: string, order: Order) {
  const low = lower === undefined ? undefined : order(lower, literal);
  const high = upper === undefined ? undefined : order(upper, literal);
  if (isAbove(low) || isBelow(high)) return true;
  return low === undefined || high === undefined ? undefined : false;
}

function outside(op: string, e: LeafEvidence, order: Order): boolean | undefined {
  const { lower, upper, literals } = e;
  const against = (bound: string | undefined, literal: string) =>
    bound === undefined ? undefined : order(bound, literal);
  const [first = ''] = literals;
  const [low, high] = [against(lower, first), against(upper, first)];
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
      return isOutside(e, first, order);
    case 'IN': {
      const out = literals.map((literal) => isOutside(e, literal, order));
      return out.includes(undefined) ? undefined : out.every((o) => o === true);
    }
    case 'LIKE': {
      const sides = [beginsBeyond(lower, first, 1), beginsBeyond(upper, first, -1)];
      return sides.includes(true) ? true : sides.includes(undefined) ? undefined : false;
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
  const onlyNulls = v !== undefined && v === n;
  switch (op) {
    case 'IS NULL':
      return onlyNulls;
    case 'IS NOT NULL':
      return n === undefined ? undefined : n === 0n;
    case 'is_nan':
      return v !== undefined && v === nan;
    case 'NOT is_nan':
      return nan === 0n || onlyNulls;
    default:
  }
  // Some value may be null, and no comparison of SQL holds for null; a required column need not say so.
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
    case 'LIKE':
      return bothBeginWith(e);
    default:
      return undefined;
  }
}

/** How a partition value is shown: units of time by their digits, texts in quotes where they are literals. */
function partitionOrder(value: string, literal: string): number | undefined {
  if (literal.startsWith("'"))
    return byBytes(bareText(value), literal.slice(1, -1).replaceAll("''", "'"));
  // Of a float the sign of a zero decides nothing (EV-38), and a text does not tell its type.
  if (value === literal && value === '0') return undefined;
  if (/^-?\d+$/.test(value) && /^-?\d+$/.test(literal)) return orderBy(wholeNumber)(value, literal);
  const unit = /^(\d{4})-(\d\d)(-\d\d)?(-\d\d)?$/;
  if (unit.test(value) && unit.test(literal) && value.length === literal.length) {
    return value < literal ? -1 : Number(value > literal);
  }
  if (/^\d{4}-\d\d-\d\d \d\d:/.test(value) && /^\d{4}-\d\d-\d\d \d\d:/.test(literal)) {
    return orderBy(instant)(value, literal);
  }
  return undefined;
}

/** Whether a value satisfies a projected condition on its field, as it is printed; undefined where it can't be told. */
function satisfies(value: string | null, condition: string): boolean | undefined {
  if (condition === 'TRUE') return true;
  if (condition === 'FALSE') return false;
  const shape = shapeOf(condition);
  if (shape === undefined || / (AND|OR) /.test(shape.rest)) return undefined;
  const { op, rest } = shape;
  if (op === 'IS NULL') return value === null;
  if (op === 'IS NOT NULL') return value !== null;
  if (value === null) return op === '<>' || op.startsWith('NOT') ? undefined : false;
  const c = partitionOrder(value, rest);
  if (c === undefined) return undefined;
  const holds: Readonly<Record<string, boolean>> = {
    '<': c < 0,
    '<=': c <= 0,
    '>': c > 0,
    '>=': c >= 0,
    '=': c === 0,
    '<>': c !== 0,
  };
  return holds[op];
}

function partitionUntruth(node: VerdictNode, stage: 'manifest' | 'partition'): string | undefined {
  const { evidence, rows, text } = node;
  const { inclusive, strict, values, lower, upper } = evidence ?? {};
  if (inclusive === undefined || strict === undefined) return undefined;
  if (stage === 'partition' && values !== undefined) {
    const of = (condition: string) => satisfy(values, condition);
    const shown = JSON.stringify(values);
    if (rows === 'cannot' && of(inclusive) === true)
      return `${text} is cannot, ${shown} allows ${inclusive}`;
    if (rows === 'must' && of(strict) === false)
      return `${text} is must, ${shown} denies ${strict}`;
    if (rows === 'might' && of(inclusive) === false)
      return `${text} is might, ${shown} denies ${inclusive}`;
    return undefined;
  }
  if (stage === 'manifest' && rows === 'cannot' && lower !== undefined && upper !== undefined) {
    // A bound that satisfies the condition is a value that would.
    const shown = [lower, upper].find((bound) => satisfies(bound, inclusive) === true);
    if (shown !== undefined) return `${text} is cannot, ${shown} allows ${inclusive}`;
  }
  return undefined;
}

/** A condition of one field or of several joined by AND. */
function satisfy(
  values: Readonly<Record<string, string | null>>,
  condition: string,
): boolean | undefined {
  const parts = condition.split(/ AND (?![^(]*\))/);
  const each = parts.map((part) => {
    const column = shapeOf(part)?.column.replaceAll('"', '');
    if (column === undefined) return satisfies('', part);
    const value = values[column];
    return value === undefined || value === '?' ? undefined : satisfies(value, part);
  });
  if (each.includes(false)) return false;
  return each.includes(undefined) ? undefined : true;
}
