/**
 * Many columns of a manifest are equal: both sequence numbers, value counts and record counts, what is unknown of every
 * entry, the places of bounds of one width. Equal ones share their memory, a quarter of a decoded manifest.
 */
import type { BytesColumn, ManifestEntries, MetricsColumn } from './entries.ts';

type Wide = Int32Array | Uint32Array | BigInt64Array;
type Share = <A extends Wide>(array: A) => A;

/** Gives back the first array of the same kind that was given and is equal. */
function sharer(): Share {
  const seen: Wide[] = [];
  return <A extends Wide>(array: A): A => {
    const known = seen.find((other) => isEqual(array, other));
    if (known !== undefined) return known as A;
    seen.push(array);
    return array;
  };
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
