/**
 * API Boundary. Every operation of the core that needs bytes, as one interface. `local.ts` implements it in place (Node,
 * and inside each worker); `src/worker` puts a pool of workers behind the same interface. All arguments and results are
 * plain data that structured clone carries; an operation's request holds all it needs, and what an implementation
 * remembers between calls is only a cache.
 *
 * Errors: each rejects with {@link IcecoreError}, or with the signal's reason when aborted.
 */
import type { Problem } from '../base/errors.ts';
import type { Forecast } from '../evolution/forecast/forecast.ts';
import type { Expression } from '../expressions/expression.ts';
import type { InputRef } from '../io/input.ts';
import type { ManifestFile, PartitionSpec, Snapshot, TableMetadata } from '../metadata/records.ts';
import type { ParquetFooter } from '../parquet/footer.ts';
import type { FileExplanation } from '../planning/explanation.ts';
import type { Schema, Value } from '../types/type.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What decoding and planning must know of the table; the same object for every call on one table and view. */
export interface TableContext {
  /** Distinguishes tables in caches. */
  readonly tableKey: string;
  readonly formatVersion: number;
  /** The schema that binds names (SN-6). */
  readonly schemaId: number;
  readonly schemas: readonly Schema[];
  readonly specs: readonly PartitionSpec[];
}

/** A manifest of the snapshot in hand. */
export interface ManifestSource {
  /** Position in the snapshot's manifest list; the id of the manifest everywhere below. */
  readonly index: number;
  readonly manifest: ManifestFile;
  /** undefined = not at hand: its files are unknown unless its row rules them out. */
  readonly input: InputRef | undefined;
  /** Of a manifest that a bundle left out: what is known of it. */
  readonly recorded?: RecordedSource | undefined;
}

/** Figures of a manifest that is not at hand, and its verdicts for one question. */
export interface RecordedSource {
  readonly question: Pick<PlanRequest, 'filter' | 'caseSensitive' | 'profile'>;
  readonly live: Tally;
  readonly added: Tally;
  readonly specId: number;
  readonly verdict: 'kept' | 'skipped';
  readonly reason: string;
  /** By FILE_VERDICTS index, exact. */
  readonly totals: readonly Tally[];
}

export interface Tally {
  readonly files: bigint;
  readonly records: bigint;
  readonly bytes: bigint;
}

/** Live content of one manifest. It never changes, so it is summed once and reused in every snapshot that lists it. */
export interface ManifestTotals {
  readonly manifestPath: string;
  readonly specId: number;
  readonly content: 'data' | 'deletes';
  readonly live: Tally;
  /** Entries with status ADDED, and of those the bytes: what this manifest's commit wrote. */
  readonly added: Tally;
  readonly problems: readonly Problem[];
}

/** A distinct partition tuple of a manifest. `undefined` in a tuple = not readable. */
export interface PartitionTuple {
  readonly values: readonly (Value | null | undefined)[];
  /** `ts_day=2026-09-01 / country=FR`, for people; `?` for what is not readable; empty when unpartitioned. */
  readonly label: string;
}

/** Whole numbers for drawing: exact in words where all of them fit, else the nearest doubles. */
export type DrawnNumbers = Uint32Array | Float64Array;

/** The live data files of one manifest, for pictures and tables. Arrays run over live data files in entry order. */
export interface ManifestPicture extends ManifestTotals {
  readonly index: number;
  /** Entry index in the manifest of each live data file. */
  readonly entries: Uint32Array;
  /** For drawing only; exact figures are in `live` and in rows. */
  readonly bytes: DrawnNumbers;
  readonly records: DrawnNumbers;
  readonly partitions: readonly PartitionTuple[];
  /** Index into `partitions` of each live data file. */
  readonly partitionOf: Uint32Array;
}

export interface PlanRequest {
  readonly context: TableContext;
  readonly filter: Expression;
  readonly caseSensitive: boolean;
  readonly profile: 'safe' | 'java';
  readonly manifests: readonly ManifestSource[];
  /**
   * Leave manifests unread that their rows in the manifest list rule out. They come at once: their files and rows are
   * then counted from these rows, and their bytes are not known.
   */
  readonly skippedUnread?: boolean | undefined;
}

/** Verdicts of one data manifest. Arrays run over its live data files in entry order, as in {@link ManifestPicture}. */
export interface ManifestPlan {
  readonly index: number;
  readonly specId: number;
  /** `kept`: opened. `skipped`: ruled out by its row. `unknown`: could match and can't be read. */
  readonly verdict: 'kept' | 'skipped' | 'unknown';
  /** One sentence, by the rules of look.md 9. */
  readonly reason: string;
  /**
   * FILE_VERDICTS index of each live data file; empty where the entries are not at hand (unknown, damaged, or skipped
   * and left unread).
   */
  readonly fileVerdicts: Uint8Array;
  /** Reason code of the deciding stage, see planning/reasons.ts. */
  readonly reasons: Uint8Array;
  /** Delete files that apply to each. */
  readonly deleteCounts: Uint16Array;
  /** Delete files that apply to what is read of it; undefined where that is not known. */
  readonly usedDeletes: UsedDeletes | undefined;
  /** By FILE_VERDICTS index. Files not at hand are counted from the manifest list's row; `bytes` is then a floor. */
  readonly totals: readonly Tally[];
  /** True where `bytes` of a total is only a floor. */
  readonly bytesIncomplete: boolean;
  readonly problems: readonly Problem[];
}

