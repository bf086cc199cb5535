import { expect, it } from 'vitest';
import { shownProps } from './shown-props.ts';

it('texts to be shown or read out are made visible, in lists too', () => {
  const element = {};
  const shown = shownProps({
    title: 'a\u202eb',
    'aria-label': 'c\u2066',
    children: ['\u200f', 1, element, ['\u061c']],
    value: '\u202e',
    text: '\u202e',
  });
  expect(shown).toEqual({
    title: 'a⟨U+202E⟩b',
    'aria-label': 'c⟨U+2066⟩',
    children: ['⟨U+200F⟩', 1, element, ['⟨U+061C⟩']],
    value: '\u202e',
    text: '\u202e',
  });
});

it('what can be seen is handed on as the same objects', () => {
  const props = { title: 'a', children: ['b', ['c']] };
  expect(shownProps(props)).toBe(props);
});
