/** What is said of a part, and of its size. */
import type { Estimate } from '../../src/table/estimate.ts';
import type { LoadedPart, SnapshotInHand } from '../data.ts';
import { estimateOf } from '../part.ts';
import { count, plural } from '../ui/format.ts';

/** `Only one manifest in 10 is loaded: 10 of 100 manifests of data, 100,000 of 1,000,000 files.` */
export function partWords({ manifests, part }: SnapshotInHand): string | undefined {
  if (part === undefined) return undefined;
  const [has, of] = [estimateOf(manifests), estimateOf(part.listed.manifests)];
  return `Only ${whatWords(part.choice)} loaded: ${count(has.dataManifests)} of ${plural(of.dataManifests, 'manifest')} of data, ${filesWords(has)} of ${filesWords(of)} files.`;
}

const LONGEST_SHOWN = 80;

function whatWords(choice: LoadedPart['choice']): string {
  switch (choice.kind) {
    case 'era':
      return choice.specIds.length === 1
        ? `the era of spec ${choice.specIds[0]} is`
        : `the eras of specs ${choice.specIds.join(', ')} are`;
    case 'sample':
      return `one manifest in ${count(choice.n)} is`;
    case 'where': {
      const { where } = choice;
      const cut = where.length > LONGEST_SHOWN ? `${where.slice(0, LONGEST_SHOWN)}…` : where;
      return `what may hold rows of ${cut} is`;
    }
  }
}

export function filesWords({ files, isCounted }: Estimate): string {
  return isCounted ? count(files) : `about ${count(files)}`;
}

/** A sentence that is found by what is loaded, and claims no more. */
export function ofPart({ part }: SnapshotInHand, sentence: string): string {
  if (part === undefined) return sentence;
  return `Of the loaded part: ${uncapital(sentence.replace(/ (?:in|of) this snapshot/, ''))}`;
}

/** A name that comes first stays as it is written. */
function uncapital(sentence: string): string {
  return /^[A-Z][a-z]* /.test(sentence)
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
}
