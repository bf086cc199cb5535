/** Predicates that a person keeps with a table, named or not, as one text: `last week~ts >= …;~country = 'NO'`. */

export interface SavedPredicate {
  /** Empty = it has none. */
  readonly name: string;
  /** SQL condition; no two are the same. */
  readonly where: string;
}

export const MOST_SAVED = 50;
export const LONGEST_NAME = 80;

/** undefined where there is none, so that nothing of it stands in the link. */
export function printSaved(saved: readonly SavedPredicate[]): string | undefined {
  if (saved.length === 0) return undefined;
  return saved.map(({ name, where }) => `${escaped(name)}~${escaped(where)}`).join(';');
}

/** undefined where the text is not one that {@link printSaved} makes. */
export function parseSaved(text: string): readonly SavedPredicate[] | undefined {
  const saved: SavedPredicate[] = [];
  for (const item of split(text, ';')) {
    const [name, where, ...rest] = split(item, '~').map(unescaped);
    if (name === undefined || where === undefined || rest.length > 0) return undefined;
    if (where === '' || name.length > LONGEST_NAME) return undefined;
    if (saved.some((one) => one.where === where)) return undefined;
    saved.push({ name, where });
  }
  return saved.length > MOST_SAVED || printSaved(saved) !== text ? undefined : saved;
}

const escaped = (text: string) => text.replaceAll(/[\\;~]/g, '\\$&');
const unescaped = (text: string) => text.replaceAll(/\\(.)/gs, '$1');

/** At separators that are not escaped. */
function split(text: string, separator: ';' | '~'): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === separator) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...parts, text.slice(from)];
}
