/** What the statistics of a file would have to say for a condition to rule it out: for a file that is read. */
import type { BoundPredicate } from '../expressions/bound.ts';
import { shown } from './statistics.ts';

/** One sentence, for a condition whose statistics are recorded and leave the question open. */
export function wouldRuleOut({ op, term, literals, literalType }: BoundPredicate): string {
  const { name } = term;
  const texts = literals.map((value) => shown(literalType, value));
  const [value = ''] = texts;
  const several = texts.length === 1 ? value : `all ${texts.length} elements`;
  switch (op) {
    case 'is_null':
      return `A null count of 0 in ${name} would rule it out.`;
    case 'not_null':
      return `Nothing but nulls in ${name} would rule it out.`;
    case 'is_nan':
      return `A NaN count of 0 in ${name} would rule it out.`;
    case 'not_nan':
      return `Nothing but NaN in ${name} would rule it out.`;
    case 'lt':
      return `A lower bound of ${name} from ${value} on would rule it out.`;
    case 'lt_eq':
      return `A lower bound of ${name} after ${value} would rule it out.`;
    case 'gt':
      return `An upper bound of ${name} up to ${value} would rule it out.`;
    case 'gt_eq':
      return `An upper bound of ${name} before ${value} would rule it out.`;
    case 'eq':
    case 'in':
      return `Bounds of ${name} that leave out ${several} would rule it out.`;
    case 'not_eq':
      return `Nothing but ${value} in ${name} would rule it out.`;
    case 'not_in':
      return `One value in ${name}, an element of the list, would rule it out.`;
    case 'starts_with':
      return `Bounds of ${name} that both lie before or after ${value}… would rule it out.`;
    case 'not_starts_with':
      return `Nothing but values that begin with ${value} in ${name} would rule it out.`;
  }
}
