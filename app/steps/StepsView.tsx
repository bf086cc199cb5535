/** One plan in slow motion, driven by arrow keys: manifest list, partition values, bounds, data files. */
import './steps.css';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { isBackKey, isTyping } from '../keys.ts';
import { ofPart } from '../large/words.ts';
import { pathHash } from '../link.ts';
import { axisContext } from '../pruning/axis.ts';
import { briefName } from '../pruning/brief-name.ts';
import type { RowStore } from '../pruning/file-rows.ts';
import type { AskedColumn } from '../pruning/language.ts';
import type { Selection } from '../pruning/use-selection.ts';
import { useExplanation } from '../queries.ts';
import { useGo, useLinkParts } from '../routes.ts';
import { Button, Kbd } from '../ui/controls.tsx';
import { count, plural } from '../ui/format.ts';
import { rootScale } from '../ui/root-scale.ts';
import { useWindowKeys } from '../ui/use-window-keys.ts';
import { useSize } from '../ui/useSize.ts';
import { type ColumnPlace, columnPlaces, StepsPicture } from './StepsPicture.tsx';
import { edgesOf, stepTickCount } from './step-axis.ts';
import { shownLines } from './step-labels.ts';
import { manifestRibbons, markOf, NO_LAYOUT, ribbons, type StepMark } from './steps-layout.ts';
import type { StepColumn, StepModel } from './steps-model.ts';
import {
  acrossWords,
  afterWords,
  drawnWords,
  type StepDrawn,
  signWords,
  stepHeads,
  stepLesson,
  stepSentence,
} from './steps-words.ts';
import {
  fileAt,
  manifestReason,
  ownHeights,
  type StepsInput,
  type StepTests,
  skippedByStage,
  stepDrawn,
  stepFigures,
  useStepLayouts,
  useStepModel,
  useTests,
} from './use-steps.ts';

export interface StepsViewProps extends StepsInput {
  readonly selection: Selection;
  readonly narrow: boolean;
}

const LAST = 4;
const NEXT = ['', 'the partition values', 'the bounds', 'the files'];
const PLAY_MS = 4000;
const ALL_STEPS = [1, 2, 3, 4];
const LEAST_HEIGHT = 180;
const NARROW_HEIGHT = 280;
/** px */
const LEAST_FOUR = 880;
const BELOW = 34;

