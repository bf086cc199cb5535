/**
 * The Core: live bytes by era, oldest lowest, in every view. It is legend, era filter and answer: a bar beside
 * each era says how much of it the predicate reads, and the strata do not move.
 */
import { useMemo } from 'react';
import { FILE_VERDICTS } from '../src/planning/verdict.ts';
import type { ManifestSource, ManifestTotals } from '../src/table/api.ts';
import { listedFiles } from '../src/table/estimate.ts';
import { type Answer, answerLengths, answerWords, divide, stripWords } from './core-layout.ts';
import { specRanks } from './data.ts';
import { addUnread, type Unread } from './history.ts';
import { eraFilter, printEraFilter } from './link.ts';
import { type PlanInHand, usePlan, useQuestion, useSnapshot, useTotals } from './queries.ts';
import { useGo, useLinkParts, useViewId } from './routes.ts';
import { isUnread } from './totals.ts';
import { bytes, compactCount, count, percent, plural } from './ui/format.ts';
import { rootScale } from './ui/root-scale.ts';
import { strataColour, strataText } from './ui/strata.ts';
import { type Size, useNarrow, useSize } from './ui/useSize.ts';

interface CoreEra {
  readonly specId: number;
  readonly rank: number;
  readonly bytes: number;
  /** Bytes of each manifest, oldest first: the fine lines. */
  readonly layers: readonly number[];
  /** What of it is in manifests that could not be read. */
  readonly unread: Unread | undefined;
}

export function Core() {
  const view = useSnapshot().data;
  const totals = useTotals().data;
  const plan = usePlan(useQuestion()).data;
  const narrow = useNarrow();
  const [ref, size] = useSize<HTMLDivElement>();
  const eras = useMemo(() => {
    if (view === undefined) return [];
    return coreEras(specRanks(view.table.metadata), view.manifests, totals?.items ?? new Map());
  }, [view, totals]);
  // Beside the answer to another question, what the predicate reads would be taken for it.
  const viewId = useViewId();
  const { ask } = useLinkParts('ask');
  const isOther = viewId === 'pruning' && ask !== undefined;
  const answers = useMemo(() => (isOther ? undefined : answersOf(plan)), [plan, isOther]);
  const filter = useEraToggle();
  const complete = totals?.complete === true && view?.part === undefined;
  const drawn = { eras, answers, filter, complete, share: shareWords(view?.part !== undefined) };
  return (
    <div ref={ref} style={{ height: '100%' }}>
      {size === undefined || eras.length === 0 ? null : narrow ? (
        <Strip {...drawn} size={size} />
      ) : (
        <Column {...drawn} size={size} />
      )}
    </div>
  );
}

function coreEras(
  ranks: ReadonlyMap<number, number>,
  manifests: readonly ManifestSource[],
  totals: ReadonlyMap<number, ManifestTotals>,
): readonly CoreEra[] {
  const bySpec = new Map<number, number[]>();
  const unread = new Map<number, Unread>();
  for (const { index, manifest } of manifests) {
    const one = totals.get(index);
    if (one === undefined || manifest.content !== 'data') continue;
    const layers = bySpec.get(one.specId) ?? [];
    if (isUnread(one)) addUnread(unread, one.specId, listedFiles(manifest));
    else if (one.live.files === 0n) continue;
    else layers.push(Number(one.live.bytes));
    bySpec.set(one.specId, layers);
  }
  return [...bySpec]
    .map(([specId, layers]) => ({
      specId,
      rank: ranks.get(specId) ?? 0,
      bytes: layers.reduce((sum, layer) => sum + layer, 0),
      // Lists name the newest first.
      layers: layers.toReversed(),
      unread: unread.get(specId),
    }))
    .sort((a, b) => b.rank - a.rank);
}

function answersOf(plan: PlanInHand | undefined): ReadonlyMap<number, Answer> | undefined {
  if (plan === undefined) return undefined;
  const answers = new Map<number, Answer>();
  const files = (totals: readonly { readonly files: bigint }[], verdict: string) =>
    Number(totals[(FILE_VERDICTS as readonly string[]).indexOf(verdict)]?.files ?? 0n);
  for (const manifest of plan.items.values()) {
    const old = answers.get(manifest.specId) ?? { files: 0, read: 0, unknown: 0 };
    answers.set(manifest.specId, {
      files: old.files + Number(manifest.totals.reduce((sum, { files }) => sum + files, 0n)),
      read: old.read + files(manifest.totals, 'read') + files(manifest.totals, 'allMatch'),
      unknown: old.unknown + files(manifest.totals, 'unknown'),
    });
  }
  return answers;
}

interface EraToggle {
  readonly chosen: ReadonlySet<number> | undefined;
  readonly toggle: (specId: number) => void;
}

