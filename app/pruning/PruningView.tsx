/** Pruning: what a predicate reads, what each layout skips, and why. */
import './pruning.css';
import { lazy, memo, Suspense, useMemo, useState } from 'react';
import { IcecoreError } from '../../src/base/errors.ts';
import type { ManifestTotals, Tally } from '../../src/table/api.ts';
import { sumDeletesRead } from '../../src/table/deletes-read.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { ofPart } from '../large/words.ts';
import { eraFilter } from '../link.ts';
import { type PlanInHand, useQuestion, useSnapshot, useTotals } from '../queries.ts';
import { useGo, useLinkParts } from '../routes.ts';
import { specLabel } from '../specs.ts';
import { exactPlans, isWhole } from '../totals.ts';
import { Button, SegmentedControl } from '../ui/controls.tsx';
import { ErrorBox } from '../ui/errors.tsx';
import { exactBytes } from '../ui/format.ts';
import { Tabs } from '../ui/popovers.tsx';
import { parseSort, printSort } from '../ui/sort.ts';
import { useStages } from '../ui/use-stages.ts';
import { useMedia, useNarrow, useOnePane } from '../ui/useSize.ts';
import { AskLine } from '../why/AskLine.tsx';
import { emptyReason, neverTrue } from './empty-reason.ts';
import { FileList } from './FileList.tsx';
import type { FileGroups } from './file-groups.ts';
import type { FileIndex } from './file-index.ts';
import { NO_FILTER } from './file-order.ts';
import { useRowStore } from './file-rows.ts';
import { InspectorPane } from './InspectorPane.tsx';
import type { AskedColumn } from './language.ts';
import { MapLegend } from './MapLegend.tsx';
import { PlanProblems } from './PlanProblems.tsx';
import { PredicateBar } from './PredicateBar.tsx';
import { Sieve } from './Sieve.tsx';
import { ageWords, noSnapshotSentence, planSentence, unaskedSentence } from './sentence.ts';
import {
  addTally,
  NOTHING,
  readOf,
  type SieveRow,
  sieveRows,
  sumRows,
  unknownOf,
} from './sieve-layout.ts';
import { useColumnRanges } from './use-column-ranges.ts';
import { useExamples } from './use-examples.ts';
import {
  useArrangement,
  useFieldWords,
  useFiles,
  usePlanShown,
  useTupleText,
} from './use-files.ts';
import { useClose, useReadKeys } from './use-navigation.ts';
import { type Predicate, usePredicate } from './use-predicate.ts';
import { useProjections } from './use-projections.ts';
import { useOutlines } from './use-read-ahead.ts';
import { type Selection, useSelection } from './use-selection.ts';
import { VerdictMap } from './VerdictMap.tsx';

const StepsView = lazy(() => import('../steps/StepsView.tsx'));
const NotReadView = lazy(() => import('../why/NotReadView.tsx'));

export default function PruningView() {
  const view = useSnapshot().data;
  if (view === undefined) return null;
  if (view.snapshot === undefined) return <NoSnapshot view={view} />;
  return <Pruning view={view} />;
}

function NoSnapshot({ view }: { readonly view: SnapshotInHand }) {
  const { metadata } = view.table;
  const spec = metadata.partitionSpecs.find(({ specId }) => specId === metadata.defaultSpecId);
  const label = spec === undefined ? '' : specLabel(spec, metadata);
  return (
    <div className="view-head">
      <h1>{noSnapshotSentence(label)}</h1>
    </div>
  );
}

const UNITS = [
  { value: 'bytes', label: 'Bytes' },
  { value: 'files', label: 'Files' },
  { value: 'rows', label: 'Rows' },
] as const;

