import { describe, expect, it } from 'vitest';
import { visibleText } from './visible.ts';

/** Bidi_Control of Unicode 16, PropList.txt. */
const BIDI = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e]
  .concat([0x2066, 0x2067, 0x2068, 0x2069])
  .map((code) => String.fromCodePoint(code));

describe('text for the screen', () => {
  it.each(BIDI)('shows the bidi control %j by a mark', (char) => {
    const code = char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    expect(visibleText(`a${char}b`)).toBe(`a⟨U+${code}⟩b`);
  });

  it.each([
    ['\u0000', '⟨U+0000⟩'],
    ['\u001b[31m', '⟨U+001B⟩[31m'],
    ['\u0085', '⟨U+0085⟩'],
    ['pay\u00adload', 'pay⟨U+00AD⟩load'],
    ['\u2028\u2029', '⟨U+2028⟩⟨U+2029⟩'],
    ['a\u200bb\ufeff', 'a⟨U+200B⟩b⟨U+FEFF⟩'],
    ['\u3164', '⟨U+3164⟩'],
    ['\ud800', '⟨U+D800⟩'],
    ['a\u{e0041}', 'a⟨U+E0041⟩'],
    ['user\u200d', 'user⟨U+200D⟩'],
    ['\u202e\u200d', '⟨U+202E⟩⟨U+200D⟩'],
  ])('%j becomes %s', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it.each([
    'plain “text” – 5 × ½',
    'line\n\tand\r\n',
    'שלום, مرحبا',
    // Words of Persian and Hindi, and a family, are written with joiners.
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d❤\ufe0f\u200d👩',
  ])('%j stays as it is', (text) => {
    expect(visibleText(text)).toBe(text);
  });
});
