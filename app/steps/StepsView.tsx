/** One plan in slow motion, driven by arrow keys: manifest list, partition values, bounds, data files. */
import './steps.css';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { isTyping } from '../keys.ts';
import { ofPart } from '../large/words.ts';
import { pathHash } from '../link.ts';
import type { RowStore } from '../pruning/file-rows.ts';
import type { AskedColumn } from '../pruning/language.ts';
import type { Selection } from '../pruning/use-selection.ts';
import { useExplanation } from '../queries.ts';
import { useGo, useLinkParts } from '../routes.ts';
import { Button, Kbd } from '../ui/controls.tsx';
import { count, middleCut, plural } from '../ui/format.ts';
import { useWindowKeys } from '../ui/use-window-keys.ts';
import { useSize } from '../ui/useSize.ts';
import { columnPlaces, LEAST_TEXT, StepsPicture } from './StepsPicture.tsx';
import {
  manifestRibbons,
  markOf,
  NO_LAYOUT,
  ribbons,
  type StepMark,
  stepDomain,
} from './steps-layout.ts';
import type { StepColumn, StepModel } from './steps-model.ts';
import { afterWords, STEP_LESSONS, stepHeads, stepSentence } from './steps-words.ts';
import {
  boundsWanted,
  fileAt,
  manifestReason,
  ownHeights,
  type StepsInput,
  skippedByStage,
  stepFigures,
  useResiduals,
  useStepLayouts,
  useStepModel,
} from './use-steps.ts';

export interface StepsViewProps extends Omit<StepsInput, 'axis'> {
  readonly asked: readonly AskedColumn[];
  readonly selection: Selection;
  readonly narrow: boolean;
}

const LAST = 4;
const NEXT = ['', 'the partition values', 'the bounds', 'the files'];
const PLAY_MS = 4000;
const ALL_STEPS = [1, 2, 3, 4];
const LEAST_HEIGHT = 240;
const NARROW_HEIGHT = 280;
/** px */
const LEAST_FOUR = 880;
const BELOW = 34;

export default function StepsView(props: StepsViewProps) {
  const { narrow, asked, plan, sieve } = props;
  const step = Number(useLinkParts('step').step ?? 1);
  const axis = asked.find(({ type }) => !NO_AXIS.test(type));
  const input = { ...props, axis };
  const model = useStepModel(input);
  const figures = stepFigures(input, model);
  const [ref, size] = useSize<HTMLDivElement>();
  const shared = Math.max(LEAST_HEIGHT, Math.floor(size?.height ?? LEAST_HEIGHT) - BELOW);
  const heights = useMemo(
    () => (narrow ? ownHeights(model, NARROW_HEIGHT) : ALL_STEPS.map(() => shared)),
    [narrow, model, shared],
  );
  const height = heights[step - 1] ?? shared;
  const layouts = useStepLayouts(model, heights);
  const residuals = useResiduals(input, model);
  const move = useMove(step);
  const marks = layouts[step - 1]?.marks ?? [];
  const row = useRow(input, props.selection, model, marks, step);
  useStepKeys(step, move, row.by, row.inspect);
  const width = Math.max(280, Math.floor(size?.width ?? 280));
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
  const other = asked.find((one) => one !== axis);
  const texts = steps.map((one) =>
    textRoom(one, single, other !== undefined && hasText(model.columns[2], heights[2] ?? 0)),
  );
  const places = columnPlaces(texts, width);
  return (
    <section className="steps" aria-label="The plan, step by step" data-picture="Steps of the plan">
      <div className="view-head steps-head">
        <h1 aria-live="polite">
          {plan.complete
            ? ofPart(props.view, stepSentence(step, figures))
            : `${count(plan.items.size)} of ${plural(plan.of, 'manifest')} are planned so far…`}
        </h1>
        <Tools step={step} move={move} narrow={narrow} />
      </div>
      <ol className="steps-heads" data-single={single ? '' : undefined}>
        {steps.map((one, i) => {
          const head = heads[one - 1];
          const place = places[i];
          return (
            <li
              key={one}
              style={single ? {} : { left: (place?.x ?? 0) - 24, width: (place?.width ?? 0) + 24 }}
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
              {single ? <span className="dim">{acrossWords(model, one, axis)}</span> : null}
            </li>
          );
        })}
      </ol>
      <div
        className="steps-frame"
        ref={ref}
        style={narrow ? { height: height + BELOW } : undefined}
      >
        {single ? null : <CurrentFrame place={places[step - 1]} />}
        {size === undefined ? null : (
          <StepsPicture
            width={width}
            height={height}
            current={step}
            steps={steps}
            places={places}
            columns={model.columns}
            layouts={layouts}
            ribbons={joins}
            axis={axis}
            chosen={row.at}
            onChoose={row.choose}
            textOf={(of, id) => textOf(input, other, residuals, of, id)}
            label={`${heads.map(({ title, kept }) => `${title}: ${kept}`).join('. ')}.`}
          />
        )}
      </div>
      <div className="steps-foot">
        <p>
          <strong>
            Step {step} of {LAST}.
          </strong>{' '}
          {row.sentence === undefined ? STEP_LESSONS[step - 1] : null}
          <span aria-live="polite">{row.sentence}</span>
        </p>
        <p className="soft">
          {afterWords(step, figures, skippedByStage(sieve))}
          {step === 3 ? drawnWords(model.columns[2]) : ''}
        </p>
      </div>
    </section>
  );
}

