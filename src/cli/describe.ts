/** `icecore describe`: what a table is. */
import { IcecoreError, type Problem, sentence } from '../base/errors.ts';
import { type Era, eras, type SpecWrite } from '../metadata/eras.ts';
import type { Snapshot, TableMetadata } from '../metadata/records.ts';
import { chooseSnapshot } from '../metadata/snapshots.ts';
import { describeSpec } from '../metadata/spec-words.ts';
import { listedTally } from '../planning/plan-manifest.ts';
import type { ManifestSource, ManifestTotals, TableApi } from '../table/api.ts';
import { duplicateFiles } from '../table/duplicate-files.ts';
import {
  metadataHistory,
  type OpenedTable,
  type SnapshotView,
  snapshotView,
} from '../table/session.ts';
import { printTransform } from '../transforms/transform.ts';
import { indexSchema } from '../types/schema.ts';
import type { Schema } from '../types/type.ts';
import { openNamed } from './open.ts';
import {
  columnsText,
  type Figures,
  figuresText,
  problemsText,
  sumOf,
  tallyText,
  timeText,
} from './printed.ts';
import { isUnread, nothingReadable } from './unread.ts';

export type TableReport = Awaited<ReturnType<typeof describeOpened>>;

/** A report, and why the table is in error where nothing of its files can be read. */
export interface Described {
  readonly report: TableReport;
  readonly failed: IcecoreError | undefined;
}

/** Errors: those of opening. */
export async function describeTable(named: string): Promise<Described> {
  const { table, api } = await openNamed(named);
  const current = await readCurrent(table, api);
  return { report: await describeOpened(table, current, api), failed: current.failed };
}

async function describeOpened(table: OpenedTable, current: Current, api: TableApi) {
  const { metadata } = table;
  const history = await metadataHistory(table, api);
  const defaults = history.versions.map(({ timestampMs, metadata: { defaultSpecId } }) => ({
    timestampMs,
    defaultSpecId,
  }));
  const of = (content: 'data' | 'deletes') => current.sums?.filter((t) => t.content === content);
  const data = of('data');
  const figures = figuresOf(data);
  const deletes = figuresOf(of('deletes'));
  return {
    name: table.name,
    formatVersion: metadata.formatVersion,
    location: metadata.location,
    metadataFile: table.metadataFile,
    snapshot: current.snapshot && snapshotReport(current.snapshot),
    live: figures?.live ?? null,
    unknown: figures?.unknown ?? null,
    atLeast: figures?.atLeast ?? true,
    deletes: deletes?.live ?? null,
    deletesAtLeast: deletes?.atLeast ?? true,
    specs: eras(metadata, defaults, writesOf(current.manifests)).map((era) =>
      specReport(era, metadata, data),
    ),
    refs: metadata.refs.map(({ name, type, snapshotId }) => ({
      name,
      type,
      snapshotId: String(snapshotId),
    })),
    problems: [...table.problems, ...current.problems, ...history.problems],
  };
}

/** Totals of a manifest; those that its row in the manifest list counts where it can't be read. */
interface Sum extends Pick<ManifestTotals, 'content' | 'specId' | 'live'> {
  readonly isUnread: boolean;
  readonly isFloor: boolean;
}

function figuresOf(sums: readonly Sum[] | undefined): Figures | undefined {
  if (sums === undefined) return undefined;
  return {
    live: sumOf(sums.map((sum) => sum.live)),
    unknown: sumOf(sums.filter((sum) => sum.isUnread).map((sum) => sum.live)),
    atLeast: sums.some((sum) => sum.isFloor),
  };
}

interface Current {
  readonly snapshot: Snapshot | undefined;
  readonly manifests: readonly ManifestSource[];
  /** undefined where the manifest list could not be read: nothing is known of the live files. */
  readonly sums: readonly Sum[] | undefined;
  readonly problems: readonly Problem[];
  readonly failed: IcecoreError | undefined;
}

async function readCurrent(table: OpenedTable, api: TableApi): Promise<Current> {
  let view: SnapshotView;
  try {
    view = await snapshotView(table, api);
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    const { snapshot } = chooseSnapshot(table.metadata, {});
    const problems = [unreadSnapshot(table, error)];
    return { snapshot, manifests: [], sums: undefined, problems, failed: error };
  }
  const { context, manifests, snapshot } = view;
  const totals = new Map<number, ManifestTotals>();
  await api.sumManifests(
    { context, manifests },
    { onTotals: (index, manifest) => totals.set(index, manifest) },
  );
  const unread = manifests.filter(({ index }) => isUnread(totals.get(index)?.problems ?? []));
  const sums = manifests.flatMap((source) => {
    const read = totals.get(source.index);
    return read === undefined ? [] : [sumOfManifest(source, read, unread.includes(source))];
  });
  // A manifest that is not at hand is said by the view already.
  const problems = [...totals.values()]
    .flatMap((t) => t.problems)
    .filter((p) => p.code !== 'manifest-missing');
  const twice = await duplicateFiles(view, table.metadata.location, api);
  return {
    snapshot,
    manifests,
    sums,
    problems: [...view.problems, ...problems, ...twice],
    failed: nothingReadable(view, unread),
  };
}

