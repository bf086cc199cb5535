/** Text of links and tables holds what no eye sees, and what turns the text around it: that is shown by a mark. */

/** Between letters of many scripts and in pictographs these join or choose forms, and turn nothing around. */
const JOINERS = '\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';
/** Up to the end of Latin no letter takes a joiner. */
const TAKES_JOINER = `[^\\0-\\u02ff\\p{DI}][${JOINERS}]?`;

/**
 * One character that is not seen or changes the direction: controls but tab and line ends, halves of pairs, separators of
 * lines, and all that Unicode lets programs ignore, bidi controls among it; joiners only where nothing is joined.
 */
export const UNSEEN = new RegExp(
  `(?<!${TAKES_JOINER})[${JOINERS}]|(?![${JOINERS}\\t\\n\\r])[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}\\ufff9-\\ufffb]`,
  'gu',
);

/** The mark of a character: `⟨U+202E⟩`. */
export function markOf(codePoint: number): string {
  return `⟨U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** The text for the screen, each {@link UNSEEN} character as its mark; the same text where there is none. */
export function visibleText(text: string): string {
  if (text.search(UNSEEN) < 0) return text;
  return text.replace(UNSEEN, (char) => markOf(char.codePointAt(0) as number));
}
