/**
 * Many columns of a manifest are equal: both sequence numbers, value counts and record counts, what is unknown of every
 * entry, the places of bounds of one width. Equal ones share their memory, a quarter of a decoded manifest. Those that
 * hold one value alone share it with those of other manifests.
 */
import type { BytesColumn, ManifestEntries, MetricsColumn } from './entries.ts';

type Wide = Int32Array | Uint32Array | BigInt64Array;
type Share = <A extends Wide>(array: A) => A;

/** Gives back the first array of the same kind that was given and is equal. */
function sharer(): Share {
  const seen: Wide[] = [];
  return <A extends Wide>(array: A): A => {
    if (isConstant(words(array), array.BYTES_PER_ELEMENT / 4)) return sharedConstant(array);
    const known = seen.find((other) => isEqual(array, other));
    if (known !== undefined) return known as A;
    seen.push(array);
    return array;
  };
}

/** Whether all elements, of `step` words each, are equal. */
function isConstant(parts: Int32Array, step: number): boolean {
  for (let i = step; i < parts.length; i++) if (parts[i] !== parts[i - step]) return false;
  return parts.length > 0;
}

/**
 * The longest array of each kind, value and size of length, as long as something else holds it: a short column must not
 * keep a memory many times its own.
 */
const constants = new Map<string, WeakRef<Wide>>();
/** More values than that are no constants that many manifests have. */
const MOST_CONSTANTS = 1000;

function sharedConstant<A extends Wide>(array: A): A {
  const { length } = array;
  const key = `${array.constructor.name} ${array[0]} ${Math.clz32(length)}`;
  const known = constants.get(key)?.deref() as A | undefined;
  if (known !== undefined && known.length >= length) {
    return known.length === length ? known : (known.subarray(0, length) as A);
  }
  if (constants.size >= MOST_CONSTANTS) constants.clear();
  constants.set(key, new WeakRef<Wide>(array));
  return array;
}

function isEqual(a: Wide, b: Wide): boolean {
  if (a.constructor !== b.constructor || a.length !== b.length) return false;
  const [left, right] = [words(a), words(b)];
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}

/** As 32-bit words, which compare without a BigInt. */
function words({ buffer, byteOffset, byteLength }: Wide): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength / 4);
}

/** The same entries; they must not be written to any more. */
export function withSharedColumns(entries: ManifestEntries): ManifestEntries {
  const share = sharer();
  return {
    ...entries,
    recordCounts: share(entries.recordCounts),
    fileSizesInBytes: share(entries.fileSizesInBytes),
    snapshotIds: share(entries.snapshotIds),
    dataSequenceNumbers: share(entries.dataSequenceNumbers),
    fileSequenceNumbers: share(entries.fileSequenceNumbers),
    firstRowIds: share(entries.firstRowIds),
    sortOrderIds: share(entries.sortOrderIds),
    metrics: withSharedMetrics(entries.metrics, share),
  };
}

/** The same for metrics alone. */
export function withSharedMetrics(
  metrics: ReadonlyMap<number, MetricsColumn>,
  share: Share = sharer(),
): ReadonlyMap<number, MetricsColumn> {
  return new Map(
    [...metrics].map(([fieldId, column]) => [
      fieldId,
      {
        ...column,
        valueCounts: share(column.valueCounts),
        nullValueCounts: share(column.nullValueCounts),
        nanValueCounts: share(column.nanValueCounts),
        lowerBounds: bounds(column.lowerBounds, share),
        upperBounds: bounds(column.upperBounds, share),
      },
    ]),
  );
}

function bounds({ arena, start, length }: BytesColumn, share: Share): BytesColumn {
  return { arena, start: share(start), length: share(length) };
}
