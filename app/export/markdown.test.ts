import { describe, expect, it } from 'vitest';
import { cell, code, fence, plain } from './markdown.ts';

describe('text', () => {
  it.each([
    ['2026-03-01 + 1', '2026-03-01 + 1'],
    ['<b>&amp;</b>', '\\<b\\>\\&amp;\\</b\\>'],
    ['[a](javascript:b)', '\\[a\\]\\(javascript:b\\)'],
    ['*a* _b_ ~c~ `d` $e$ #1', '\\*a\\* \\_b\\_ \\~c\\~ \\`d\\` \\$e\\$ \\#1'],
    ['a\\', 'a\\\\'],
    ['a\n# b', 'a \\# b'],
    ['- a', '\\- a'],
    ['\n+ a', ' \\+ a'],
    ['===', '\\==='],
    ['1. a', '1\\. a'],
    ['1) a', '1\\) a'],
    ['1.5', '1.5'],
    ['https://a.b WWW.a.b', 'https\\://a.b WWW\\.a.b'],
  ])('%j stands as text', (text, escaped) => {
    expect(plain(text)).toBe(escaped);
  });
});

describe('code', () => {
  it.each([
    ['a', '`a`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['', '`  `'],
    ['a\nb', '`a b`'],
  ])('%j is not left', (text, fenced) => {
    expect(code(text)).toBe(fenced);
  });
  it('of many lines is not left either', () => {
    expect(fence('a\n````\nb', 'sql')).toBe('`````sql\na\n````\nb\n`````');
  });
});

it('a bar does not end a cell, and is escaped once', () => {
  expect(cell('a|b\\|c\nd')).toBe('a\\|b\\|c d');
});
