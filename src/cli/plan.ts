/** `icecore plan`: what a query reads of a table, and why. */
import { IcecoreError, type Problem } from '../base/errors.ts';
import type { SnapshotRequest } from '../metadata/snapshots.ts';
import { describeSpec } from '../metadata/spec-words.ts';
import type { FileExplanation, RowsLeft } from '../planning/explanation.ts';
import type { FileVerdict } from '../planning/verdict.ts';
import type {
  ExplainRequest,
  ManifestPicture,
  ManifestPlan,
  ManifestSource,
  PlanRequest,
  TableApi,
} from '../table/api.ts';
import { sumDeletesRead } from '../table/deletes-read.ts';
import { liveRowsRequest } from '../table/live-rows-request.ts';
import { type OpenedTable, type SnapshotView, snapshotView } from '../table/session.ts';
import { indexSchema } from '../types/schema.ts';
import { parseDate, parseTimestamp } from '../types/time.ts';
import { readCondition } from './condition.ts';
import { openNamed } from './open.ts';
import { totalsReport } from './plan-totals.ts';
import { isUnread, nothingReadable } from './unread.ts';

export interface PlanOptions {
  readonly where: string;
  readonly profile: 'safe' | 'java';
  readonly snapshot: bigint | undefined;
  readonly ref: string | undefined;
  readonly asOf: string | undefined;
  /** Every file with its reason, for `--json`. */
  readonly files: boolean;
}

export type PlanReport = Awaited<ReturnType<typeof planOpened>>;

/** A report, and why the table is in error where no manifest of the snapshot can be read. */
export interface Planned {
  readonly report: PlanReport;
  readonly failed: IcecoreError | undefined;
}

/** Errors: those of opening, of choosing the snapshot, and of the predicate, with its span. */
export async function planTable(named: string, options: PlanOptions): Promise<Planned> {
  const { table, api } = await openNamed(named);
  const view = await snapshotView(table, api, requestOf(options));
  const plans: ManifestPlan[] = [];
  const report = await planOpened(table, view, api, options, plans);
  const unread = plans.filter(({ problems }) => isUnread(problems));
  const failed = nothingReadable(
    view,
    unread.map(({ index }) => sourceOf(view, index)),
  );
  return { report, failed };
}

async function planOpened(
  table: OpenedTable,
  view: SnapshotView,
  api: TableApi,
  options: PlanOptions,
  plans: ManifestPlan[],
) {
  const where = readCondition(options.where, view);
  const question = {
    context: view.context,
    filter: where.expression,
    caseSensitive: false,
    profile: options.profile,
  };
  const onManifest = (plan: ManifestPlan) => plans.push(plan);
  const deletes = await api.plan({ ...question, manifests: view.manifests }, { onManifest });
  plans.sort((a, b) => a.index - b.index);
  return {
    table: table.name,
    location: table.metadata.location,
    metadataFile: table.metadataFile,
    snapshot: view.snapshot === undefined ? null : String(view.snapshot.snapshotId),
    ref: view.ref,
    where: options.where,
    profile: options.profile,
    notes: where.notes.map(({ message }) => message),
    totals: totalsReport(plans),
    atLeast: plans.some((plan) => plan.bytesIncomplete),
    eras: erasReport(table, view, plans),
    manifests: plans.map((plan) => manifestReport(plan, view)),
    files: options.files ? await filesReport(table, view, question, plans, api) : [],
    deletes: {
      files: deletes.indexed,
      positional: deletes.positional,
      equality: deletes.equality,
      deletionVectors: deletes.deletionVectors,
      read: sumDeletesRead(plans, deletes),
    },
    problems: [
      ...table.problems,
      // A manifest that is not at hand is said again by its plan.
      ...view.problems.filter(({ code }) => code !== 'manifest-missing'),
      ...deletes.problems,
      ...plans.flatMap((plan) => plan.problems),
    ],
  };
}

function requestOf({ snapshot, ref, asOf }: PlanOptions): SnapshotRequest {
  return { id: snapshot, ref, asOfMs: asOf === undefined ? undefined : asOfMs(asOf) };
}

/** A day means its last millisecond, as one asks "as of that day". */
function asOfMs(text: string): bigint {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const day = parseDate(text);
  if (day !== undefined) return (BigInt(day) + 1n) * 86_400_000n - 1n;
  const time = parseTimestamp(text);
  if (time === undefined) {
    throw new IcecoreError('invalid-input', `“${text}” is no time`, {
      advice: 'Write it as 2026-03-01T09:00:00, in UTC.',
    });
  }
  return time.nanos / 1_000_000n - (time.nanos % 1_000_000n < 0n ? 1n : 0n);
}

