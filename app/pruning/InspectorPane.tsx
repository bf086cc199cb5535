/** The inspector beside the map: a column at 1360 px and above, a drawer below, a sheet on narrow screens. */
import { useEffect, useMemo, useRef } from 'react';
import { IcecoreError } from '../../src/base/errors.ts';
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { type PlanInHand, useExplanation, usePictures } from '../queries.ts';
import { hrefOf, useLink } from '../routes.ts';
import { columnNames } from '../specs.ts';
import { Button, CloseSign } from '../ui/controls.tsx';
import { bytes, exactBytes, plural } from '../ui/format.ts';
import { useWindowKeys } from '../ui/use-window-keys.ts';
import { useSize } from '../ui/useSize.ts';
import type { FileIndex } from './file-index.ts';
import type { FileRef, RowStore } from './file-rows.ts';
import { Inspector, InspectorHead, Path, Section } from './Inspector.tsx';
import { ManifestInspector } from './ManifestInspector.tsx';
import { useLiveRows } from './use-live-rows.ts';
import type { Selection } from './use-selection.ts';

export interface InspectorPaneProps {
  readonly view: SnapshotInHand;
  readonly index: FileIndex;
  readonly verdicts: Uint8Array;
  readonly plan: PlanInHand | undefined;
  readonly rows: RowStore;
  readonly selection: Selection;
  readonly onClose: () => void;
}

export function InspectorPane(props: InspectorPaneProps) {
  const { selection, onClose } = props;
  const [ref, size] = useSize<HTMLDivElement>();
  const pane = useRef<HTMLElement>(null);
  useWindowKeys((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
  });
  const width = Math.max(220, Math.floor(size?.width ?? 340));
  return (
    <aside className="inspector" aria-label="Inspector" ref={pane}>
      <div ref={ref}>
        <Button
          look="plain"
          className="inspector-close"
          onClick={onClose}
          aria-label="Close the inspector"
        >
          <CloseSign />
        </Button>
        {selection.missing ? (
          <p className="inspector-say">
            <strong>
              The file of the link is not{' '}
              {props.view.part === undefined ? 'live in this snapshot' : 'in the loaded part'}.
            </strong>{' '}
            It may have been rewritten or deleted, or belong to another snapshot
            {props.view.part === undefined ? '' : ', or to a manifest that is not loaded'}.
          </p>
        ) : selection.file !== undefined ? (
          <FilePane {...props} file={selection.file} width={width} />
        ) : (
          <ManifestPane {...props} />
        )}
      </div>
    </aside>
  );
}

function FilePane(props: InspectorPaneProps & { readonly file: FileRef; readonly width: number }) {
  const { view, plan, rows, file, selection, verdicts, width } = props;
  const { data: why, error, isPlaceholderData } = useExplanation(plan?.question, file);
  const liveRows = useLiveRows(view, why);
  const row = rows.get(file);
  const { metadata } = view.table;
  const columnName = useMemo(() => columnNames(metadata), [metadata]);
  useEffect(() => {
    if (row === undefined) rows.want([file]);
  }, [row, rows, file]);
  const specId = row?.specId ?? why?.specId;
  const rank = specId === undefined ? 0 : (specRanks(view.table.metadata).get(specId) ?? 0);
  const verdict = FILE_VERDICTS[verdicts[selection.position ?? -1] ?? -1];
  const current = why?.manifestIndex === file.manifestIndex && why.entry === file.entry;
  return (
    <>
      <InspectorHead
        verdict={verdict}
        specId={specId}
        rank={rank}
        name={row?.filePath.split('/').at(-1) ?? '…'}
      />
      {error === null ? null : (
        <p className="bad">
          {error.message} {error instanceof IcecoreError ? error.advice : ''}
        </p>
      )}
      {why !== undefined && current ? (
        <div style={{ opacity: isPlaceholderData ? 0.6 : 1 }}>
          <Inspector
            explanation={why}
            liveRows={liveRows}
            hasDeletes={view.manifests.some(({ manifest }) => manifest.content === 'deletes')}
            columnName={columnName}
            rank={rank}
            width={width}
          />
        </div>
      ) : plan !== undefined && error === null ? (
        <p className="dim">Asking why…</p>
      ) : row === undefined ? null : (
        <>
          <p className="inspector-say">
            {plan === undefined ? 'Without a predicate every live file is read.' : ''}
          </p>
          <Section title="The file">
            <p>
              {row.partition === '' ? null : (
                <>
                  <span className="mono">{row.partition}</span>
                  <br />
                </>
              )}
              <span title={exactBytes(row.fileSizeInBytes)}>{bytes(row.fileSizeInBytes)}</span>,{' '}
              {row.recordCount < 0n ? 'rows not counted' : plural(row.recordCount, 'row')},{' '}
              {row.fileFormat}
            </p>
          </Section>
          <Section title="Recorded as">
            <Path path={row.filePath} />
          </Section>
        </>
      )}
      <InSchema />
    </>
  );
}

/** Its name is one of many like it: the link carries the file. */
function InSchema() {
  const link = useLink();
  return (
    <p>
      <a href={hrefOf('schema', link)}>Schema: how its columns are read</a>
    </p>
  );
}

function ManifestPane({ view, plan, selection }: InspectorPaneProps) {
  const pictures = usePictures().data;
  const source = view.manifests.find(({ index }) => index === selection.manifestIndex);
  if (source === undefined) return null;
  const { manifest, index } = source;
  const own = plan?.items.get(index);
  const problems = own?.problems ?? pictures?.items.get(index)?.problems ?? [];
  return (
    <>
      <InspectorHead
        verdict={
          own?.verdict === 'unknown'
            ? 'unknown'
            : own?.verdict === 'skipped'
              ? 'skippedByManifest'
              : undefined
        }
        specId={manifest.partitionSpecId}
        rank={specRanks(view.table.metadata).get(manifest.partitionSpecId) ?? 0}
        name={manifest.manifestPath.split('/').at(-1) ?? manifest.manifestPath}
      />
      <ManifestInspector
        manifest={manifest}
        plan={own}
        problems={problems.filter(({ severity }) => severity === 'can-change-answer')}
      />
    </>
  );
}