export default function StepsView(props: StepsViewProps) {
  const { narrow, asked, plan, sieve } = props;
  const step = Number(useLinkParts('step').step ?? 1);
  const model = useStepModel(props);
  const tests = useTests(props, model);
  const figures = stepFigures(props, model, tests.settled);
  const [ref, size] = useSize<HTMLDivElement>();
  // Places are in pixels of the drawing, which grows as a whole with the letters.
  const scale = rootScale();
  const shared = Math.max(LEAST_HEIGHT, Math.floor((size?.height ?? 0) / scale) - BELOW);
  const heights = useMemo(
    () => (narrow ? ownHeights(model, NARROW_HEIGHT) : ALL_STEPS.map(() => shared)),
    [narrow, model, shared],
  );
  const height = heights[step - 1] ?? shared;
  const layouts = useStepLayouts(model, heights);
  const move = useMove(step);
  const marks = layouts[step - 1]?.marks ?? [];
  const row = useRow(props, props.selection, model, marks, step);
  const leave = useLeave();
  useStepKeys(step, move, row.by, row.inspect, leave);
  const width = Math.max(280, Math.floor((size?.width ?? 0) / scale));
  // Four columns need room for their heads; at 200 % there is none.
  const single = narrow || width < LEAST_FOUR;
  const steps = single ? [step] : ALL_STEPS;
  const heads = stepHeads(figures);
  const joins = useMemo(
    () => [
      manifestRibbons(model, layouts[0] ?? NO_LAYOUT, layouts[1] ?? NO_LAYOUT),
      ribbons(layouts[1] ?? NO_LAYOUT, layouts[2] ?? NO_LAYOUT),
      ribbons(layouts[2] ?? NO_LAYOUT, layouts[3] ?? NO_LAYOUT),
    ],
    [model, layouts],
  );
  const drawn = useMemo(
    () => ALL_STEPS.map((one) => stepDrawn(model, one, layouts[one - 1]?.marks ?? [], asked)),
    [model, layouts, asked],
  );
  const captions = ALL_STEPS.map((one) =>
    [
      afterWords(one, figures, skippedByStage(sieve)),
      signWords(one, drawn[one - 1] as StepDrawn, single),
      drawnWords(one, drawn[one - 1] as StepDrawn),
    ].join(' '),
  );
  const other = textColumn(asked, model.columns[2].axis?.source);
  const hasBounds = other !== undefined && hasText(layouts[2]?.marks ?? []);
  const texts = steps.map((one) => textRoom(one, single, hasBounds));
  const places = columnPlaces(texts, width);
  const across = (one: number, place: ColumnPlace | undefined) => {
    const column = model.columns[one - 1] as StepColumn;
    const room = stepTickCount((place?.width ?? 0) - (place?.text ?? 0) - 12);
    const zone = axisWords(column, asked, room);
    const axis = acrossWords(one, drawn[one - 1] as StepDrawn, figures, zone);
    // The text beside the marks tells of another column than the axis.
    const hasText = one === 3 && hasBounds && other?.name !== drawn[2]?.across;
    return hasText ? `${axis}; text: ${other?.name}` : axis;
  };
  return (
    <section className="steps" aria-label="The plan, step by step" data-picture="Steps of the plan">
      <div className="view-head steps-head">
        <h1 aria-live="polite">
          {plan.complete
            ? ofPart(props.view, stepSentence(step, figures))
            : `${count(plan.items.size)} of ${plural(plan.of, 'manifest')} are planned so far…`}
        </h1>
        <Tools step={step} move={move} leave={leave} narrow={narrow} />
      </div>
      <ol className="steps-heads" data-single={single ? '' : undefined}>
        {steps.map((one, i) => {
          const head = heads[one - 1];
          const place = places[i];
          return (
            <li
              key={one}
              style={
                single
                  ? {}
                  : {
                      left: ((place?.x ?? 0) - 24) * scale,
                      width: ((place?.width ?? 0) + 24) * scale,
                    }
              }
            >
              <button
                type="button"
                aria-current={one === step ? 'step' : undefined}
                onClick={() => move(one)}
              >
                <span className="steps-number">{one}</span>
                <strong>{head?.title}</strong>
              </button>
              <span className="soft">{head?.kept}</span>
              <span className="dim">{head?.read}</span>
              <span className="dim">{across(one, place)}</span>
            </li>
          );
        })}
      </ol>
      <div
        className="steps-frame"
        ref={ref}
        style={narrow ? { height: (height + BELOW) * scale } : undefined}
      >
        {single ? null : <CurrentFrame place={places[step - 1]} scale={scale} />}
        {size === undefined ? null : (
          <StepsPicture
            width={width}
            scale={scale}
            height={height}
            current={step}
            steps={steps}
            places={places}
            columns={model.columns}
            layouts={layouts}
            ribbons={joins}
            asked={asked}
            chosen={row.at}
            onChoose={row.choose}
            textOf={(of, id) => textOf(props, other, tests.of, of, id)}
            label={`${heads.map(({ title, kept }) => `${title}: ${kept}`).join('. ')}.`}
          />
        )}
      </div>
      <div className="steps-foot">
        <p>
          <strong>
            Step {step} of {LAST}.
          </strong>{' '}
          {row.told === undefined ? stepLesson(step, figures) : null}
          <span aria-live="polite">
            {row.told?.name === undefined ? null : (
              <>
                <span className="mono">{row.told.name}</span>{' '}
              </>
            )}
            {row.told?.sentence}
          </span>{' '}
          {row.inspect === undefined ? null : (
            <Button look="link" onClick={row.inspect}>
              See all evidence {narrow ? null : <Kbd>Enter</Kbd>}
            </Button>
          )}
        </p>
        <p className="soft">{captions[step - 1]}</p>
        {single
          ? null
          : ALL_STEPS.map((one) => (
              <Reserve
                key={one}
                left={`Step ${one} of ${LAST}. ${stepLesson(one, figures)}`}
                right={captions[one - 1] ?? ''}
              />
            ))}
      </div>
    </section>
  );
}

/** Room for what other steps say: else the picture would change its height, and rows their places, at each step. */
function Reserve({ left, right }: { readonly left: string; readonly right: string }) {
  return (
    <>
      <div className="steps-reserve" data-text={left} />
      <div className="steps-reserve" data-text={right} />
    </>
  );
}

/** Room at the right of a step's marks, px. */
function textRoom(step: number, single: boolean, hasBounds: boolean): number {
  if (step === 4) return 128;
  if (step !== 3 || !hasBounds) return 0;
  return single ? 96 : 84;
}