/** Room at the right of a step's marks, px. */
function textRoom(step: number, single: boolean, hasBounds: boolean): number {
  if (step === 4) return 128;
  if (step !== 3 || (single && !hasBounds)) return 0;
  return single ? 96 : 84;
}

function hasText(column: StepColumn, height: number): boolean {
  return column.count > 0 && height / column.count >= LEAST_TEXT;
}

/** Whose values stand across, or that none do. */
function acrossWords(model: StepModel, step: number, axis: AskedColumn | undefined): string {
  if (axis === undefined) return '';
  const column = model.columns[step - 1] as StepColumn;
  if (column.count === 0) return '';
  if (stepDomain(column, []) === undefined) return `no range of ${axis.name} is recorded here`;
  return `across: ${axis.name}${axis.type.startsWith('timestamptz') ? ', UTC' : ''}`;
}

/** Types whose values have no place on a linear axis. */
const NO_AXIS = /^(?:string|binary|fixed|uuid|boolean|variant|geo|unknown)/;

function CurrentFrame({ place }: { readonly place: { x: number; width: number } | undefined }) {
  if (place === undefined) return null;
  return <div className="steps-current" style={{ left: place.x - 30, width: place.width + 38 }} />;
}

function Tools(props: {
  readonly step: number;
  readonly move: (step: number) => void;
  readonly narrow: boolean;
}) {
  const { step, move, narrow } = props;
  const go = useGo();
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
      <Button
        onClick={() =>
          go({ step: undefined, file: undefined, manifest: undefined }, { step: true })
        }
      >
        Leave the steps
      </Button>
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
  inspect: () => void,
): void {
  useWindowKeys((event) => {
    if (isStepKey(event, 'ArrowRight')) move(step + 1);
    else if (isStepKey(event, 'ArrowLeft')) move(step - 1);
    else if (isStepKey(event, 'ArrowDown')) row(1);
    else if (isStepKey(event, 'ArrowUp')) row(-1);
    else if (isStepKey(event, 'Enter')) inspect();
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
    inspect: () => {
      if (onlyId !== undefined) go({ step: undefined }, { step: true });
    },
    sentence:
      mark === undefined
        ? undefined
        : !single
          ? runWords(mark, step)
          : step === 1
            ? `${nameOf(input, onlyId ?? 0)}. ${manifestReason(plan, onlyId ?? 0)}`
            : file !== undefined && isOf
              ? why?.sentence
              : 'Asking why…',
  };
}

/** Where there are too many entries to have the bounds of each. */
function drawnWords(column: StepColumn): string {
  const { size } = boundsWanted(column);
  return size === column.count
    ? ''
    : ` Bounds are drawn of ${count(size)} of the ${count(column.count)} entries, evenly chosen, and of all that go on.`;
}

function nameOf({ view }: StepsInput, manifest: number): string {
  const source = view.manifests.find(({ index }) => index === manifest);
  return source?.manifest.manifestPath.split('/').at(-1) ?? '';
}

/** Both ends of a file's name, without its format: files of one writer differ at the end. */
function briefName(path: string): string {
  return middleCut(path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/, ''), 8, 8);
}

function runWords(mark: StepMark, step: number): string {
  const what = step === 1 ? 'manifests' : step === 4 ? 'files' : 'entries';
  const on = step === 4 ? '' : `: ${count(mark.on)} go on`;
  return `${count(mark.to - mark.from)} ${what} of spec ${mark.specId}${on}.`;
}

function textOf(
  { index, rows }: StepsInput,
  other: AskedColumn | undefined,
  residuals: ReadonlyMap<number, string>,
  step: number,
  position: number,
): readonly string[] {
  const row = rowOf(rows, index, position);
  if (row === undefined) return [];
  if (step === 4) {
    const test = residuals.get(position);
    return [briefName(row.filePath), ...(test === undefined ? [] : [test])];
  }
  const bounds = row.bounds.find(({ fieldId }) => fieldId === other?.fieldId);
  if (bounds?.lower === undefined || bounds.upper === undefined) return [];
  return [bounds.lower === bounds.upper ? bounds.lower : `${bounds.lower}–${bounds.upper}`];
}

function rowOf(rows: RowStore, index: StepsInput['index'], position: number) {
  const file = fileAt(index, position);
  return file === undefined ? undefined : rows.get(file);
}
