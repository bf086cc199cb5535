/** What differs between A and B: a sentence, by era, by partition, and what follows for rewrites and the predicate. */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { SnapshotComparison, SnapshotPath } from '../../src/table/compare.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { eraFilter } from '../link.ts';
import { usePlan, useQuestion } from '../queries.ts';
import { hrefOf, useGo, useLink } from '../routes.ts';
import { Button, SegmentedControl } from '../ui/controls.tsx';
import { ErrorBox } from '../ui/errors.tsx';
import { minute, plural, shortId, time } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import {
  apartWords,
  diffSentence,
  effectWords,
  onlyRewritesRemove,
  onlySpec,
  rewriteWords,
  unaskedWords,
} from './diff-words.ts';
import { DiffLegend, EraTable } from './EraTable.tsx';
import { Badge } from './Graph.tsx';
import { PartitionPicture } from './PartitionPicture.tsx';
import type { SnapshotRow } from './snapshot-rows.ts';
import { type Pair, readBy, useComparison, usePath, useReadAtA, useSideA } from './use-compare.ts';

const ChangedFiles = lazy(() => import('./ChangedFiles.tsx'));
const MetadataDiff = lazy(() => import('./MetadataDiff.tsx'));

export const UNITS = [
  { value: 'bytes', label: 'Bytes' },
  { value: 'files', label: 'Files' },
  { value: 'rows', label: 'Rows' },
] as const;

export interface DifferenceProps {
  readonly view: SnapshotInHand;
  readonly pair: Pair;
  readonly narrow: boolean;
  /** What stands beside the sentence. */
  readonly aside?: ReactNode;
}

export function Difference({ view, pair, narrow, aside }: DifferenceProps) {
  const { a, b } = pair;
  const sideA = useSideA(view, a);
  const comparison = useComparison(view, a, sideA.data);
  const path = usePath(view, a, b);
  const error = sideA.error ?? comparison.error;
  if (b === undefined || path === undefined) return null;
  return (
    <div className="difference" data-picture="Difference of two snapshots">
      <div className="view-head">
        <h1>
          {comparison.data === undefined
            ? error === null
              ? 'Comparing…'
              : 'The two cannot be compared.'
            : diffSentence({ a, b, path, diff: comparison.data })}
        </h1>
        {aside}
      </div>
      <PairLine pair={pair} path={path} narrow={narrow} />
      {error !== null ? (
        <div className="diff-section">
          <ErrorBox error={error} />
        </div>
      ) : comparison.data === undefined ? null : (
        <Found
          view={view}
          pair={pair}
          narrow={narrow}
          path={path}
          diff={comparison.data}
          sideA={sideA.data}
        />
      )}
    </div>
  );
}

function PairLine(props: {
  readonly pair: Pair;
  readonly path: SnapshotPath;
  readonly narrow: boolean;
}) {
  const { a, b, swap, release } = props.pair;
  const isClose = a !== undefined && b !== undefined && minute(a.ms) === minute(b.ms);
  const when = (ms: number) => (isClose ? time(ms).slice(0, 19) : minute(ms));
  const link = useLink();
  const go = useGo();
  return (
    <div className="pair-line">
      <span>
        <Badge letter="A" /> <Side row={a} when={when} />
      </span>
      <Icon name="arrow" size={11} />
      <span>
        <Badge letter="B" /> <Side row={b} when={when} />
      </span>
      <span className="dim">{apartWords(props.path)}</span>
      <span className="grow" />
      {release === undefined ? null : (
        <Button look="link" onClick={release}>
          With the commit before B
        </Button>
      )}
      {swap === undefined ? null : <Button onClick={swap}>Swap</Button>}
      <SegmentedControl
        label="Unit"
        value={link.unit ?? 'bytes'}
        options={UNITS}
        onChange={(value) => go({ unit: value === 'bytes' ? undefined : value })}
      />
    </div>
  );
}

function Side(props: {
  readonly row: SnapshotRow | undefined;
  readonly when: (ms: number) => string;
}) {
  const { row } = props;
  if (row === undefined) return <span className="dim">before the oldest snapshot</span>;
  const [ref] = row.refs;
  return (
    <>
      <span className="mono" title={row.id}>
        {ref?.name ?? shortId(row.id)}
      </span>{' '}
      <span className="dim">{props.when(row.ms)}</span>
    </>
  );
}

interface FoundProps extends DifferenceProps {
  readonly path: SnapshotPath;
  readonly diff: SnapshotComparison;
  readonly sideA: SnapshotInHand | undefined;
}