function sumOfManifest(
  { manifest }: ManifestSource,
  { content, specId, live }: ManifestTotals,
  unread: boolean,
): Sum {
  if (!unread) return { content, specId, live, isUnread: false, isFloor: false };
  const { tally, isFloor } = listedTally(manifest);
  return { content, specId, live: tally, isUnread: true, isFloor };
}

function unreadSnapshot(table: OpenedTable, error: IcecoreError): Problem {
  return {
    severity: 'can-change-answer',
    code: 'snapshot-unreadable',
    message: sentence(error.message),
    place: error.place ?? table.metadataFile,
    consequence: 'The live files of the table are not known.',
  };
}

function snapshotReport(snapshot: Snapshot) {
  return {
    id: String(snapshot.snapshotId),
    time: timeText(snapshot.timestampMs),
    operation: snapshot.operation,
  };
}

/** Which commits wrote under which spec, as far as the current snapshot's manifests tell. */
function writesOf(manifests: readonly ManifestSource[]): readonly SpecWrite[] {
  return manifests.flatMap(({ manifest }) => {
    const { content, addedSnapshotId, addedFilesCount, partitionSpecId } = manifest;
    if (content !== 'data' || addedSnapshotId === undefined || addedFilesCount === 0) return [];
    return [{ snapshotId: addedSnapshotId, specId: partitionSpecId }];
  });
}

function specReport(
  { spec, spans, isDefault }: Era,
  metadata: TableMetadata,
  data: readonly Sum[] | undefined,
) {
  const figures = figuresOf(data?.filter((sum) => sum.specId === spec.specId));
  return {
    id: spec.specId,
    isDefault,
    layout: describeSpec(spec, schemasNewestFirst(metadata).map(indexSchema)),
    fields: spec.fields.map((field) => ({
      id: field.fieldId,
      name: field.name,
      transform: printTransform(field.transform),
      source: field.sourceIds.map((id) => columnName(metadata, id)).join(', '),
    })),
    eras: spans.map(({ from, to, certain }) => ({
      from: timeText(from),
      to: to === undefined ? null : timeText(to),
      certain,
    })),
    live: figures?.live ?? null,
    unknown: figures?.unknown ?? null,
    atLeast: figures?.atLeast ?? true,
  };
}

function schemasNewestFirst({ schemas, currentSchemaId }: TableMetadata): readonly Schema[] {
  const current = schemas.filter(({ schemaId }) => schemaId === currentSchemaId);
  return [...current, ...schemas.toReversed()];
}

/** The name in the newest schema that has the column. */
function columnName(metadata: TableMetadata, fieldId: number): string {
  for (const schema of schemasNewestFirst(metadata)) {
    const name = indexSchema(schema).byId.get(fieldId)?.name;
    if (name !== undefined) return name;
  }
  return `column ${fieldId}`;
}

export function tableText(report: TableReport): string {
  const { snapshot, deletes } = report;
  const lines = [
    `${report.name}, Iceberg format ${report.formatVersion}`,
    `  location   ${report.location}`,
    `  metadata   ${report.metadataFile}`,
    snapshot === undefined
      ? '  snapshot   none'
      : `  snapshot   ${snapshot.id}, ${snapshot.operation ?? 'unknown operation'}, ${snapshot.time}`,
    `  live       ${liveText(report)}`,
  ];
  if (deletes !== null && (deletes.files > 0n || report.deletesAtLeast)) {
    lines.push(`  deletes    ${report.deletesAtLeast ? 'at least ' : ''}${tallyText(deletes)}`);
  }
  const rows = report.specs.map((spec) => [
    `spec ${spec.id}`,
    spec.layout,
    spec.eras.map(eraText).join('; ') || 'never seen as default',
    liveText(spec),
  ]);
  lines.push('', 'Layouts', columnsText(rows).trimEnd());
  if (report.refs.length > 0) {
    const refs = report.refs.map(({ name, type, snapshotId }) => [name, type, snapshotId]);
    lines.push('', 'Refs', columnsText(refs).trimEnd());
  }
  return `${lines.join('\n')}\n${problemsText(report.problems)}`;
}

function liveText({
  live,
  unknown,
  atLeast,
}: Pick<TableReport, 'live' | 'unknown' | 'atLeast'>): string {
  if (live === null || unknown === null) return 'not known';
  return figuresText({ live, unknown, atLeast });
}

function eraText({ from, to, certain }: TableReport['specs'][number]['eras'][number]): string {
  return `${certain ? '' : 'about '}${from}${to === null ? ' until now' : ` to ${to}`}`;
}