function Pruning({ view }: { readonly view: SnapshotInHand }) {
  const { era, step, ask, sort } = useLinkParts('era', 'step', 'ask', 'sort');
  const go = useGo();
  const [asking, setAsking] = useState(false);
  const narrow = useNarrow();
  const predicate = usePredicate(view);
  const question = useQuestion();
  const { plan, error, pending } = usePlanShown(question);
  const files = useFiles();
  const eras = useMemo(() => eraFilter({ era }), [era]);
  const filter = useMemo(() => ({ ...NO_FILTER, eras }), [eras]);
  const listOrder = useMemo(() => parseSort(sort) ?? 'reads', [sort]);
  const arrangement = useArrangement(files.index, plan, filter, listOrder);
  const { index, verdicts, order } = arrangement;
  const asked = useAsked(predicate, plan);
  const rows = useRowStore(
    view,
    asked.map(({ fieldId }) => fieldId),
  );
  const selection = useSelection(view, index, rows);
  const examples = useExamples(view, files, predicate.language, predicate.text.trim() === '');
  const ranges = useColumnRanges(view, index, files.complete, predicate.language);
  useOutlines(
    view,
    question?.profile ?? 'safe',
    files.complete && (question === undefined || plan !== undefined),
  );
  const close = useClose(selection);
  const emptyWords = useEmptyReason(view, predicate, asked, plan);
  useReadKeys(order, verdicts, selection);
  const sieve = useSieve(view, plan);
  const shown = { view, plan, index, verdicts, rows, selection };
  const stepping = step !== undefined && plan !== undefined;
  const chosen =
    selection.file !== undefined || selection.missing || selection.manifestIndex !== undefined;
  const isReverse = !stepping && (asking || ask !== undefined);
  // The steps and the reverse question tell of the chosen file themselves.
  const inspecting = chosen && !stepping && !isReverse;
  const parts: Parts = {
    ...shown,
    projections: useProjections(view, predicate.language, plan),
    rowsVersion: rows.version(),
    narrow,
    asked,
    order,
    groups: arrangement.groups,
    eras,
    sieve,
    complete: files.complete,
    deletes: arrangement.deletes,
    tupleText: useTupleText(view, index),
    fieldsOf: useFieldWords(view),
  };
  return (
    <div className="pruning" data-inspecting={inspecting ? '' : undefined}>
      <PredicateBar
        predicate={predicate}
        view={view}
        examples={examples}
        ranges={ranges}
        busy={pending}
      />
      <div className="pruning-left">
        {plan === undefined ? null : <PlanProblems view={view} plan={plan} sum={sumRows(sieve)} />}
        {stepping ? (
          <Suspense fallback={<h1 className="loading">Loading the steps…</h1>}>
            <StepsView {...parts} plan={plan} language={predicate.language} />
          </Suspense>
        ) : isReverse ? (
          <>
            <AskLine
              view={view}
              files={files}
              onLeave={() => {
                setAsking(false);
                go({ ask: undefined, file: undefined }, { step: true });
              }}
            />
            <Suspense fallback={<h1 className="loading">Loading the question…</h1>}>
              <NotReadView {...parts} language={predicate.language} />
            </Suspense>
          </>
        ) : (
          <>
            <Heading
              view={view}
              plan={plan}
              sieve={sieve}
              predicate={predicate}
              pending={pending}
              misread={isMisread(error)}
              emptyReason={emptyWords}
              onAsk={() => setAsking(true)}
            />
            {error !== null && plan === undefined && !isMisread(error) ? (
              <div className="pruning-error">
                <ErrorBox error={error} />
              </div>
            ) : null}
            <Answer {...parts} />
          </>
        )}
      </div>
      {inspecting ? <InspectorPane {...shown} onClose={close} /> : null}
    </div>
  );
}

const NO_COLUMNS: readonly AskedColumn[] = [];

/** Columns of the predicate that is shown, which is not always the one that is typed. */
function useAsked(predicate: Predicate, plan: PlanInHand | undefined): readonly AskedColumn[] {
  const { language } = predicate;
  const where = plan?.question.where;
  return useMemo(() => {
    if (language === undefined || where === undefined) return NO_COLUMNS;
    const parsed = language.parse(where);
    return parsed.errors.length > 0 ? NO_COLUMNS : language.asked(parsed);
  }, [language, where]);
}

function useSieve(view: SnapshotInHand, plan: PlanInHand | undefined): readonly SieveRow[] {
  const totals = useTotals().data;
  return useMemo(() => {
    if (plan === undefined) return [];
    const plans = exactPlans(plan.items.values(), totals?.items);
    return sieveRows(plans, specRanks(view.table.metadata));
  }, [plan, totals, view]);
}

/** The bar tells what is wrong with a predicate; the view need not tell it again. */
function isMisread(error: unknown): boolean {
  return error instanceof IcecoreError && error.kind === 'invalid-input';
}

function useEmptyReason(
  view: SnapshotInHand,
  { language }: Predicate,
  asked: readonly AskedColumn[],
  plan: PlanInHand | undefined,
): string | undefined {
  const filter = plan?.filter.expression;
  const where = plan?.question.where;
  return useMemo(() => {
    if (language === undefined) return undefined;
    if (filter !== undefined && language.isNeverTrue(filter)) return neverTrue(where ?? '');
    return emptyReason((view.part?.listed ?? view).manifests, view.context, language.schema, asked);
  }, [view, language, asked, filter, where]);
}

