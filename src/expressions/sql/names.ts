/** Names and text as SQL writes them. */
import { otherWord, reservedWord } from './words.ts';

const PLAIN = /^[a-zA-Z_\u00a1-\u167f\u1681-\u1fff][a-zA-Z0-9_$\u00a1-\u167f\u1681-\u1fff]*$/;

/** A full name, dotted; each part in quotes where it needs them. Parts that hold a dot come out as two, which reads back the same. */
export function quoteName(name: string): string {
  return name.split('.').map(quotePart).join('.');
}

function quotePart(part: string): string {
  const plain = PLAIN.test(part) && reservedWord(part) < 0 && otherWord(part) < 0;
  return plain ? part : `"${part.replaceAll('"', '""')}"`;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The content of a quoted name or text: the quotes off, doubled ones single. */
export function unquote(quoted: string): string {
  const quote = quoted.charAt(0);
  return quoted.slice(1, -1).replaceAll(quote + quote, quote);
}
