/** The reverse question: give a path or a row, and learn why that is not read, or that no file can hold it. */
import './why.css';
import { Fragment, type ReactNode, useEffect, useMemo } from 'react';
import type { ColumnEvidence, FileExplanation } from '../../src/planning/explanation.ts';
import {
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_MANIFEST,
  SKIPPED_BY_PARTITION,
  UNKNOWN,
} from '../../src/planning/verdict.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { ofPart } from '../large/words.ts';
import { FileList } from '../pruning/FileList.tsx';
import type { FileIndex } from '../pruning/file-index.ts';
import { NO_FILTER } from '../pruning/file-order.ts';
import { type RowStore, refOf, useRowStore } from '../pruning/file-rows.ts';
import type { AskedColumn, Language } from '../pruning/language.ts';
import { isRead, NOT_JUDGED } from '../pruning/map-pixels.ts';
import { type SieveRow, sieveRows, sumRows } from '../pruning/sieve-layout.ts';
import { useArrangement, usePlanShown } from '../pruning/use-files.ts';
import type { Selection } from '../pruning/use-selection.ts';
import { type PlanInHand, type Question, useQuestion, useTotals } from '../queries.ts';
import { hrefOf, useGo, useLink, useLinkParts } from '../routes.ts';
import { exactPlans } from '../totals.ts';
import { Chip } from '../ui/Chip.tsx';
import { bytes, plural } from '../ui/format.ts';
import { TailCut } from '../ui/TailCut.tsx';
import { useSize } from '../ui/useSize.ts';
import { glyphOf, VerdictGlyph } from '../ui/Verdict.tsx';
import { type Asked, readAsk } from './ask.ts';
import { Plane } from './Plane.tsx';
import { type AskedForm, askedForm, closestMisses, layPlane, type Miss, missOf } from './plane.ts';
import { drawnPositions, MOST_DRAWN, planeFile, useNearest, useWhy } from './use-nearest.ts';
import { usePathSearch } from './use-search.ts';
import { WhyPane } from './WhyPane.tsx';
import {
  eraWords,
  fileSentence,
  leftOutWords,
  missesWords,
  type PlaneSign,
  pathSentence,
  planeSigns,
  planeWords,
  rowSentence,
} from './why-words.ts';

export interface NotReadProps {
  readonly view: SnapshotInHand;
  readonly plan: PlanInHand | undefined;
  readonly language: Language | undefined;
  readonly index: FileIndex;
  /** Of the predicate, by position. */
  readonly verdicts: Uint8Array;
  readonly deletes: Uint16Array;
  readonly rows: RowStore;
  readonly selection: Selection;
  readonly asked: readonly AskedColumn[];
  readonly narrow: boolean;
  readonly tupleText: (tuple: number) => string;
}

export default function NotReadView(props: NotReadProps) {
  const { language } = props;
  const { ask } = useLinkParts('ask');
  const asked = useMemo(
    () => (language === undefined || ask === undefined ? undefined : readAsk(ask, language)),
    [language, ask],
  );
  return (
    <section className="why" aria-label="Why a file is not read">
      {asked === undefined ? (
        <Invitation />
      ) : asked.kind === 'path' ? (
        <PathAnswer {...props} text={asked.text} unknown={asked.unknown} />
      ) : asked.kind === 'row' ? (
        <RowAnswer {...props} where={asked.where} />
      ) : (
        <div className="view-head">
          <h1>The row cannot be understood.</h1>
          <p className="why-line bad">{asked.message}</p>
        </div>
      )}
    </section>
  );
}

function Invitation() {
  return (
    <div className="view-head">
      <h1>Name a file that you miss, or a row.</h1>
      <p className="why-line soft">
        A part of a path finds the file and shows where it stops. A row, written as{' '}
        <span className="mono">column = value, …</span>, shows which files may hold it, or that none
        can.
      </p>
    </div>
  );
}

interface PathProps extends NotReadProps {
  readonly text: string;
  readonly unknown: Extract<Asked, { kind: 'path' }>['unknown'];
}

