/** What the statistics of a file would have to say for a condition to rule it out: for a file that is read. */
import type { BoundPredicate } from '../expressions/bound.ts';
import type { PlanNode } from './plan-tree.ts';
import { shown } from './statistics.ts';

/** Alternatives, one sentence each: one side is enough to rule an AND out, an OR takes all of its sides. Those that `counts` says. */
export function wouldRuleOut(tree: PlanNode, counts: (node: PlanNode) => boolean): string[] {
  const sentences = alternatives(tree, counts).map((parts) => {
    const [first = '', ...more] = new Set(parts);
    const rest = more.map((part) => ` and ${part.charAt(0).toLowerCase()}${part.slice(1)}`);
    return `${first}${rest.join('')} would rule it out.`;
  });
  return [...new Set(sentences)];
}

/** What rules a node out, one way each; of an OR the first few ways of each side together. */
function alternatives(node: PlanNode, counts: (node: PlanNode) => boolean): string[][] {
  if (!counts(node)) return [];
  switch (node.kind) {
    case 'leaf':
      return [[statisticsAgainst(node.predicate)]];
    case 'and':
      return [...alternatives(node.left, counts), ...alternatives(node.right, counts)];
    case 'or': {
      const sides = [node.left, node.right].filter(counts).map((s) => alternatives(s, counts));
      const [first = [], ...others] = sides;
      return others.reduce((all, side) => crossed(all, side), first);
    }
    default:
      return [];
  }
}

const WAYS = 3;

function crossed(a: readonly string[][], b: readonly string[][]): string[][] {
  return a.slice(0, WAYS).flatMap((x) => b.slice(0, WAYS).map((y) => [...x, ...y]));
}

/** The subject of the sentence, for a condition whose statistics are recorded and leave the question open. */
function statisticsAgainst({ op, term, literals, literalType }: BoundPredicate): string {
  const { name } = term;
  const texts = literals.map((value) => shown(literalType, value));
  const [value = ''] = texts;
  const several = texts.length === 1 ? value : `all ${texts.length} elements`;
  switch (op) {
    case 'is_null':
      return `A null count of 0 in ${name}`;
    case 'not_null':
      return `Nothing but nulls in ${name}`;
    case 'is_nan':
      return `A NaN count of 0 in ${name}`;
    case 'not_nan':
      return `Nothing but NaN in ${name}`;
    case 'lt':
      return `A lower bound of ${name} from ${value} on`;
    case 'lt_eq':
      return `A lower bound of ${name} after ${value}`;
    case 'gt':
      return `An upper bound of ${name} up to ${value}`;
    case 'gt_eq':
      return `An upper bound of ${name} before ${value}`;
    case 'eq':
    case 'in':
      return `Bounds of ${name} that leave out ${several}`;
    case 'not_eq':
      return `Nothing but ${value} in ${name}`;
    case 'not_in':
      return `One value in ${name}, an element of the list,`;
    case 'starts_with':
      return `Bounds of ${name} that both lie before or after ${value}…`;
    case 'not_starts_with':
      return `Nothing but values that begin with ${value} in ${name}`;
  }
}