function hasText(marks: readonly StepMark[]): boolean {
  const [from, to] = shownLines(marks, []);
  return marks.length > 0 && to > from;
}

/** What the names on the axis of a step leave out, each after a comma. */
function axisWords(column: StepColumn, asked: readonly AskedColumn[], ticks: number): string {
  const { type = '' } = asked[column.axis?.source ?? -1] ?? {};
  const edges = edgesOf(column.axis?.ranges ?? []);
  const domain = column.axis?.domain;
  if (column.axis?.texts !== undefined) return ', in byte order';
  const context = domain === undefined ? undefined : axisContext(type, domain, ticks, edges);
  const zone = type.startsWith('timestamptz') ? 'UTC' : undefined;
  return [context, zone].flatMap((part) => (part === undefined ? [] : [`, ${part}`])).join('');
}

/** Types whose values stand in byte order: their text says more than their place. */
const IN_BYTES = /^(?:string|binary|fixed|uuid)/;

/** The column whose bounds stand as text beside the marks: one in byte order, else one that is not drawn and short. */
function textColumn(
  asked: readonly AskedColumn[],
  drawn: number | undefined,
): AskedColumn | undefined {
  return (
    asked.find(({ type }) => IN_BYTES.test(type)) ??
    asked.find(({ type }, i) => i !== drawn && !type.startsWith('timestamp'))
  );
}

function CurrentFrame(props: {
  readonly place: { x: number; width: number } | undefined;
  readonly scale: number;
}) {
  const { place, scale } = props;
  if (place === undefined) return null;
  const at = { left: (place.x - 30) * scale, width: (place.width + 38) * scale };
  return <div className="steps-current" style={at} />;
}

function Tools(props: {
  readonly step: number;
  readonly move: (step: number) => void;
  readonly leave: () => void;
  readonly narrow: boolean;
}) {
  const { step, move, leave, narrow } = props;
  return (
    <div className="steps-tools">
      {narrow ? null : (
        <span className="dim small">
          <Kbd>←</Kbd> <Kbd>→</Kbd> step <Kbd>↑</Kbd> <Kbd>↓</Kbd> row
        </span>
      )}
      {step === LAST ? null : <Play step={step} move={move} narrow={narrow} />}
      <Button disabled={step === 1} onClick={() => move(step - 1)}>
        ← Back
      </Button>
      {step === LAST ? null : (
        <Button look="primary" onClick={() => move(step + 1)}>
          Next: {NEXT[step]} →
        </Button>
      )}
      <Button onClick={leave}>Leave the steps {narrow ? null : <Kbd>Esc</Kbd>}</Button>
    </div>
  );
}

/** Goes on by itself until the last step, or until somebody takes over. */
function Play(props: {
  readonly step: number;
  readonly move: (step: number) => void;
  readonly narrow: boolean;
}) {
  const { step, move, narrow } = props;
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => move(step + 1), PLAY_MS);
    return () => clearTimeout(timer);
  }, [playing, step, move]);
  useWindowKeys((event) => {
    if (!isStepKey(event, ' ')) return;
    event.preventDefault();
    setPlaying(!playing);
  });
  return (
    <Button
      look="plain"
      aria-pressed={playing}
      title="goes on every four seconds"
      onClick={() => setPlaying(!playing)}
    >
      {playing ? 'Stop' : 'Play'} {narrow ? null : <Kbd>Space</Kbd>}
    </Button>
  );
}

function useLeave(): () => void {
  const go = useGo();
  return useCallback(
    () => go({ step: undefined, file: undefined, manifest: undefined }, { step: true }),
    [go],
  );
}

function useMove(step: number): (step: number) => void {
  const go = useGo();
  return useCallback(
    (next: number) => {
      const to = Math.max(1, Math.min(LAST, next));
      // A row is of its step.
      if (to !== step) go({ step: String(to), file: undefined, manifest: undefined });
    },
    [go, step],
  );
}

/** Keys of the steps, unless something else on the page has them. */
function isStepKey(event: KeyboardEvent, ...keys: readonly string[]): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (!keys.includes(event.key) || isTyping(event.target)) return false;
  const target = event.target instanceof Element ? event.target : null;
  const taken = event.key === ' ' || event.key === 'Enter' ? 'button,a' : 'input';
  return (
    target?.closest(`[role=grid],[role=menu],[role=dialog],aside,${taken}`) === null ||
    target === null
  );
}