function PathAnswer(props: PathProps) {
  const { view, index, verdicts, plan, selection, text, rows } = props;
  const search = usePathSearch(view, index, text);
  const { found } = search;
  const chosen =
    selection.position !== undefined && found.includes(selection.position)
      ? selection.position
      : found.length === 1 && search.done
        ? found[0]
        : undefined;
  // As files stand everywhere: by era and partition.
  const order = useMemo(() => Uint32Array.from(found).sort(), [found]);
  const read = found.filter((position) => isRead(verdicts[position] as number)).length;
  const sentence = ofPart(
    view,
    pathSentence({
      ...search,
      found: found.length,
      read: plan === undefined ? undefined : read,
      text,
      unknown: props.unknown?.name,
    }),
  );
  return (
    <>
      {chosen !== undefined && plan !== undefined ? (
        <FileAnswer
          {...props}
          question={plan.question}
          columns={props.asked}
          rows={rows}
          position={chosen}
          aside={found.length > 1 ? sentence : undefined}
        />
      ) : (
        <div className="view-head">
          <h1 aria-live="polite">{sentence}</h1>
        </div>
      )}
      {search.done && found.length === 0 ? <NotFound {...props} /> : null}
      {found.length > 1 ? <Found {...props} order={order} rows={rows} asked={props.asked} /> : null}
    </>
  );
}

/** Manifests that have the text in their path, and where else a file may be. */
function NotFound({ view, plan, text, unknown }: PathProps) {
  const link = useLink();
  const manifests = view.manifests.filter(({ manifest }) => manifest.manifestPath.includes(text));
  const { ask: _, file: __, ...rest } = link;
  return (
    <div className="why-line">
      {unknown === undefined ? null : <p>{unknown.advice}</p>}
      {manifests.slice(0, 5).map(({ index, manifest }) => (
        <p key={index}>
          It is the name of a manifest,{' '}
          <span className="mono">{manifest.manifestPath.split('/').at(-1)}</span>.{' '}
          {plan?.items.get(index)?.reason}
        </p>
      ))}
      {view.part === undefined ? null : (
        <p>Only a part of the snapshot is loaded: it may be in a manifest that is not.</p>
      )}
      <p className="soft">
        A file may have been rewritten or deleted since, or belong to another snapshot:{' '}
        <a href={hrefOf('snapshots', rest)}>choose another</a>. A file that no snapshot lists is
        read by no query.
      </p>
    </div>
  );
}

function Found(
  props: NotReadProps & { readonly order: Uint32Array; readonly asked: readonly AskedColumn[] },
) {
  return (
    <div className="list-part why-list">
      <FileList
        index={props.index}
        verdicts={props.verdicts}
        deletes={props.deletes}
        order={props.order}
        rows={props.rows}
        asked={props.asked}
        selected={props.selection.position}
        onSelect={props.selection.select}
        tupleText={props.tupleText}
        narrow={props.narrow}
        empty="No file."
      />
    </div>
  );
}

function RowAnswer(props: NotReadProps & { readonly where: string }) {
  const { view, index, language, where, selection } = props;
  const question = useRowQuestion(where);
  const { plan } = usePlanShown(question);
  const own = useArrangement(index, plan, NO_FILTER, 'reads');
  const columns = useMemo(
    () => (language === undefined ? [] : language.asked(language.parse(where))),
    [language, where],
  );
  const rows = useRowStore(
    view,
    columns.map(({ fieldId }) => fieldId),
  );
  const sieve = useRowSieve(view, plan);
  const holders = useMemo(
    () => own.order.filter((position) => isRead(own.verdicts[position] as number)),
    [own],
  );
  const predicate = props.plan?.question.where;
  const isExcluded = useMemo(() => {
    if (language === undefined || predicate === undefined) return false;
    return language.excludesRow(
      language.parse(predicate).expression,
      language.parse(where).expression,
    );
  }, [language, predicate, where]);
  const isAsked = props.plan !== undefined && props.verdicts.length === index.count && !isExcluded;
  const readBy = isAsked
    ? holders.filter((position) => {
        const verdict = props.verdicts[position] as number;
        return verdict !== UNKNOWN && isRead(verdict);
      }).length
    : undefined;
  const progress = { complete: plan?.complete === true };
  const sentence = ofPart(
    view,
    rowSentence(sumRows(sieve), progress, isExcluded ? 'not asked for' : readBy),
  );
  const { around, nearest } = useNearest({
    index,
    verdicts: own.verdicts,
    rows,
    question,
    holder: holders[0],
  });
  const shown = selection.position ?? nearest;
  if (plan === undefined || shown === undefined || own.index !== index) {
    return (
      <div className="view-head">
        <h1 aria-live="polite">{sentence}</h1>
      </div>
    );
  }
  return (
    <>
      <FileAnswer
        {...props}
        question={plan.question}
        columns={columns}
        verdicts={own.verdicts}
        rows={rows}
        position={shown}
        around={around}
        sentence={sentence}
        eras={sieve}
        asker={isAsked && holders.includes(shown) ? props.plan?.question : undefined}
      />
      {holders.length > 1 ? (
        <Found
          {...props}
          verdicts={isAsked ? props.verdicts : own.verdicts}
          order={holders}
          rows={rows}
          asked={columns}
        />
      ) : null}
    </>
  );
}

