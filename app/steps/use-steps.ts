/** The steps of the plan in hand: what reached each of them, and what is known of it. */
import { useCallback, useEffect, useMemo } from 'react';
import { bindSpec } from '../../src/metadata/bound-spec.ts';
import type { FileExplanation } from '../../src/planning/explanation.ts';
import {
  ALL_MATCH,
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_MANIFEST,
  SKIPPED_BY_PARTITION,
} from '../../src/planning/verdict.ts';
import type { ManifestPlan } from '../../src/table/api.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { entryAt, type FileIndex, manifestAt } from '../pruning/file-index.ts';
import type { FileRef, RowStore } from '../pruning/file-rows.ts';
import type { AskedColumn, Language } from '../pruning/language.ts';
import { manifestRange, tupleRange } from '../pruning/manifest-range.ts';
import { readOf, type SieveRow, sumRows, tallyOf, unknownOf } from '../pruning/sieve-layout.ts';
import type { Steps } from '../pruning/slices.ts';
import { useSliced } from '../pruning/use-sliced.ts';
import type { PlanInHand } from '../queries.ts';
import { layStep, NO_LAYOUT, ownHeight, type StepLayout } from './steps-layout.ts';
import {
  countEnds,
  GOES_ON,
  NO_STEPS,
  type StepColumn,
  type StepManifest,
  type StepModel,
  stepModel,
  UNKNOWN_END,
} from './steps-model.ts';
import type { StepFigures } from './steps-words.ts';
import { useExplanations } from './use-explanations.ts';

export interface StepsInput {
  readonly view: SnapshotInHand;
  readonly plan: PlanInHand;
  readonly index: FileIndex;
  /** By position. */
  readonly verdicts: Uint8Array;
  readonly deletes: Uint16Array;
  readonly rows: RowStore;
  readonly rowsVersion: number;
  readonly language: Language | undefined;
  /** The column on the axes; undefined where the predicate has none with one. */
  readonly axis: AskedColumn | undefined;
  readonly sieve: readonly SieveRow[];
}

/** Files whose bounds are fetched: what is read first, then evenly chosen ones. */
const MOST_BOUNDS = 2000;
const MOST_READ = 1000;

