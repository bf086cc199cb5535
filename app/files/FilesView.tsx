/** Files: manifests lead to files, each with its verdict and bounds. */
import '../pruning/pruning.css';
import './files.css';
import { useCallback, useMemo, useState } from 'react';
import { ALL_MATCH, READ, UNKNOWN } from '../../src/planning/verdict.ts';
import { isPrimitive, printType } from '../../src/types/parse-type.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { TableTools } from '../export/TableTools.tsx';
import { ofPart } from '../large/words.ts';
import { eraFilter, printEraFilter } from '../link.ts';
import type { Arrangement } from '../pruning/arrangement.ts';
import { FileList } from '../pruning/FileList.tsx';
import { entryAt, type FileIndex, isLost, manifestAt } from '../pruning/file-index.ts';
import { type RowStore, useRowStore } from '../pruning/file-rows.ts';
import { InspectorPane } from '../pruning/InspectorPane.tsx';
import type { AskedColumn, Language } from '../pruning/language.ts';
import { useArrangement, useFiles, usePlanShown, useTupleText } from '../pruning/use-files.ts';
import { useReadKeys } from '../pruning/use-navigation.ts';
import { useLanguage } from '../pruning/use-predicate.ts';
import { manifestOfHash, type Selection, useSelection } from '../pruning/use-selection.ts';
import { type PlanInHand, useQuestion, useSnapshot, useTotals } from '../queries.ts';
import { hrefOf, useGo, useLink } from '../routes.ts';
import { Chip } from '../ui/Chip.tsx';
import { Button, Kbd, SegmentedControl } from '../ui/controls.tsx';
import { bytes as bytesText, count, exactBytes, plural } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { parseSort, printSort } from '../ui/sort.ts';
import { useNarrow } from '../ui/useSize.ts';
import { boundedColumns, ColumnsPanel } from './ColumnsPanel.tsx';
import { filesText } from './file-text.ts';
import { filesSentence, manifestsSentence, partitionsSentence } from './files-sentence.ts';
import { ManifestList } from './ManifestList.tsx';
import { ManifestsTable, ManifestTools, useManifests } from './ManifestsTable.tsx';
import { manifestGroups, shortName } from './manifest-groups.ts';
import { PartitionsTable, PartitionTools, usePartitions } from './PartitionsTable.tsx';
import { Rail } from './Rail.tsx';
import { VerdictSwitch } from './VerdictSwitch.tsx';
import { verdictsOf } from './verdict-filter.ts';

export default function FilesView() {
  const view = useSnapshot().data;
  if (view === undefined) return null;
  if (view.snapshot === undefined) {
    return (
      <div className="view-head">
        <h1>No snapshot yet, so no file.</h1>
      </div>
    );
  }
  return <Files view={view} />;
}

function Files({ view }: { readonly view: SnapshotInHand }) {
  const link = useLink();
  const go = useGo();
  const narrow = useNarrow();
  const { language } = useLanguage(view);
  const { plan } = usePlanShown(useQuestion());
  const files = useFiles();
  const asked = useColumns(language, plan, link.cols);
  const rows = useRowStore(
    view,
    asked.map(({ fieldId }) => fieldId),
  );
  const list = useList(view, files.index, plan);
  const { index, verdicts } = list;
  const selection = useSelection(view, index, rows);
  useReadKeys(list.order, verdicts, selection);
  const parts: Parts = {
    view,
    plan,
    index,
    verdicts,
    rows,
    selection,
    language,
    asked,
    list,
    complete: files.complete,
    narrow,
    tupleText: useTupleText(view, index),
  };
  const asTable = link.list === 'manifests';
  const close = () => {
    selection.select(undefined);
    if (asTable) go({ file: undefined, manifest: undefined });
  };
  const inspecting =
    selection.file !== undefined ||
    selection.missing ||
    (asTable && selection.manifestIndex !== undefined);
  return (
    <div
      className="files"
      data-one={asTable ? '' : undefined}
      data-inspecting={inspecting ? '' : undefined}
    >
      {narrow ? (
        <TablesPart {...parts} />
      ) : (
        <>
          {asTable ? null : <Manifests {...parts} />}
          <TablesPart {...parts} />
        </>
      )}
      {inspecting ? <InspectorPane {...parts} onClose={close} /> : null}
    </div>
  );
}