function useEraToggle(): EraToggle {
  const { era } = useLinkParts('era');
  const go = useGo();
  const chosen = eraFilter({ era });
  return {
    chosen,
    toggle: (specId) => {
      const next = new Set(chosen ?? []);
      if (!next.delete(specId)) next.add(specId);
      go({ era: printEraFilter(next) });
    },
  };
}

interface Drawn {
  readonly eras: readonly CoreEra[];
  readonly answers: ReadonlyMap<number, Answer> | undefined;
  readonly filter: EraToggle;
  readonly size: Size;
  readonly complete: boolean;
  readonly share: ShareWords;
}

type ShareWords = (part: number, whole: number) => string;

/** Of what is loaded alone, a share says nothing of the table. */
function shareWords(isPart: boolean): ShareWords {
  return (part, whole) => (isPart ? '' : percent(part, whole));
}

const WIDTH = 26;
/** With the words beside it. */
const TARGET = 70;
const WORDS = 32;
const BAR = 34;
const TOP = 22;
const LEAST = 20;
/** A bar under an era of the strip, and the gap between. */
const BAR_BELOW = 6;
const NO_ANSWER: Answer = { files: 0, read: 0, unknown: 0 };

function Column({ eras, answers, filter, size, complete, share }: Drawn) {
  const total = eras.reduce((sum, era) => sum + era.bytes, 0);
  const drawn = drawnSize(size);
  const height = Math.max(40, drawn.height - TOP - 22);
  const strata = divide(eras, (era) => era.bytes, height, LEAST);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold shapes.
    <svg
      className="core-strata"
      viewBox={`0 0 ${drawn.width} ${drawn.height}`}
      role="group"
      aria-label="Eras of the table, newest first"
    >
      <text y={10} className="soft" style={{ fontWeight: 500 }}>
        {complete && eras.every((era) => era.unread === undefined) ? '' : '≥ '}
        {bytes(total)}
      </text>
      {strata.map(({ item, from, length }) => (
        <EraButton
          key={item.specId}
          era={item}
          total={total}
          answers={answers}
          filter={filter}
          share={share}
        >
          <g transform={`translate(0,${TOP + from})`}>
            {/* Its words are pressed like its colour, and what lies between them. */}
            <rect width={TARGET} height={length} fill="transparent" />
            <rect width={WIDTH} height={length - 2} rx={1} fill={strataColour(item.rank)} />
            <Layers era={item} height={length - 2} />
            {item.unread === undefined ? null : (
              <rect
                x={WIDTH - 9}
                width={9}
                height={length - 2}
                fill="url(#v-unknown)"
                stroke="var(--ink)"
                strokeWidth={0.6}
              >
                <title>{unreadWords(item.unread)}</title>
              </rect>
            )}
            <text
              className="mono strong"
              x={item.unread === undefined ? WIDTH / 2 : (WIDTH - 9) / 2}
              y={Math.min(15, length / 2 + 3)}
              textAnchor="middle"
              style={{ fill: strataText(item.rank) }}
            >
              {item.specId}
            </text>
            <text x={WORDS} y={Math.min(12, length / 2 + 3)} className="soft">
              {item.unread === undefined
                ? share(item.bytes, total)
                : `${item.unread.files === undefined ? '' : brief(item.unread.files)} ?`}
            </text>
            <AnswerMark
              answer={answers?.get(item.specId)}
              height={length}
              asked={answers !== undefined}
            />
          </g>
        </EraButton>
      ))}
      <text y={TOP + height + 14}>oldest</text>
    </svg>
  );
}

/** Beside the column there is room for six signs, a “?” included. */
function brief(files: number): string {
  return files < 10_000 ? count(files) : compactCount(files).replace(' ', '\u2009');
}

function unreadWords(unread: Unread): string {
  const files = unread.files === undefined ? 'its files are' : `${plural(unread.files, 'file')}`;
  return `${plural(unread.manifests, 'manifest')} cannot be read: ${files} unknown`;
}

/** Fine lines at the manifests' edges; at most one every 3 px. */
function Layers({ era, height }: { readonly era: CoreEra; readonly height: number }) {
  let at = height;
  let last = height;
  let path = '';
  for (const layer of era.layers) {
    at -= (layer / era.bytes) * height;
    if (last - at < 3 || at < 3) continue;
    path += `M0 ${at.toFixed(1)}h${WIDTH}`;
    last = at;
  }
  return <path d={path} stroke={strataText(era.rank)} strokeOpacity={0.16} />;
}

