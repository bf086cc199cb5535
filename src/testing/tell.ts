/** A figure that tests found: printed by `npm run unit`, and gathered by `npm test` at its end (.ci/test.mjs). */
export function tell(name: FigureName, text: string): void {
  console.log(`figure ${name}: ${text}`);
}

/** Those that `npm test` misses where they are not told. */
export type FigureName =
  | 'vectors'
  | 'answers in java'
  | 'answers in safe'
  | 'differences'
  | 'explanations'
  | 'law'
  | 'public tables'
  | 'traps'
  | 'fuzz';