/** Delete files, each once: arrays run over them. */
export interface UsedDeletes {
  /** Position in the snapshot's manifest list of the manifest that lists each, and its entry there. */
  readonly manifests: Uint32Array;
  readonly entries: Uint32Array;
  /** Bytes that reading each takes: of a deletion vector, its part of the Puffin file. */
  readonly bytes: BigInt64Array;
  /** 1 = a deletion vector. */
  readonly isVector: Uint8Array;
}

export interface DeletePlan {
  /** Positions in the manifest list of the delete manifests that are read: the filter lets them through. */
  readonly manifests: readonly number[];
  readonly indexed: number;
  readonly positional: number;
  readonly equality: number;
  readonly deletionVectors: number;
  readonly problems: readonly Problem[];
}

export interface ExplainRequest extends Omit<PlanRequest, 'manifests' | 'skippedUnread'> {
  readonly manifest: ManifestSource;
  readonly entry: number;
  readonly deleteManifests: readonly ManifestSource[];
}

/** One row of the Files table. Numbers exact; text decoded for display. */
export interface FileRow {
  readonly index: number;
  readonly entry: number;
  readonly filePath: string;
  readonly fileFormat: string;
  readonly specId: number;
  readonly partition: string;
  readonly recordCount: bigint;
  readonly fileSizeInBytes: bigint;
  readonly dataSequenceNumber: bigint | undefined;
  readonly snapshotId: bigint | undefined;
  /** Bounds of the asked columns, as text in the column's type; undefined = not recorded. */
  readonly bounds: readonly FileBounds[];
}

export interface FileBounds {
  readonly fieldId: number;
  readonly lower: string | undefined;
  readonly upper: string | undefined;
  /** Position on the column's axis where it has one (numbers, times), for drawing. */
  readonly lowerPosition: number | undefined;
  readonly upperPosition: number | undefined;
  readonly nullCount: bigint | undefined;
  readonly nanCount: bigint | undefined;
  readonly valueCount: bigint | undefined;
}

/** What tells the live files of one manifest apart. Arrays run over its live files in entry order. */
export interface ManifestFileIds {
  readonly index: number;
  /** Entry index in the manifest of each. */
  readonly entries: Uint32Array;
  /** The snapshot that added each; −1 = not recorded. */
  readonly snapshotIds: BigInt64Array;
  /** Whole numbers of 53 bits made of each path: two of a million files share one in 1 of 18,000 tables. */
  readonly pathHashes: Float64Array;
  /** 1 = not below the table's location. */
  readonly outside: Uint8Array;
  /** Bit i = values of the i-th asked column were counted, so the file holds it; bit 31 = it has such counts at all. */
  readonly counted: Uint32Array;
  readonly problems: readonly Problem[];
}

/** A file of position deletes or of a deletion vector, at hand. */
export interface DeleteSource {
  readonly kind: 'position' | 'deletion vector';
  readonly input: InputRef;
  readonly fileSizeInBytes: bigint;
  readonly recordCount: bigint;
  /** Where a deletion vector is in its Puffin file. */
  readonly contentOffset: bigint | undefined;
  readonly contentSizeInBytes: bigint | undefined;
}

export interface LiveRowsRequest {
  /** As the manifest records it. */
  readonly dataFilePath: string;
  readonly recordCount: bigint;
  readonly deletes: readonly DeleteSource[];
}

export interface LiveRows {
  readonly rows: bigint;
  readonly problems: readonly Problem[];
}

export interface ForecastRequest {
  readonly context: TableContext;
  /** The layout in use, and the one thought of. */
  readonly before: PartitionSpec;
  readonly after: PartitionSpec;
  readonly properties: Readonly<Record<string, string>>;
  /** Estimates of distinct values by field id, where the table has them. */
  readonly distinctValues: ReadonlyMap<number, number>;
  /** The file that tells which values partitions have, where it is at hand. */
  readonly partitionStatistics:
    | { readonly input: InputRef; readonly fileSizeInBytes: bigint }
    | undefined;
  /** Snapshots that added rows, the newest first. */
  readonly commitIds: readonly bigint[];
  /** Data manifests of the newest commits: their files tell what commits write. */
  readonly recent: readonly ManifestSource[];
  /** Files to rewrite: places among the live data files of a manifest; undefined: all of them. */
  readonly rewritten: readonly {
    readonly source: ManifestSource;
    readonly live?: readonly number[] | undefined;
    /** Which of the manifest's live data files the question reads as they are. */
    readonly read?: ReadonlySet<number> | undefined;
  }[];
  readonly question: Pick<PlanRequest, 'filter' | 'caseSensitive' | 'profile'> | undefined;
  /** Days of new writes. */
  readonly days: number;
  /** The table's default sort order has fields. */
  readonly isSorted: boolean;
  /** How writers would distribute rows, as a person chose and as the statement says; undefined: as the table says. */
  readonly mode: 'none' | 'hash' | 'range' | undefined;
  readonly statementMode: 'none' | 'hash' | 'range' | undefined;
}

