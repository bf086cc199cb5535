/** Markdown in which text of a table is only ever text, and all of it is seen. Pure. */
import { visibleText } from '../../src/base/visible.ts';

/**
 * Text of a table stands as text. Escaped is what Markdown, HTML or math would act on anywhere, what GitHub makes links
 * of, and what begins a list or a heading, since the text may begin a line's content.
 */
export function plain(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, ' '))
    .replaceAll(/[\\`*_{}[\]<>()#!|~&$]/g, '\\$&')
    .replaceAll(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
    .replace(/^( ?)([-+=])/, '$1\\$2')
    .replace(/^( ?\d+)\.(?=\s|$)/, '$1\\.');
}

/** In as many backticks as it does not contain. */
export function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const room = text.startsWith('`') || text.endsWith('`') || text === '' ? ' ' : '';
  return `${ticks}${room}${visibleText(text.replaceAll(/\s+/g, ' '))}${room}${ticks}`;
}

/** Lines of a language, in a fence longer than any in them. */
export function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${visibleText(text)}\n${ticks}`;
}

/** A bar would end the cell, even in code. */
export function cell(text: string): string {
  return text.replaceAll(/(?<!\\)\|/g, '\\|').replaceAll(/\s+/g, ' ');
}
