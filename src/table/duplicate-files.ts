/** Data files that a snapshot lists more than once (MF-18): both are read, so their rows count twice. */
import type { Problem } from '../base/errors.ts';
import type { CallOptions, ManifestFileIds, ManifestSource, TableApi } from './api.ts';
import type { SnapshotView } from './session.ts';

/** Errors: of reading; a manifest that can't be read is left out. */
export async function duplicateFiles(
  { context, manifests }: Pick<SnapshotView, 'context' | 'manifests'>,
  location: string,
  api: TableApi,
  { signal }: CallOptions = {},
): Promise<readonly Problem[]> {
  const data = manifests.filter(({ manifest }) => manifest.content === 'data');
  const found: ManifestFileIds[] = [];
  await api.identifyFiles(
    { context, manifests: data, location, fieldIds: [] },
    { signal, onFiles: (ids) => found.push(ids) },
  );
  const repeated = repeatedHashes(found);
  const places = found.flatMap(({ index, entries, pathHashes }) =>
    [...entries].flatMap((entry, i) => {
      const hash = pathHashes[i] as number;
      return repeated.has(hash) ? [{ index, entry, hash }] : [];
    }),
  );
  const [first] = places;
  if (first === undefined) return [];
  const sourceOf = (index: number) =>
    manifests.find((source) => source.index === index) as ManifestSource;
  const [row] = await api.fileRows(
    { context, manifest: sourceOf(first.index), entries: [first.entry], fieldIds: [] },
    { signal },
  );
  const files = repeated.size === 1 ? 'A data file is' : `${repeated.size} data files are`;
  const holders = places.filter(({ hash }) => hash === first.hash).map(({ index }) => index);
  return [
    {
      severity: 'can-change-answer',
      code: 'file-listed-twice',
      message: `${files} listed more than once: ${row?.filePath} ${holders.length} times.`,
      place: [...new Set(holders)].map((i) => sourceOf(i).manifest.manifestPath).join(', '),
      consequence:
        'Each listing is planned, so its rows count more than once; some readers refuse.',
    },
  ];
}

function repeatedHashes(found: readonly ManifestFileIds[]): ReadonlySet<number> {
  const all = new Float64Array(found.reduce((sum, { pathHashes }) => sum + pathHashes.length, 0));
  let at = 0;
  for (const { pathHashes } of found) {
    all.set(pathHashes, at);
    at += pathHashes.length;
  }
  all.sort();
  return new Set(all.filter((hash, i) => i > 0 && hash === all[i - 1]));
}
