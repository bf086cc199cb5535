/** What a file says of the predicates that are kept with its table. Pure. */
import { count, plural } from '../ui/format.ts';

/** `held` of `all` go in; `isPart`: the file has not all that they would read. undefined where there are none. */
export function savedSentence(all: number, held: number, isPart: boolean): string | undefined {
  if (all === 0) return undefined;
  const what =
    held === all
      ? plural(all, 'saved predicate')
      : `${count(held)} of ${plural(all, 'saved predicate')}`;
  if (held === 0)
    return `${all === 1 ? 'The saved predicate does' : `The ${plural(all, 'saved predicate')} do`} not go with it.`;
  const one = held === 1;
  const rest = isPart ? `; what ${one ? 'it' : 'they'} would read is not all in it` : '';
  return `${what} ${one ? 'goes' : 'go'} with it${rest}.`;
}