export function useStepModel(input: StepsInput): StepModel {
  const { view, plan, index, verdicts, rows, rowsVersion, language, axis } = input;
  const schema = language?.schema;
  const manifests = useMemo(
    () => stepManifests(view, plan, schema, axis),
    [view, plan, schema, axis],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows arrive in place, by version.
  const work = useCallback((): Steps<StepModel> => {
    const fieldId = axis?.fieldId ?? -1;
    const specs = new Map(
      view.table.metadata.partitionSpecs.map((spec) => [
        spec.specId,
        schema === undefined ? [] : bindSpec(spec, schema).fields,
      ]),
    );
    const type = schema?.byId.get(fieldId)?.type.kind ?? '';
    return stepModel({
      manifests,
      index,
      verdicts,
      tupleRange: (tuple, specId) =>
        tupleRange(index.tuples[tuple]?.values ?? [], specs.get(specId) ?? [], type, fieldId),
      bounds: (position) => boundsOf(rows, fileAt(index, position), fieldId),
    });
  }, [view, index, verdicts, rows, rowsVersion, schema, manifests, axis]);
  const model = useSliced(work, NO_STEPS);
  const [, , bounded] = model.columns;
  useEffect(() => {
    const wanted = [...boundsWanted(bounded)];
    rows.want(wanted.flatMap((position) => fileAt(index, position) ?? []));
  }, [bounded, rows, index]);
  return model;
}

/** Positions whose bounds are drawn: what goes on first, then the rest evenly. */
export function boundsWanted({ ids, ends, count }: StepColumn): ReadonlySet<number> {
  const wanted = new Set<number>();
  for (let item = 0; item < count && wanted.size < MOST_READ; item++) {
    if (ends[item] === GOES_ON) wanted.add(ids[item] as number);
  }
  const step = Math.max(1, Math.ceil(count / (MOST_BOUNDS - MOST_READ)));
  for (let item = 0; item < count; item += count <= MOST_BOUNDS ? 1 : step) {
    wanted.add(ids[item] as number);
  }
  return wanted;
}

export function fileAt(index: FileIndex, position: number): FileRef | undefined {
  if (position >= index.count) return undefined;
  const entry = entryAt(index, position);
  return entry === undefined ? undefined : { manifestIndex: manifestAt(index, position), entry };
}

function boundsOf(rows: RowStore, file: FileRef | undefined, fieldId: number) {
  const row = file === undefined ? undefined : rows.get(file);
  const own = row?.bounds.find((one) => one.fieldId === fieldId);
  const { lowerPosition: lower, upperPosition: upper } = own ?? {};
  return lower === undefined || upper === undefined ? undefined : { lower, upper };
}

function stepManifests(
  view: SnapshotInHand,
  plan: PlanInHand,
  schema: Language['schema'] | undefined,
  axis: AskedColumn | undefined,
): readonly StepManifest[] {
  const ranks = specRanks(view.table.metadata);
  const specs = new Map(view.table.metadata.partitionSpecs.map((spec) => [spec.specId, spec]));
  return view.manifests.flatMap(({ index, manifest }) => {
    const own = plan.items.get(index);
    if (manifest.content !== 'data' || own === undefined) return [];
    const { specId, verdict } = own;
    const range =
      schema === undefined || axis === undefined
        ? undefined
        : manifestRange(manifest, specs.get(specId), schema, axis.fieldId);
    return [{ index, specId, rank: ranks.get(specId) ?? 0, verdict, range }];
  });
}

const TOO_SMALL = 2.5;
const WITH_TEXT = 12;

/** Heights of columns that stand alone, px. */
export function ownHeights(model: StepModel, usual: number): readonly number[] {
  return model.columns.map((column) => ownHeight(column, WITH_TEXT, usual));
}

/** One layout a column. Columns of few items give each a line of text. */
export function useStepLayouts(
  model: StepModel,
  heights: readonly number[],
): readonly StepLayout[] {
  const work = useCallback(() => layAll(model, heights), [model, heights]);
  return useSliced(work, NO_LAYOUTS);
}

const NO_LAYOUTS: readonly StepLayout[] = [NO_LAYOUT, NO_LAYOUT, NO_LAYOUT, NO_LAYOUT];

function* layAll(model: StepModel, heights: readonly number[]): Steps<readonly StepLayout[]> {
  const layouts: StepLayout[] = [];
  for (const [i, column] of model.columns.entries()) {
    const least = i === 3 ? WITH_TEXT : TOO_SMALL;
    layouts.push(yield* layStep(column, heights[i] ?? 0, least));
  }
  return layouts;
}

/** Figures of the plan; those of files are the sieve's, exact. */
export function stepFigures(input: StepsInput, model: StepModel): StepFigures {
  const { view, plan, sieve, deletes } = input;
  const sum = sumRows(sieve);
  const [manifests, entries, bounded, opened] = model.columns;
  const read = readOf(sum);
  const lengths = view.manifests
    .filter(({ index }) => plan.items.get(index)?.verdict === 'kept')
    .map(({ manifest }) => manifest.manifestLength);
  return {
    manifests: manifests.count,
    manifestsKept: countEnds(manifests, GOES_ON),
    manifestsUnknown: countEnds(manifests, UNKNOWN_END),
    manifestBytes: lengths.includes(undefined)
      ? undefined
      : lengths.reduce<number>((all, one) => all + (one ?? 0), 0),
    entries: entries.count,
    entriesKept: bounded.count,
    opened: opened.count,
    openedBytes: read.bytes,
    whole: Number(tallyOf(sum, ALL_MATCH).files),
    deletes: opened.ids.reduce((all, position) => all + (deletes[position] ?? 0), 0),
    live: sum.live.files,
    unknown: unknownOf(sum).files,
  };
}

export function skippedByStage(sieve: readonly SieveRow[]): readonly bigint[] {
  const sum = sumRows(sieve);
  return [SKIPPED_BY_MANIFEST, SKIPPED_BY_PARTITION, SKIPPED_BY_BOUNDS].map(
    (verdict) => tallyOf(sum, verdict).files,
  );
}

/** Opened files that are told one by one. */
const MOST_TOLD = 40;

/** What is still tested on the rows of each opened file, by position; while they are few. */
export function useResiduals(input: StepsInput, model: StepModel): ReadonlyMap<number, string> {
  const { index, plan, verdicts } = input;
  const [, , , opened] = model.columns;
  const positions = useMemo(() => (opened.count > MOST_TOLD ? [] : [...opened.ids]), [opened]);
  const files = positions.flatMap((position) => fileAt(index, position) ?? []);
  const explanations = useExplanations(plan.question, files);
  return new Map(
    positions.map((position, i) => [
      position,
      verdicts[position] === ALL_MATCH ? 'all rows' : testWords(explanations[i]),
    ]),
  );
}

function testWords(why: FileExplanation | undefined): string {
  if (why === undefined) return '…';
  if (why.residual.kind === 'true') return 'no test';
  const names = why.columns.map(({ name }) => name);
  const tested = names.filter((name) => why.residual.text.includes(name));
  return `test ${(tested.length === 0 ? names : tested).join(', ')}`;
}

/** The sentence of a manifest in the plan. */
export function manifestReason(plan: PlanInHand, index: number): string {
  const own: ManifestPlan | undefined = plan.items.get(index);
  return own?.reason ?? '';
}
