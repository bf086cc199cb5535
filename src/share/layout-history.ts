/** When each layout became the default, as a short log of metadata files that hold nothing else. */
import { isFirstVersion } from '../metadata/eras.ts';
import type { TableMetadata } from '../metadata/records.ts';

/** One metadata file before the current one. */
export interface EarlierMetadata {
  readonly metadataFile: string;
  readonly timestampMs: bigint;
  /** undefined: not at hand. */
  readonly layout: Layout | undefined;
}

/** What eras are told from. */
export type Layout = Pick<
  TableMetadata,
  'formatVersion' | 'partitionSpecs' | 'defaultSpecId' | 'lastPartitionId'
>;

export interface LoggedLayout {
  /** Within the metadata folder; a first one is named as the first file of a table. */
  readonly name: string;
  readonly timestampMs: bigint;
  /** undefined: there was a file, so nobody knows whether the layout changed before the next. */
  readonly layout: Layout | undefined;
}

/**
 * The files that a log needs for the same eras: those that changed the default, and where files were not at hand one of
 * them and the next that was (SE-1).
 *
 * @param history oldest first, without the current file
 */
export function layoutLog(history: readonly EarlierMetadata[]): readonly LoggedLayout[] {
  const log: LoggedLayout[] = [];
  let before: Layout | undefined;
  let gap: EarlierMetadata | undefined;
  const name = (of: EarlierMetadata) =>
    log.length === 0 && of === history[0] && isFirstVersion(of.metadataFile)
      ? '00000-layout.metadata.json'
      : `layout-${log.length + 1}.metadata.json`;
  const add = (of: EarlierMetadata) =>
    log.push({ name: name(of), timestampMs: of.timestampMs, layout: of.layout });
  const closeGap = () => {
    if (gap !== undefined) add(gap);
    gap = undefined;
  };
  for (const one of history) {
    if (one.layout === undefined) gap = one;
    else if (gap !== undefined || before?.defaultSpecId !== one.layout.defaultSpecId) {
      closeGap();
      add(one);
      before = one.layout;
    }
  }
  closeGap();
  return log;
}
