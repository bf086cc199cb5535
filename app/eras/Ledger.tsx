/** One row an era: the accessible form of the picture. */
import { Fragment, useMemo } from 'react';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import { printTransform } from '../../src/transforms/transform.ts';
import { eraFilter, printEraFilter } from '../link.ts';
import { useDoublings, usePictures, useSnapshot } from '../queries.ts';
import { useGo, useLink } from '../routes.ts';
import { columnNames } from '../specs.ts';
import { Chip } from '../ui/Chip.tsx';
import { bytes, count, plural } from '../ui/format.ts';
import { Mark } from '../ui/Icon.tsx';
import { strataColour } from '../ui/strata.ts';
import { useMedia } from '../ui/useSize.ts';
import { type DrawnFiles, drawnFiles, partitionWords, sizesLabel } from './drawn-files.ts';
import type { EraModel, ErasModel } from './eras-model.ts';
import { eraState, lastWrite } from './eras-words.ts';
import { type SizeBins, sizeBins } from './size-bins.ts';

export function Ledger(props: {
  readonly model: ErasModel;
  /** A table has more columns than there is room for. */
  readonly asBlocks: boolean;
}) {
  const { model } = props;
  const wide = useMedia('(min-width: 1360px)');
  const newestFirst = [...model.eras].reverse();
  if (props.asBlocks) {
    return (
      <ul className="eras-blocks">
        {newestFirst.map((era) => (
          <EraBlock key={era.specId} era={era} model={model} />
        ))}
      </ul>
    );
  }
  return wide ? (
    <WideLedger model={model} eras={newestFirst} />
  ) : (
    <LedgerTable model={model} eras={newestFirst} files={undefined} />
  );
}

interface LedgerRows {
  readonly model: ErasModel;
  /** Newest first. */
  readonly eras: readonly EraModel[];
}

interface FileFacts {
  readonly bins: SizeBins;
  readonly drawn: ReadonlyMap<number, DrawnFiles>;
}

function WideLedger({ model, eras }: LedgerRows) {
  const pictures = useDoublings(usePictures().data);
  const files = useMemo(() => {
    if (pictures === undefined) return undefined;
    const all = [...pictures.items.values()];
    return { bins: sizeBins(all), drawn: drawnFiles(all) };
  }, [pictures]);
  return <LedgerTable model={model} eras={eras} files={files} />;
}

