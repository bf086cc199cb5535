/** What a bundle says of itself, in a file of its own: the page that only opens one has no use for it. */
import type { BundleContents } from './bundle.ts';

/** The `why` of a bundle; `recorded` = manifests that were left out with their verdicts. */
export function bundleWhy(
  contents: BundleContents,
  snapshotId: bigint | undefined,
  recorded: number,
): string {
  const id = snapshotId === undefined ? 'no snapshot' : `snapshot ${snapshotId}`;
  switch (contents) {
    case 'table':
      return 'The bundle holds all of the table’s metadata that was at hand.';
    case 'snapshot':
      return `The bundle holds ${id} alone: the lists and manifests of others were left out.`;
    case 'predicate': {
      const held = `The bundle holds what one predicate keeps of ${id}`;
      if (recorded === 0) return `${held}, which is all of its manifests.`;
      const verdicts =
        recorded === 1
          ? 'the verdict of 1 other manifest is recorded'
          : `the verdicts of ${recorded} other manifests are recorded`;
      return `${held}; ${verdicts}, and counted without being shown.`;
    }
  }
}
