/** `icecore describe`: what a table is. */
import { IcecoreError, type Problem } from '../base/errors.ts';
import { type Era, eras, type SpecWrite } from '../metadata/eras.ts';
import type { TableMetadata } from '../metadata/records.ts';
import { describeSpec } from '../metadata/spec-words.ts';
import type { ManifestTotals, TableApi, Tally } from '../table/api.ts';
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
import { columnsText, sumOf, tallyText, timeText } from './printed.ts';

export type TableReport = Awaited<ReturnType<typeof describeOpened>>;

/** Errors: those of opening. A snapshot that can't be read is a problem of the report. */
export async function describeTable(named: string): Promise<TableReport> {
  const { table, api } = await openNamed(named);
  return describeOpened(table, api);
}

async function describeOpened(table: OpenedTable, api: TableApi) {
  const { metadata } = table;
  const [current, history] = await Promise.all([
    readCurrent(table, api),
    metadataHistory(table, api),
  ]);
  const defaults = history.versions.map(({ timestampMs, metadata: { defaultSpecId } }) => ({
    timestampMs,
    defaultSpecId,
  }));
  const of = (content: 'data' | 'deletes') => current.totals?.filter((t) => t.content === content);
  const data = of('data');
  return {
    name: table.name,
    formatVersion: metadata.formatVersion,
    location: metadata.location,
    metadataFile: table.metadataFile,
    snapshot: current.view?.snapshot && snapshotReport(current.view.snapshot),
    live: data === undefined ? null : sumOf(data.map((t) => t.live)),
    deletes: sumOrNull(of('deletes')),
    specs: eras(metadata, defaults, writesOf(current.view)).map((era) =>
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

function sumOrNull(totals: readonly ManifestTotals[] | undefined): Tally | null {
  return totals === undefined ? null : sumOf(totals.map((t) => t.live));
}

interface Current {
  readonly view: SnapshotView | undefined;
  /** undefined where the manifest list could not be read: nothing is known of the live files. */
  readonly totals: readonly ManifestTotals[] | undefined;
  readonly problems: readonly Problem[];
}

async function readCurrent(table: OpenedTable, api: TableApi): Promise<Current> {
  let view: SnapshotView;
  try {
    view = await snapshotView(table, api);
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    return { view: undefined, totals: undefined, problems: [unreadSnapshot(table, error)] };
  }
  const { context, manifests } = view;
  const totals: ManifestTotals[] = [];
  const onTotals = (_index: number, manifest: ManifestTotals) => totals.push(manifest);
  await api.sumManifests({ context, manifests }, { onTotals });
  // A manifest that is not at hand is said by the view already.
  const problems = totals.flatMap((t) => t.problems).filter((p) => p.code !== 'manifest-missing');
  const twice = await duplicateFiles(view, table.metadata.location, api);
  return { view, totals, problems: [...view.problems, ...problems, ...twice] };
}

function unreadSnapshot(table: OpenedTable, error: IcecoreError): Problem {
  return {
    severity: 'can-change-answer',
    code: 'snapshot-unreadable',
    message: error.message,
    place: error.place ?? table.metadataFile,
    consequence: 'The live files of the table are not known.',
  };
}

function snapshotReport(snapshot: NonNullable<SnapshotView['snapshot']>) {
  return {
    id: String(snapshot.snapshotId),
    time: timeText(snapshot.timestampMs),
    operation: snapshot.operation,
  };
}

/** Which commits wrote under which spec, as far as the current snapshot's manifests tell. */
function writesOf(view: SnapshotView | undefined): readonly SpecWrite[] {
  return (view?.manifests ?? []).flatMap(({ manifest }) => {
    const { content, addedSnapshotId, addedFilesCount, partitionSpecId } = manifest;
    if (content !== 'data' || addedSnapshotId === undefined || addedFilesCount === 0) return [];
    return [{ snapshotId: addedSnapshotId, specId: partitionSpecId }];
  });
}

function specReport(
  { spec, spans, isDefault }: Era,
  metadata: TableMetadata,
  data: readonly ManifestTotals[] | undefined,
) {
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
    live: sumOrNull(data?.filter((t) => t.specId === spec.specId)),
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
  const { snapshot, live, deletes } = report;
  const lines = [
    `${report.name}, Iceberg format ${report.formatVersion}`,
    `  location   ${report.location}`,
    `  metadata   ${report.metadataFile}`,
    snapshot === undefined
      ? '  snapshot   none'
      : `  snapshot   ${snapshot.id}, ${snapshot.operation ?? 'unknown operation'}, ${snapshot.time}`,
    `  live       ${live === null ? 'not known' : tallyText(live)}`,
  ];
  if (deletes !== null && deletes.files > 0n) lines.push(`  deletes    ${tallyText(deletes)}`);
  const rows = report.specs.map((spec) => [
    `spec ${spec.id}`,
    spec.layout,
    spec.eras.map(eraText).join('; ') || 'never seen as default',
    spec.live === null ? 'not known' : tallyText(spec.live),
  ]);
  lines.push('', 'Layouts', columnsText(rows).trimEnd());
  if (report.refs.length > 0) {
    const refs = report.refs.map(({ name, type, snapshotId }) => [name, type, snapshotId]);
    lines.push('', 'Refs', columnsText(refs).trimEnd());
  }
  return `${lines.join('\n')}\n${problemsText(report.problems)}`;
}

function eraText({ from, to, certain }: TableReport['specs'][number]['eras'][number]): string {
  return `${certain ? '' : 'about '}${from}${to === null ? ' until now' : ` to ${to}`}`;
}

/** Equal findings are said once, with their number. */
export function problemsText(problems: readonly Problem[]): string {
  if (problems.length === 0) return '';
  const counts = new Map<string, number>();
  for (const { message, place, consequence } of problems) {
    const text = `  ${message} ${consequence ?? ''}\n    ${place}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const lines = [...counts].map(([text, n]) => (n === 1 ? text : `${text} (${n} times)`));
  return `\nProblems\n${lines.join('\n')}\n`;
}
