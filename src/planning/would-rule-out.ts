/** What the statistics of a file would have to say for a condition to rule it out: for a file that is read. */
import type { BoundPredicate } from '../expressions/bound.ts';
import { OPERATIONS } from './operations.ts';
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
  const [literal] = literals;
  return OPERATIONS[op].words.ruledOutBy({
    name: term.name,
    value: literal === undefined ? '' : shown(literalType, literal),
    size: literals.length,
  });
}
