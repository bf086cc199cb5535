import { expect, it } from 'vitest';
import { nextTheme, type Theme, type ThemeChoice } from './next-theme.ts';

it.each<[ThemeChoice, Theme, ThemeChoice]>([
  ['system', 'light', 'dark'],
  ['system', 'dark', 'light'],
  ['dark', 'light', 'system'],
  ['light', 'dark', 'system'],
  ['light', 'light', 'dark'],
  ['dark', 'dark', 'light'],
])('from %s on a %s system to %s: another theme than is seen', (choice, system, next) => {
  expect(nextTheme(choice, system)).toBe(next);
  const seen = (one: ThemeChoice) => (one === 'system' ? system : one);
  expect(seen(next)).not.toBe(seen(choice));
});
