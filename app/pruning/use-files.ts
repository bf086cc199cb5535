/** The files of the snapshot in hand in one order, and the verdicts over them, as they arrive. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ManifestPicture } from '../../src/table/api.ts';
import { statedFiles } from '../../src/table/estimate.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import {
  type PlanInHand,
  type Question,
  queryClient,
  usePictures,
  usePlan,
  useSnapshot,
} from '../queries.ts';
import { type FieldWords, fieldWords } from '../specs.ts';
import { type Arrangement, type ArrangeRequest, arrange, NO_ARRANGEMENT } from './arrangement.ts';
import { buildFileIndex, EMPTY_INDEX, type FileIndex, type IndexSource } from './file-index.ts';
import type { ListFilter } from './file-order.ts';
import { keepLatestPlans } from './kept-plans.ts';
import { shortPartition } from './partition-words.ts';
import { inSlices, restAfter } from './slices.ts';
import { useSliced } from './use-sliced.ts';

export interface FilesInHand {
  readonly index: FileIndex;
  /** True once every manifest is in the index. */
  readonly complete: boolean;
}

interface Built {
  readonly pictures: ReadonlyMap<number, ManifestPicture>;
  readonly size: number;
  readonly files: FilesInHand;
}

const finished = new WeakMap<ReadonlyMap<number, ManifestPicture>, FilesInHand>();

/** Errors of reading are thrown, for the view's boundary. */
export function useFiles(): FilesInHand {
  const view = useSnapshot().data;
  const { data: pictures, error } = usePictures();
  const [built, setBuilt] = useState<Built>();
  const [failure, setFailure] = useState<unknown>();
  const building = useRef(false);
  const rest = useRef(0);
  const items = pictures?.items;
  const size = items?.size ?? 0;
  const complete = pictures?.complete === true;
  useEffect(() => {
    if (view === undefined || items === undefined || finished.has(items)) return;
    // While parts stream in, one build at a time, and most of the time none: the last part builds in any case.
    if (!complete && (building.current || performance.now() < rest.current)) return;
    building.current = true;
    const began = performance.now();
    const controller = new AbortController();
    const sources = indexSources(view, items, complete);
    inSlices(buildFileIndex(sources, specRanks(view.table.metadata)), controller.signal)
      .then(
        (index) => {
          const files = { index, complete };
          if (complete) finished.set(items, files);
          const built = { pictures: items, size, files };
          setBuilt((old) => (old?.pictures === items && old.size > size ? old : built));
        },
        (reason) => {
          if (!controller.signal.aborted) setFailure(reason);
        },
      )
      .finally(() => {
        building.current = false;
        rest.current = performance.now() + restAfter(performance.now() - began);
      });
    // A build in hand is finished even when more has arrived, or a quick stream would never be drawn.
    return complete ? () => controller.abort() : undefined;
  }, [view, items, size, complete]);
  if (error !== null) throw error;
  if (failure !== undefined) throw failure;
  const known = items === undefined ? undefined : finished.get(items);
  if (known !== undefined) return known;
  return built !== undefined && built.pictures === items
    ? built.files
    : { index: EMPTY_INDEX, complete: false };
}

function indexSources(
  view: SnapshotInHand,
  pictures: ReadonlyMap<number, ManifestPicture>,
  complete: boolean,
): readonly IndexSource[] {
  const sources: IndexSource[] = [];
  for (const { index, manifest } of view.manifests) {
    if (manifest.content !== 'data') continue;
    const picture = pictures.get(index);
    const listed = statedFiles(manifest);
    if (picture !== undefined && (picture.entries.length > 0 || picture.problems.length === 0)) {
      sources.push({ ...picture, listed });
    } else if (picture !== undefined || complete) {
      sources.push({
        index,
        specId: manifest.partitionSpecId,
        entries: undefined,
        bytes: new Uint32Array(),
        records: new Uint32Array(),
        partitions: [],
        partitionOf: new Uint32Array(),
        listed,
      });
    }
  }
  return sources;
}

export interface PlanShown {
  readonly plan: PlanInHand | undefined;
  readonly error: Error | null;
  /** The plan shown answers an older question, or is not complete yet. */
  readonly pending: boolean;
}

/** How long the last answer stays while the next one comes in parts. */
const HOLD_MS = 1000;

/** The plan of the question; quick answers replace the last one at once, slow ones show their parts. */
export function usePlanShown(question: Question | undefined): PlanShown {
  const view = useSnapshot().data;
  const { data, error, isPlaceholderData } = usePlan(question);
  const [held, setHeld] = useState<PlanInHand>();
  const [slow, setSlow] = useState(false);
  const ready = data !== undefined && (data.complete || slow) && !isPlaceholderData;
  useEffect(() => {
    if (ready) setHeld(data);
  }, [ready, data]);
  useEffect(() => {
    if (data?.complete === true) keepLatestPlans(queryClient);
  }, [data]);
  const waiting = data !== undefined && !data.complete;
  useEffect(() => {
    setSlow(false);
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), HOLD_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  const plan = question === undefined ? undefined : ready ? data : (held ?? data);
  const current = plan?.viewKey === view?.key ? plan : undefined;
  const isAsked = question !== undefined && error === null;
  return { plan: current, error, pending: isAsked && !(current === data && data?.complete) };
}

/** The files of an index with the verdicts of a plan; the last arrangement stays until the next is ready. */
export function useArrangement(
  index: FileIndex,
  plan: PlanInHand | undefined,
  filter: ListFilter,
  order: ArrangeRequest['order'],
): Arrangement {
  // The plan's map grows in place, and between two of its beats nobody looks.
  const work = useCallback(
    () => arrange({ index, plans: plan?.items, filter, order }),
    [index, plan, filter, order],
  );
  return useSliced(work, NO_ARRANGEMENT, plan?.complete !== false);
}

/** Short text of each partition tuple, by the spec of its era. */
export function useTupleText(view: SnapshotInHand, index: FileIndex): (tuple: number) => string {
  return useMemo(() => {
    const specs = new Map(view.table.metadata.partitionSpecs.map((spec) => [spec.specId, spec]));
    const specOf = new Map<number, number>();
    for (const { specId, from, to } of index.eras) {
      if (to > from) specOf.set(index.tupleOf[to - 1] as number, specId);
    }
    const ends = [...specOf.keys()].sort((a, b) => a - b);
    return (tuple) => {
      const end = ends.find((last) => tuple <= last);
      const spec = end === undefined ? undefined : specs.get(specOf.get(end) ?? -1);
      return shortPartition(index.tuples[tuple]?.label ?? '', spec);
    };
  }, [view, index]);
}

/** What the fields of each spec hold. */
export function useFieldWords(view: SnapshotInHand): (specId: number) => readonly FieldWords[] {
  return useMemo(() => {
    const { metadata } = view.table;
    const words = new Map(
      metadata.partitionSpecs.map((spec) => [spec.specId, fieldWords(spec, metadata)]),
    );
    return (specId) => words.get(specId) ?? [];
  }, [view]);
}