interface Parts {
  readonly view: SnapshotInHand;
  readonly plan: PlanInHand | undefined;
  readonly index: FileIndex;
  readonly verdicts: Uint8Array;
  readonly rows: RowStore;
  readonly selection: Selection;
  readonly language: Language | undefined;
  readonly asked: readonly AskedColumn[];
  readonly list: Arrangement;
  readonly complete: boolean;
  readonly narrow: boolean;
  readonly tupleText: (tuple: number) => string;
}

const NO_COLUMNS: readonly AskedColumn[] = [];

/** The predicate's columns, then those chosen. */
function useColumns(
  language: Language | undefined,
  plan: PlanInHand | undefined,
  cols: string | undefined,
): readonly AskedColumn[] {
  const where = plan?.question.where;
  return useMemo(() => {
    if (language === undefined) return NO_COLUMNS;
    const parsed = where === undefined ? undefined : language.parse(where);
    const asked =
      parsed === undefined || parsed.errors.length > 0 ? NO_COLUMNS : language.asked(parsed);
    const chosen = (cols?.split(',') ?? []).map(Number).flatMap((fieldId) => {
      const column = language.schema.byId.get(fieldId);
      if (column === undefined || !isPrimitive(column.type)) return [];
      if (asked.some((one) => one.fieldId === fieldId)) return [];
      return [
        {
          fieldId,
          name: column.name,
          type: printType(column.type),
          ranges: [],
          words: '',
          short: '',
        },
      ];
    });
    return [...asked, ...chosen];
  }, [language, where, cols]);
}

/** The files that the link narrows to, in its order. */
function useList(
  view: SnapshotInHand,
  index: FileIndex,
  plan: PlanInHand | undefined,
): Arrangement {
  const { era, manifest, show, sort } = useLink();
  const asked = plan !== undefined;
  const filter = useMemo(
    () => ({
      eras: eraFilter({ era }),
      verdicts: asked ? verdictsOf(show) : undefined,
      manifest: manifestOfHash(view, manifest),
    }),
    [era, asked, show, view, manifest],
  );
  const order = useMemo(() => parseSort(sort), [sort]);
  return useArrangement(index, plan, filter, order);
}

function Manifests({ view, plan, asked, language }: Parts) {
  const link = useLink();
  const go = useGo();
  const totals = useTotals().data;
  const eras = useMemo(() => eraFilter(link), [link]);
  const groups = useMemo(
    () =>
      manifestGroups(
        view.manifests,
        totals?.items ?? new Map(),
        plan?.items,
        specRanks(view.table.metadata),
      ).filter(({ specId }) => eras === undefined || eras.has(specId)),
    [view, totals, plan, eras],
  );
  return (
    <ManifestList
      view={view}
      groups={groups}
      asked={asked[0]}
      language={language}
      chosen={link.manifest}
      onChoose={(manifest) => go({ manifest, file: undefined })}
    />
  );
}

const LISTS = [
  { value: 'files', label: 'Files' },
  { value: 'partitions', label: 'Partitions' },
  { value: 'manifests', label: 'Manifests' },
] as const;

/** Which of the view's tables is shown; each has its own order. */
function ListSwitch() {
  const { list } = useLink();
  const go = useGo();
  return (
    <SegmentedControl
      label="Rows of the table"
      value={list === 'partitions' || list === 'manifests' ? list : 'files'}
      options={LISTS}
      onChange={(value) => go({ list: value === 'files' ? undefined : value, sort: undefined })}
    />
  );
}

