/** What one snapshot holds that another does not, file by file, by era and by partition. Pure. */
import type { ManifestFileIds, ManifestPicture, ManifestTotals, PartitionTuple } from './api.ts';

/** Doubles: exact to 2^53. */
export interface Amount {
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
}

/** A data manifest of one side alone. */
export interface DiffManifest {
  readonly picture: ManifestPicture;
  readonly ids: ManifestFileIds;
}

export interface DiffInput {
  /** Data manifests that both sides list: their files are the same. */
  readonly shared: readonly ManifestTotals[];
  readonly onlyA: readonly DiffManifest[];
  readonly onlyB: readonly DiffManifest[];
  /** Whether a snapshot only rewrote files (its operation is `replace`). */
  readonly isRewrite: (snapshotId: bigint) => boolean;
}

/** `removed` is of A; the others are of B: written by a rewrite, or by any other commit. */
export type ChangeKind = 'removed' | 'rewritten' | 'added';

export interface EraDiff {
  readonly specId: number;
  readonly atA: Amount;
  readonly inBoth: Amount;
  readonly removed: Amount;
  readonly rewritten: Amount;
  readonly added: Amount;
  readonly atB: Amount;
}

export interface PartitionChange {
  readonly specId: number;
  readonly tuple: PartitionTuple;
  readonly kind: ChangeKind;
  readonly amount: Amount;
}

export interface ChangedFile {
  readonly kind: ChangeKind;
  readonly specId: number;
  /** Of A where it is removed, else of B. */
  readonly manifestIndex: number;
  readonly entry: number;
}

export interface SnapshotDiff {
  /** By spec id; every spec with a live file on either side. */
  readonly eras: readonly EraDiff[];
  readonly partitions: readonly PartitionChange[];
  /** Removed ones first. */
  readonly files: readonly ChangedFile[];
  /** A manifest could not be read: all figures are then "at least". */
  readonly incomplete: boolean;
}

export const NONE: Amount = { files: 0, rows: 0, bytes: 0 };

export function addAmount(a: Amount, b: Amount): Amount {
  return { files: a.files + b.files, rows: a.rows + b.rows, bytes: a.bytes + b.bytes };
}

/** Files are told apart by their paths (by {@link ManifestFileIds.pathHashes}); deletes are not regarded. */
export function diffSnapshots(input: DiffInput): SnapshotDiff {
  const hashesOf = (side: readonly DiffManifest[]) =>
    new Set(side.flatMap(({ ids }) => [...ids.pathHashes]));
  const book = newBook();
  for (const { specId, live } of input.shared) {
    book.era(specId, 'inBoth', {
      files: Number(live.files),
      rows: Number(live.records),
      bytes: Number(live.bytes),
    });
  }
  const inB = hashesOf(input.onlyB);
  const inA = hashesOf(input.onlyA);
  for (const manifest of input.onlyA) {
    enter(book, manifest, (local) =>
      inB.has(manifest.ids.pathHashes[local] as number) ? 'inBoth' : 'removed',
    );
  }
  for (const manifest of input.onlyB) {
    const { pathHashes, snapshotIds } = manifest.ids;
    enter(book, manifest, (local) => {
      // Counted with A's.
      if (inA.has(pathHashes[local] as number)) return undefined;
      return input.isRewrite(snapshotIds[local] as bigint) ? 'rewritten' : 'added';
    });
  }
  const read = [...input.shared, ...[...input.onlyA, ...input.onlyB].map((m) => m.picture)];
  return {
    ...book.close(),
    incomplete: read.some(({ problems }) =>
      problems.some((p) => p.severity === 'can-change-answer'),
    ),
  };
}

type EraPart = 'inBoth' | ChangeKind;

interface Book {
  era(specId: number, part: EraPart, amount: Amount): void;
  partition(specId: number, tuple: PartitionTuple, kind: ChangeKind, amount: Amount): void;
  file(file: ChangedFile): void;
  close(): Omit<SnapshotDiff, 'incomplete'>;
}

function newBook(): Book {
  const eras = new Map<number, Map<EraPart, Amount>>();
  const partitions = new Map<string, PartitionChange>();
  const files: ChangedFile[] = [];
  return {
    era(specId, part, amount) {
      const parts = eras.get(specId) ?? new Map<EraPart, Amount>();
      parts.set(part, addAmount(parts.get(part) ?? NONE, amount));
      eras.set(specId, parts);
    },
    partition(specId, tuple, kind, amount) {
      const key = `${specId} ${kind} ${tuple.label}`;
      const before = partitions.get(key);
      const sum = addAmount(before?.amount ?? NONE, amount);
      partitions.set(key, { specId, tuple: before?.tuple ?? tuple, kind, amount: sum });
    },
    file: (file) => files.push(file),
    close: () => ({
      eras: [...eras]
        .sort(([a], [b]) => a - b)
        .map(([specId, parts]) => eraDiff(specId, parts))
        .filter(({ atA, atB }) => atA.files + atB.files > 0),
      partitions: [...partitions.values()],
      files,
    }),
  };
}

function eraDiff(specId: number, parts: ReadonlyMap<EraPart, Amount>): EraDiff {
  const of = (part: EraPart) => parts.get(part) ?? NONE;
  const inBoth = of('inBoth');
  return {
    specId,
    inBoth,
    removed: of('removed'),
    rewritten: of('rewritten'),
    added: of('added'),
    atA: addAmount(inBoth, of('removed')),
    atB: addAmount(inBoth, addAmount(of('rewritten'), of('added'))),
  };
}

/** `partOf` undefined: the file is entered elsewhere. */
function enter(
  book: Book,
  { picture, ids }: DiffManifest,
  partOf: (local: number) => EraPart | undefined,
): void {
  const { specId, index, entries, partitions, partitionOf } = picture;
  for (let local = 0; local < entries.length; local++) {
    const part = partOf(local);
    if (part === undefined || ids.pathHashes[local] === undefined) continue;
    const amount = amountAt(picture, local);
    book.era(specId, part, amount);
    if (part === 'inBoth') continue;
    const tuple = partitions[partitionOf[local] as number] as PartitionTuple;
    book.partition(specId, tuple, part, amount);
    book.file({ kind: part, specId, manifestIndex: index, entry: entries[local] as number });
  }
}

/** Counts that are not known are negative and add nothing. */
function amountAt({ bytes, records }: ManifestPicture, local: number): Amount {
  return {
    files: 1,
    rows: Math.max(0, records[local] as number),
    bytes: Math.max(0, bytes[local] as number),
  };
}
