/** What the inspector says of a verdict. */
import type { FileExplanation } from '../../src/planning/explanation.ts';

const LEAD =
  /^(?:Read: (?:rows may match|every row matches)\.|(?:Read(?:, not fully)?|Unknown|Opened|Skipped(?: by [a-zA-Z ,]+)?)[:.])/;

/** The verdict that a sentence of the core begins with, and the finding after it, whose values may hold any sign. */
export function splitLead(sentence: string): readonly [lead: string, rest: string] {
  const end = LEAD.exec(sentence)?.[0].length ?? 0;
  return [sentence.slice(0, end), sentence.slice(end)];
}

/** `its days end on …` of `Skipped: its days end on …`, as a sentence of its own. */
export function withoutLead(sentence: string): string {
  const rest = splitLead(sentence)[1].trim();
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}

/** Whether a skip is certain, and by whose rules; undefined of a file that is read. */
export function certaintyWords(
  { verdict, skipIsProven }: Pick<FileExplanation, 'verdict' | 'skipIsProven'>,
  profile: 'safe' | 'java',
): string | undefined {
  if (!verdict.startsWith('skipped')) return undefined;
  if (!skipIsProven) return 'That is no proof: by the safe rules rows of it may match.';
  const also = profile === 'java' ? ', by the safe rules too' : '';
  return `That is proof: by what its metadata says, no row of it can match${also}.`;
}
