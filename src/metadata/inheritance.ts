/** What entries inherit from their manifest (rules.md 2.6), column by column. −1 stands for null. */
import { ADDED, DELETED } from './entries.ts';
import type { ManifestFile } from './records.ts';

/**
 * Fills null sequence numbers in place (MF-20): ADDED entries, and all entries of a manifest whose own number is 0,
 * take the manifest's. In a v1 manifest, which has no such columns, the others are 0 (B150, B151). Returns how many
 * live entries stay without one.
 */
export function inheritSequenceNumbers(
  numbers: BigInt64Array,
  status: Uint8Array,
  manifest: ManifestFile,
  isV1: boolean,
): number {
  const inherited = manifest.sequenceNumber;
  let missing = 0;
  for (let i = 0; i < numbers.length; i++) {
    if (numbers[i] !== -1n) continue;
    if (status[i] === ADDED || inherited === 0n) numbers[i] = inherited;
    else if (isV1) numbers[i] = 0n;
    else if (status[i] !== DELETED) missing += 1;
  }
  return missing;
}

/** Fills null snapshot ids in place (MF-22). */
export function inheritSnapshotIds(
  ids: BigInt64Array,
  valid: Uint8Array,
  manifest: ManifestFile,
): void {
  const inherited = manifest.addedSnapshotId ?? -1n;
  for (let i = 0; i < ids.length; i++) if (valid[i] === 0) ids[i] = inherited;
}

/**
 * Hands out row ids in place (MF-24, B154): each entry without one that is not DELETED takes the manifest's first row
 * id plus the records of those before it that took one too. Delete manifests have none (B156).
 */
export function assignFirstRowIds(
  ids: BigInt64Array,
  status: Uint8Array,
  recordCounts: BigInt64Array,
  manifest: ManifestFile,
): void {
  if (manifest.content === 'deletes') {
    ids.fill(-1n);
    return;
  }
  // Without one explicit ids are kept, as the spec has it; Java drops them. Only what is shown depends on it.
  if (manifest.firstRowId === undefined) return;
  let next = manifest.firstRowId;
  for (let i = 0; i < ids.length; i++) {
    if (ids[i] !== -1n || status[i] === DELETED) continue;
    ids[i] = next;
    const count = recordCounts[i] as bigint;
    if (count > 0n) next += count;
  }
}
