/** What the drawn files of an era tell, which may be fewer than are live. Pure. */
import type { ManifestPicture } from '../../src/table/api.ts';
import { count, plural } from '../ui/format.ts';
import type { EraModel } from './eras-model.ts';

export interface DrawnFiles {
  readonly files: number;
  /** Distinct partition tuples. */
  readonly partitions: number;
}

type Drawn = Pick<ManifestPicture, 'specId' | 'bytes'> & {
  readonly partitions: readonly { readonly label: string }[];
};

/** Live files whose manifests are at hand, by spec. */
export function drawnFiles(pictures: readonly Drawn[]): ReadonlyMap<number, DrawnFiles> {
  const found = new Map<number, { files: number; labels: Set<string> }>();
  for (const { specId, bytes, partitions } of pictures) {
    const known = found.get(specId) ?? { files: 0, labels: new Set() };
    found.set(specId, known);
    known.files += bytes.length;
    for (const { label } of partitions) known.labels.add(label);
  }
  return new Map(
    [...found].map(([specId, { files, labels }]) => [specId, { files, partitions: labels.size }]),
  );
}

/** False while manifests are read, and where some were left out of what was shared or can't be read. */
function hasAll({ live, unread }: EraModel, drawn: DrawnFiles | undefined): boolean {
  return live !== undefined && unread === undefined && (drawn?.files ?? 0) >= live.files;
}

/** `3`, `≥ 3`; a dash where nothing is known. */
export function partitionWords(era: EraModel, drawn: DrawnFiles | undefined): string {
  const partitions = drawn?.partitions ?? 0;
  if (hasAll(era, drawn)) return count(partitions);
  return partitions === 0 ? '–' : `≥ ${count(partitions)}`;
}

/** The name of an era's chart of sizes; undefined where there is nothing to draw of files that there are. */
export function sizesLabel(era: EraModel, drawn: DrawnFiles | undefined): string | undefined {
  const whole = `File sizes of spec ${era.specId}`;
  const files = drawn?.files ?? 0;
  if (hasAll(era, drawn)) return whole;
  if (files === 0) return undefined;
  const live = era.live?.files ?? 0;
  const known = live > files ? `${count(files)} of ${plural(live, 'file')}` : plural(files, 'file');
  return `${whole}, as far as known: ${known}`;
}
