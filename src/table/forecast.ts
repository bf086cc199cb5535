/** Reads the files that a forecast is made of, and makes it: the only place where it meets manifests. */

import { IcecoreError } from '../base/errors.ts';
import {
  type Forecast,
  type ForecastQuestion,
  forecastOf,
} from '../evolution/forecast/forecast.ts';
import type { SumColumns } from '../evolution/forecast/layout-sum.ts';
import { daysOf, shiftExpression } from '../evolution/forecast/shift.ts';
import type { ColumnRange, SourceFile } from '../evolution/forecast/source-file.ts';
import { type ToldPartitionValues, USUAL_CUT } from '../evolution/forecast/spread.ts';
import { bind } from '../expressions/bind.ts';
import type { BoundExpression } from '../expressions/bound.ts';
import { type OpenInputOptions, openInput } from '../io/open.ts';
import { longAt, type ManifestEntries } from '../metadata/entries.ts';
import { liveDataFiles } from '../planning/plan-manifest.ts';
import { neededFieldIds } from '../planning/plan-tree.ts';
import { bytesAt } from '../planning/values.ts';
import { isPrimitive } from '../types/parse-type.ts';
import { JAVA, SAFE } from '../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import { decodeSingleValue } from '../types/single-value.ts';
import type { ForecastRequest, ManifestSource } from './api.ts';
import { manifestProblem } from './each-manifest.ts';
import type { ManifestCache } from './manifest-cache.ts';
import { tupleAt } from './partition-tuples.ts';

/** Files that are looked at for what commits write, and for a rewrite. */
const MOST_RECENT = 20_000;
const MOST_REWRITTEN = 200_000;

export async function forecast(
  request: ForecastRequest,
  cache: ManifestCache,
  options: OpenInputOptions,
  signal: AbortSignal | undefined,
): Promise<Forecast> {
  const { before, after, recent, rewritten } = request;
  const schema = schemaOf(request);
  const question = request.question && boundQuestion(request, schema);
  const columns = columnsOf(request, schema, question?.first);
  const reading = { request, cache, signal, columns };
  const own = await filesOf(
    reading,
    recent.map((source) => ({ source })),
    MOST_RECENT,
  );
  const chosen = await filesOf(reading, rewritten, MOST_REWRITTEN);
  return forecastOf({
    schema,
    before,
    after,
    properties: request.properties,
    isSorted: request.isSorted,
    mode: request.mode,
    statementMode: request.statementMode,
    days: request.days,
    told: {
      columns: request.distinctValues,
      partitions: await partitionValues(request, options, signal),
      cuts: cutsOf(request, columns, schema),
    },
    commitIds: request.commitIds,
    recent: own.files,
    rewritten: chosen.files,
    columns,
    eventFieldIds: eventFieldIds(request, schema, columns),
    question: question?.asked,
    isCut: own.isCut || chosen.isCut,
  });
}

/** Writers cut bounds where the table's properties say; what they said before is not recorded, so the shorter counts. */
function cutsOf(
  { properties }: ForecastRequest,
  columns: readonly SumColumns[],
  schema: SchemaIndex,
): ReadonlyMap<number, number> {
  return new Map(
    columns.flatMap(({ fieldId }) => {
      const own = `write.metadata.metrics.column.${schema.byId.get(fieldId)?.name}`;
      const mode = properties[own] ?? properties['write.metadata.metrics.default'] ?? '';
      const length = Number(/^truncate\((\d+)\)$/i.exec(mode.trim())?.[1]);
      return length < USUAL_CUT ? [[fieldId, length] as const] : [];
    }),
  );
}

/** A file of statistics that can't be read says nothing; files tell without it. */
async function partitionValues(
  { partitionStatistics }: ForecastRequest,
  options: OpenInputOptions,
  signal: AbortSignal | undefined,
): Promise<readonly ToldPartitionValues[]> {
  if (partitionStatistics === undefined) return [];
  const { input, fileSizeInBytes } = partitionStatistics;
  try {
    const { readPartitionValues } = await import('../parquet/partition-statistics.ts');
    return await readPartitionValues(openInput(input, options), Number(fileSizeInBytes), signal);
  } catch (error) {
    if (error instanceof IcecoreError && signal?.aborted !== true) return [];
    throw error;
  }
}

function schemaOf({ context }: ForecastRequest): SchemaIndex {
  const schema = context.schemas.find(({ schemaId }) => schemaId === context.schemaId);
  if (schema === undefined) throw new Error(`Bug in Icecore: no schema ${context.schemaId}`);
  return indexSchema(schema);
}