/** Judged by the rules of the page’s own question. */
function useRowQuestion(where: string): Question {
  const base = useQuestion();
  const { profile, names } = useLinkParts('profile', 'names');
  return useMemo(
    () => ({
      where,
      profile: base?.profile ?? profile ?? 'safe',
      caseSensitive: base?.caseSensitive ?? names === 'exact',
    }),
    [where, base, profile, names],
  );
}

function useRowSieve(view: SnapshotInHand, plan: PlanInHand | undefined): readonly SieveRow[] {
  const totals = useTotals().data;
  return useMemo(
    () =>
      plan === undefined
        ? []
        : sieveRows(exactPlans(plan.items.values(), totals?.items), specRanks(view.table.metadata)),
    [plan, totals, view],
  );
}

interface FileAnswerProps extends NotReadProps {
  readonly question: Question;
  /** Whose bounds `rows` has. */
  readonly columns: readonly AskedColumn[];
  readonly position: number;
  /** Files around this one are looked at; undefined: around the file itself. */
  readonly around?: number | undefined;
  /** Instead of the file’s own. */
  readonly sentence?: string | undefined;
  readonly aside?: string | undefined;
  readonly eras?: readonly SieveRow[] | undefined;
  /** The person’s own question, where the file may hold the row: then only that question can tell why it is not read. */
  readonly asker?: Question | undefined;
}

function FileAnswer(props: FileAnswerProps) {
  const { view, index, verdicts, position, question, narrow } = props;
  const go = useGo();
  const file = refOf(index, position);
  const { why, error } = useWhy(question, file);
  const judge = props.asker ?? question;
  const judged = useWhy(judge, file).why;
  const rank = specRanks(view.table.metadata).get(why?.specId ?? -1) ?? 0;
  const lost = file === undefined || (verdicts[position] ?? NOT_JUDGED) === NOT_JUDGED;
  return (
    <div className="why-answer" data-narrow={narrow ? '' : undefined}>
      <div className="why-left">
        <div className="view-head">
          <h1 aria-live="polite">
            {props.sentence ??
              (why === undefined
                ? lost
                  ? 'Its manifest cannot be read, so nothing is known of it.'
                  : 'Asking why…'
                : fileSentence(why))}
          </h1>
          {props.aside === undefined ? null : <span className="dim small">{props.aside}</span>}
        </div>
        {error === null ? null : <p className="why-line bad">{error.message}</p>}
        {props.eras === undefined ? null : <EraRows rows={props.eras} />}
        {why === undefined ? null : <Evidence {...props} why={why} />}
      </div>
      {judged === undefined ? null : (
        <WhyPane
          why={judged}
          rank={rank}
          asked={
            props.asker === undefined ? question.where : `${question.where} and ${judge.where}`
          }
          judge={judgeOf(props)}
          onInspect={() => {
            if (judge === question && props.sentence !== undefined) {
              go({ ask: undefined, where: question.where }, { step: true });
            } else go({ ask: undefined }, { step: true });
          }}
        />
      )}
    </div>
  );
}

/** Whose judgement of the file is shown, where a row and a predicate are both asked. */
function judgeOf({ sentence, asker }: FileAnswerProps): string | undefined {
  if (sentence === undefined) return undefined;
  return asker === undefined ? 'This file and the row' : 'This file and your predicate';
}

function EraRows({ rows }: { readonly rows: readonly SieveRow[] }) {
  return (
    <ul className="why-eras">
      {rows.map((row) => {
        const words = eraWords(row);
        const verdict = words.startsWith('none')
          ? 'skippedByBounds'
          : words.includes('nothing else')
            ? 'allMatch'
            : 'read';
        return (
          <li key={row.specId}>
            <VerdictGlyph kind={glyphOf(verdict)} label={false} />
            <Chip specId={row.specId} rank={row.rank} />
            <span>{words}</span>
          </li>
        );
      })}
    </ul>
  );
}

const MISSES = 5;
const PLANE_HEIGHT = 340;

