/** What the statistics of a file would have to say for a condition to rule it out: for a file that is read. */

import type { BoundPredicate } from '../expressions/bound.ts';
import { termName } from '../expressions/print.ts';
import type { ManifestEntries } from '../metadata/entries.ts';
import { joinWords } from '../types/format.ts';
import type { Profile } from '../types/profile.ts';
import { impliedPair } from './deciding.ts';
import {
  ABOVE,
  BELOW,
  BOUND_MISSING,
  EQUAL,
  type Facts,
  onlyNans,
  onlyNulls,
  SET_ABOVE,
  SET_AROUND,
  SET_BELOW,
  SET_WITHIN,
  SHARE_ALL,
  SHARE_NONE,
  SHARE_SOME,
  ZERO,
} from './facts.ts';
import { type LeafFacts, leafFacts } from './judge-leaf.ts';
import type { OperationWords } from './operations/operation.ts';
import { OPERATIONS, rulesOut } from './operations.ts';
import type { PlanLeaf, PlanNode, Trace } from './plan-tree.ts';
import { REASONS } from './reasons.ts';
import { shown } from './statistics.ts';
import { isGreatest, isLeast } from './type-ends.ts';
import { reasonOf } from './verdict.ts';

/** Changes that together rule a file out. */
export interface Way {
  /** Subjects of a sentence. */
  readonly parts: readonly string[];
  /** Not where a statistic need only be recorded: it may say one thing or the other. */
  readonly isSure: boolean;
}

export interface RuledOutFile {
  readonly entries: ManifestEntries;
  readonly rules: Profile;
  readonly bounds: Trace;
}

export function wayText({ parts, isSure }: Way): string {
  const [first = '', ...more] = new Set(parts);
  const rest = more.map((part) => ` and ${part.charAt(0).toLowerCase()}${part.slice(1)}`);
  return `${first}${rest.join('')} ${isSure ? 'would' : 'might'} rule it out.`;
}

/** Alternatives: one side is enough to rule an AND out, an OR takes all of its sides. Of the nodes that count. */
export function waysToRuleOut(
  file: RuledOutFile,
  node: PlanNode,
  counts: (node: PlanNode) => boolean,
): Way[] {
  if (!counts(node)) return [];
  switch (node.kind) {
    case 'leaf':
      return [...wayAgainst(file, node)];
    case 'and': {
      const left = waysToRuleOut(file, node.left, counts);
      const right = waysToRuleOut(file, node.right, counts);
      // Nobody records null counts for the IS NOT NULL that is implied.
      const isImplied = left.length > 0 && impliedPair(node) !== undefined;
      return [...left, ...(isImplied ? right.filter(({ isSure }) => isSure) : right)];
    }
    case 'or':
      return [node.left, node.right]
        .filter(counts)
        .map((side) => waysToRuleOut(file, side, counts))
        .reduce(crossed);
    default:
      return [];
  }
}

const WAYS = 3;

function crossed(a: readonly Way[], b: readonly Way[]): Way[] {
  return a.slice(0, WAYS).flatMap((x) =>
    b.slice(0, WAYS).map((y) => ({
      parts: [...x.parts, ...y.parts],
      isSure: x.isSure && y.isSure,
    })),
  );
}

/** None where no statistics could (EV-18, EV-38). */
function wayAgainst({ entries, rules, bounds }: RuledOutFile, leaf: PlanLeaf): readonly Way[] {
  const { predicate } = leaf;
  const known = leafFacts(predicate, entries, rules);
  if (known === undefined) return [];
  const reason = REASONS[reasonOf(bounds.get(leaf)?.[0] ?? 0)]?.name;
  if (reason === 'in-limit') return [{ parts: ['A list of at most 200 elements'], isSure: false }];
  if (reason === 'missing-statistic') return recorded(predicate, known);
  const part = statisticsAgainst(predicate, known);
  return part === undefined ? [] : [{ parts: [part], isSure: true }];
}

type Statistic = OperationWords['mustRecord'];