function boundQuestion(
  { question }: ForecastRequest,
  schema: SchemaIndex,
): { readonly asked: ForecastQuestion; readonly first: BoundExpression } | undefined {
  if (question === undefined) return undefined;
  const profile = question.profile === 'java' ? JAVA : SAFE;
  const { caseSensitive } = question;
  const made = new Map<string, BoundExpression>();
  const later = (days: number, fieldId: number | undefined) => {
    const key = `${days} ${fieldId}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const moved =
      fieldId === undefined
        ? question.filter
        : shiftExpression(question.filter, schema, fieldId, days);
    const bound = bind(moved, schema, { caseSensitive, profile });
    made.set(key, bound);
    return bound;
  };
  return { asked: { profile, later }, first: later(0, undefined) };
}

const TIMES = new Set(['year', 'month', 'day', 'hour']);

/** Columns that a layout divides by time, the first layout's first. */
function timeSources(
  schema: SchemaIndex,
  specs: readonly ForecastRequest['before'][],
): readonly number[] {
  return specs
    .flatMap((spec) => spec.fields)
    .filter((field) => TIMES.has(field.transform.kind))
    .flatMap((field) => field.sourceIds)
    .filter((id) => schema.byId.has(id));
}

/** The columns that tell time: those that a layout divides by it, then those of the question. */
function eventFieldIds(
  { context, before, after }: ForecastRequest,
  schema: SchemaIndex,
  columns: readonly SumColumns[],
): readonly number[] {
  const isTime = ({ type }: SumColumns) => daysOf(type.kind, 0) !== undefined;
  const asked = columns.filter(isTime).map(({ fieldId }) => fieldId);
  return [...new Set([...timeSources(schema, [after, before, ...context.specs]), ...asked])];
}

function columnsOf(
  { context, before, after }: ForecastRequest,
  schema: SchemaIndex,
  filter: BoundExpression | undefined,
): readonly SumColumns[] {
  const sources = [before, after].flatMap((spec) => spec.fields.flatMap((f) => f.sourceIds));
  const ids = [
    ...sources,
    ...timeSources(schema, context.specs),
    ...(filter === undefined ? [] : neededFieldIds(filter)),
  ];
  return [...new Set(ids)].flatMap((fieldId) => {
    const type = schema.byId.get(fieldId)?.type;
    return type === undefined || !isPrimitive(type) ? [] : [{ fieldId, type }];
  });
}

interface Reading {
  readonly request: ForecastRequest;
  readonly cache: ManifestCache;
  readonly signal: AbortSignal | undefined;
  readonly columns: readonly SumColumns[];
}

interface Chosen {
  readonly source: ManifestSource;
  /** Places among its live data files; undefined: all. */
  readonly live?: readonly number[] | undefined;
  readonly read?: ReadonlySet<number> | undefined;
}

/** A manifest that can't be read says nothing, and the answer is then cut. */
async function filesOf(
  { request, cache, signal, columns }: Reading,
  manifests: readonly Chosen[],
  most: number,
): Promise<{ readonly files: readonly SourceFile[]; readonly isCut: boolean }> {
  const fieldIds = columns.map(({ fieldId }) => fieldId);
  const files: SourceFile[] = [];
  let isCut = false;
  for (const { source, live: places, read } of manifests) {
    if (files.length >= most) return { files, isCut: true };
    try {
      const { entries } = await cache.read(request.context, source, fieldIds, signal);
      const live = liveDataFiles(entries);
      for (const at of places ?? live.keys()) {
        const file = sourceFile(entries, live[at] as number, columns);
        if (files.length < most) files.push(read?.has(at) ? { ...file, isRead: true } : file);
        else isCut = true;
      }
    } catch (error) {
      manifestProblem(source, error, signal);
      isCut = true;
    }
  }
  return { files, isCut };
}

function sourceFile(
  entries: ManifestEntries,
  row: number,
  columns: readonly SumColumns[],
): SourceFile {
  return {
    spec: entries.spec,
    tuple: tupleAt(entries, row),
    rows: Math.max(0, Number(entries.recordCounts[row])),
    bytes: Math.max(0, Number(entries.fileSizesInBytes[row])),
    snapshotId: longAt(entries.snapshotIds, row),
    columns: new Map(columns.map((column) => [column.fieldId, rangeOf(entries, row, column)])),
  };
}

function rangeOf(
  entries: ManifestEntries,
  row: number,
  { fieldId, type }: SumColumns,
): ColumnRange {
  const metrics = entries.metrics.get(fieldId);
  const bound = (side: 'lowerBounds' | 'upperBounds') => {
    const bytes = metrics && bytesAt(metrics[side], row);
    return bytes && decodeSingleValue(type, bytes, SAFE);
  };
  const nulls = metrics?.nullValueCounts[row] ?? -1n;
  return {
    lower: bound('lowerBounds'),
    upper: bound('upperBounds'),
    nulls: nulls < 0n ? undefined : Number(nulls),
  };
}
