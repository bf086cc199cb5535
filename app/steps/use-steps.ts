/** The steps of the plan in hand: what reached each of them, and what is known of it. */
import { useCallback, useEffect, useMemo } from 'react';
import { bindSpec } from '../../src/metadata/bound-spec.ts';
import type { PartitionField, PartitionSpec } from '../../src/metadata/records.ts';
import type { FileExplanation } from '../../src/planning/explanation.ts';
import {
  ALL_MATCH,
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_MANIFEST,
  SKIPPED_BY_PARTITION,
} from '../../src/planning/verdict.ts';
import type { ManifestPlan } from '../../src/table/api.ts';
import { NO_DELETES_READ, sumDeletesRead } from '../../src/table/deletes-read.ts';
import type { SchemaIndex } from '../../src/types/schema.ts';
import type { Value } from '../../src/types/type.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { entryAt, type FileIndex, manifestAt } from '../pruning/file-index.ts';
import type { FileRef, RowStore } from '../pruning/file-rows.ts';
import type { AskedColumn, Language } from '../pruning/language.ts';
import { manifestSpan, tupleSpan, type ValueSpan } from '../pruning/manifest-range.ts';
import { readOf, type SieveRow, sumRows, tallyOf, unknownOf } from '../pruning/sieve-layout.ts';
import type { Steps } from '../pruning/slices.ts';
import { useSliced } from '../pruning/use-sliced.ts';
import type { PlanInHand } from '../queries.ts';
import { ALL_ROWS } from './step-labels.ts';
import {
  isUnplaced,
  layStep,
  NO_LAYOUT,
  ownHeight,
  type StepLayout,
  type StepMark,
} from './steps-layout.ts';
import {
  boundsWanted,
  countEnds,
  ENDS,
  GOES_ON,
  NO_STEPS,
  type StepColumn,
  type StepManifest,
  type StepModel,
  type StepSource,
  stepModel,
  UNKNOWN_END,
} from './steps-model.ts';
import type { StepDrawn, StepFigures } from './steps-words.ts';
import { useExplanations } from './use-explanations.ts';

export interface StepsInput {
  readonly view: SnapshotInHand;
  readonly plan: PlanInHand;
  readonly index: FileIndex;
  /** By position. */
  readonly verdicts: Uint8Array;
  readonly rows: RowStore;
  readonly rowsVersion: number;
  readonly language: Language | undefined;
  /** Columns of the predicate, one of which each step draws. */
  readonly asked: readonly AskedColumn[];
  readonly sieve: readonly SieveRow[];
}