function Heading(props: {
  readonly view: SnapshotInHand;
  readonly misread: boolean;
  readonly emptyReason: string | undefined;
  readonly plan: PlanInHand | undefined;
  readonly sieve: readonly SieveRow[];
  readonly predicate: Predicate;
  readonly pending: boolean;
  /** Opens the reverse question. */
  readonly onAsk: () => void;
}) {
  const { plan, predicate } = props;
  const { unit } = useLinkParts('unit');
  const question = useQuestion();
  const go = useGo();
  const totals = useTotals().data;
  const sum = sumRows(props.sieve);
  const deletes = useDeletesRead(plan);
  const live = sumLive(totals, 'data');
  const progress = {
    complete: plan?.complete === true,
    judged: plan?.items.size ?? 0,
    of: plan?.of ?? 0,
  };
  const sentence =
    plan !== undefined
      ? planSentence(sum, progress, { deletes, emptyReason: props.emptyReason })
      : props.misread
        ? 'The predicate cannot be understood in this snapshot, so nothing is planned.'
        : predicate.shownError !== undefined
          ? 'Nothing is judged yet: the predicate has an error.'
          : props.pending || (predicate.due && predicate.text.trim() !== '')
            ? 'What the predicate reads is being planned.'
            : unaskedSentence(live, sumLive(totals, 'deletes').files, isWhole(totals));
  const age =
    plan &&
    ageWords({
      invalid: predicate.stale,
      older: predicate.due || plan.question.where !== question?.where,
      pending: props.pending,
    });
  return (
    <div className="view-head pruning-head">
      <h1 aria-live="polite" title={exactOf(plan, sum, live)}>
        {ofPart(props.view, sentence)}
      </h1>
      {age === undefined ? null : <span className="dim">{age}</span>}
      {plan === undefined ? null : (
        <Button
          title="The plan in slow motion: manifest list, partition values, bounds, data files"
          onClick={() => go({ step: '1', file: undefined, manifest: undefined }, { step: true })}
        >
          Steps
        </Button>
      )}
      <Button
        data-ask=""
        title="Name a file or a row, and learn why it is not read"
        onClick={props.onAsk}
      >
        Not read?
      </Button>
      <SegmentedControl
        label="Unit"
        value={unit ?? 'bytes'}
        options={UNITS}
        onChange={(value) => go({ unit: value === 'bytes' ? undefined : value })}
      />
    </div>
  );
}

function useDeletesRead(plan: PlanInHand | undefined) {
  const { items, summary } = plan ?? {};
  return useMemo(
    () => items && summary && sumDeletesRead(items.values(), summary),
    [items, summary],
  );
}

function sumLive(
  totals: ReturnType<typeof useTotals>['data'],
  wanted: ManifestTotals['content'],
): Tally {
  return [...(totals?.items.values() ?? [])]
    .filter(({ content }) => content === wanted)
    .reduce((all, one) => addTally(all, one.live), NOTHING);
}

/** The sentence's bytes, exact. */
function exactOf(plan: PlanInHand | undefined, sum: SieveRow, live: Tally): string {
  if (plan === undefined) return exactBytes(live.bytes);
  return `${exactBytes(readOf(sum).bytes)} of ${exactBytes(sum.live.bytes)}`;
}

interface Parts {
  readonly view: SnapshotInHand;
  readonly plan: PlanInHand | undefined;
  readonly index: FileIndex;
  readonly verdicts: Uint8Array;
  readonly deletes: Uint16Array;
  readonly rows: ReturnType<typeof useRowStore>;
  /** Rows arrive in place. */
  readonly rowsVersion: number;
  readonly selection: Selection;
  readonly narrow: boolean;
  readonly asked: readonly AskedColumn[];
  readonly order: Uint32Array;
  readonly groups: FileGroups | undefined;
  readonly eras: ReadonlySet<number> | undefined;
  readonly sieve: readonly SieveRow[];
  readonly complete: boolean;
  readonly projections: ReturnType<typeof useProjections>;
  readonly tupleText: (tuple: number) => string;
  readonly fieldsOf: ReturnType<typeof useFieldWords>;
}

/** Not rendered again while somebody types. */
const Answer = memo((parts: Parts) =>
  parts.narrow ? <NarrowParts {...parts} /> : <WideParts {...parts} />,
);

function WideParts(parts: Parts) {
  const stage = useStages(2);
  return (
    <>
      <SievePart {...parts} />
      {stage < 1 ? null : <MapPart {...parts} />}
      {stage < 2 ? null : <ListPart {...parts} />}
    </>
  );
}