function useStepKeys(
  step: number,
  move: (step: number) => void,
  row: (by: 1 | -1) => void,
  inspect: (() => void) | undefined,
  leave: () => void,
): void {
  useWindowKeys((event) => {
    if (isBackKey(event)) leave();
    else if (isStepKey(event, 'ArrowRight')) move(step + 1);
    else if (isStepKey(event, 'ArrowLeft')) move(step - 1);
    else if (isStepKey(event, 'ArrowDown')) row(1);
    else if (isStepKey(event, 'ArrowUp')) row(-1);
    else if (inspect !== undefined && isStepKey(event, 'Enter')) inspect();
    else return;
    event.preventDefault();
  });
}

/** The chosen row of the step: in the link where it is one manifest or file. */
function useRow(
  input: StepsInput,
  selection: Selection,
  model: StepModel,
  marks: readonly StepMark[],
  step: number,
) {
  const { view, plan, index } = input;
  const go = useGo();
  const [run, setRun] = useState<{ readonly step: number; readonly at: number }>();
  const column = model.columns[step - 1] as StepColumn;
  const id = step === 1 ? selection.manifestIndex : selection.position;
  const item = id === undefined ? -1 : column.ids.indexOf(id);
  const inLink = item < 0 ? -1 : marks.indexOf(markOf(marks, item) as StepMark);
  const at =
    inLink >= 0 ? inLink : run?.step === step && run.at < marks.length ? run.at : undefined;
  const mark = at === undefined ? undefined : marks[at];
  const single = mark !== undefined && mark.to - mark.from === 1;
  const onlyId = single ? (column.ids[mark.from] as number) : undefined;
  const file = onlyId === undefined || step === 1 ? undefined : fileAt(index, onlyId);
  const { data: why } = useExplanation(plan.question, file);
  const { select } = selection;
  const choose = (next: number) => {
    const to = marks[next];
    if (to === undefined) return;
    setRun({ step, at: next });
    if (to.to - to.from > 1) go({ file: undefined, manifest: undefined });
    else if (step > 1) select(column.ids[to.from] as number);
    else {
      const source = view.manifests.find((one) => one.index === column.ids[to.from]);
      go({ manifest: pathHash(source?.manifest.manifestPath ?? '') });
    }
  };
  const isOf = why?.manifestIndex === file?.manifestIndex && why?.entry === file?.entry;
  return {
    at,
    choose,
    by: (by: 1 | -1) => choose(at === undefined ? (by === 1 ? 0 : marks.length - 1) : at + by),
    /** undefined: there is nothing to inspect. */
    inspect: onlyId === undefined ? undefined : () => go({ step: undefined }, { step: true }),
    told:
      mark === undefined
        ? undefined
        : onlyId === undefined
          ? { name: undefined, sentence: runWords(mark, step) }
          : step === 1
            ? { name: nameOf(input, onlyId), sentence: manifestReason(plan, onlyId) }
            : file !== undefined && isOf && why !== undefined
              ? { name: briefName(why.filePath), sentence: why.sentence }
              : { name: undefined, sentence: 'Asking why…' },
  };
}

function nameOf({ view }: StepsInput, manifest: number): string {
  const source = view.manifests.find(({ index }) => index === manifest);
  return source?.manifest.manifestPath.split('/').at(-1) ?? '';
}

function runWords(mark: StepMark, step: number): string {
  const what = step === 1 ? 'manifests' : step === 4 ? 'files' : 'entries';
  const on = step === 4 ? '' : `: ${count(mark.on)} go on`;
  return `${count(mark.to - mark.from)} ${what} of spec ${mark.specId}${on}.`;
}

function textOf(
  { index, rows }: StepsInput,
  other: AskedColumn | undefined,
  testOf: StepTests['of'],
  step: number,
  position: number,
): readonly string[] {
  const row = rowOf(rows, index, position);
  if (step === 4) return [row === undefined ? '' : briefName(row.filePath), testOf(position)];
  if (row === undefined) return [];
  const bounds = row.bounds.find(({ fieldId }) => fieldId === other?.fieldId);
  if (bounds?.lower === undefined || bounds.upper === undefined) return [];
  return [bounds.lower === bounds.upper ? bounds.lower : `${bounds.lower}–${bounds.upper}`];
}

function rowOf(rows: RowStore, index: StepsInput['index'], position: number) {
  const file = fileAt(index, position);
  return file === undefined ? undefined : rows.get(file);
}
