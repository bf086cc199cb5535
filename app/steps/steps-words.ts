/** What each step says: its finding, what it looks at, and what it has read for it. */
import { type DeletesRead, deletesReadWords } from '../../src/table/deletes-read.ts';
import { joinWords } from '../../src/types/format.ts';
import { bytes, capital, count, inWords, isWord, plural } from '../ui/format.ts';

export interface StepFigures {
  /** There is a manifest list; else the snapshot names its manifests itself. */
  readonly isListed: boolean;
  readonly manifests: number;
  readonly manifestsKept: number;
  readonly manifestsUnknown: number;
  /** Manifests of deletes, and those of them that are read: these have no mark. */
  readonly deleteManifests: { readonly all: number; readonly read: number };
  /** Of the manifests that are opened, of data and of deletes; bytes where all lengths are known. */
  readonly manifestBytes: number | undefined;
  readonly entries: number;
  readonly entriesKept: number;
  readonly opened: number;
  readonly openedBytes: bigint;
  /** Of the opened files: those of which every row matches. */
  readonly whole: number;
  /** Read beside them. */
  readonly deletes: DeletesRead;
  readonly live: bigint;
  readonly unknown: bigint;
  /** Layouts of the files at hand that have a partition field, and those that have none. */
  readonly partitioned: readonly number[];
  readonly unpartitioned: readonly number[];
  /** Of the partitioned: those without a field of a column of the predicate. */
  readonly unrelated: readonly number[];
  /** Layouts with a bucket of a column of the predicate, and the names of such columns. */
  readonly buckets: { readonly specs: readonly number[]; readonly columns: readonly string[] };
  /** Names of the columns of the predicate. */
  readonly asked: readonly string[];
  /**
   * Opened files of which the partition alone has settled the predicate, and others of which bounds prove that every row
   * matches; undefined where that is not known of each.
   */
  readonly settled: { readonly byPartition: number; readonly byBounds: number } | undefined;
}

/** The finding, by step 1 to 4. */
export function stepSentence(step: number, f: StepFigures): string {
  switch (step) {
    case 1:
      return `${f.isListed ? 'The list of manifests is read' : 'The snapshot names its manifests itself'}: ${manifestWords(f)}`;
    case 2:
      return `${isFlat(f) ? 'Not partitioned' : 'Partition values'}: ${endWords(f.entries, f.entriesKept, 'entries', 'entry')}`;
    case 3:
      return `Bounds: ${endWords(f.entriesKept, f.opened, 'entries', 'entry')}`;
    default:
      return openedWords(f);
  }
}

function manifestWords(f: StepFigures): string {
  const { all, read } = f.deleteManifests;
  if (all === 0) return ofDataWords(f, '');
  const deletes =
    read === 0 || read === all
      ? `${all === 1 ? 'The only one' : `All ${count(all)}`} of deletes ${read > 0 ? 'may apply' : all === 1 ? 'is ruled out' : 'are ruled out'}.`
      : `Of ${count(all)} of deletes ${count(read)} may apply.`;
  return `${ofDataWords(f, ' of data')} ${deletes}`;
}

