/** One column of a filter on one axis: what manifest, partition and bounds allow, against what the filter asks. */
import type { BoundExpression, BoundTerm } from '../expressions/bound.ts';
import { intervalsByColumn } from '../expressions/intervals.ts';
import type { BoundPartitionField, BoundSpec } from '../metadata/bound-spec.ts';
import type { ManifestEntries } from '../metadata/entries.ts';
import type { ManifestFile } from '../metadata/records.ts';
import { displayValue } from '../types/format.ts';
import { isPrimitive, printType } from '../types/parse-type.ts';
import type { Profile } from '../types/profile.ts';
import { daysFromCivil } from '../types/time.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import type { ColumnEvidence, Edge, Interval } from './explanation.ts';
import { columnStatistics, partitionValue, summaryValues } from './statistics.ts';

export interface EvidenceSource {
  readonly filter: BoundExpression;
  readonly manifest: ManifestFile;
  readonly entries: ManifestEntries;
  readonly row: number;
  readonly spec: BoundSpec;
  readonly rules: Profile;
}

/** One for each column of the filter, in the order they are named. */
export function columnEvidence(source: EvidenceSource): ColumnEvidence[] {
  const intervals = intervalsByColumn(source.filter);
  return termsOf(source.filter).map((term) => {
    const type = isPrimitive(term.sourceType) ? term.sourceType : undefined;
    const s = columnStatistics(source.entries, source.row, term, source.rules);
    const edge = (value: Value | undefined, inclusive = true, truncated = false) =>
      value === undefined || type === undefined
        ? undefined
        : edgeOf(type, value, inclusive, truncated);
    const asked = intervals.get(term.fieldId) ?? [];
    return {
      fieldId: term.fieldId,
      name: term.name,
      type: printType(term.sourceType),
      nullCount: s.nullCount,
      nanCount: s.nanCount,
      valueCount: s.valueCount,
      bounds: interval(
        edge(s.lower, true, isCut(type, s.lower)),
        edge(s.upper, true, isCut(type, s.upper)),
      ),
      ...layoutEvidence(source, term, type),
      predicate: asked.map((i) => ({
        lower: edge(i.lower, i.lowerInclusive),
        upper: edge(i.upper, i.upperInclusive),
      })),
    };
  });
}

function termsOf(filter: BoundExpression): BoundTerm[] {
  const terms = new Map<number, BoundTerm>();
  const visit = (e: BoundExpression) => {
    if (e.kind === 'and' || e.kind === 'or') {
      visit(e.left);
      visit(e.right);
    } else if (e.kind === 'predicate' && !terms.has(e.term.fieldId)) {
      terms.set(e.term.fieldId, e.term);
    }
  };
  visit(filter);
  return [...terms.values()];
}

function interval(lower: Edge | undefined, upper: Edge | undefined): Interval | undefined {
  return lower === undefined && upper === undefined ? undefined : { lower, upper };
}

const USUAL_CUT = 16;

/** As long as writers cut bounds to (TY-8): it need not be a value. */
function isCut(type: PrimitiveType | undefined, value: Value | undefined): boolean {
  if (!(value instanceof Uint8Array)) return false;
  if (type?.kind === 'binary') return value.length >= USUAL_CUT;
  let points = 0;
  for (const byte of value) if ((byte & 0xc0) !== 0x80) points++;
  return type?.kind === 'string' && points >= USUAL_CUT;
}

function edgeOf(type: PrimitiveType, value: Value, inclusive: boolean, truncated: boolean): Edge {
  return {
    text: displayValue(type, value),
    position: positionOf(type, value),
    inclusive,
    truncated,
  };
}

/** Where a value lies on a linear axis in its type's own unit; undefined for types without one. */
function positionOf(type: PrimitiveType, value: Value): number | undefined {
  if (value instanceof Uint8Array || typeof value === 'boolean') return undefined;
  if (type.kind === 'decimal') return Number(value) / 10 ** type.scale;
  const position = Number(value);
  return Number.isFinite(position) ? position : undefined;
}

/** The finest field on the column tells most. */
const FINENESS = ['year', 'month', 'day', 'hour', 'truncate', 'identity'];

function layoutEvidence(
  { manifest, entries, row, spec, rules }: EvidenceSource,
  term: BoundTerm,
  type: PrimitiveType | undefined,
): Pick<ColumnEvidence, 'partition' | 'manifest'> {
  const rank = (field: BoundPartitionField) => FINENESS.indexOf(field.transform.kind);
  const [field] = spec.fields
    .filter((f) => f.source?.fieldId === term.fieldId && f.resultType !== undefined && rank(f) >= 0)
    .sort((a, b) => rank(b) - rank(a));
  if (field === undefined || type === undefined)
    return { partition: undefined, manifest: undefined };
  const value = partitionValue(entries, row, field, rules);
  const summary = summaryValues(manifest, field, spec.fields.length, rules);
  const from = (v: Value | undefined) =>
    v === undefined ? undefined : rangeOf(field, type, v)?.lower;
  const to = (v: Value | undefined) =>
    v === undefined ? undefined : rangeOf(field, type, v)?.upper;
  return {
    partition: value === undefined || value === null ? undefined : rangeOf(field, type, value),
    manifest: interval(from(summary?.lower), to(summary?.upper)),
  };
}

/** All column values that a partition value stands for. */
function rangeOf(
  field: BoundPartitionField,
  type: PrimitiveType,
  value: Value,
): Interval | undefined {
  const { transform } = field;
  switch (transform.kind) {
    case 'identity': {
      const edge = edgeOf(type, value, true, false);
      return { lower: edge, upper: edge };
    }
    case 'truncate':
      return truncatedRange(type, value, transform.width);
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
      return unitRange(transform.kind, type, value as number);
    default:
      return undefined;
  }
}

function truncatedRange(type: PrimitiveType, value: Value, width: number): Interval {
  const lower = edgeOf(type, value, true, false);
  if (typeof value === 'number') return { lower, upper: edgeOf(type, value + width, false, false) };
  if (typeof value === 'bigint') {
    return { lower, upper: edgeOf(type, value + BigInt(width), false, false) };
  }
  return { lower, upper: edgeOf(type, value, true, true) };
}

type Unit = 'year' | 'month' | 'day' | 'hour';

function unitRange(unit: Unit, type: PrimitiveType, value: number): Interval | undefined {
  const start = unitStart(unit, type, value);
  const end = unitStart(unit, type, value + 1);
  if (start === undefined || end === undefined) return undefined;
  return { lower: edgeOf(type, start, true, false), upper: edgeOf(type, end, false, false) };
}

/** First value of a unit in the column's type. */
function unitStart(unit: Unit, type: PrimitiveType, value: number): Value | undefined {
  const perDay = ticksPerDay(type);
  if (unit === 'hour') return perDay === undefined ? undefined : (BigInt(value) * perDay) / 24n;
  const days =
    unit === 'day'
      ? value
      : unit === 'month'
        ? daysFromCivil(1970 + Math.floor(value / 12), 1 + value - 12 * Math.floor(value / 12), 1)
        : daysFromCivil(1970 + value, 1, 1);
  return perDay === undefined ? days : BigInt(days) * perDay;
}

/** undefined for dates, which count days. */
function ticksPerDay(type: PrimitiveType): bigint | undefined {
  if (type.kind === 'date') return undefined;
  return type.kind.endsWith('_ns') ? 86_400_000_000_000n : 86_400_000_000n;
}
