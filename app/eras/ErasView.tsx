/** Eras: how the layout changed, and what each layout still holds. */
import './eras.css';
import type { ReactNode } from 'react';
import { useSnapshot } from '../queries.ts';
import { useGo, useLink } from '../routes.ts';
import { Kbd, SegmentedControl } from '../ui/controls.tsx';
import { DialectChoice } from '../ui/DialectChoice.tsx';
import { plural } from '../ui/format.ts';
import { Mark } from '../ui/Icon.tsx';
import { rootScale } from '../ui/root-scale.ts';
import { useNarrow, useOnePane, useSize } from '../ui/useSize.ts';
import { lateFill } from '../ui/Verdict.tsx';
import { ErasPicture } from './ErasPicture.tsx';
import { type BandState, bandStates, leastHeight } from './eras-layout.ts';
import type { ErasModel } from './eras-model.ts';
import { erasSentence } from './eras-words.ts';
import { Ledger } from './Ledger.tsx';
import { type ErasInHand, useEras } from './use-eras.ts';

const UNITS = [
  { value: 'bytes', label: 'Bytes' },
  { value: 'files', label: 'Files' },
  { value: 'rows', label: 'Rows' },
] as const;

export default function ErasView() {
  const inHand = useEras();
  const view = useSnapshot().data;
  const link = useLink();
  const go = useGo();
  const narrow = useNarrow();
  const onePane = useOnePane();
  const [ref, size] = useSize<HTMLDivElement>();
  const unit = link.unit ?? 'bytes';
  if (inHand === undefined || view === undefined) return null;
  const { model } = inHand;
  return (
    <div className="eras">
      <div className="view-head">
        <h1>{erasSentence(model, unit)}</h1>
        {model.eras.length < 2 ? null : (
          <DialectChoice
            value={link.dialect ?? 'spark'}
            onChange={(value) => go({ dialect: value === 'spark' ? undefined : value })}
          />
        )}
        <SegmentedControl
          label="Unit"
          value={unit}
          options={UNITS}
          onChange={(value) => go({ unit: value === 'bytes' ? undefined : value })}
        />
      </div>
      {narrow ? null : <Lead inHand={inHand} />}
      <div
        ref={ref}
        className="eras-canvas"
        data-picture="Eras over time"
        style={{ minHeight: leastHeight(model, rootScale()) }}
      >
        {size === undefined ? null : (
          <ErasPicture
            model={model}
            unit={unit}
            width={Math.floor(size.width)}
            height={Math.floor(size.height)}
            narrow={narrow}
            snapshotId={view.snapshot === undefined ? undefined : String(view.snapshot.snapshotId)}
            currentId={currentId(view.table.metadata.currentSnapshotId)}
          />
        )}
      </div>
      <Ledger model={model} asBlocks={onePane} />
      {narrow ? null : <Legend model={model} />}
    </div>
  );
}

function currentId(id: bigint | undefined): string | undefined {
  return id === undefined ? undefined : String(id);
}

function Lead({ inHand }: { readonly inHand: ErasInHand }) {
  const { model, read, of, complete } = inHand;
  if (!complete && read < of) {
    return (
      <p className="view-lead eras-lead" role="status">
        {read} of {plural(of, 'snapshot')} read; the picture gets sharper.
      </p>
    );
  }
  const missing = inHand.versions?.missing.length ?? 0;
  return (
    <p className="view-lead eras-lead">
      {model.eras.length < 2
        ? 'Each file keeps the layout it was written with.'
        : 'Changing the layout rewrote nothing: each file keeps the layout it was written with, until it is rewritten or expires.'}
      {missing > 0 && model.eras.length > 1 ? (
        <span className="dim">
          {' '}
          {plural(missing, 'earlier metadata file')} not at hand, so some times are inferred from
          writes (dashed edges).
        </span>
      ) : null}
    </p>
  );
}

function Legend({ model }: { readonly model: ErasModel }) {
  return (
    <div className="eras-legend" data-legend-of="Eras over time">
      <span>
        <svg className="glyph" width={22} height={10} aria-hidden="true">
          <rect width={22} height={10} fill="var(--ink2)" opacity={0.2} />
          <path d="M4 10V3M9 10V5M14 10V1M19 10V4" stroke="var(--ink2)" strokeWidth={1.4} />
        </svg>{' '}
        default; each line a commit, height by what it added
      </span>
      {hasLayers(model) ? (
        <span>
          <svg className="glyph" width={14} height={10} aria-hidden="true">
            <path d="M0 0H14V10H0z" fill="var(--ink2)" opacity={0.35} />
            <path d="M0 5H14" stroke="var(--ink)" strokeWidth={0.7} />
          </svg>{' '}
          between two manifests
        </span>
      ) : null}
      {bandStates(model).map((state) => (
        <span key={state}>{STATES[state]}</span>
      ))}
      <span className="grow" />
      <span>
        drag to select a span · <Kbd>←</Kbd> <Kbd>→</Kbd> snapshot · <Kbd>↑</Kbd> <Kbd>↓</Kbd> era
      </span>
    </div>
  );
}

/** Whether a spec has two manifests at a snapshot, which a fine line parts in the stack. */
function hasLayers({ line }: ErasModel): boolean {
  return line.some(({ layers }) => {
    const specs = layers.map(({ specId }) => specId);
    return new Set(specs).size < specs.length;
  });
}

const STATES: Readonly<Record<BandState, ReactNode>> = {
  late: (
    <>
      <svg className="glyph" width={22} height={10} aria-hidden="true">
        <rect
          x={0.5}
          y={0.5}
          width={21}
          height={9}
          fill={lateFill(1)}
          stroke="var(--e1)"
          strokeDasharray="3 2"
        />
      </svg>{' '}
      written after its era
    </>
  ),
  carried: (
    <>
      <svg className="glyph" width={22} height={10} aria-hidden="true">
        <path
          d="M1 8h20"
          stroke="var(--ink2)"
          strokeWidth={2}
          strokeDasharray="1 4"
          strokeLinecap="round"
        />
      </svg>{' '}
      only carried
    </>
  ),
  rewrite: (
    <>
      <Mark name="rewrite" /> rewrite
    </>
  ),
  delete: (
    <>
      <Mark name="delete" /> delete
    </>
  ),
};
