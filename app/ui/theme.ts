/**
 * The theme: the system's preference, or the person's choice kept in local storage. Canvas code reads resolved colours
 * through {@link usePalette}, which changes with the theme.
 */
import { useMemo, useSyncExternalStore } from 'react';
import { nextTheme, type Theme, type ThemeChoice } from './next-theme.ts';
import { readStored, store } from './stored.ts';

const KEY = 'icecore.theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function stored(): ThemeChoice {
  const value = readStored(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

let choice: ThemeChoice = stored();
let onPaper = false;

function resolved(): Theme {
  if (onPaper) return 'light';
  return choice === 'system' ? (system.matches ? 'dark' : 'light') : choice;
}

/** Between changes the system is not asked: where it was asked first, Chromium tells of no change. */
let shown: Theme = resolved();

function apply(): void {
  shown = resolved();
  document.documentElement.dataset.theme = shown;
  for (const listener of listeners) listener();
}

/** Call once, before the first paint. */
export function startTheme(): void {
  apply();
  system.addEventListener('change', apply);
  window.addEventListener('beforeprint', () => setOnPaper(true));
  window.addEventListener('afterprint', () => setOnPaper(false));
}

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  store(KEY, next === 'system' ? undefined : next);
  apply();
}

/** What a press on the theme's button does. */
export function changeTheme(): void {
  chooseTheme(nextTheme(choice, system.matches ? 'dark' : 'light'));
}

/** Paper is white. */
export function setOnPaper(is: boolean): void {
  onPaper = is;
  apply();
}

/** Switches between light and dark, away from what is shown now. */
export function toggleTheme(): void {
  chooseTheme(shown === 'dark' ? 'light' : 'dark');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): { readonly theme: Theme; readonly choice: ThemeChoice } {
  const theme = useSyncExternalStore(subscribe, () => shown);
  const chosen = useSyncExternalStore(subscribe, () => choice);
  return { theme, choice: chosen };
}

/** Resolved colours, for canvas. */
export interface Palette {
  readonly bg: string;
  readonly surface: string;
  readonly sunken: string;
  readonly line: string;
  readonly line2: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly accent: string;
  readonly bad: string;
  readonly skip: string;
  readonly skipTint: string;
  readonly read: string;
  readonly readTint: string;
  readonly all: string;
  readonly allTint: string;
  readonly strata: readonly string[];
  readonly onStrata: readonly string[];
}

function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const get = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const eight = (prefix: string) => Array.from({ length: 8 }, (_, i) => get(`${prefix}${i}`));
  return {
    bg: get('bg'),
    surface: get('surface'),
    sunken: get('sunken'),
    line: get('line'),
    line2: get('line2'),
    ink: get('ink'),
    ink2: get('ink2'),
    ink3: get('ink3'),
    accent: get('accent'),
    bad: get('bad'),
    skip: get('skip'),
    skipTint: get('skip-tint'),
    read: get('read'),
    readTint: get('read-tint'),
    all: get('all'),
    allTint: get('all-tint'),
    strata: eight('e'),
    onStrata: eight('on-e'),
  };
}

export function usePalette(): Palette {
  const { theme } = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides what the style computes to.
  return useMemo(readPalette, [theme]);
}