export interface TableApi {
  /**
   * How much memory decoded manifests may take, in bytes. Beyond it those that were not asked for longest are let go,
   * and read again when they are.
   */
  limitMemory(request: { readonly bytes: number }): Promise<void>;

  /** Loads what the first plan needs, so that it need not wait for it. */
  prepare(): Promise<void>;

  /**
   * Decodes statistics of columns that are likely to be asked for soon, of manifests that are decoded already, as long as
   * there is room for them. Gives way to whatever a person waits for; what can't be read is told when it is asked for.
   */
  readAhead(
    request: {
      readonly context: TableContext;
      readonly manifests: readonly ManifestSource[];
      readonly fieldIds: readonly number[];
    },
    options?: CallOptions,
  ): Promise<void>;

  /**
   * Keeps outlines (planning/outline.ts) of all columns of manifests that are decoded already, as long as there is room for
   * them: plans on columns that nobody has asked for yet then read few manifests again, or none. Gives way as readAhead does.
   */
  outline(
    request: {
      readonly context: TableContext;
      readonly manifests: readonly ManifestSource[];
      readonly profile: PlanRequest['profile'];
    },
    options?: CallOptions,
  ): Promise<void>;

  readMetadata(
    request: { readonly input: InputRef },
    options?: CallOptions,
  ): Promise<{ readonly metadata: TableMetadata; readonly problems: readonly Problem[] }>;

  readManifestList(
    request: {
      /** undefined for a v1 snapshot that names its manifests itself (MD-21). */
      readonly input: InputRef | undefined;
      readonly snapshot: Snapshot;
      readonly formatVersion: number;
    },
    options?: CallOptions,
  ): Promise<{
    readonly manifests: readonly ManifestFile[];
    readonly problems: readonly Problem[];
  }>;

  /** Sums manifests; calls `onTotals` for each as it is ready, in any order. A damaged one comes with zero and a problem. */
  sumManifests(
    request: { readonly context: TableContext; readonly manifests: readonly ManifestSource[] },
    options: CallOptions & { readonly onTotals: (index: number, totals: ManifestTotals) => void },
  ): Promise<void>;

  /** Decodes data manifests for drawing; calls `onPicture` for each as it is ready, in any order. */
  drawManifests(
    request: { readonly context: TableContext; readonly manifests: readonly ManifestSource[] },
    options: CallOptions & { readonly onPicture: (picture: ManifestPicture) => void },
  ): Promise<void>;

  /** Tells files apart, to compare snapshots and to see who wrote each; in any order. Delete manifests too. */
  identifyFiles(
    request: {
      readonly context: TableContext;
      readonly manifests: readonly ManifestSource[];
      /** Of the table. */
      readonly location: string;
      /** At most 31 columns whose presence is asked for, which needs their statistics. */
      readonly fieldIds: readonly number[];
    },
    options: CallOptions & { readonly onFiles: (ids: ManifestFileIds) => void },
  ): Promise<void>;

  /** The footer of a Parquet file; its size as the manifest records it. */
  readFooter(
    request: { readonly input: InputRef; readonly fileSizeInBytes: bigint },
    options?: CallOptions,
  ): Promise<ParquetFooter>;

  /** Rows that these deletes leave of a data file, counted by reading them. */
  countLiveRows(request: LiveRowsRequest, options?: CallOptions): Promise<LiveRows>;

  /** Plans; calls `onManifest` for each data manifest as it is ready, in any order. */
  plan(
    request: PlanRequest,
    options: CallOptions & { readonly onManifest: (plan: ManifestPlan) => void },
  ): Promise<DeletePlan>;

  explain(request: ExplainRequest, options?: CallOptions): Promise<FileExplanation>;

  /** What commits, a query and a rewrite would be like under another layout, from the files that are there. */
  forecast(request: ForecastRequest, options?: CallOptions): Promise<Forecast>;

  /** Rows of the asked live data files (entry indexes), with bounds of `fieldIds`. */
  fileRows(
    request: {
      readonly context: TableContext;
      readonly manifest: ManifestSource;
      readonly entries: readonly number[];
      readonly fieldIds: readonly number[];
    },
    options?: CallOptions,
  ): Promise<readonly FileRow[]>;
}