/** The fewest of the statistics that are not recorded which might rule it out, beside those that are. */
function recorded(predicate: BoundPredicate, known: LeafFacts): readonly Way[] {
  const { facts, context } = known;
  const isMissing: Readonly<Record<Statistic, boolean>> = {
    bounds: !context.unordered && (facts.lower === BOUND_MISSING || facts.upper === BOUND_MISSING),
    'null count': facts.nulls < SHARE_NONE,
    'NaN count': context.floating && facts.nans < SHARE_NONE,
  };
  const sets: readonly (readonly Statistic[])[] = [
    [OPERATIONS[predicate.op].words.mustRecord],
    ['null count'],
    ['bounds', 'null count'],
    ['bounds', 'NaN count'],
    ['bounds', 'null count', 'NaN count'],
  ];
  const isOpen = (bound: number) => bound === BOUND_MISSING;
  const found = sets.find(
    (set) =>
      set.every((statistic) => isMissing[statistic]) &&
      canRuleOut(predicate, known, {
        nulls: set.includes('null count') ? SHARES : [facts.nulls],
        nans: set.includes('NaN count') ? SHARES : [facts.nans],
        isFree: set.includes('bounds') ? isOpen : () => false,
      }),
  );
  if (found === undefined) return [];
  const names = found.map((statistic) => {
    if (statistic !== 'bounds') return `a recorded ${statistic}`;
    if (isOpen(facts.lower) && isOpen(facts.upper)) return 'recorded bounds';
    return `a recorded ${isOpen(facts.lower) ? 'lower' : 'upper'} bound`;
  });
  const words = `${joinWords(names, 'and')} of ${termName(predicate.term)}`;
  return [{ parts: [`${words.charAt(0).toUpperCase()}${words.slice(1)}`], isSure: false }];
}

const SHARES: readonly number[] = [SHARE_NONE, SHARE_SOME, SHARE_ALL];

/** The subject of the sentence, for a condition whose statistics are recorded and leave the question open. */
function statisticsAgainst(predicate: BoundPredicate, known: LeafFacts): string | undefined {
  const { op, term, literals, literalType } = predicate;
  const [literal] = literals;
  const isFree = () => true;
  const none = [SHARE_NONE];
  const isCounted = OPERATIONS[op].against === 'nothing';
  if (isCounted || canRuleOut(predicate, known, { nulls: none, nans: none, isFree })) {
    return OPERATIONS[op].words.ruledOutBy({
      name: termName(term),
      value: literal === undefined ? '' : shown(literalType, literal),
      size: literals.length,
      hasZero: known.equals.includes(ZERO),
    });
  }
  const byNulls = canRuleOut(predicate, known, { nulls: [SHARE_ALL], nans: none, isFree });
  return byNulls && !term.required ? `Every ${term.name} being null` : undefined;
}

/** What may be otherwise. */
interface Choice {
  readonly nulls: readonly number[];
  readonly nans: readonly number[];
  /** Whether a bound that is this now may be any other. */
  readonly isFree: (bound: number) => boolean;
}

/** Whether the condition is ruled out by some choice of statistics, tried one by one. */
function canRuleOut(
  predicate: BoundPredicate,
  { facts, context, equals }: LeafFacts,
  { nulls, nans, isFree }: Choice,
): boolean {
  const { cannot, against } = OPERATIONS[predicate.op];
  const any = context.unordered ? [BOUND_MISSING] : relationsOf(predicate, equals);
  const choose = (bound: number) => (isFree(bound) ? any : [bound]);
  const isFixed = context.unordered || !(isFree(facts.lower) || isFree(facts.upper));
  const sets =
    against === 'set' && !isFixed ? [SET_WITHIN, SET_BELOW, SET_ABOVE, SET_AROUND] : [facts.set];
  const isOdd = (f: Facts) =>
    (f.boundsAreOne && f.lower !== f.upper) || (f.lower === ABOVE && f.upper === BELOW);
  return nulls.some((n) =>
    nans.some((nan) =>
      choose(facts.lower).some((lower) =>
        choose(facts.upper).some((upper) =>
          sets.some((set) =>
            [false, true].some((boundsAreOne) => {
              const shares = { ...facts, nulls: n, nans: nan };
              const valueless = onlyNulls(shares) || onlyNans(shares);
              const f = { ...shares, valueless, lower, upper, set, boundsAreOne };
              return !isOdd(f) && rulesOut(cannot(f, context));
            }),
          ),
        ),
      ),
    ),
  );
}

/** How a bound may stand to the literal: nothing lies before the least value of a type, nor outside the empty prefix. */
function relationsOf(
  { op, literals, literalType }: BoundPredicate,
  equals: readonly number[],
): readonly number[] {
  const [literal] = literals;
  if (literal === undefined) return [BOUND_MISSING];
  switch (OPERATIONS[op].against) {
    case 'set':
      return [...equals, ABOVE];
    case 'prefix':
      return (literal as Uint8Array).length === 0 ? [EQUAL] : [BELOW, EQUAL, ABOVE];
    default:
      return [
        ...(isLeast(literalType, literal) ? [] : [BELOW]),
        ...equals,
        ...(isGreatest(literalType, literal) ? [] : [ABOVE]),
      ];
  }
}
