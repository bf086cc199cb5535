import { bytes as bytesText, count, plural } from '../ui/format.ts';

/** The finding over the Files table. */
export function filesSentence(of: {
  /** Name of the manifest that is chosen. */
  readonly manifest: string | undefined;
  readonly files: number;
  /** Files of the snapshot. */
  readonly of: number;
  readonly manifests: number;
  readonly bytes: number;
  /** undefined without a predicate. */
  readonly read: number | undefined;
  readonly unknown: number;
  readonly complete: boolean;
}): string {
  if (of.of === 0) return of.complete ? 'No file is live in this snapshot.' : 'Reading manifests…';
  const least = of.complete ? '' : 'at least ';
  const part =
    of.files === of.of
      ? plural(of.files, 'file')
      : `${count(of.files)} of ${plural(of.of, 'file')}`;
  const where =
    of.manifest === undefined
      ? of.files === of.of
        ? ` in ${plural(of.manifests, 'manifest')}`
        : ''
      : '';
  const head = of.manifest === undefined ? '' : `${of.manifest}: `;
  return `${head}${least}${part}${where}, ${bytesText(of.bytes)}${readWords(of.read, of.files, of.unknown)}.`;
}

function readWords(read: number | undefined, files: number, unknown: number): string {
  if (read === undefined) return '';
  if (unknown > 0) {
    return `; your predicate reads at least ${count(read)} of them, and ${count(unknown)} are unknown`;
  }
  if (read === 0) return '; your predicate reads none of them';
  if (read === files) return '; your predicate reads all of them';
  return `; your predicate reads ${count(read)} of them`;
}

/**
 * `reads`: partitions with a file that is read; undefined without a predicate. `isUndivided`: the only group is of files
 * without a partition.
 */
export function partitionsSentence(
  partitions: number,
  reads: number | undefined,
  isUndivided = false,
): string {
  if (isUndivided) {
    const group = 'The files here have no partitions: they are one group';
    if (reads === undefined) return `${group}.`;
    return `${group}; your predicate reads ${reads === 0 ? 'none' : 'some'} of it.`;
  }
  const have = `${plural(partitions, 'partition')} ${partitions === 1 ? 'has' : 'have'} live files here`;
  if (reads === undefined) return `${have}.`;
  if (reads === 0) return `${have}; your predicate reads none of them.`;
  return `${have}; your predicate reads from ${count(reads)} of them.`;
}

/** `of`: all that the snapshot lists, or those of its loaded part, whatever eras are chosen. */
export function manifestsSentence(
  data: number,
  deletes: number,
  of: number,
  isPart: boolean,
): string {
  if (data + deletes < of) {
    const whose = isPart ? 'the loaded part’s' : 'the snapshot’s';
    return `${count(data + deletes)} of ${whose} ${plural(of, 'manifest')} ${data + deletes === 1 ? 'is' : 'are'} in these eras.`;
  }
  const ofDeletes = deletes === 0 ? 'none of deletes' : `${count(deletes)} of deletes`;
  const lists = isPart ? 'The loaded part has' : 'The snapshot lists';
  return `${lists} ${plural(data, 'manifest')} of data files and ${ofDeletes}.`;
}
