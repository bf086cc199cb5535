/**
 * Whose rules a plan follows. Passed once to binding, transforms, comparison and decoding; no other code names an
 * engine. Every difference between the reference implementation and what is sound is a row here, as data, with the
 * rule of rules.md that states it. `true` means: do what is sound.
 */
export interface Profile {
  readonly name: 'safe' | 'java';
}

// Rows are added by the code that needs them; see the table below.
export const SAFE: Profile = { name: 'safe' };
export const JAVA: Profile = { name: 'java' };
