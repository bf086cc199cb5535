/** The facts of one column over all entries of a manifest, decoded once for each type and profile, and kept. */
import { wordsOf } from '../base/bytes.ts';
import type { BoundTerm } from '../expressions/bound.ts';
import type { ManifestEntries, MetricsColumn } from '../metadata/entries.ts';
import { sharedBytes } from '../metadata/shared-columns.ts';
import { applyTransform, preservesOrder } from '../transforms/transform.ts';
import { isPrimitive, printType } from '../types/parse-type.ts';
import type { Profile } from '../types/profile.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import {
  packShares,
  SHARE_ALL,
  SHARE_LEFT_OUT,
  SHARE_NONE,
  SHARE_OF_NOTHING,
  SHARE_SOME,
  SHARE_UNKNOWN,
} from './facts.ts';
import { profileKey } from './profile-key.ts';
import {
  bytesAt,
  columnOf,
  decodeColumn,
  hasOrder,
  isFloating,
  KNOWN,
  orderOfColumns,
  UNUSABLE,
  type UuidOrder,
  type ValueColumn,
  valueAt,
} from './values.ts';

/** With bounds in one form or another. */
export interface BoundFacts<Bounds> {
  /** packShares of each entry. */
  readonly shares: Uint8Array;
  readonly lower: Bounds;
  readonly upper: Bounds;
  /** 1 where both bounds are equal and sure to be a value (EV-15). */
  readonly boundsAreOne: Uint8Array;
}

export type ColumnFacts = BoundFacts<ValueColumn>;

/** What the facts of a column depend on, without a transform. */
export type ColumnTerm = Pick<
  BoundTerm,
  'fieldId' | 'sourceType' | 'required' | 'underOptionalStruct'
>;

const kept = new WeakMap<MetricsColumn, Map<string, ColumnFacts>>();

/** undefined where nothing at all is recorded for the column in this manifest. */
export function columnFacts(
  entries: ManifestEntries,
  term: BoundTerm,
  rules: Profile,
  uuidOrder: UuidOrder,
): ColumnFacts | undefined {
  const own = sourceFacts(entries, term, rules, uuidOrder);
  const { transform } = term;
  return own && transform !== undefined ? transformed(own, term, rules, uuidOrder) : own;
}

/** Of the column itself. */
export function sourceFacts(
  entries: ManifestEntries,
  term: ColumnTerm,
  rules: Profile,
  uuidOrder: UuidOrder,
): ColumnFacts | undefined {
  const metrics = entries.metrics.get(term.fieldId);
  if (metrics === undefined) return undefined;
  const facts = kept.get(metrics) ?? new Map<string, ColumnFacts>();
  kept.set(metrics, facts);
  const key = factsKey(term, rules, uuidOrder);
  const own = facts.get(key) ?? makeFacts(entries, metrics, term, rules, uuidOrder);
  facts.set(key, own);
  return own;
}

/** The same for terms and rules that give the same facts of the same statistics. */
export function factsKey(
  { required, underOptionalStruct, sourceType }: ColumnTerm,
  rules: Profile,
  uuidOrder: UuidOrder,
): string {
  return [profileKey(rules), uuidOrder, required, underOptionalStruct, printType(sourceType)].join(
    ' ',
  );
}

function makeFacts(
  entries: ManifestEntries,
  metrics: MetricsColumn,
  term: ColumnTerm,
  rules: Profile,
  uuidOrder: UuidOrder,
): ColumnFacts {
  const type: PrimitiveType = isPrimitive(term.sourceType) ? term.sourceType : { kind: 'unknown' };
  const shares = packedShares(entries, metrics, term, rules);
  const lower = decodeColumn(metrics.lowerBounds, type, rules);
  const upper = decodeColumn(metrics.upperBounds, type, rules);
  return compact(relateBounds({ shares, lower, upper }, rules, uuidOrder));
}

/** Mostly every file has bounds, and of few they are equal. */
function compact({ shares, lower, upper, boundsAreOne }: ColumnFacts): ColumnFacts {
  return {
    shares: sharedBytes(shares),
    lower: { ...lower, state: sharedBytes(lower.state) },
    upper: { ...upper, state: sharedBytes(upper.state) },
    boundsAreOne: sharedBytes(boundsAreOne),
  };
}

/** Finds equal bounds, and makes those that contradict each other unusable (B039). */
function relateBounds(
  facts: Omit<ColumnFacts, 'boundsAreOne'>,
  rules: Profile,
  uuidOrder: UuidOrder,
): ColumnFacts {
  const { lower, upper } = facts;
  const boundsAreOne = new Uint8Array(lower.state.length);
  if (!hasOrder(lower.type)) return { ...facts, boundsAreOne };
  const order = orderOfColumns(lower, upper, uuidOrder);
  markOnes(boundsAreOne, lower, upper, order, rules);
  return { ...facts, boundsAreOne };
}

