/** Which parts of a sentence a line must not break inside: dates and other values with hyphens, a figure and its unit. */

/** Longer ones, as names of files, may break: they would stand beyond the edge. */
const LONGEST = 26;
const WHOLE = /[^\s,;:()]*\d-\d[^\s,;()]*|\d[\d.,]* (?:[KMGTPE]i)?B\b/g;

/** The text in parts: those at odd places are kept whole. Joined, they are the text. */
export function unbrokenParts(text: string): readonly string[] {
  const parts: string[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(WHOLE)) {
    if (found.length > LONGEST) continue;
    parts.push(text.slice(end, index), found);
    end = index + found.length;
  }
  return [...parts, text.slice(end)];
}
