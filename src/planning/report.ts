/** The counters of a scan by the names of Java's ScanMetrics (rules.md 13.1), so that reports can be laid side by side. */
import type { ManifestFile } from '../metadata/records.ts';
import type { DeleteIndex } from './delete-index.ts';
import type { ManifestVerdicts } from './plan-manifest.ts';
import { ALL_MATCH, MIGHT, READ, SKIPPED_BY_BOUNDS, SKIPPED_BY_PARTITION } from './verdict.ts';

export interface PlannedManifest {
  readonly manifest: ManifestFile;
  readonly verdicts: ManifestVerdicts;
}

/**
 * Counters that are not zero; no duration. `plans` are of all data manifests of the snapshot; without deletes the index may be
 * left out.
 */
export function scanMetrics(
  plans: readonly PlannedManifest[],
  index: DeleteIndex | undefined,
): ReadonlyMap<string, bigint> {
  const verdicts = plans.map((plan) => plan.verdicts);
  const scanned = verdicts.filter((v) => (v.manifestByte & MIGHT) !== 0);
  const files = (verdict: number) => sum(verdicts.map((v) => v.totals[verdict]?.files ?? 0n));
  const bytes = (verdict: number) => sum(verdicts.map((v) => v.totals[verdict]?.bytes ?? 0n));
  const counters: Record<string, bigint> = {
    'total-data-manifests': sum(plans.map(({ manifest }) => BigInt(manifest.timesListed ?? 1))),
    'scanned-data-manifests': BigInt(scanned.length),
    'skipped-data-manifests': BigInt(plans.length - scanned.length),
    'skipped-data-files': files(SKIPPED_BY_PARTITION) + files(SKIPPED_BY_BOUNDS),
    'result-data-files': files(READ) + files(ALL_MATCH),
    'total-file-size-in-bytes': bytes(READ) + bytes(ALL_MATCH),
    'result-delete-files': sum(verdicts.map((v) => v.resultDeletes.files)),
    'total-delete-file-size-in-bytes': sum(verdicts.map((v) => v.resultDeletes.bytes)),
    ...deleteCounters(index),
  };
  return new Map(Object.entries(counters).filter(([, value]) => value !== 0n));
}

function deleteCounters(index: DeleteIndex | undefined): Record<string, bigint> {
  if (index === undefined) return {};
  const { files, scannedManifests, skippedManifests, skippedFiles } = index;
  const ofKind = (kind: string) => BigInt(files.filter((file) => file.kind === kind).length);
  return {
    'total-delete-manifests': BigInt(scannedManifests.length + skippedManifests),
    'scanned-delete-manifests': BigInt(scannedManifests.length),
    'skipped-delete-manifests': BigInt(skippedManifests),
    'skipped-delete-files': BigInt(skippedFiles),
    'indexed-delete-files': BigInt(files.length),
    'equality-delete-files': ofKind('equality'),
    'positional-delete-files': ofKind('position'),
    dvs: ofKind('deletion vector'),
  };
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((a, b) => a + b, 0n);
}