function markOnes(
  boundsAreOne: Uint8Array,
  lower: ValueColumn,
  upper: ValueColumn,
  order: (row: number) => number,
  rules: Profile,
): void {
  const [low, high] = [lower.state, upper.state];
  for (let i = 0; i < boundsAreOne.length; i++) {
    if (low[i] !== KNOWN || high[i] !== KNOWN) continue;
    const c = order(i);
    if (c === 0) boundsAreOne[i] = rules.truncatedBoundsAreNoValues && isCut(lower, i) ? 0 : 1;
    else if (c > 0 && rules.contradictionsProveNothing && !areZeros(lower, upper, i)) {
      low[i] = UNUSABLE;
      high[i] = UNUSABLE;
    }
  }
}

function areZeros(lower: ValueColumn, upper: ValueColumn, row: number): boolean {
  return isFloating(lower.type) && valueAt(lower, row) === 0 && valueAt(upper, row) === 0;
}

/** The default of `write.metadata.metrics.default`: truncate(16) (TY-8). */
const USUAL_CUT = 16;

/** As long as the usual truncation leaves it, so possibly the beginning of different values (B082). */
function isCut(column: ValueColumn, row: number): boolean {
  const { type, values } = column;
  if (!('arena' in values)) return false;
  const bytes = bytesAt(values, row) as Uint8Array;
  if (type.kind !== 'string') return type.kind === 'binary' && bytes.length === USUAL_CUT;
  let points = 0;
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) points++;
  return points === USUAL_CUT;
}

/** EV-18: an order-preserving transform is applied to the bounds; any other leaves none. */
function transformed(
  facts: ColumnFacts,
  term: BoundTerm,
  rules: Profile,
  uuidOrder: UuidOrder,
): ColumnFacts {
  const { transform, sourceType, type } = term;
  if (transform === undefined || !isPrimitive(sourceType) || !isPrimitive(type)) return facts;
  const apply = (column: ValueColumn) =>
    columnOf(
      type,
      Array.from(column.state, (_, row): Value | null | undefined => {
        const value = preservesOrder(transform) ? valueAt(column, row) : undefined;
        return value === undefined
          ? undefined
          : applyTransform(transform, sourceType, value, rules);
      }),
    );
  const { shares, lower, upper } = facts;
  return relateBounds({ shares, lower: apply(lower), upper: apply(upper) }, rules, uuidOrder);
}

function packedShares(
  entries: ManifestEntries,
  metrics: MetricsColumn,
  term: ColumnTerm,
  rules: Profile,
): Uint8Array {
  const { valueCounts, nullValueCounts, nanValueCounts, mapsPresent } = metrics;
  const out = new Uint8Array(entries.count);
  const never = rules.requiredMeansNoNulls && term.required;
  const nested = rules.nestedNullsAreChecked && term.underOptionalStruct;
  const values = wordsOf(valueCounts);
  const nulls = wordsOf(nullValueCounts);
  const nans = wordsOf(nanValueCounts);
  const rows = wordsOf(entries.recordCounts);
  for (let i = 0; i < out.length; i++) {
    let nullShare = shareOf(nulls, values, i);
    if (nullShare === SHARE_UNKNOWN && ((mapsPresent[i] as number) & 1) !== 0) {
      nullShare = SHARE_LEFT_OUT;
    }
    if (never) nullShare = SHARE_NONE;
    // Rows whose struct is null may be counted neither as values nor as nulls (EV-20).
    else if (nested && !sameWords(values, rows, i)) {
      if (nullShare === SHARE_NONE) nullShare = SHARE_UNKNOWN;
      // Not one value: all that there is are those rows.
      else if (nullShare === SHARE_OF_NOTHING) nullShare = SHARE_ALL;
    }
    let nanShare = shareOf(nans, values, i);
    // Rows that are not counted are null, so not all are NaN.
    if (nested && nanShare === SHARE_OF_NOTHING && !sameWords(values, rows, i)) {
      nanShare = SHARE_NONE;
    }
    out[i] = packShares(nullShare, nanShare);
  }
  return out;
}

function sameWords(a: Int32Array, b: Int32Array, row: number): boolean {
  return a[2 * row] === b[2 * row] && a[2 * row + 1] === b[2 * row + 1];
}

/** Counts are −1 where unknown, so the upper word tells. */
function shareOf(counts: Int32Array, values: Int32Array, row: number): number {
  const high = counts[2 * row + 1] as number;
  if (high < 0) return SHARE_UNKNOWN;
  const all = sameWords(counts, values, row);
  if (high === 0 && counts[2 * row] === 0) return all ? SHARE_OF_NOTHING : SHARE_NONE;
  return all ? SHARE_ALL : SHARE_SOME;
}