function Found(props: FoundProps) {
  const { view, diff, path, narrow } = props;
  const link = useLink();
  const unit = link.unit ?? 'bytes';
  const { metadata } = view.table;
  const ranks = specRanks(metadata);
  const chosen = eraFilter(link);
  const kept = <Item extends { readonly specId: number }>(items: readonly Item[]) =>
    chosen === undefined ? items : items.filter(({ specId }) => chosen.has(specId));
  const eras = kept(diff.eras);
  const changes = kept(diff.partitions);
  const [sheet, setSheet] = useState<Sheet>();
  return (
    <>
      {eras.length === 0 ? (
        <p className="diff-section dim">
          {chosen === undefined
            ? 'No data file is live on either side.'
            : 'No data file of the chosen eras is live on either side.'}
        </p>
      ) : (
        <>
          <div className="diff-section">
            <EraTable
              eras={eras}
              ranks={ranks}
              unit={unit}
              rewrittenFrom={onlyRewritesRemove(path) ? onlySpec(diff.eras, 'removed') : undefined}
              narrow={narrow}
            />
            <DiffLegend rank={ranks.get(eras.at(-1)?.specId ?? 0) ?? 0} />
          </div>
          {changes.length === 0 ? null : (
            <div className="diff-section">
              <PartitionPicture
                changes={changes}
                specs={metadata.partitionSpecs}
                ranks={ranks}
                unit={unit}
              />
            </div>
          )}
        </>
      )}
      <Follows
        {...props}
        onFiles={() => setSheet('files')}
        onMetadata={() => setSheet('metadata')}
      />
      <Sheets {...props} sheet={sheet} onClose={() => setSheet(undefined)} />
    </>
  );
}

type Sheet = 'files' | 'metadata';

function Sheets(
  props: FoundProps & { readonly sheet: Sheet | undefined; readonly onClose: () => void },
) {
  const { view, diff, sheet, onClose } = props;
  if (sheet === undefined) return null;
  return (
    <Suspense fallback={null}>
      {sheet === 'files' ? (
        <ChangedFiles
          files={diff.files}
          sideA={props.sideA}
          sideB={view}
          ranks={specRanks(view.table.metadata)}
          onClose={onClose}
        />
      ) : (
        <MetadataDiff
          table={view.table}
          a={props.pair.a?.snapshot.snapshotId}
          b={view.snapshot?.snapshotId}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

function Follows(
  props: FoundProps & { readonly onFiles: () => void; readonly onMetadata: () => void },
) {
  const { diff, path } = props;
  const rewrite = rewriteWords(path);
  return (
    <div className="diff-follows">
      <div>
        <p>
          {rewrite === undefined ? (
            <span className="soft">No rewrite of data files lies between them.</span>
          ) : (
            <>
              <strong>{rewrite.finding}</strong> {rewrite.figures}
            </>
          )}
        </p>
        {diff.files.length === 0 ? null : (
          <Button look="link" onClick={props.onFiles}>
            List the {plural(diff.files.length, 'file')}
          </Button>
        )}
        <Button look="link" onClick={props.onMetadata}>
          Diff the metadata
        </Button>
      </div>
      <Effect {...props} />
    </div>
  );
}

function Effect({ sideA, pair }: FoundProps) {
  const question = useQuestion();
  const link = useLink();
  const plan = usePlan(question);
  const atA = useReadAtA(sideA, question);
  const atB = plan.isPlaceholderData ? undefined : readBy(plan.data);
  if (question === undefined) {
    return (
      <div>
        <p className="soft">No predicate is set.</p>
        <a href={hrefOf('pruning', link)}>Write one, to see what it reads on either side</a>
      </div>
    );
  }
  return (
    <div>
      <p>
        <strong>Your predicate</strong>{' '}
        {plan.error !== null || atA.error !== null
          ? unaskedWords(atA.error, plan.error)
          : atB === undefined || (sideA !== undefined && atA.data === undefined)
            ? 'is being judged on both sides…'
            : effectWords(sideA === undefined ? undefined : atA.data, atB)}
      </p>
      {pair.a === undefined ? null : (
        <a href={hrefOf('pruning', { ...link, snap: pair.a.id, ref: undefined, asof: undefined })}>
          Pruning at A
        </a>
      )}
      <a href={hrefOf('pruning', link)}>Pruning at B</a>
    </div>
  );
}