function erasReport(table: OpenedTable, view: SnapshotView, plans: readonly ManifestPlan[]) {
  const schemas = [view.schema, ...table.metadata.schemas.toReversed()].map(indexSchema);
  return table.metadata.partitionSpecs
    .map((spec) => ({ spec, own: plans.filter((plan) => plan.specId === spec.specId) }))
    .filter(({ own }) => own.length > 0)
    .map(({ spec, own }) => ({
      specId: spec.specId,
      layout: describeSpec(spec, schemas),
      atLeast: own.some((plan) => plan.bytesIncomplete),
      ...totalsReport(own),
    }));
}

function sourceOf(view: SnapshotView, index: number): ManifestSource {
  const source = view.manifests[index];
  if (source === undefined) throw new Error(`Bug in Icecore: no manifest ${index}`);
  return source;
}

function manifestReport(plan: ManifestPlan, view: SnapshotView) {
  const { manifest } = sourceOf(view, plan.index);
  return {
    index: plan.index,
    path: manifest.manifestPath,
    specId: plan.specId,
    verdict: plan.verdict,
    stage: plan.verdict === 'skipped' ? 'manifest' : null,
    reason: plan.reason,
    ...totalsReport([plan]),
  };
}

const STAGES: Readonly<Record<FileVerdict, 'manifest' | 'partition' | 'bounds' | null>> = {
  skippedByManifest: 'manifest',
  skippedByPartition: 'partition',
  skippedByBounds: 'bounds',
  read: null,
  allMatch: null,
  unknown: null,
};

async function filesReport(
  table: OpenedTable,
  view: SnapshotView,
  question: Omit<PlanRequest, 'manifests'>,
  plans: readonly ManifestPlan[],
  api: TableApi,
) {
  const deleteManifests = view.manifests.filter(({ manifest }) => manifest.content === 'deletes');
  const readable = plans.filter((plan) => plan.fileVerdicts.length > 0);
  const manifests = readable.map((plan) => sourceOf(view, plan.index));
  const pictures = new Map<number, ManifestPicture>();
  await api.drawManifests(
    { context: view.context, manifests },
    { onPicture: (picture) => pictures.set(picture.index, picture) },
  );
  const files = [];
  for (const plan of readable) {
    const manifest = sourceOf(view, plan.index);
    for (const entry of pictures.get(plan.index)?.entries ?? []) {
      files.push(await fileReport({ ...question, manifest, entry, deleteManifests }, table, api));
    }
  }
  return files;
}

async function fileReport(request: ExplainRequest, table: OpenedTable, api: TableApi) {
  const file = await api.explain(request);
  const left = await rowsLeft(file, table, api);
  return {
    path: file.filePath,
    manifest: file.manifestIndex,
    specId: file.specId,
    partition: file.partition,
    records: file.recordCount,
    rowsLeft: left.rows,
    bytes: file.fileSizeInBytes,
    verdict: file.verdict,
    stage: STAGES[file.verdict],
    reason: file.sentence,
    residual: file.residual.text,
    deletes: file.deletes.map(({ kind, filePath, because }) => ({ kind, path: filePath, because })),
    problems: left.problems,
  };
}

/** By the metadata alone, or counted where its deletes are at hand. */
async function rowsLeft(
  file: FileExplanation,
  table: OpenedTable,
  api: TableApi,
): Promise<{ readonly rows: RowsLeft | undefined; readonly problems: readonly Problem[] }> {
  const request = liveRowsRequest(file, table.locate);
  if (request === undefined) return { rows: file.rowsLeft, problems: [] };
  try {
    const { rows, problems } = await api.countLiveRows(request);
    return { rows: { least: rows, most: rows }, problems };
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    return { rows: file.rowsLeft, problems: [deletesUnread(error, file.filePath)] };
  }
}

function deletesUnread({ message, place }: IcecoreError, dataFilePath: string): Problem {
  return {
    severity: 'can-change-answer',
    code: 'deletes-unread',
    message: `${message}.`,
    place: place ?? '',
    consequence: `How many rows are left of ${dataFilePath} is not known exactly.`,
  };
}