/** @param kind what follows the number of manifests */
function ofDataWords(
  { manifests, manifestsKept, manifestsUnknown }: StepFigures,
  kind: '' | ' of data',
): string {
  const gone = manifests - manifestsKept - manifestsUnknown;
  const unknown =
    manifestsUnknown === 0
      ? ''
      : ` ${capital(inWords(manifestsUnknown))} that may match cannot be read.`;
  if (gone === manifests) {
    return manifests === 1
      ? `the only one${kind} is ruled out unopened.`
      : `all ${count(manifests)}${kind} are ruled out unopened.`;
  }
  if (gone === 0) {
    return `${manifestsUnknown === 0 ? (manifests === 1 ? `the only one${kind} may match` : `all ${count(manifests)}${kind} may match`) : 'none is ruled out'}.${unknown}`;
  }
  return `${count(gone)} of ${count(manifests)}${kind} ${gone === 1 ? 'is' : 'are'} ruled out unopened.${unknown}`;
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

/** No file at hand has a partition. */
function isFlat({ partitioned, unpartitioned }: StepFigures): boolean {
  return partitioned.length === 0 && unpartitioned.length > 0;
}

/** What the step looks at. */
export function stepLesson(step: number, f: StepFigures): string {
  switch (step) {
    case 1:
      if (!f.isListed) {
        return 'There is no manifest list: the metadata of this snapshot holds the paths of its manifests and no ranges of partition values that the predicate could miss.';
      }
      return isFlat(f)
        ? 'The files are not partitioned, so the manifest list holds no ranges that the predicate could miss.'
        : `The manifest list holds, for each manifest, the range of its partition values. A manifest whose range misses the predicate is never opened.${someFlat(f)}`;
    case 2:
      return isFlat(f)
        ? 'The files are not partitioned: their entries hold no partition values, and the predicate is compared with nothing here.'
        : `Each entry of a manifest carries the partition values of its file. The predicate, put through the layout’s transforms, is compared with them.${bucketWords(f)}${someFlat(f)}`;
    case 3:
      return 'A file’s bounds are its lowest and highest value of each column. What lies outside of them is not in the file; what lies between may be.';
    default:
      return testLesson(f);
  }
}

/** Layouts that have nothing to compare the predicate with. */
function someFlat({ unpartitioned, unrelated, asked }: StepFigures): string {
  const by = joinWords(asked, 'or');
  const flat = unpartitioned.length === 0 ? '' : `${ofSpecs(unpartitioned)} are not partitioned`;
  const other =
    unrelated.length === 0
      ? ''
      : flat === ''
        ? `${ofSpecs(unrelated)} are not partitioned by ${by}`
        : `, and those of ${specWords(unrelated)} not by ${by}`;
  return flat + other === '' ? '' : ` ${flat}${other}: there is nothing to compare.`;
}

function ofSpecs(specs: readonly number[]): string {
  return `Files of ${specWords(specs)}`;
}

function specWords(specs: readonly number[]): string {
  return `spec${specs.length === 1 ? '' : 's'} ${joinWords(specs.map(String), 'and')}`;
}

function bucketWords({ buckets: { specs, columns } }: StepFigures): string {
  if (specs.length === 0) return '';
  return ` In ${specWords(specs)} it is a hash bucket of ${joinWords(columns, 'and')}, which can rule out values, not ranges.`;
}

/** An engine tests what the partition leaves; what bounds prove besides makes the test idle, and not needless to it. */
function testLesson(f: StepFigures): string {
  const { opened, whole, settled } = f;
  if (opened === 0) return 'Only now would data be read, and no file is left to open.';
  const start = 'Only now is data read.';
  if (isFlat(f)) {
    return `${start} Without a partition nothing is settled beforehand: the whole predicate is left to test on the rows.${provedWords(whole, opened)}`;
  }
  if (settled === undefined) {
    const known = whole === 0 ? '' : ` Of ${plural(whole, 'file')} it is known that all rows pass.`;
    return `${start} The residual is what the partition has left of the predicate: it is tested on the rows.${known}`;
  }
  const { byPartition, byBounds } = settled;
  if (byPartition === opened) {
    return `${start} The partition has settled the predicate: nothing is left to test on the rows.`;
  }
  const proved = provedWords(byBounds, opened - byPartition);
  return byPartition === 0
    ? `${start} ${opened === 1 ? 'The partition' : 'Of each file the partition'} has left a residual to test on the rows.${proved}`
    : `${start} Of ${plural(byPartition, 'file')} the partition has settled the predicate; of ${opened - byPartition === 1 ? 'the other' : 'the others'} it has left a residual to test on the rows.${proved}`;
}

/** Of files with a test: those whose bounds tell beforehand that each row passes. */
function provedWords(proved: number, tested: number): string {
  if (proved === 0) return '';
  if (proved === tested) {
    return ` ${tested === 1 ? 'Its' : 'Their'} bounds prove that every row passes: the test would drop none.`;
  }
  return ` The bounds of ${count(proved)} prove that every row passes: there it would drop none.`;
}

/** How much of a step is drawn, and by what. */
export interface StepDrawn {
  /** Marks of the picture. */
  readonly marks: number;
  readonly items: number;
  /** Items with bounds of their own that are drawn; undefined: of all. */
  readonly bounded: number | undefined;
  /** The column of the axis; undefined: none. */
  readonly across: string | undefined;
  /** The column that has more values than can stand side by side. */
  readonly crowded: string | undefined;
  /** Names of the columns of the predicate. */
  readonly asked: readonly string[];
  /** A range of the axis is what is asked for. */
  readonly hasRange: boolean;
  /** Items that end here: all, those whose values of that column are known, and those that miss on it. */
  readonly ends: number;
  readonly judged: number;
  readonly missed: number;
  /** Items that lie wholly beyond the axis, and those of which a part does. */
  readonly beyond: number;
  readonly cut: number;
  /** Marks without a place on it. */
  readonly unplaced: number;
}

const ITEM_WORDS = [
  ['manifest', 'manifests'],
  ['entry', 'entries'],
  ['entry', 'entries'],
  ['file', 'files'],
] as const;

/** What the picture of a step shows, and what of it is left out; empty where nothing came so far. */
export function drawnWords(step: number, drawn: StepDrawn): string {
  const { marks, items, bounded } = drawn;
  if (items === 0) return '';
  const [, many] = ITEM_WORDS[step - 1] ?? ITEM_WORDS[3];
  const runs =
    marks === 0 || marks >= items
      ? ''
      : `The ${count(items)} ${many} are drawn as ${count(marks)} runs of neighbours.`;
  const cut =
    bounded === undefined || bounded >= items
      ? ''
      : `Bounds are drawn of ${count(bounded)} of them only, evenly chosen, what goes on first.`;
  return joined([axisSentence(step, drawn), beyondSentence(drawn), runs, cut]);
}

function joined(sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function axisSentence(step: number, drawn: StepDrawn): string {
  const { across, ends, judged, missed, asked } = drawn;
  if (across === undefined) return '';
  const axis = `The axis is ${across}`;
  if (step === 4 || ends === 0) return `${axis}.`;
  if (judged === 0) return `${axis}, which is not known of what ends here.`;
  if (missed === 0) {
    return drawn.hasRange
      ? `${axis}; what ends here is ruled out by ${otherWords(asked)}.`
      : `${axis}, where what is asked for has no range of its own.`;
  }
  if (ends === 1) return `${axis}: the one that ends here lies outside of what is asked for.`;
  const of = judged === ends ? count(ends) : `${count(judged)} drawn`;
  const those = missed === judged ? `all ${of}` : `${count(missed)} of ${of}`;
  const rest = judged - missed;
  const others =
    rest === 0
      ? ''
      : `; the other${rest === 1 ? '' : ` ${count(rest)}`} ${rest === 1 ? 'is' : 'are'} ruled out by ${otherWords(asked)}`;
  return `${axis}: ${those} that end here ${missed === 1 ? 'lies' : 'lie'} outside of what is asked for${others}.`;
}

/** What rules out that lies on the axis where it is asked for. */
function otherWords(asked: readonly string[]): string {
  return asked.length > 1 ? 'what else is asked for' : 'more than its range';
}

function beyondSentence({ beyond, cut }: StepDrawn): string {
  if (beyond > 0) {
    const points = beyond === 1 ? 'a point at its end shows' : 'points at its ends show';
    return `${count(beyond)} ${beyond === 1 ? 'lies' : 'lie'} beyond the axis: ${points} on which side.`;
  }
  return cut === 0 ? '' : 'A pointed bar goes on beyond the axis.';
}

/** How to read the picture of a step; `alone`: no other is beside it. */
export function signWords(step: number, { items, unplaced }: StepDrawn, alone: boolean): string {
  if (items === 0) return '';
  const on = step === 4 ? '' : 'Grey ends here, colour goes on';
  const lead = alone ? `${on}.` : `${on}, and leads to its place in the next step.`;
  return joined([
    step === 4 ? '' : lead,
    unplaced === 0 ? '' : 'A pale bar over the whole width has no known range.',
    alone || step === 4 ? '' : 'Steps to come are faint.',
  ]);
}

/** In the head of a step: whose values its axis has, or why it has none. */
export function acrossWords(step: number, drawn: StepDrawn, f: StepFigures, zone: string): string {
  if (drawn.across !== undefined) return `axis: ${drawn.across}${zone}`;
  if (drawn.items === 0 || drawn.asked.length === 0) return '';
  if (drawn.crowded !== undefined) return `${drawn.crowded} has too many values here for an axis`;
  if (step < 3 && isFlat(f)) return 'not partitioned: no range to draw';
  if (step < 3 && f.buckets.specs.length > 0) {
    return `a bucket of ${joinWords(f.buckets.columns, 'or')} has no range`;
  }
  return `no range of ${joinWords(drawn.asked, 'or')} is known here`;
}

/** After the step: what is known of all files. */
export function afterWords(step: number, f: StepFigures, skipped: readonly bigint[]): string {
  const gone = skipped.slice(0, Math.min(step, 3)).reduce((sum, files) => sum + files, 0n);
  const read = step === 4 ? `${plural(f.opened, 'file')} opened.` : 'None has been opened.';
  return `After this step ${count(gone)} of ${plural(f.live, 'file')} are skipped. ${read}`;
}

export interface StepHead {
  readonly title: string;
  readonly kept: string;
  readonly read: string;
}

/** The head of each column: what reached it, what it kept, what was read for it. */
export function stepHeads(f: StepFigures): readonly StepHead[] {
  const length = f.manifestBytes === undefined ? '' : `, ${bytes(f.manifestBytes)}`;
  const beside = deletesReadWords(f.deletes);
  const deletes = beside === undefined ? '' : `, and ${beside}`;
  const tested = f.opened - f.whole;
  return [
    {
      title: f.isListed ? 'Manifest list' : 'Manifests',
      kept: `${manifestCount(f.manifests, f.deleteManifests.all)}, ${count(f.manifestsKept + f.deleteManifests.read)} kept${f.manifestsUnknown === 0 ? '' : `, ${count(f.manifestsUnknown)} unknown`}`,
      read: f.isListed ? 'reads 1 file' : 'reads nothing more',
    },
    {
      title: 'Partition values',
      kept: `${plural(f.entries, 'entry', 'entries')}, ${count(f.entriesKept)} kept`,
      // The length before the kinds: of a long line the end is cut.
      read: `reads ${plural(f.manifestsKept + f.deleteManifests.read, 'manifest')}${length}${f.deleteManifests.read === 0 ? '' : `, ${count(f.deleteManifests.read)} of deletes`}`,
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

function manifestCount(data: number, deletes: number): string {
  if (deletes === 0) return plural(data, 'manifest');
  return `${count(data)} data and ${plural(deletes, 'delete manifest')}`;
}
