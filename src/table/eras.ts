/**
 * When each spec was the default for writes. A change of spec is a commit without a snapshot, so the metadata files of
 * the table's log tell it, not its snapshots.
 */
import type { MetadataVersion } from './session.ts';

/** One stretch of time in which a spec was the default; a spec that came back has several. */
export interface EraSpan {
  readonly specId: number;
  readonly fromMs: bigint;
  /** undefined = it still is. */
  readonly toMs: bigint | undefined;
  /** False where the metadata before `fromMs` is gone, so that the spec may have been the default earlier. */
  readonly fromIsKnown: boolean;
}

/**
 * Spans in order of time. `versions` oldest first, as `metadataHistory` gives them; a version that is missing between
 * two moves the change to the next one that is known.
 */
export function eraSpans(versions: readonly MetadataVersion[]): readonly EraSpan[] {
  const spans: EraSpan[] = [];
  for (const { timestampMs, metadata } of versions) {
    const last = spans.at(-1);
    if (last?.specId === metadata.defaultSpecId) continue;
    if (last !== undefined) spans[spans.length - 1] = { ...last, toMs: timestampMs };
    spans.push({
      specId: metadata.defaultSpecId,
      fromMs: timestampMs,
      toMs: undefined,
      fromIsKnown: last !== undefined || metadata.metadataLog.length === 0,
    });
  }
  return spans;
}