function NarrowParts(parts: Parts) {
  const [tab, setTab] = useState('answer');
  return (
    <Tabs
      label="Parts of the answer"
      selected={tab}
      onSelect={setTab}
      items={[
        {
          id: 'answer',
          label: 'Answer',
          content: (
            <>
              <MapPart {...parts} />
              <SievePart {...parts} />
            </>
          ),
        },
        { id: 'list', label: 'Files', content: <ListPart {...parts} /> },
      ]}
    />
  );
}

function SievePart({ plan, sieve, projections, eras, fieldsOf }: Parts) {
  const onePane = useOnePane();
  const { unit } = useLinkParts('unit');
  if (plan === undefined || sieve.length === 0) return null;
  return (
    <Sieve
      rows={sieve}
      projections={projections}
      fieldsOf={fieldsOf}
      unit={unit ?? 'bytes'}
      eras={eras}
      narrow={onePane}
    />
  );
}

/** Files past which a map of usual size has less than 4 px² for each. */
const DENSE = 50_000;

/** Height of the map by the number of strips, px; where the window is low, the list needs room too. */
function mapHeight(eras: number, narrow: boolean, isLow: boolean): number {
  const most = narrow ? 250 : isLow ? 190 : 240;
  return Math.max(Math.min(most, 64 + eras * 58), eras * 32 + 8);
}

function MapPart(parts: Parts) {
  const { index, verdicts, plan, sieve, narrow, selection } = parts;
  const { unit, area } = useLinkParts('unit', 'area');
  const go = useGo();
  const isLow = useMedia('(max-height: 860px)');
  const unknown = unknownOf(sumRows(sieve)).files > 0n;
  const legend = <MapLegend asked={plan !== undefined} unknown={unknown} />;
  return (
    <section className="map-part" aria-label="Map of all files" data-picture="Map of all files">
      <div className="map-head">
        <h2>{parts.view.part === undefined ? 'All files' : 'All loaded files'}</h2>
        {narrow ? null : legend}
        <OnlyEras eras={parts.eras} />
        <span className="grow" />
        {narrow || index.count < DENSE ? null : (
          <span className="dim small">a pixel shows the strongest verdict of its files</span>
        )}
        {narrow ? null : (
          <span className="dim small" data-no-picture="">
            area
          </span>
        )}
        <SegmentedControl
          label="Area of a cell"
          value={area ?? 'bytes'}
          options={[
            { value: 'bytes', label: 'file size' },
            { value: 'equal', label: 'equal' },
          ]}
          onChange={(value) => go({ area: value === 'equal' ? 'equal' : undefined })}
        />
      </div>
      <VerdictMap
        index={index}
        verdicts={verdicts}
        unit={unit ?? 'bytes'}
        area={area ?? 'bytes'}
        height={mapHeight(index.eras.length, narrow, isLow)}
        eras={parts.eras}
        selected={selection.position}
        onSelect={selection.select}
        tupleText={parts.tupleText}
        fieldsOf={parts.fieldsOf}
      />
      {narrow ? legend : null}
    </section>
  );
}

/** That some eras are left out, and the way back. */
function OnlyEras({ eras }: { readonly eras: ReadonlySet<number> | undefined }) {
  const go = useGo();
  if (eras === undefined) return null;
  return (
    <Button
      look="link"
      className="small"
      title="Show all eras again"
      onClick={() => go({ era: undefined })}
    >
      only spec {[...eras].join(', ')}: show all
    </Button>
  );
}

function ListPart(parts: Parts) {
  const { sort } = useLinkParts('sort');
  const go = useGo();
  const failure = parts.rows.error();
  return (
    <div className="list-part">
      {failure === undefined ? null : (
        <p className="list-failure bad">
          Some rows could not be read:{' '}
          {failure instanceof Error ? failure.message : String(failure)}
        </p>
      )}
      <FileList
        index={parts.index}
        verdicts={parts.verdicts}
        deletes={parts.deletes}
        order={parts.order}
        groups={parts.groups}
        rows={parts.rows}
        asked={parts.asked}
        selected={parts.selection.position}
        onSelect={parts.selection.select}
        tupleText={parts.tupleText}
        fieldsOf={parts.fieldsOf}
        narrow={parts.narrow}
        sort={parseSort(sort)}
        onSort={(next) => go({ sort: printSort(next) })}
        empty={parts.complete ? 'No file is live in these eras.' : 'Reading manifests…'}
      />
    </div>
  );
}
