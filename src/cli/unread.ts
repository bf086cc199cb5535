/** Manifests that can't be read, and what that makes of the table: describe and plan say the same. */
import { IcecoreError, type Problem } from '../base/errors.ts';
import type { ManifestSource } from '../table/api.ts';
import type { SnapshotView } from '../table/session.ts';

const UNREAD: ReadonlySet<string> = new Set(['manifest-missing', 'manifest-damaged']);

/** By the problems that came with a manifest's totals or plan. */
export function isUnread(problems: readonly Problem[]): boolean {
  return problems.some(({ code }) => UNREAD.has(code));
}

/** The error that a table is in where no data manifest of its snapshot can be read; undefined where one can. */
export function nothingReadable(
  { snapshot, manifests }: SnapshotView,
  unread: readonly ManifestSource[],
): IcecoreError | undefined {
  const data = manifests.filter(({ manifest }) => manifest.content === 'data');
  const [first] = data;
  if (first === undefined || !data.every((source) => unread.includes(source))) return undefined;
  const which =
    data.length === 1 ? 'The only data manifest' : `None of the ${data.length} data manifests`;
  const can = data.length === 1 ? 'can’t be read' : 'can be read';
  return new IcecoreError('missing-file', `${which} of snapshot ${snapshot?.snapshotId} ${can}`, {
    place: first.manifest.manifestPath,
    advice:
      'Fetch the table’s metadata folder again, whole. Only the manifest list’s counts are known.',
  });
}
