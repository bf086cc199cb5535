import { VerdictGlyph, VerdictSwatch } from '../ui/Verdict.tsx';

/** Verdicts with their glyph, form and word. */
export function MapLegend(props: { readonly asked: boolean; readonly unknown: boolean }) {
  if (!props.asked) {
    return (
      <div className="map-legend">
        Each file in its era’s colour; write a predicate to see what it reads.
      </div>
    );
  }
  return (
    <div className="map-legend" data-tells-verdicts="">
      <span>
        <VerdictGlyph kind="skipped" size={11} label={false} /> skipped by{' '}
        <VerdictSwatch verdict="skippedByManifest" /> manifest
      </span>
      <span>
        <VerdictSwatch verdict="skippedByPartition" /> partition
      </span>
      <span>
        <VerdictSwatch verdict="skippedByBounds" /> bounds
      </span>
      <span>
        <VerdictGlyph kind="read" size={11} label={false} /> <VerdictSwatch verdict="read" /> read
      </span>
      <span>
        <VerdictGlyph kind="allMatch" size={11} label={false} />{' '}
        <VerdictSwatch verdict="allMatch" /> read, every row matches
      </span>
      <span>
        <svg className="glyph" width={9} height={7} viewBox="0 0 9 7" aria-hidden="true">
          <path d="M0 0h9L4.5 7z" fill="var(--ink2)" />
        </svg>{' '}
        {props.unknown ? 'above what is read or unknown' : 'above what is read'}
      </span>
      {props.unknown ? (
        <span>
          <VerdictGlyph kind="unknown" label={false} /> <VerdictSwatch verdict="unknown" /> unknown
        </span>
      ) : null}
    </div>
  );
}