function Evidence(props: FileAnswerProps & { readonly why: FileExplanation }) {
  const { index, verdicts, rows, position, why, selection, narrow } = props;
  const ofRow = props.sentence !== undefined;
  const [ref, size] = useSize<HTMLDivElement>();
  const columns = useMemo(() => planeColumns(why), [why]);
  const { around = position } = props;
  const drawn = useMemo(() => {
    const near = drawnPositions(verdicts, around, MOST_DRAWN);
    return near.includes(position) ? near : [...near, position];
  }, [verdicts, around, position]);
  useEffect(() => {
    rows.want(drawn.flatMap((one) => refOf(index, one) ?? []));
  }, [rows, index, drawn]);
  const farther = useMemo(() => boundsAsked(verdicts) - drawn.length, [verdicts, drawn]);
  const version = rows.version();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows arrive in place, by version.
  const files = useMemo(
    () => drawn.flatMap((one) => planeFile(index, verdicts, rows, one) ?? []),
    [index, verdicts, rows, drawn, version],
  );
  const layout = useMemo(() => layPlane(columns, files, position), [columns, files, position]);
  const misses = closestMisses(why.columns, files, position, MISSES);
  const own = files.find(({ id }) => id === position);
  const missed = [...columns]
    .reverse()
    .flatMap((column) => missOf(column, own?.bounds.get(column.fieldId)) ?? [])[0];
  const width = Math.floor(size?.width ?? 0);
  return (
    <>
      <div ref={ref} className="why-plane" data-picture="Files against the question">
        {layout === undefined ? (
          <p className="soft">
            No file that came this far has bounds of {nameList(columns)}, so there is nothing to
            draw.
          </p>
        ) : (
          <>
            <p className="soft small">{planeWords(layout, ofRow)}</p>
            <PlaneLegend signs={planeSigns(layout)} ofRow={ofRow} asked={askedForm(layout)} />
            {width < 60 ? null : (
              <Plane
                layout={layout}
                width={width}
                height={narrow ? 270 : PLANE_HEIGHT}
                chosen={position}
                miss={missed?.words}
                upwards={missed?.fieldId === columns[1]?.fieldId}
                label={`${plural(files.length, 'file')} against ${why.columns.map(({ name }) => name).join(' and ')}; the list below has the figures.`}
                onSelect={selection.select}
              />
            )}
            <p className="dim small">{leftOutWords({ ...layout, farther })}</p>
          </>
        )}
      </div>
      {misses.length === 0 ? null : (
        <table className="table why-misses">
          <caption>
            <strong>Closest misses</strong>{' '}
            <span className="dim">
              {missesWords(misses[0]?.misses.length ?? 1, skippedBefore(verdicts), farther)}
            </span>
          </caption>
          <thead>
            <tr>
              <th>Era</th>
              <th>Misses by</th>
              <th className="num">Bytes</th>
              <th>File</th>
            </tr>
          </thead>
          <tbody>
            {misses.map((one) => (
              <MissRow key={one.id} {...props} {...one} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function MissRow(
  props: FileAnswerProps & {
    readonly id: number;
    readonly misses: readonly Miss[];
    readonly why: FileExplanation;
  },
) {
  const { index, rows, id, selection, position, why } = props;
  const file = refOf(index, id);
  const row = file === undefined ? undefined : rows.get(file);
  const era = index.eras.find(({ from, to }) => id >= from && id < to);
  const fileName = row?.filePath.split('/').at(-1) ?? '…';
  const nameOf = (fieldId: number) =>
    why.columns.find((column) => column.fieldId === fieldId)?.name ?? '';
  return (
    <tr data-chosen={id === position ? '' : undefined}>
      <td>
        <VerdictGlyph kind="skipped" /> <Chip specId={era?.specId ?? 0} rank={era?.rank ?? 0} />
      </td>
      <td>
        {props.misses.map(({ fieldId, words }, i) => (
          <Fragment key={fieldId}>
            {i === 0 ? '' : '; '}
            <span className="mono">{nameOf(fieldId)}</span> <span className="soft">{words}</span>
          </Fragment>
        ))}
      </td>
      <td className="num">{bytes(row?.fileSizeInBytes ?? index.bytes[id] ?? 0)}</td>
      <td>
        <button
          type="button"
          className="btn btn-link mono cut"
          onClick={() => selection.select(id)}
        >
          {props.narrow ? fileName : <TailCut name={fileName} />}
        </button>
      </td>
    </tr>
  );
}

/** Those that decide first: what stops the file upwards, another across. */
function planeColumns({ columns }: FileExplanation): readonly ColumnEvidence[] {
  const asked = columns.filter(({ predicate }) => predicate.length > 0);
  const misses = (column: ColumnEvidence) => {
    const { bounds } = column;
    return bounds === undefined
      ? 0
      : Number(
          missOf(column, {
            fieldId: column.fieldId,
            lower: bounds.lower?.text,
            upper: bounds.upper?.text,
            lowerPosition: bounds.lower?.position,
            upperPosition: bounds.upper?.position,
            nullCount: undefined,
            nanCount: undefined,
            valueCount: undefined,
          }) !== undefined,
        );
  };
  const linear = (column: ColumnEvidence) =>
    Number(column.predicate.some(({ lower, upper }) => (lower ?? upper)?.position !== undefined));
  const [across, ...rest] = [...asked].sort(
    (a, b) => misses(a) - misses(b) || linear(b) - linear(a),
  );
  const up = rest.sort((a, b) => misses(b) - misses(a))[0];
  return [across, up].filter((column) => column !== undefined);
}

function nameList(columns: readonly ColumnEvidence[]): string {
  return columns.map(({ name }) => name).join(' and ') || 'the columns asked for';
}

const FRAME = { x: 1, y: 1, width: 16, height: 9, fill: 'none', stroke: 'var(--ink2)' } as const;
/** Two cells of the pattern. */
const BAND = { width: 16, height: 7 } as const;

/** Only what is drawn. */
function PlaneLegend(props: {
  readonly signs: ReadonlySet<PlaneSign>;
  readonly ofRow: boolean;
  readonly asked: AskedForm;
}) {
  const { signs, ofRow } = props;
  return (
    <p className="plane-legend">
      {signs.has('read') ? (
        <Sign says={ofRow ? 'may hold it' : 'read'}>
          <rect {...FRAME} strokeWidth={1.6} />
        </Sign>
      ) : null}
      {signs.has('skipped') ? (
        <Sign says={ofRow ? 'cannot hold it' : 'skipped'}>
          <rect {...FRAME} strokeDasharray="3 2" />
        </Sign>
      ) : null}
      {signs.has('open') ? (
        <Sign says="goes on beyond the axes">
          <path d="M13 1H1V10H13" fill="none" stroke="var(--ink2)" strokeDasharray="3 2" />
          <path d="M12 1l5 4.5l-5 4.5" fill="none" stroke="var(--ink2)" strokeWidth={1.5} />
        </Sign>
      ) : null}
      {signs.has('may') ? (
        <Sign says="rows may match here">
          <rect {...BAND} fill="url(#v-read)" transform="translate(0 2)" />
        </Sign>
      ) : null}
      {signs.has('all') ? (
        <Sign says="every row matches">
          <rect {...BAND} fill="var(--all)" transform="translate(0 2)" />
        </Sign>
      ) : null}
      <Sign says="what is asked for">
        <AskedSign form={props.asked} />
      </Sign>
    </p>
  );
}

function AskedSign({ form }: { readonly form: AskedForm }) {
  switch (form) {
    case 'point':
      return <rect x={6.5} y={3} width={5} height={5} fill="var(--accent)" />;
    case 'line':
      return <rect x={8} width={2.5} height={11} fill="var(--accent)" />;
    case 'band':
      return <rect y={1} width={18} height={9} fill="var(--accent)" opacity={0.16} />;
  }
}

function Sign({ says, children }: { readonly says: string; readonly children: ReactNode }) {
  return (
    <span>
      <svg className="glyph" width={18} height={11} aria-hidden="true">
        {children}
      </svg>{' '}
      {says}
    </span>
  );
}

/** Files whose bounds were asked: that passed manifest and partition. */
function boundsAsked(verdicts: Uint8Array): number {
  let files = 0;
  for (const verdict of verdicts) {
    if (verdict === SKIPPED_BY_BOUNDS || (isRead(verdict) && verdict !== UNKNOWN)) files++;
  }
  return files;
}

/** Files that a manifest or their partition rules out: their bounds are not asked. */
function skippedBefore(verdicts: Uint8Array): number {
  let files = 0;
  for (const verdict of verdicts) {
    if (verdict === SKIPPED_BY_MANIFEST || verdict === SKIPPED_BY_PARTITION) files++;
  }
  return files;
}