function LedgerTable(props: LedgerRows & { readonly files: FileFacts | undefined }) {
  const wide = useMedia('(min-width: 1360px)');
  const link = useLink();
  const go = useGo();
  const chosen = eraFilter(link);
  const toggle = (specId: number) => {
    const next = new Set(chosen ?? []);
    if (!next.delete(specId)) next.add(specId);
    go({ era: printEraFilter(next) });
  };
  const { files } = props;
  return (
    <table className="table eras-ledger" data-picture="Ledger of the eras">
      <thead>
        <tr>
          <th scope="col">Era</th>
          <th scope="col">Fields, with transform; what each was before</th>
          <th scope="col" className="num">
            Files
          </th>
          <th scope="col" className="num">
            Bytes
          </th>
          <th scope="col" className="num">
            Mean file
          </th>
          {wide ? (
            <>
              <th scope="col">
                File size
                {files === undefined || files.bins.max === 0
                  ? ''
                  : `, 0 to ${bytes(files.bins.max)}`}
              </th>
              <th scope="col" className="num">
                Partitions
              </th>
            </>
          ) : null}
          <th scope="col">Last write</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {props.eras.map((era) => (
          <tr
            key={era.specId}
            data-chosen={chosen?.has(era.specId) === true ? '' : undefined}
            data-faded={chosen !== undefined && !chosen.has(era.specId) ? '' : undefined}
          >
            <td>
              <button
                type="button"
                className="era-button"
                aria-pressed={chosen?.has(era.specId) ?? false}
                aria-label={`Only the era of spec ${era.specId}`}
                onClick={() => toggle(era.specId)}
              >
                <Chip specId={era.specId} rank={era.rank} />
              </button>
            </td>
            <td>
              <Fields specId={era.specId} />
            </td>
            <Figures era={era} />
            {wide ? (
              <>
                <td>{files === undefined ? null : <SizeHistogram era={era} files={files} />}</td>
                <td className="num">
                  {files === undefined ? '' : partitionWords(era, files.drawn.get(era.specId))}
                </td>
              </>
            ) : null}
            <td>{lastWrite(era, props.model) ?? <span className="dim">–</span>}</td>
            <State era={era} model={props.model} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Figures({ era }: { readonly era: EraModel }) {
  const { live } = era;
  if (live === undefined) {
    return (
      <>
        <td className="num dim">…</td>
        <td className="num dim">…</td>
        <td className="num dim">…</td>
      </>
    );
  }
  const least = era.unread === undefined ? '' : '≥ ';
  return (
    <>
      <td className="num">
        {least}
        {count(live.files)}
      </td>
      <td className="num" title={`${count(live.bytes)} bytes`}>
        {least}
        {bytes(live.bytes)}
      </td>
      <td className="num">{live.files === 0 ? '–' : bytes(live.bytes / live.files)}</td>
    </>
  );
}

function State({ era, model }: { readonly era: EraModel; readonly model: ErasModel }) {
  const state = eraState(era, model);
  return (
    <td className={state.alert ? undefined : 'dim'}>
      {state.alert ? (
        <>
          <Mark name="triangle" />{' '}
        </>
      ) : null}
      {state.text}
    </td>
  );
}

/** `ts_hour = hour(ts), country = identity(country)`, then the void ones struck through. */
function Fields({ specId }: { readonly specId: number }) {
  const table = useSnapshot().data?.table;
  const spec = table?.metadata.partitionSpecs.find((one) => one.specId === specId);
  const name = useMemo(
    () => (table === undefined ? undefined : columnNames(table.metadata)),
    [table],
  );
  if (spec === undefined || name === undefined) return null;
  const live = spec.fields.filter((field) => field.transform.kind !== 'void');
  return (
    <span className="mono eras-fields">
      {live.length === 0 ? <span className="dim">no field: unpartitioned</span> : null}
      {live.map((field, i) => (
        <Fragment key={field.fieldId}>
          {i === 0 ? '' : ' '}
          <span>
            {field.name}
            <span className="dim">
              {' = '}
              {printTransform(field.transform)}({field.sourceIds.map(name).join(', ')})
            </span>
            {i === live.length - 1 ? '' : ','}
          </span>
        </Fragment>
      ))}
      <VoidFields spec={spec} />
    </span>
  );
}

function VoidFields({ spec }: { readonly spec: PartitionSpec }) {
  const gone = spec.fields.filter((field) => field.transform.kind === 'void');
  if (gone.length === 0) return null;
  return (
    <span className="eras-void">
      {gone.map((field) => (
        <span key={field.fieldId} className="gone">
          {field.name}
        </span>
      ))}{' '}
      <span className="dim">void</span>
    </span>
  );
}

function SizeHistogram({ era, files }: { readonly era: EraModel; readonly files: FileFacts }) {
  const label = sizesLabel(era, files.drawn.get(era.specId));
  const counts = files.bins.bySpec.get(era.specId);
  if (label === undefined) return <span className="dim">–</span>;
  if (counts === undefined) return null;
  const most = Math.max(1, ...counts);
  return (
    <svg width={112} height={20} role="img" aria-label={label} className="eras-sizes">
      {counts.map((files, i) => {
        const height = files === 0 ? 0 : Math.max(1.5, (files / most) * 18);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the bin is the identity.
            key={i}
            x={i * 5}
            y={19 - height}
            width={4}
            height={height}
            fill={strataColour(era.rank)}
          />
        );
      })}
      <path d="M0 19.5h112" stroke="var(--line2)" />
    </svg>
  );
}

function EraBlock({ era, model }: { readonly era: EraModel; readonly model: ErasModel }) {
  const state = eraState(era, model);
  const wrote = lastWrite(era, model);
  return (
    <li className="eras-block" style={{ borderLeftColor: strataColour(era.rank) }}>
      <div className="eras-block-head">
        <Chip specId={era.specId} rank={era.rank} />
        <span className="mono">{era.label}</span>
        <span className="grow" />
        <strong>
          {era.live === undefined
            ? '…'
            : `${era.unread === undefined ? '' : '≥ '}${bytes(era.live.bytes)}`}
        </strong>
      </div>
      <div className="soft">
        {era.live === undefined
          ? ''
          : `${plural(era.live.files, 'file')}${era.live.files === 0 ? '' : `, mean ${bytes(era.live.bytes / era.live.files)}`}, ${state.text}`}
      </div>
      <div className="dim">{wrote === undefined ? null : `last write ${wrote}`}</div>
    </li>
  );
}
