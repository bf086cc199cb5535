/** All manifests of the snapshot as rows of a table, deletes too. Pure. */
import { type BoundPartitionField, bindSpec } from '../../src/metadata/bound-spec.ts';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import type { ManifestPlan, ManifestSource, ManifestTotals } from '../../src/table/api.ts';
import { displayTransformed } from '../../src/transforms/transform.ts';
import { isPrimitive } from '../../src/types/parse-type.ts';
import { SAFE } from '../../src/types/profile.ts';
import type { SchemaIndex } from '../../src/types/schema.ts';
import { decodeSingleValue } from '../../src/types/single-value.ts';
import type { TextTable } from '../export/text-table.ts';
import { isUnread } from '../totals.ts';
import type { Sort } from '../ui/sort.ts';

export interface ManifestRow {
  readonly index: number;
  readonly path: string;
  readonly content: 'data' | 'deletes';
  readonly specId: number;
  readonly rank: number;
  /** Of data manifests under a predicate. */
  readonly verdict: ManifestPlan['verdict'] | undefined;
  readonly reason: string;
  /** Live files and their bytes; undefined while or where they are not read. */
  readonly files: bigint | undefined;
  readonly bytes: bigint | undefined;
  readonly added: number | undefined;
  readonly existing: number | undefined;
  readonly deleted: number | undefined;
  readonly length: number | undefined;
  readonly sequence: bigint;
  readonly snapshotId: bigint | undefined;
  /** Of the manifest list’s row, one a field. */
  readonly ranges: readonly PartitionRange[];
}

/** `ts_day` and `2026-02-27 to 2026-03-03`, `country` and `AR to US, null`. */
export interface PartitionRange {
  readonly name: string;
  readonly values: string;
}

export function rangeText({ name, values }: PartitionRange): string {
  return `${name} ${values}`;
}

export function manifestRows(
  sources: readonly ManifestSource[],
  specs: readonly PartitionSpec[],
  ranks: ReadonlyMap<number, number>,
  schema: SchemaIndex | undefined,
  totals: ReadonlyMap<number, ManifestTotals> | undefined,
  plans: ReadonlyMap<number, ManifestPlan> | undefined,
): readonly ManifestRow[] {
  const byId = new Map(specs.map((spec) => [spec.specId, spec]));
  return sources.map(({ index, manifest }) => {
    const own = totals?.get(index);
    const known = own === undefined || isUnread(own) ? undefined : own;
    const plan = plans?.get(index);
    const spec = byId.get(manifest.partitionSpecId);
    return {
      index,
      path: manifest.manifestPath,
      content: manifest.content,
      specId: manifest.partitionSpecId,
      rank: ranks.get(manifest.partitionSpecId) ?? 0,
      verdict: plan?.verdict,
      reason: plan?.reason ?? '',
      files: known?.live.files,
      bytes: known?.live.bytes,
      added: manifest.addedFilesCount,
      existing: manifest.existingFilesCount,
      deleted: manifest.deletedFilesCount,
      length: manifest.manifestLength,
      sequence: manifest.sequenceNumber,
      snapshotId: manifest.addedSnapshotId,
      ranges: rangesOf(manifest.partitions, spec, schema),
    };
  });
}

function rangesOf(
  summaries: ManifestSource['manifest']['partitions'],
  spec: PartitionSpec | undefined,
  schema: SchemaIndex | undefined,
): readonly PartitionRange[] {
  if (summaries === undefined || spec === undefined || schema === undefined) return [];
  return bindSpec(spec, schema)
    .fields.filter(({ transform }) => transform.kind !== 'void')
    .flatMap((field) => {
      const { name, position } = field;
      const summary = summaries[position];
      if (summary === undefined) return [];
      const [lower, upper] = [summary.lowerBound, summary.upperBound].map((bytes) =>
        boundText(field, bytes),
      );
      const values =
        lower === undefined || upper === undefined
          ? []
          : [lower === upper ? lower : `${lower} to ${upper}`];
      const nulls = summary.containsNull ? ['null'] : [];
      const said = [...values, ...nulls];
      return said.length === 0 ? [] : [{ name, values: said.join(', ') }];
    });
}

function boundText(
  { transform, source, resultType }: BoundPartitionField,
  bytes: Uint8Array | undefined,
): string | undefined {
  if (bytes === undefined || resultType === undefined) return undefined;
  const value = decodeSingleValue(resultType, bytes, SAFE);
  const type = source !== undefined && isPrimitive(source.type) ? source.type : undefined;
  return value === undefined ? undefined : displayTransformed(transform, type, value);
}

export const MOST_LINES = 3;

/** Fields that a row of the table shows below each other, so that each is seen whole. */
export function rangeLines(rows: readonly ManifestRow[]): number {
  const most = rows.reduce((lines, { ranges }) => Math.max(lines, ranges.length), 1);
  return Math.min(MOST_LINES, most);
}

type Key = (row: ManifestRow) => number | bigint | string | undefined;

const KEYS: Readonly<Record<string, Key>> = {
  verdict: ({ verdict }) =>
    verdict === undefined ? 3 : ['kept', 'unknown', 'skipped'].indexOf(verdict),
  era: ({ rank }) => rank,
  content: ({ content }) => content,
  manifest: ({ path }) => path.split('/').at(-1),
  files: ({ files }) => files,
  bytes: ({ bytes }) => bytes,
  added: ({ added }) => added,
  existing: ({ existing }) => existing,
  deleted: ({ deleted }) => deleted,
  length: ({ length }) => length,
  sequence: ({ sequence }) => sequence,
};

/** Rows without the figure come last either way. */
export function sortManifests(
  rows: readonly ManifestRow[],
  sort: Sort | undefined,
): readonly ManifestRow[] {
  const key = KEYS[sort?.column ?? ''];
  if (key === undefined) return rows;
  const sign = sort?.direction === 'desc' ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left === undefined || right === undefined) {
      return left === right ? a.index - b.index : left === undefined ? 1 : -1;
    }
    return sign * (left < right ? -1 : left > right ? 1 : 0) || a.index - b.index;
  });
}

export function manifestsText(rows: readonly ManifestRow[]): TextTable {
  return {
    head: [
      'content',
      'partition_spec_id',
      'verdict',
      'live_files',
      'live_bytes',
      'added_files_count',
      'existing_files_count',
      'deleted_files_count',
      'manifest_length',
      'sequence_number',
      'added_snapshot_id',
      'partitions',
      'manifest_path',
    ],
    rows: rows.map((row) => [
      row.content,
      row.specId,
      row.verdict,
      row.files,
      row.bytes,
      row.added,
      row.existing,
      row.deleted,
      row.length,
      row.sequence,
      row.snapshotId,
      row.ranges.map(rangeText).join('; '),
      row.path,
    ]),
  };
}