const SORTS = [
  ['', 'by partition'],
  ['-bytes', 'largest first'],
  ['bytes', 'smallest first'],
  ['-rows', 'most rows first'],
  ['-verdict', 'by verdict'],
] as const;

/** What heads of columns offer where there is room for columns. */
function SortChoice() {
  const { sort } = useLink();
  const go = useGo();
  const own = SORTS.find(([value]) => value === (sort ?? ''));
  return (
    <select
      className="field files-sort"
      aria-label="Order of the files"
      value={own?.[0] ?? sort}
      onChange={(event) => go({ sort: event.target.value === '' ? undefined : event.target.value })}
    >
      {own === undefined ? <option value={sort}>by {parseSort(sort)?.column}</option> : null}
      {SORTS.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

function FileTools({ index, verdicts, list, rows, asked }: Parts) {
  const { order } = list;
  return (
    <TableTools
      name="files"
      rowCount={order.length}
      rows={async (most) => {
        const readable = [...order.subarray(0, most)].flatMap((position) => {
          const entry = entryAt(index, position);
          return entry === undefined
            ? []
            : [{ position, manifestIndex: manifestAt(index, position), entry }];
        });
        const found = await rows.fetchAll(readable);
        const own = readable.map(({ position }) => verdicts[position] as number);
        return filesText(found, own, asked);
      }}
    />
  );
}

/** At the right of the sentence, since the switches may fill their line; narrow, beside these. */
function Actions({ children }: { readonly children: React.ReactNode }) {
  return <span className="files-actions">{children}</span>;
}

function TablesPart(parts: Parts) {
  const { list } = useLink();
  if (list === 'partitions') return <PartitionsPart {...parts} />;
  return list === 'manifests' ? <ManifestsPart {...parts} /> : <FilesPart {...parts} />;
}

function PartitionsPart(parts: Parts) {
  const { view, list, plan, selection, narrow } = parts;
  const link = useLink();
  const go = useGo();
  const sort = useMemo(() => parseSort(link.sort), [link.sort]);
  const { rows, shown } = usePartitions(list, sort);
  const reads = plan === undefined ? undefined : rows.filter((row) => row.read > 0).length;
  const isUndivided = rows.length === 1 && list.index.tuples[rows[0]?.tuple ?? -1]?.label === '';
  const tools = (
    <Actions>
      <PartitionTools list={list} shown={shown} asked={plan !== undefined} />
    </Actions>
  );
  return (
    <section className="files-part" aria-label="Partitions">
      <div className="view-head">
        <h1>
          {parts.complete
            ? ofPart(view, partitionsSentence(rows.length, reads, isUndivided))
            : 'Reading manifests…'}
        </h1>
        {narrow ? null : tools}
      </div>
      <Filters view={view} plan={plan} manifestIndex={selection.manifestIndex} />
      <div className="files-tools">
        {plan === undefined ? null : (
          <VerdictSwitch
            unit="file"
            counts={list.counts}
            show={link.show}
            onShow={(show) => go({ show })}
          />
        )}
        <ListSwitch />
        {narrow ? tools : null}
      </div>
      <div className="files-table">
        <PartitionsTable
          list={list}
          shown={shown}
          asked={plan !== undefined}
          narrow={narrow}
          selected={selection.position}
          tupleText={parts.tupleText}
          sort={sort}
          onSort={(next) => go({ sort: printSort(next) })}
          onSelect={selection.select}
        />
      </div>
    </section>
  );
}

function ManifestsPart(parts: Parts) {
  const { view, plan, language, narrow } = parts;
  const link = useLink();
  const go = useGo();
  const sort = useMemo(() => parseSort(link.sort), [link.sort]);
  const eras = useMemo(() => eraFilter({ era: link.era }), [link.era]);
  const rows = useManifests(view, language, plan, eras, sort);
  const data = rows.filter(({ content }) => content === 'data').length;
  const tools = (
    <Actions>
      <ManifestTools rows={rows} />
    </Actions>
  );
  return (
    <section className="files-part" aria-label="Manifests as a table">
      <div className="view-head">
        <h1>
          {manifestsSentence(
            data,
            rows.length - data,
            view.manifests.length,
            view.part !== undefined,
          )}
        </h1>
        {narrow ? null : tools}
      </div>
      <Filters view={view} plan={plan} manifestIndex={undefined} />
      <div className="files-tools">
        <ListSwitch />
        {narrow ? tools : null}
      </div>
      {narrow ? (
        <Manifests {...parts} />
      ) : (
        <div className="files-table">
          <ManifestsTable
            rows={rows}
            asked={plan !== undefined}
            chosen={link.manifest}
            sort={sort}
            onSort={(next) => go({ sort: printSort(next) })}
            onChoose={(manifest) => go({ manifest, file: undefined })}
          />
        </div>
      )}
    </section>
  );
}

function FilesPart(parts: Parts) {
  const { view, index, verdicts, list, rows, asked, selection, narrow, plan, language } = parts;
  const link = useLink();
  const go = useGo();
  const [columnsOpen, setColumnsOpen] = useState(false);
  const [range, setRange] = useState({ from: 0, to: 0 });
  const [target, setTarget] = useState<number>();
  const onSeen = useCallback((from: number, to: number) => setRange({ from, to }), []);
  const bounded = boundedColumns(language?.schema.columns ?? []);
  const tools = (
    <Actions>
      <FileTools {...parts} />
      {narrow ? null : (
        <Button aria-expanded={columnsOpen} onClick={() => setColumnsOpen(!columnsOpen)}>
          Bounds of {asked.length} of {plural(bounded.length, 'column')}
        </Button>
      )}
    </Actions>
  );
  return (
    <section className="files-part" aria-label="Files" data-columns={columnsOpen ? '' : undefined}>
      <div className="view-head">
        <h1>{ofPart(view, useFilesSentence(parts))}</h1>
        {narrow ? null : tools}
      </div>
      <Filters view={view} plan={plan} manifestIndex={selection.manifestIndex} />
      <div className="files-tools">
        {plan === undefined ? null : (
          <VerdictSwitch counts={list.counts} show={link.show} onShow={(show) => go({ show })} />
        )}
        <ListSwitch />
        {narrow ? <SortChoice /> : null}
        {narrow ? tools : null}
      </div>
      <div className="files-table">
        <FileList
          index={index}
          verdicts={verdicts}
          deletes={list.deletes}
          order={list.order}
          rows={rows}
          asked={asked}
          selected={selection.position}
          onSelect={selection.select}
          tupleText={parts.tupleText}
          narrow={narrow}
          wordy
          reveal={target}
          onSeen={onSeen}
          sort={parseSort(link.sort)}
          onSort={(sort) => go({ sort: printSort(sort) })}
          empty={parts.complete ? 'No file has this verdict here.' : 'Reading manifests…'}
        />
        {narrow ? null : (
          <Rail index={index} verdicts={verdicts} order={list.order} {...range} onGo={setTarget} />
        )}
        {columnsOpen ? (
          <ColumnsPanel
            columns={bounded}
            asked={new Set(asked.filter(({ ranges }) => ranges.length > 0).map((c) => c.fieldId))}
            chosen={new Set((link.cols?.split(',') ?? []).map(Number))}
            onChoose={(chosen) =>
              go({ cols: chosen.size === 0 ? undefined : [...chosen].join(',') })
            }
            onClose={() => setColumnsOpen(false)}
          />
        ) : null}
      </div>
      <Foot {...parts} range={range} />
    </section>
  );
}

function useFilesSentence({ view, index, list, selection, plan, complete }: Parts): string {
  return useMemo(() => {
    const { bytes } = sumsOf(index, list.base);
    const source = view.manifests.find((one) => one.index === selection.manifestIndex);
    const of = (verdict: number) => list.counts[verdict] ?? 0;
    const data = view.manifests.filter(({ manifest }) => manifest.content === 'data');
    return filesSentence({
      manifest: source === undefined ? undefined : shortName(source.manifest.manifestPath),
      files: list.base.length,
      of: index.count,
      manifests: data.length,
      bytes,
      read: plan === undefined ? undefined : of(READ) + of(ALL_MATCH),
      unknown: of(UNKNOWN),
      complete,
    });
  }, [view, index, list, selection.manifestIndex, plan, complete]);
}

/** Of files whose manifest could not be read nothing is known. */
function sumsOf(index: FileIndex, positions: Uint32Array) {
  let bytes = 0;
  let records = 0;
  for (const position of positions) {
    if (isLost(index, position)) continue;
    bytes += Math.max(0, index.bytes[position] as number);
    records += Math.max(0, index.records[position] as number);
  }
  return { bytes, records };
}

/** What narrows the list, as pills one can take away; and whose verdicts are shown. */
function Filters(props: {
  readonly view: SnapshotInHand;
  readonly plan: PlanInHand | undefined;
  readonly manifestIndex: number | undefined;
}) {
  const { view, plan } = props;
  const link = useLink();
  const go = useGo();
  const ranks = specRanks(view.table.metadata);
  const source = view.manifests.find(({ index }) => index === props.manifestIndex);
  const eras = [...(eraFilter(link) ?? [])];
  if (source === undefined && eras.length === 0 && plan === undefined) return null;
  const { file: _, manifest: __, sort: ___, show: ____, ...rest } = link;
  return (
    <div className="files-filters">
      {source === undefined ? null : (
        <Pill what="the manifest" onRemove={() => go({ manifest: undefined })}>
          <Chip
            specId={source.manifest.partitionSpecId}
            rank={ranks.get(source.manifest.partitionSpecId) ?? 0}
          />
          manifest{' '}
          <span className="mono" title={source.manifest.manifestPath}>
            {shortName(source.manifest.manifestPath)}
          </span>
        </Pill>
      )}
      {eras.map((specId) => (
        <Pill
          key={specId}
          what={`spec ${specId}`}
          onRemove={() => go({ era: printEraFilter(eras.filter((one) => one !== specId)) })}
        >
          <Chip specId={specId} rank={ranks.get(specId) ?? 0} /> era
        </Pill>
      ))}
      {plan === undefined ? null : (
        <>
          <span className="dim small">verdicts of</span>
          <a
            className="mono files-where"
            href={hrefOf('pruning', rest)}
            title={plan.question.where}
          >
            {plan.question.where}
          </a>
        </>
      )}
    </div>
  );
}

function Pill(props: {
  readonly what: string;
  readonly onRemove: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <span className="pill">
      {props.children}
      <button
        type="button"
        onClick={props.onRemove}
        aria-label={`Take away the filter: ${props.what}`}
      >
        <Icon name="close" size={9} />
      </button>
    </span>
  );
}

function Foot({
  index,
  list,
  range,
  plan,
}: Parts & { readonly range: { readonly from: number; readonly to: number } }) {
  const { order } = list;
  const sums = useMemo(() => sumsOf(index, order), [index, order]);
  return (
    <div className="files-foot">
      <span>
        {order.length === 0
          ? 'no rows'
          : `rows ${count(range.from + 1)} to ${count(Math.min(range.to, order.length))} of ${count(order.length)}`}
      </span>
      <span className="soft" title={exactBytes(sums.bytes)}>
        {bytesText(sums.bytes)}, {plural(sums.records, 'row')}
      </span>
      <span className="grow" />
      {plan === undefined ? null : (
        <span>
          <Kbd>n</Kbd> next that is read
        </span>
      )}
      <span>
        <Kbd>Enter</Kbd> why
      </span>
    </div>
  );
}
