/**
 * Many columns of a manifest are equal: both sequence numbers, value counts and record counts, what is unknown of every
 * entry, the places of bounds of one width. Equal ones share their memory, a quarter of a decoded manifest. Those that
 * hold one value alone, or the places of values of one length, share it with those of other manifests.
 */
import { wordsOf } from '../base/bytes.ts';
import type { BytesColumn, EntryLongs, ManifestEntries, MetricsColumn } from './entries.ts';

type Wide = Int32Array | Uint32Array | BigInt64Array;
type Narrow = Uint8Array | Uint16Array;
type Share = <A extends Wide>(array: A) => A;

/** Gives back the first array of the same kind that was given, here or as `given`, and is equal. */
function sharer(given: readonly Wide[] = []): Share {
  const seen: Wide[] = [...given];
  return <A extends Wide>(array: A): A => {
    const content = contentOf(array);
    if (content !== undefined) return shared(content, array);
    const known = seen.find((other) => isEqual(array, other));
    if (known !== undefined) return known as A;
    seen.push(array);
    return array;
  };
}

/** What tells every element by its index: that all are one, or places of values of one length. */
function contentOf(array: Wide): string | undefined {
  const step = array.BYTES_PER_ELEMENT / 4;
  const parts = wordsOf(array);
  if (isConstant(parts, step)) return `${array[0]}`;
  return step === 1 && isProgression(parts) ? `0 by ${parts[1]}` : undefined;
}

/**
 * The same places; in memory shared with others where they are 0, n, 2n and so on. They must not be written to any more.
 */
export function sharedPlaces(places: Uint32Array): Uint32Array {
  const content = contentOf(places);
  return content === undefined ? places : shared(content, places);
}

/** The same elements; in memory shared with others where all bytes are one. They must not be written to any more. */
export function sharedBytes<A extends Narrow>(array: A): A {
  const { buffer, byteOffset, byteLength } = array;
  // For one kind of array alone, or engines would compile it again and again.
  const isOne = hasOneByte(new Uint8Array(buffer, byteOffset, byteLength));
  return isOne ? shared(`${array[0]}`, array) : array;
}

/** Four at a time, as far as they lie so. */
function hasOneByte(bytes: Uint8Array): boolean {
  const { buffer, byteOffset, length } = bytes;
  if (length === 0) return false;
  const first = bytes[0] as number;
  const size = byteOffset % 4 === 0 ? length >> 2 : 0;
  const parts = new Int32Array(buffer, size === 0 ? 0 : byteOffset, size);
  const four = Math.imul(first, 0x01010101);
  for (let i = 0; i < size; i++) if (parts[i] !== four) return false;
  for (let i = 4 * size; i < length; i++) if (bytes[i] !== first) return false;
  return true;
}

/** Whether all elements, of `step` words each, are equal. */
function isConstant(parts: Int32Array, step: number): boolean {
  for (let i = step; i < parts.length; i++) if (parts[i] !== parts[i - step]) return false;
  return parts.length > 0;
}

/** 0, n, 2n and so on. */
function isProgression(parts: Int32Array): boolean {
  const [first, step] = parts;
  if (first !== 0 || step === undefined) return false;
  for (let i = 1; i < parts.length; i++) if (parts[i] !== i * step) return false;
  return true;
}

/**
 * The longest array of each kind, content and size of length, as long as something else holds it: a short column must
 * not keep a memory many times its own.
 */
const longest = new Map<string, WeakRef<Wide | Narrow>>();
/** More contents than that are not what many manifests have. */
const MOST_CONTENTS = 1000;

/** A shorter array of the same content begins as a longer one does. */
function shared<A extends Wide | Narrow>(content: string, array: A): A {
  const { length } = array;
  const key = `${array.constructor.name} ${content} ${Math.clz32(length)}`;
  const known = longest.get(key)?.deref() as A | undefined;
  if (known !== undefined && known.length >= length) {
    return known.length === length ? known : (known.subarray(0, length) as A);
  }
  if (longest.size >= MOST_CONTENTS) longest.clear();
  longest.set(key, new WeakRef<Wide | Narrow>(array));
  return array;
}

function isEqual(a: Wide, b: Wide): boolean {
  if (a.constructor !== b.constructor || a.length !== b.length) return false;
  const [left, right] = [wordsOf(a), wordsOf(b)];
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}

/** The same entries; they must not be written to any more. */
export function withSharedColumns(entries: ManifestEntries): ManifestEntries {
  const share = sharer();
  return {
    ...entries,
    recordCounts: share(entries.recordCounts),
    fileSizesInBytes: share(entries.fileSizesInBytes),
    snapshotIds: oneOr(entries.snapshotIds, share),
    dataSequenceNumbers: oneOr(entries.dataSequenceNumbers, share),
    fileSequenceNumbers: oneOr(entries.fileSequenceNumbers, share),
    firstRowIds: share(entries.firstRowIds),
    sortOrderIds: share(entries.sortOrderIds),
    fileContents: sharedBytes(entries.fileContents),
    fileFormats: sharedBytes(entries.fileFormats),
    filePaths: {
      ...entries.filePaths,
      names: places(entries.filePaths.names, share),
      tail: sharedBytes(entries.filePaths.tail),
    },
    partition: entries.partition.map((column) => ({
      ...column,
      valid: sharedBytes(column.valid),
    })),
    metrics: shareMetrics(entries.metrics, share),
  };
}

/** The one number where all are one. */
function oneOr(column: EntryLongs, share: Share): EntryLongs {
  if (typeof column === 'bigint') return column;
  return isConstant(wordsOf(column), 2) ? (column[0] as bigint) : share(column);
}

/** The same for metrics of further columns of `entries`. */
export function withSharedMetrics(
  metrics: ReadonlyMap<number, MetricsColumn>,
  { recordCounts }: Pick<ManifestEntries, 'recordCounts'>,
): ReadonlyMap<number, MetricsColumn> {
  return shareMetrics(metrics, sharer([recordCounts]));
}

function shareMetrics(
  metrics: ReadonlyMap<number, MetricsColumn>,
  share: Share,
): ReadonlyMap<number, MetricsColumn> {
  return new Map(
    [...metrics].map(([fieldId, column]) => [
      fieldId,
      {
        ...column,
        valueCounts: share(column.valueCounts),
        nullValueCounts: share(column.nullValueCounts),
        nanValueCounts: share(column.nanValueCounts),
        lowerBounds: places(column.lowerBounds, share),
        upperBounds: places(column.upperBounds, share),
        mapsPresent: sharedBytes(column.mapsPresent),
      },
    ]),
  );
}

function places({ arena, start, length }: BytesColumn, share: Share): BytesColumn {
  return { arena, start: share(start), length: share(length) };
}
