/** Light, dark, or as the system; apart from the page, so that it can be tried without one. */
export type Theme = 'light' | 'dark';
export type ThemeChoice = Theme | 'system';

/** What a press on the theme's button chooses: the other of the two, or the system's again; each is seen at once. */
export function nextTheme(choice: ThemeChoice, system: Theme): ThemeChoice {
  if (choice !== 'system' && choice !== system) return 'system';
  return system === 'dark' ? 'light' : 'dark';
}
