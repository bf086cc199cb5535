/**
 * The list in groups: its files stay in their order, and headings stand between them. What is read or unknown comes
 * first, by era and partition, then the rest likewise; an era heads its files in each, a partition its own where it has
 * more than one. Headings are columns over a few numbers, so that a list of a million files stays one array.
 */
import { UNKNOWN } from '../../src/planning/verdict.ts';
import { bytes as bytesText, plural } from '../ui/format.ts';
import { type EraFiles, type FileIndex, isLost } from './file-index.ts';
import { isRead, NOT_JUDGED } from './map-pixels.ts';
import type { Steps } from './slices.ts';

export interface FileGroups {
  /** Headings and files. */
  readonly lines: number;
  /** Of each heading: the files below it, `[from, to)` in the order of the list; ascending by `from`. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Of each heading: 1 where it heads an era, 0 where a partition. */
  readonly isEra: Uint8Array;
}

/** Files looked at in one step. */
const STEP = 1 << 16;

/** `order`: positions, what is read before the rest, each ascending; see `readsFirst`. */
export function* groupFiles(
  index: FileIndex,
  verdicts: Uint8Array,
  order: Uint32Array,
): Steps<FileGroups> {
  const from: number[] = [];
  const to: number[] = [];
  const isEra: number[] = [];
  let era: EraFiles | undefined;
  let eraHeading = -1;
  let start = 0;
  for (let at = 0; at <= order.length; at++) {
    const position = order[at];
    const before = order[at - 1];
    const isNewEra =
      position === undefined ||
      before === undefined ||
      era === undefined ||
      position >= era.to ||
      isRead(verdicts[position] as number) !== isRead(verdicts[before] as number);
    if (isNewEra || index.tupleOf[position] !== index.tupleOf[before]) {
      if (at - start > 1 && isNamed(index, before)) {
        from.push(start);
        to.push(at);
        isEra.push(0);
      }
      start = at;
    }
    if (isNewEra) {
      if (eraHeading >= 0) to[eraHeading] = at;
      if (position === undefined) break;
      era = index.eras.find((one) => position >= one.from && position < one.to);
      eraHeading = from.length;
      from.push(at);
      to.push(at);
      isEra.push(1);
    }
    if (at % STEP === STEP - 1) yield;
  }
  return {
    lines: order.length + from.length,
    from: Uint32Array.from(from),
    to: Uint32Array.from(to),
    isEra: Uint8Array.from(isEra),
  };
}

/** Files without a partition, or of a manifest that could not be read, have nothing to be headed by. */
function isNamed(index: FileIndex, position: number | undefined): boolean {
  return position !== undefined && index.tuples[index.tupleOf[position] as number]?.label !== '';
}

export type Line =
  | { readonly kind: 'heading'; readonly heading: number }
  /** `at`: in the order of the list. */
  | { readonly kind: 'file'; readonly at: number };

/** Headings above a line. Heading h stands at line `from[h] + h`, since as many headings are above it. */
function headingsAbove({ from }: FileGroups, line: number): number {
  return firstWhere(from.length, (h) => (from[h] as number) + h >= line);
}

/** What stands at a line. */
export function lineAt(groups: FileGroups, line: number): Line {
  const { from } = groups;
  const above = headingsAbove(groups, line);
  return above < from.length && (from[above] as number) + above === line
    ? { kind: 'heading', heading: above }
    : { kind: 'file', at: line - above };
}

/** The line of a file. */
export function lineOf({ from }: FileGroups, at: number): number {
  return at + firstWhere(from.length, (h) => (from[h] as number) > at);
}

/** The least number below `count` for which it holds, else `count`; it must hold for all above one that it holds for. */
function firstWhere(count: number, holds: (i: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Files above a line. */
export function filesAbove(groups: FileGroups, line: number): number {
  return line - headingsAbove(groups, line);
}

export interface Grouped {
  readonly groups: FileGroups;
  readonly index: FileIndex;
  readonly verdicts: Uint8Array;
  readonly order: Uint32Array;
}

export interface Heading {
  readonly specId: number;
  readonly rank: number;
  readonly isEra: boolean;
  /** Index into `tuples`; of an era, of its first file. */
  readonly tuple: number;
  /** `3 files, 865 MiB`; of an era by verdict. */
  readonly words: string;
}

/** What a heading says. Its files are counted here, so ask when it comes into view, and once. */
export function headingAt({ groups, index, verdicts, order }: Grouped, heading: number): Heading {
  const positions = order.subarray(groups.from[heading], groups.to[heading]);
  const first = positions[0] as number;
  const era = index.eras.find(({ from, to }) => first >= from && first < to);
  const isEra = groups.isEra[heading] === 1;
  return {
    specId: era?.specId ?? 0,
    rank: era?.rank ?? 0,
    isEra,
    tuple: index.tupleOf[first] as number,
    words: wordsOf(index, positions, (position) =>
      isEra ? kindOf(verdicts[position] as number) : UNNAMED,
    ),
  };
}

interface Amount {
  files: number;
  bytes: number;
  /** Files whose manifest could not be read; of them only the number is known. */
  lost: number;
}

/** What an era's files are counted under, in the order they are told. */
const KINDS = ['Read: ', 'Unknown: ', 'Skipped: ', ''] as const;
const UNNAMED = 3;

function kindOf(verdict: number): number {
  if (verdict === NOT_JUDGED) return UNNAMED;
  if (verdict === UNKNOWN) return 1;
  return isRead(verdict) ? 0 : 2;
}

/** In words, by what each file is counted under. */
function wordsOf(
  index: FileIndex,
  positions: Uint32Array,
  kindAt: (position: number) => number,
): string {
  const amounts = amountsOf(index, positions, kindAt);
  return KINDS.flatMap((name, kind) => {
    const amount = amounts[kind];
    return amount === undefined ? [] : [`${name}${amountWords(amount)}`];
  }).join(' · ');
}

function amountsOf(
  index: FileIndex,
  positions: Uint32Array,
  kindAt: (position: number) => number,
): readonly (Amount | undefined)[] {
  const amounts: (Amount | undefined)[] = [];
  for (const position of positions) {
    const kind = kindAt(position);
    amounts[kind] ??= { files: 0, bytes: 0, lost: 0 };
    const amount = amounts[kind];
    amount.files++;
    if (isLost(index, position)) amount.lost++;
    else amount.bytes += index.bytes[position] as number;
  }
  return amounts;
}

function amountWords({ files, bytes, lost }: Amount): string {
  const counted = plural(files, 'file');
  if (lost === files) return counted;
  return `${counted}, ${lost > 0 ? 'at least ' : ''}${bytesText(bytes)}`;
}
