/** What each step says: its finding, what it looks at, and what it has read for it. */
import { bytes, capital, count, inWords, isWord, plural } from '../ui/format.ts';

export interface StepFigures {
  readonly manifests: number;
  readonly manifestsKept: number;
  readonly manifestsUnknown: number;
  /** Of the manifests that are opened; bytes where all lengths are known. */
  readonly manifestBytes: number | undefined;
  readonly entries: number;
  readonly entriesKept: number;
  readonly opened: number;
  readonly openedBytes: bigint;
  /** Of the opened files: those of which every row matches. */
  readonly whole: number;
  /** Delete files that apply to them; undefined where there are none. */
  readonly deletes: number;
  readonly live: bigint;
  readonly unknown: bigint;
}

/** The finding, by step 1 to 4. */
export function stepSentence(step: number, f: StepFigures): string {
  switch (step) {
    case 1:
      return `The list of manifests is read: ${manifestWords(f)}`;
    case 2:
      return `Partition values: ${endWords(f.entries, f.entriesKept, 'entries', 'entry')}`;
    case 3:
      return `Bounds: ${endWords(f.entriesKept, f.opened, 'entries', 'entry')}`;
    default:
      return openedWords(f);
  }
}

function manifestWords({ manifests, manifestsKept, manifestsUnknown }: StepFigures): string {
  const gone = manifests - manifestsKept - manifestsUnknown;
  const unknown =
    manifestsUnknown === 0
      ? ''
      : ` ${capital(inWords(manifestsUnknown))} that may match cannot be read.`;
  if (gone === manifests) {
    return manifests === 1
      ? 'the only one is ruled out unopened.'
      : `all ${count(manifests)} are ruled out unopened.`;
  }
  if (gone === 0) {
    return `${manifestsUnknown === 0 ? (manifests === 1 ? 'the only one may match' : `all ${count(manifests)} may match`) : 'none is ruled out'}.${unknown}`;
  }
  return `${count(gone)} of ${count(manifests)} ${gone === 1 ? 'is' : 'are'} ruled out unopened.${unknown}`;
}

function endWords(reached: number, kept: number, many: string, one: string): string {
  if (reached === 0) return `no ${one} came this far.`;
  const gone = reached - kept;
  const all = reached === 1 ? `the only ${one}` : `all ${count(reached)} ${many}`;
  if (gone === 0) return `${all} may match.`;
  if (kept === 0) return `${all} ${reached === 1 ? 'is' : 'are'} ruled out.`;
  const left = kept === 1 ? '1 is left' : `${count(kept)} are left`;
  return `${count(gone)} of ${count(reached)} ${many} cannot match; ${left}.`;
}

function openedWords({ opened, whole, unknown }: StepFigures): string {
  const lost =
    unknown === 0n ? '' : ` ${plural(unknown, 'file')} more may be, and cannot be known.`;
  if (opened === 0) return `No file is opened.${lost}`;
  const files = `${capital(inWords(opened))} ${opened === 1 ? 'file is' : 'files are'} opened`;
  if (whole === 0) return `${files}, and ${opened === 1 ? 'its' : 'their'} rows are tested.${lost}`;
  if (whole === opened) {
    return `${files}: every row of ${opened === 1 ? 'it' : 'them'} matches.${lost}`;
  }
  // Figures of one sentence are alike: words only where the largest of them is one.
  const figure = (value: number) => (isWord(opened) ? inWords(value) : count(value));
  return `${files}: in ${figure(whole)} every row matches, in ${figure(opened - whole)} the rows are tested.${lost}`;
}

/** What the step looks at. */
export const STEP_LESSONS: readonly string[] = [
  'The manifest list holds, for each manifest, the range of its partition values. A manifest whose range misses the predicate is never opened.',
  'Each entry of a manifest carries the partition values of its file. The predicate, put through the layout’s transforms, is compared with them.',
  'A file’s bounds are its lowest and highest value of each column. What lies outside of them is not in the file; what lies between may be.',
  'Only now is data read. The residual is what is still tested on the rows: nothing, where the partition has settled the predicate.',
];

/** After the step: what is known of all files. */
export function afterWords(step: number, f: StepFigures, skipped: readonly bigint[]): string {
  const gone = skipped.slice(0, Math.min(step, 3)).reduce((sum, files) => sum + files, 0n);
  const read = step === 4 ? `${plural(f.opened, 'file')} opened.` : 'None has been opened.';
  return `Grey ends here, colour goes on. After this step ${count(gone)} of ${plural(f.live, 'file')} are skipped. ${read}`;
}

export interface StepHead {
  readonly title: string;
  readonly kept: string;
  readonly read: string;
}

/** The head of each column: what reached it, what it kept, what was read for it. */
export function stepHeads(f: StepFigures): readonly StepHead[] {
  const length = f.manifestBytes === undefined ? '' : `, ${bytes(f.manifestBytes)}`;
  const deletes = f.deletes === 0 ? '' : `, ${plural(f.deletes, 'delete file')}`;
  const tested = f.opened - f.whole;
  return [
    {
      title: 'Manifest list',
      kept: `${plural(f.manifests, 'manifest')}, ${count(f.manifestsKept)} kept${f.manifestsUnknown === 0 ? '' : `, ${count(f.manifestsUnknown)} unknown`}`,
      read: 'reads 1 file',
    },
    {
      title: 'Partition values',
      kept: `${plural(f.entries, 'entry', 'entries')}, ${count(f.entriesKept)} kept`,
      read: `reads ${plural(f.manifestsKept, 'manifest')}${length}`,
    },
    {
      title: 'Bounds',
      kept: `${plural(f.entriesKept, 'entry', 'entries')}, ${count(f.opened)} kept`,
      read: 'reads nothing more',
    },
    {
      title: 'Data files',
      kept: `${count(f.opened)} opened, ${bytes(f.openedBytes)}${deletes}`,
      read:
        f.opened === 0
          ? 'nothing to test'
          : [
              ...(f.whole === 0 ? [] : [`${count(f.whole)} whole`]),
              ...(tested === 0 ? [] : [`${count(tested)} with a test`]),
            ].join(', '),
    },
  ];
}