export function useStepModel(input: StepsInput): StepModel {
  const { view, plan, index, verdicts, rows, rowsVersion, language, asked } = input;
  const schema = language?.schema;
  const manifests = useMemo(() => stepManifests(view, plan), [view, plan]);
  const ofPartitions = useMemo(
    () => (schema === undefined ? [] : asked.map((column) => partitionSpans(view, schema, column))),
    [view, schema, asked],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows arrive in place, by version.
  const work = useCallback((): Steps<StepModel> => {
    const sources = ofPartitions.map(({ manifest, tuple }, i): StepSource => {
      const { fieldId = -1, type = '', ranges = [] } = asked[i] ?? {};
      const isText = NO_POSITION.test(type);
      return {
        ranges,
        manifest,
        tuple: (at, specId) => tuple(index.tuples[at]?.values ?? [], specId),
        bounds: (position) => boundsOf(rows, fileAt(index, position), fieldId, isText),
      };
    });
    return stepModel({ manifests, index, verdicts, sources });
  }, [index, verdicts, rows, rowsVersion, manifests, ofPartitions, asked]);
  const model = useSliced(work, NO_STEPS);
  const [, , bounded] = model.columns;
  useEffect(() => {
    const wanted = [...boundsWanted(bounded)];
    rows.want(wanted.flatMap((position) => fileAt(index, position) ?? []));
  }, [bounded, rows, index]);
  return model;
}

export function fileAt(index: FileIndex, position: number): FileRef | undefined {
  if (position >= index.count) return undefined;
  const entry = entryAt(index, position);
  return entry === undefined ? undefined : { manifestIndex: manifestAt(index, position), entry };
}

/** Types whose values have no position: they stand in byte order. */
const NO_POSITION = /^(?:string|binary|fixed|uuid|boolean)/;

function boundsOf(
  rows: RowStore,
  file: FileRef | undefined,
  fieldId: number,
  isText: boolean,
): ValueSpan | undefined {
  const row = file === undefined ? undefined : rows.get(file);
  const own = row?.bounds.find((one) => one.fieldId === fieldId);
  const lower = isText ? own?.lower : own?.lowerPosition;
  const upper = isText ? own?.upper : own?.upperPosition;
  return lower === undefined || upper === undefined
    ? undefined
    : { lower, upper, upperInclusive: true };
}

/** What partition values tell of a column: those of each manifest's row, and of one tuple. */
function partitionSpans(view: SnapshotInHand, schema: SchemaIndex, { fieldId }: AskedColumn) {
  const { partitionSpecs } = view.table.metadata;
  const specs = new Map(partitionSpecs.map((spec) => [spec.specId, spec]));
  const fields = new Map(
    partitionSpecs.map((spec) => [spec.specId, bindSpec(spec, schema).fields]),
  );
  const type = schema.byId.get(fieldId)?.type.kind ?? '';
  const ofManifests = new Map(
    view.manifests.map(({ index, manifest }) => [
      index,
      manifestSpan(manifest, specs.get(manifest.partitionSpecId), schema, fieldId),
    ]),
  );
  return {
    manifest: (index: number) => ofManifests.get(index),
    tuple: (values: readonly (Value | null | undefined)[], specId: number) =>
      tupleSpan(values, fields.get(specId) ?? [], type, fieldId),
  };
}

function stepManifests(view: SnapshotInHand, plan: PlanInHand): readonly StepManifest[] {
  const ranks = specRanks(view.table.metadata);
  return view.manifests.flatMap(({ index, manifest }) => {
    const own = plan.items.get(index);
    if (manifest.content !== 'data' || own === undefined) return [];
    const { specId, verdict } = own;
    return [{ index, specId, rank: ranks.get(specId) ?? 0, verdict }];
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
export function stepFigures(
  input: StepsInput,
  model: StepModel,
  settled: StepFigures['settled'],
): StepFigures {
  const { view, plan, sieve, asked } = input;
  const sum = sumRows(sieve);
  const [manifests, entries, bounded, opened] = model.columns;
  const read = readOf(sum);
  const deleteManifests = view.manifests.filter(({ manifest }) => manifest.content === 'deletes');
  const readDeletes = new Set(plan.summary?.manifests);
  const lengths = view.manifests
    .filter(({ index }) => plan.items.get(index)?.verdict === 'kept' || readDeletes.has(index))
    .map(({ manifest }) => manifest.manifestLength);
  const specs = manifests.eras.map(({ specId }) => specId);
  return {
    isListed: view.snapshot?.manifestList !== undefined,
    manifests: manifests.count,
    manifestsKept: countEnds(manifests, GOES_ON),
    manifestsUnknown: countEnds(manifests, UNKNOWN_END),
    // Which are read is told with the whole answer.
    deleteManifests: { all: plan.summary ? deleteManifests.length : 0, read: readDeletes.size },
    manifestBytes: lengths.includes(undefined)
      ? undefined
      : lengths.reduce<number>((all, one) => all + (one ?? 0), 0),
    entries: entries.count,
    entriesKept: bounded.count,
    opened: opened.count,
    openedBytes: read.bytes,
    whole: Number(tallyOf(sum, ALL_MATCH).files),
    deletes: plan.summary ? sumDeletesRead(plan.items.values(), plan.summary) : NO_DELETES_READ,
    live: sum.live.files,
    unknown: unknownOf(sum).files,
    ...layoutFigures(view.table.metadata.partitionSpecs, specs, asked),
    settled,
  };
}

type LayoutFigures = Pick<
  StepFigures,
  'partitioned' | 'unpartitioned' | 'unrelated' | 'buckets' | 'asked'
>;

/** What the layouts in use have of the columns of the predicate. */
export function layoutFigures(
  all: readonly PartitionSpec[],
  specs: readonly number[],
  asked: readonly Pick<AskedColumn, 'fieldId' | 'name'>[],
): LayoutFigures {
  const byId = new Map(all.map(({ specId, fields }) => [specId, fields]));
  const fieldsOf = (specId: number) =>
    (byId.get(specId) ?? []).filter(({ transform }) => transform.kind !== 'void');
  const isOf = ({ sourceIds }: PartitionField, { fieldId }: { readonly fieldId: number }) =>
    sourceIds.includes(fieldId);
  const isAsked = (field: PartitionField) => asked.some((column) => isOf(field, column));
  const bucketsOf = (specId: number) =>
    fieldsOf(specId).filter((field) => field.transform.kind === 'bucket' && isAsked(field));
  const partitioned = specs.filter((specId) => fieldsOf(specId).length > 0);
  const buckets = specs.flatMap(bucketsOf);
  return {
    partitioned,
    unpartitioned: specs.filter((specId) => fieldsOf(specId).length === 0),
    unrelated: partitioned.filter((specId) => !fieldsOf(specId).some(isAsked)),
    buckets: {
      specs: specs.filter((specId) => bucketsOf(specId).length > 0),
      columns: asked
        .filter((column) => buckets.some((field) => isOf(field, column)))
        .map(({ name }) => name),
    },
    asked: asked.map(({ name }) => name),
  };
}

/** What of a step its picture shows. */
export function stepDrawn(
  model: StepModel,
  step: number,
  marks: readonly StepMark[],
  asked: readonly AskedColumn[],
): StepDrawn {
  const column = model.columns[step - 1] as StepColumn;
  const { axis, count: items } = column;
  const wanted = step < 3 ? undefined : boundsWanted(model.columns[2]);
  return {
    marks: marks.length,
    items,
    bounded: wanted && column.ids.reduce((sum, id) => sum + Number(wanted.has(id)), 0),
    across: asked[axis?.source ?? -1]?.name,
    crowded: asked[column.crowded ?? -1]?.name,
    asked: asked.map(({ name }) => name),
    hasRange: (axis?.ranges.length ?? 0) > 0,
    ends: countEnds(column, ENDS),
    judged: axis?.judged ?? 0,
    missed: axis?.missed ?? 0,
    beyond: axis?.beyond ?? 0,
    cut: axis?.cut ?? 0,
    unplaced: marks.filter(isUnplaced).length,
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

export interface StepTests {
  /** What is still tested on the rows of an opened file; by which columns, while files are few. */
  readonly of: (position: number) => string;
  readonly settled: StepFigures['settled'];
}

export function useTests(input: StepsInput, model: StepModel): StepTests {
  const { index, plan, verdicts } = input;
  const [, , , opened] = model.columns;
  const positions = useMemo(() => (opened.count > MOST_TOLD ? [] : [...opened.ids]), [opened]);
  const files = positions.flatMap((position) => fileAt(index, position) ?? []);
  const explanations = useExplanations(plan.question, files);
  const isWhole = (position: number | undefined) => verdicts[position ?? -1] === ALL_MATCH;
  const isFew = opened.count <= MOST_TOLD;
  const told = new Map(positions.map((position, i) => [position, testWords(explanations[i])]));
  const of = (position: number) =>
    isWhole(position) ? ALL_ROWS : isFew ? (told.get(position) ?? '…') : 'test';
  const known = explanations.filter((one) => one !== undefined);
  if (opened.count === 0 || known.length < opened.count) return { of, settled: undefined };
  const byPartition = known.filter(({ residual }) => residual.kind === 'true').length;
  const byBounds = known.filter(
    ({ residual }, i) => residual.kind !== 'true' && isWhole(positions[i]),
  ).length;
  return { of, settled: { byPartition, byBounds } };
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