function AnswerMark(props: {
  readonly answer: Answer | undefined;
  readonly height: number;
  readonly asked: boolean;
}) {
  const { answer, height } = props;
  if (!props.asked || height < 34) return null;
  if (answer === undefined || (answer.read === 0 && answer.unknown === 0)) {
    return (
      <text x={WORDS} y={27}>
        none
      </text>
    );
  }
  const both = answer.read > 0 && answer.unknown > 0;
  const first = both && height < 50 ? { ...answer, read: 0 } : answer;
  return (
    <>
      <AnswerBar answer={answer} x={WORDS} y={18} width={BAR} />
      {first.read === 0 ? null : (
        <>
          <text x={WORDS} y={34} className="strong" style={{ fill: 'var(--read)' }}>
            {brief(first.read)}
            <title>{plural(first.read, 'file')} read</title>
          </text>
          {both || height < 50 ? null : (
            <text x={WORDS} y={47}>
              read
            </text>
          )}
        </>
      )}
      {answer.unknown === 0 ? null : (
        <text x={WORDS} y={first.read === 0 ? 34 : 47} className="ink strong">
          {brief(answer.unknown)} ?<title>{plural(answer.unknown, 'file')} unknown</title>
        </text>
      )}
    </>
  );
}

/** How much of the era is read. Beside the strata, since a mark on them would look like a place among the files. */
function AnswerBar(props: {
  readonly answer: Answer;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}) {
  const { read, unknown } = answerLengths(props.answer, props.width);
  return (
    <g transform={`translate(${props.x},${props.y})`}>
      <rect width={props.width} height={4} fill="var(--line2)" />
      <rect width={read} height={4} fill="var(--read)" />
      {unknown === 0 ? null : (
        <rect
          x={read}
          width={unknown}
          height={4}
          fill="url(#v-unknown)"
          stroke="var(--ink)"
          strokeWidth={0.6}
        />
      )}
    </g>
  );
}

function EraButton(props: {
  readonly era: CoreEra;
  readonly total: number;
  readonly answers: ReadonlyMap<number, Answer> | undefined;
  readonly filter: EraToggle;
  readonly share: ShareWords;
  readonly children: React.ReactNode;
}) {
  const { era, filter } = props;
  const pressed = filter.chosen?.has(era.specId) ?? false;
  const faded = filter.chosen !== undefined && !pressed;
  const answer = props.answers?.get(era.specId);
  const read = answer === undefined ? '' : `, ${answerWords(answer)}`;
  const unread = era.unread === undefined ? '' : `, ${unreadWords(era.unread)}`;
  const part = props.share(era.bytes, props.total);
  const share = part === '' ? `at least ${bytes(era.bytes)}` : `${bytes(era.bytes)}, ${part}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button inside an SVG.
    <g
      className="core-stratum"
      role="button"
      tabIndex={0}
      aria-pressed={pressed}
      aria-label={`Era of spec ${era.specId}, ${share}${read}${unread}`}
      opacity={faded ? 0.32 : 1}
      onClick={() => filter.toggle(era.specId)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        filter.toggle(era.specId);
      }}
    >
      <title>{`Era: the files written under spec ${era.specId}, one layout of the table`}</title>
      {props.children}
    </g>
  );
}

/** In pixels of the drawing, which grow as the letters do: with the root's, and when presenting. */
function drawnSize({ width, height }: Size): Size {
  const scale = rootScale();
  return { width: width / scale, height: height / scale };
}

/** On narrow screens: a strip, oldest at the left. */
function Strip({ eras, answers, filter, size: { width, height }, share }: Drawn) {
  const total = eras.reduce((sum, era) => sum + era.bytes, 0);
  const strata = divide([...eras].reverse(), (era) => era.bytes, width, 28);
  const bar = answers === undefined ? 0 : BAR_BELOW;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold shapes.
    <svg className="core-strata" role="group" aria-label="Eras of the table, oldest first">
      {strata.map(({ item, from, length }) => (
        <EraButton
          key={item.specId}
          era={item}
          total={total}
          answers={answers}
          filter={filter}
          share={share}
        >
          <g transform={`translate(${from},0)`}>
            <rect
              width={Math.max(0, length - 2)}
              height={height - bar}
              rx={1}
              fill={strataColour(item.rank)}
            />
            <text
              className="mono strong"
              x={6}
              y={(height - bar) / 2 + 4}
              style={{ fill: strataText(item.rank) }}
            >
              {item.specId}
            </text>
            {length < 58 ? null : (
              <text x={19} y={(height - bar) / 2 + 4} style={{ fill: strataText(item.rank) }}>
                {stripWords(share(item.bytes, total), answers?.get(item.specId), length)}
              </text>
            )}
            {answers === undefined ? null : (
              <AnswerBar
                answer={answers.get(item.specId) ?? NO_ANSWER}
                x={0}
                y={height - 4}
                width={Math.max(0, length - 2)}
              />
            )}
          </g>
        </EraButton>
      ))}
    </svg>
  );
}
