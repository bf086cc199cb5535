import type { DescribedProjection } from '../../src/planning/describe-projection.ts';

/** Conditions that a layout does not help with, by why; of a reason that is a sentence the words alone. */
export interface Unhelped {
  readonly reason: string;
  readonly conditions: readonly string[];
}

export function unhelpedByReason(unused: DescribedProjection['unused']): readonly Unhelped[] {
  const found = new Map<string, string[]>();
  for (const { text, reason } of unused) {
    const words = reason.replace(/\.$/, '');
    const own = found.get(words);
    if (own === undefined) found.set(words, [text]);
    else own.push(text);
  }
  return Array.from(found, ([reason, conditions]) => ({ reason, conditions }));
}
