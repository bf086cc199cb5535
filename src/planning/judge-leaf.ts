/**
 * Judges one leaf over many rows at once: entries by their column metrics, entries by their partition value, a
 * manifest by its summary. The decisions are of operations.ts; here values become relations, and each combination of
 * facts that occurs is decided once and looked up from then on.
 */
import { toHex } from '../base/bytes.ts';
import { assert } from '../base/errors.ts';
import { onceFor } from '../base/memo.ts';
import type { BoundPredicate, BoundTerm } from '../expressions/bound.ts';
import type { Op } from '../expressions/expression.ts';
import type { ManifestEntries, MetricsColumn } from '../metadata/entries.ts';
import { preservesOrder } from '../transforms/transform.ts';
import { printType } from '../types/parse-type.ts';
import type { Profile } from '../types/profile.ts';
import type { PrimitiveType, Type, Value } from '../types/type.ts';
import { type BoundFacts, type ColumnFacts, columnFacts, factsKey } from './column-facts.ts';
import {
  ABOVE,
  BOUND_MISSING,
  BOUND_UNUSABLE,
  EQUAL,
  FACT_KEYS,
  type Facts,
  type LeafContext,
  packFacts,
  SET_ABOVE,
  SET_AROUND,
  SET_BELOW,
  SET_WITHIN,
  SHARE_NONE,
  unpackFacts,
  ZERO,
} from './facts.ts';
import type { Operation, TupleFacts } from './operations/operation.ts';
import { OPERATIONS, rulesOut } from './operations.ts';
import {
  type BoundOutline,
  type ColumnOutline,
  outlinedOrder,
  outlinedRelations,
} from './outline.ts';
import { profileKey } from './profile-key.ts';
import { type ReasonName, reasonCode } from './reasons.ts';
import { relationsByOrder, relationsToLiteral } from './relations.ts';
import {
  columnOf,
  KNOWN,
  type LiteralOrder,
  MISSING,
  NULL,
  orderAgainst,
  prefixOrder,
  type UuidOrder,
  type ValueColumn,
} from './values.ts';
import { MIGHT, MUST, verdictByte, weakestInto } from './verdict.ts';

/** What the three judges need of a predicate, on a column or on a partition field. */
export interface LeafPredicate {
  readonly op: Op;
  readonly literals: readonly Value[];
  readonly literalType: PrimitiveType;
  /** Of a set's decimals where they differ (EX-17). */
  readonly scales?: readonly number[] | undefined;
}

/** UUIDs may have been ordered either way (TY-23); all else has one order. */
export function uuidOrders(type: Type, rules: Profile): readonly UuidOrder[] {
  if (type.kind !== 'uuid') return ['unsigned'];
  return rules.uuidsInBothOrders ? ['signed', 'unsigned'] : ['signed'];
}

interface CompiledLeaf {
  readonly operation: Operation;
  readonly context: LeafContext;
  /** In ascending order for sets. */
  readonly literals: readonly Value[];
  readonly literalType: PrimitiveType;
  readonly scales: readonly number[] | undefined;
  readonly uuidOrder: UuidOrder;
}

/** No verdict: its reason would be the 63rd. */
const UNDECIDED = 0xff;

interface MetricsLeaf extends CompiledLeaf {
  /** Verdict bytes by packFacts; UNDECIDED = not met yet. */
  readonly decided: Uint8Array;
}

/** A judge's leaf in one order of UUIDs. */
function compileLeaf(
  leaf: LeafPredicate,
  {
    type,
    ...proof
  }: Pick<LeafContext, 'provable' | 'unproven' | 'unordered'> & { readonly type: Type },
  rules: Profile,
  uuidOrder: UuidOrder,
): CompiledLeaf {
  const operation = OPERATIONS[leaf.op];
  const floating = type.kind === 'float' || type.kind === 'double';
  const { literals, scales } = operation.against === 'set' ? sorted(leaf, type, uuidOrder) : leaf;
  return {
    operation,
    context: { ...proof, rules, floating, size: literals.length },
    literals,
    literalType: leaf.literalType,
    scales,
    uuidOrder,
  };
}

/** In ascending order; of equal decimals the one of the column's scale first, which is an element (EX-17). */
function sorted(
  { literals, literalType, scales }: LeafPredicate,
  column: Type,
  uuidOrder: UuidOrder,
): Pick<LeafPredicate, 'literals' | 'scales'> {
  const order = orderAgainst(columnOf(literalType, literals), literals, literalType, {
    uuidOrder,
    signedZeros: true,
  });
  const own = column.kind === 'decimal' ? column.scale : 0;
  const distance = (k: number) => Math.abs((scales?.[k] ?? own) - own);
  const rows = literals.map((_, k) => k).sort((a, b) => order(a, b) || distance(a) - distance(b));
  return {
    literals: rows.map((k) => literals[k] as Value),
    scales: scales && rows.map((k) => scales[k] as number),
  };
}

/** Entries of which some columns are known by outlines alone, by field id. */
export interface OutlinedEntries extends ManifestEntries {
  readonly outlines?: ReadonlyMap<number, ColumnOutline> | undefined;
}

/**
 * A leaf over all entries by their column metrics: one verdict byte an entry (EV-12…EV-30). Of a column without metrics by
 * its outline, where there is one: the caller has asked {@link judgeOutline} whether it decides.
 */
export function judgeMetrics(
  leaf: BoundPredicate,
  entries: OutlinedEntries,
  rules: Profile,
): Uint8Array {
  const { fieldId } = leaf.term;
  const metrics = entries.metrics.get(fieldId);
  if (metrics !== undefined) {
    return judgedLately(metrics, leaf, rules, () => judgeInOrders(leaf, entries, rules));
  }
  const outline = entries.outlines?.get(fieldId);
  if (outline === undefined) return judgeInOrders(leaf, entries, rules);
  const bytes = judgeOutline(leaf, outline, rules);
  assert(bytes !== undefined, `the outline of field ${fieldId} leaves entries open`);
  return bytes;
}

/** The very bytes that the column's metrics would give; undefined where its outline can't tell them of every entry. */
export function judgeOutline(
  leaf: BoundPredicate,
  outline: ColumnOutline,
  rules: Profile,
): Uint8Array | undefined {
  const { term } = leaf;
  const [order = 'unsigned', ...others] = uuidOrders(term.type, rules);
  const isOfTerm = outline.factsKey === factsKey(term, rules, order);
  if (term.transform !== undefined || others.length > 0 || !isOfTerm) return undefined;
  return judgedLately(outline, leaf, rules, () => {
    const own = metricsLeaf(leaf, rules, order);
    const keys = factKeys(own, outline);
    return keys && bytesOfKeys(own, keys);
  });
}

/** A copy of what was judged lately, since a changed question shares most of its leaves with the one before. */
function judgedLately<Bytes extends Uint8Array | undefined>(
  column: MetricsColumn | ColumnOutline,
  leaf: BoundPredicate,
  rules: Profile,
  judge: () => Bytes,
): Uint8Array | Bytes {
  const lately = judged.get(column) ?? new Map<string, Uint8Array>();
  judged.set(column, lately);
  const key = leafKey(leaf, rules);
  const bytes = lately.get(key) ?? judge();
  if (bytes === undefined) return bytes;
  lately.delete(key);
  lately.set(key, bytes);
  for (const oldest of lately.keys()) {
    if (lately.size <= KEPT_LEAVES) break;
    lately.delete(oldest);
  }
  return bytes.slice();
}

const judged = new WeakMap<MetricsColumn | ColumnOutline, Map<string, Uint8Array>>();
const KEPT_LEAVES = 4;

const leafKeys = new WeakMap<BoundPredicate, string>();

/** The same for leaves that say the same, so that another question finds what this one has judged. */
function leafKey(leaf: BoundPredicate, rules: Profile): string {
  let key = leafKeys.get(leaf);
  if (key === undefined) {
    const { term, op, literals, literalType, scales } = leaf;
    key = JSON.stringify([term, op, literals, literalType, scales], keyPart);
    leafKeys.set(leaf, key);
  }
  return `${profileKey(rules)} ${key}`;
}

/** Each form of value as another text; a zero's sign and NaN are told apart. */
function keyPart(_name: string, part: unknown): unknown {
  if (typeof part === 'bigint') return `long ${part}`;
  if (typeof part === 'number') return Object.is(part, -0) ? 'number -0' : `number ${part}`;
  return part instanceof Uint8Array ? `bytes ${toHex(part)}` : part;
}

function judgeInOrders(leaf: BoundPredicate, entries: ManifestEntries, rules: Profile): Uint8Array {
  const [first, ...others] = uuidOrders(leaf.term.type, rules).map((order) =>
    judgeInOrder(leaf, entries, rules, order),
  );
  const bytes = first as Uint8Array;
  for (const other of others) weakestInto(bytes, other);
  return bytes;
}

const compiled = new WeakMap<LeafPredicate, Map<string, MetricsLeaf>>();

function metricsLeaf(leaf: BoundPredicate, rules: Profile, order: UuidOrder): MetricsLeaf {
  const own = compiled.get(leaf) ?? new Map<string, MetricsLeaf>();
  compiled.set(leaf, own);
  const key = `${profileKey(rules)} ${order}`;
  const found = own.get(key);
  if (found !== undefined) return found;
  const { transform, type, topLevel } = leaf.term;
  const column: Parameters<typeof compileLeaf>[1] = {
    type,
    provable: isProvable(leaf.op, leaf.term, rules),
    unproven:
      transform !== undefined ? 'transform-unproven' : topLevel ? undefined : 'nested-column',
    unordered: transform !== undefined && !preservesOrder(transform),
  };
  const decided = new Uint8Array(FACT_KEYS).fill(UNDECIDED);
  const made = { ...compileLeaf(leaf, column, rules, order), decided };
  own.set(key, made);
  return made;
}

/** EV-27, EV-30: only top-level columns themselves. */
function isProvable(op: Op, term: BoundTerm, rules: Profile): boolean {
  if (term.transform !== undefined) return false;
  const isNan = op === 'is_nan' || op === 'not_nan';
  return term.topLevel || (isNan && !rules.nestedNullsAreChecked);
}

function judgeInOrder(
  leaf: BoundPredicate,
  entries: ManifestEntries,
  rules: Profile,
  order: UuidOrder,
): Uint8Array {
  const { term, op } = leaf;
  const rows = entries.count;
  if (term.transform !== undefined && isLost(op, term)) {
    return new Uint8Array(rows).fill(verdictByte(MIGHT, reasonCode('transform-term')));
  }
  const own = metricsLeaf(leaf, rules, order);
  const facts = columnFacts(entries, term, rules, order);
  if (facts === undefined) {
    return new Uint8Array(rows).fill(decide(own, keyOfNothing(term, rules)));
  }
  return bytesOfKeys(own, keysOfAll(own, facts));
}

function bytesOfKeys(leaf: MetricsLeaf, keys: Uint16Array): Uint8Array {
  const out = new Uint8Array(keys.length);
  const { decided } = leaf;
  for (let i = 0; i < out.length; i++) {
    const key = keys[i] as number;
    const known = decided[key] as number;
    out[i] = known !== UNDECIDED ? known : decide(leaf, key);
  }
  return out;
}

export interface LeafFacts {
  readonly facts: Facts;
  readonly context: LeafContext;
  /** What a value equal to a literal counts as. */
  readonly equals: readonly number[];
}

/** What the one entry records for a leaf; undefined where metrics can't answer it at all (EV-18). */
export function leafFacts(
  leaf: BoundPredicate,
  entries: ManifestEntries,
  rules: Profile,
): LeafFacts | undefined {
  const { term, op } = leaf;
  if (term.transform !== undefined && isLost(op, term)) return undefined;
  const [order = 'unsigned'] = uuidOrders(term.type, rules);
  const own = metricsLeaf(leaf, rules, order);
  const facts = columnFacts(entries, term, rules, order);
  const key =
    facts === undefined ? keyOfNothing(term, rules) : (keysOfAll(own, facts)[0] as number);
  const equals = new Set(leaf.literals.map((_, k) => equalCode(own, k)));
  return { facts: unpackFacts(key), context: own.context, equals: [...equals] };
}

/** Nothing is recorded of the column in a whole manifest. */
function keyOfNothing(term: BoundTerm, rules: Profile): number {
  return packFacts(rules.requiredMeansNoNulls && term.required ? SHARE_NONE : 0, 0, 0, 0, 0);
}

/** EV-18: what metrics can't say of a transform term. */
function isLost(op: Op, term: BoundTerm): boolean {
  const { transform } = term;
  if (transform === undefined) return false;
  if (op === 'starts_with') return true;
  return op === 'is_null' && !preservesOrder(transform);
}

function decide(leaf: MetricsLeaf, key: number): number {
  const byte = decideFacts(leaf, unpackFacts(key));
  leaf.decided[key] = byte;
  return byte;
}

/** The verdict byte of one combination of facts. */
function decideFacts(leaf: CompiledLeaf, facts: Facts): number {
  const { operation, context } = leaf;
  const cannot = operation.cannot(facts, context);
  const must = context.provable ? operation.must(facts, context) : undefined;
  const proven = must !== undefined && rulesOut(must);
  const bits = (rulesOut(cannot) ? 0 : MIGHT) | (proven ? MUST : 0);
  const reason = rulesOut(cannot) ? cannot : (must ?? openReason(leaf, facts, cannot));
  return verdictByte(bits, reasonCode(reason));
}

/** Why neither is proven, where `cannot` alone does not say it: what keeps bounds that lie inside from proving every row. */
function openReason(
  { operation, context }: CompiledLeaf,
  facts: Facts,
  cannot: ReasonName,
): ReasonName {
  const isCompared = operation.against !== 'nothing';
  if (cannot === 'missing-statistic' && context.unordered && isCompared) return 'transform-term';
  const { provable, unproven } = context;
  if (cannot !== 'might-match' || !(provable || unproven !== undefined)) return cannot;
  const isProven = (f: Facts) => {
    const must = operation.must(f, context);
    return must !== undefined && rulesOut(must);
  };
  if (!isCompared) return unproven !== undefined && isProven(facts) ? unproven : cannot;
  if (!isProven({ ...facts, nulls: SHARE_NONE, nans: SHARE_NONE })) return cannot;
  if (unproven !== undefined) return unproven;
  return isProven({ ...facts, nans: SHARE_NONE }) ? 'may-be-nan' : 'may-be-null';
}

type Bounds = ValueColumn | BoundOutline;

/** The packed facts of every row: its bounds against the literals. Values leave none open. */
function keysOfAll(leaf: CompiledLeaf, facts: ColumnFacts): Uint16Array {
  return factKeys(leaf, facts) as Uint16Array;
}

/** The same; undefined where outlines leave a row open. */
function factKeys(leaf: CompiledLeaf, facts: BoundFacts<Bounds>): Uint16Array | undefined {
  const { shares, lower, upper, boundsAreOne } = facts;
  switch (leaf.operation.against) {
    case 'nothing':
      return Uint16Array.from(shares);
    case 'set':
      return setKeys(leaf, facts);
    default: {
      const below = relationsTo(leaf, lower);
      const above = below && relationsTo(leaf, upper);
      if (below === undefined || above === undefined) return undefined;
      const keys = new Uint16Array(shares.length);
      for (let i = 0; i < keys.length; i++) {
        keys[i] = packFacts(
          shares[i] as number,
          below[i] as number,
          above[i] as number,
          boundsAreOne[i] as number,
          0,
        );
      }
      return keys;
    }
  }
}

/** Every row of a bound against the one literal, or cut to the prefix. */
function relationsTo(leaf: CompiledLeaf, bounds: Bounds): Uint8Array | undefined {
  if (!('parts' in bounds)) return valueRelations(leaf, bounds);
  return outlinedRelations(bounds, comparable(leaf), (values) => valueRelations(leaf, values));
}

/** The literals that parts of a range can be compared with: none of a prefix, which bounds are cut for. */
function comparable(leaf: CompiledLeaf): CompiledLeaf | undefined {
  return leaf.operation.against === 'prefix' ? undefined : leaf;
}

function valueRelations(leaf: CompiledLeaf, column: ValueColumn): Uint8Array {
  const equal = equalCode(leaf, 0);
  if (leaf.operation.against === 'prefix') {
    return relationsByOrder(column, orderTo(leaf, column), equal);
  }
  const { uuidOrder, literalType, context } = leaf;
  const literal = leaf.literals[0] as Value;
  const signedZeros = !context.rules.zerosAreOne;
  return relationsToLiteral(column, { literal, literalType, uuidOrder, signedZeros, equal });
}

function orderOf(leaf: CompiledLeaf, bounds: Bounds): LiteralOrder | undefined {
  if (!('parts' in bounds)) return orderTo(leaf, bounds);
  return outlinedOrder(bounds, leaf, (values) => orderTo(leaf, values));
}

function orderTo(leaf: CompiledLeaf, column: ValueColumn): LiteralOrder {
  if (leaf.operation.against === 'prefix') {
    return prefixOrder(column, leaf.literals[0] as Uint8Array);
  }
  const { uuidOrder, context } = leaf;
  return orderAgainst(column, leaf.literals, leaf.literalType, {
    uuidOrder,
    signedZeros: !context.rules.zerosAreOne,
  });
}

/** EV-38: zero against zero is not "equal" where signs decide nothing. */
function equalCode(leaf: CompiledLeaf, k: number): number {
  const { floating, rules } = leaf.context;
  return floating && rules.zerosAreOne && leaf.literals[k] === 0 ? ZERO : EQUAL;
}

function setKeys(leaf: CompiledLeaf, facts: BoundFacts<Bounds>): Uint16Array | undefined {
  const { shares, lower, upper, boundsAreOne } = facts;
  const orderLower = orderOf(leaf, lower);
  const orderUpper = orderLower && orderOf(leaf, upper);
  if (orderLower === undefined || orderUpper === undefined) return undefined;
  const size = leaf.literals.length;
  const element = elementCodes(leaf, lower.type);
  const keys = new Uint16Array(shares.length);
  for (let row = 0; row < keys.length; row++) {
    const hasLower = lower.state[row] === KNOWN;
    const hasUpper = upper.state[row] === KNOWN;
    const at = hasLower ? firstNotBelow(orderLower, row, size) : 0;
    const isElement = hasLower && at < size && orderLower(row, at) === 0;
    let set = SET_WITHIN;
    if (at === size) set = SET_BELOW;
    else if (hasUpper && orderUpper(row, at) < 0) set = at === 0 ? SET_ABOVE : SET_AROUND;
    const relation = isElement ? (element[at] as number) : ABOVE;
    const isOne = boundsAreOne[row] as number;
    keys[row] = packFacts(
      shares[row] as number,
      hasLower ? relation : unknownCode(lower.state[row]),
      // IN needs the upper bound as an element only where it equals the lower one.
      hasUpper ? (isOne === 1 ? relation : ABOVE) : unknownCode(upper.state[row]),
      isOne,
      set,
    );
  }
  return keys;
}

function unknownCode(state: number | undefined): number {
  return state === MISSING ? BOUND_MISSING : BOUND_UNUSABLE;
}

/** What a value equal to element k counts as: in Java's sets a decimal of another scale is no element (EX-17). */
function elementCodes(leaf: CompiledLeaf, type: PrimitiveType): Uint8Array {
  const { literalType, scales, context } = leaf;
  const written = (k: number) =>
    scales?.[k] ?? (literalType.kind === 'decimal' ? literalType.scale : 0);
  const isLost = (k: number) =>
    !context.rules.setsIgnoreDecimalScale && type.kind === 'decimal' && written(k) !== type.scale;
  return Uint8Array.from(leaf.literals, (_, k) => (isLost(k) ? ABOVE : equalCode(leaf, k)));
}

/** Index of the first element that is not below the row's value. */
function firstNotBelow(order: LiteralOrder, row: number, size: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (order(row, middle) > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const OF_PARTITION = { unproven: undefined, unordered: false };

/** A leaf on a partition field over all entries by their value (EV-9…EV-11). */
export function judgeTuples(leaf: LeafPredicate, column: ValueColumn, rules: Profile): Uint8Array {
  const [first, ...others] = uuidOrders(column.type, rules).map((order) =>
    tuplesInOrder(tupleLeaf(leaf, column.type, rules, order), column),
  );
  const bytes = first as Uint8Array;
  for (const other of others) weakestInto(bytes, other);
  return bytes;
}

interface TupleLeaf extends CompiledLeaf {
  readonly byNull: number;
  readonly byNan: number;
  /** By relation. */
  readonly byValue: Uint8Array;
}

const tupleLeaves = onceFor((_leaf: LeafPredicate) => new Map<string, TupleLeaf>());

function tupleLeaf(
  leaf: LeafPredicate,
  type: PrimitiveType,
  rules: Profile,
  order: UuidOrder,
): TupleLeaf {
  const own = tupleLeaves(leaf);
  const key = `${profileKey(rules)} ${order} ${printType(type)}`;
  const found = own.get(key);
  if (found !== undefined) return found;
  const compiled = compileLeaf(leaf, { type, ...OF_PARTITION, provable: true }, rules, order);
  const made = {
    ...compiled,
    byNull: tupleByte(compiled, { kind: 'null', relation: BOUND_MISSING }),
    byNan: tupleByte(compiled, { kind: 'nan', relation: BOUND_MISSING }),
    byValue: Uint8Array.from({ length: 8 }, (_, relation) =>
      tupleByte(compiled, { kind: 'value', relation }),
    ),
  };
  own.set(key, made);
  return made;
}

function tuplesInOrder(leaf: TupleLeaf, column: ValueColumn): Uint8Array {
  const { state } = column;
  const { byNull, byNan, byValue } = leaf;
  const out = tupleRelations(leaf, column);
  const unread = verdictByte(MIGHT, reasonCode('unreadable-value'));
  for (let i = 0; i < out.length; i++) {
    const known = state[i] as number;
    if (known === KNOWN) out[i] = byValue[out[i] as number] as number;
    else out[i] = known === NULL ? byNull : known === MISSING ? unread : byNan;
  }
  return out;
}

function tupleByte(leaf: CompiledLeaf, facts: TupleFacts): number {
  const truth = leaf.operation.tuple(facts, leaf.context);
  const reason: ReasonName = truth === 'perhaps' ? 'might-match' : 'partition-tuple';
  const bits = truth === 'yes' ? MIGHT | MUST : truth === 'no' ? 0 : MIGHT;
  return verdictByte(bits, reasonCode(reason));
}

function tupleRelations(leaf: CompiledLeaf, column: ValueColumn): Uint8Array {
  const { against } = leaf.operation;
  if (against === 'nothing') return new Uint8Array(column.state.length).fill(EQUAL);
  if (against !== 'set') return valueRelations(leaf, column);
  const order = orderTo(leaf, column);
  const size = leaf.literals.length;
  const element = elementCodes(leaf, column.type);
  return Uint8Array.from(column.state, (state, row) => {
    if (state !== KNOWN) return ABOVE;
    const at = firstNotBelow(order, row, size);
    return at < size && order(row, at) === 0 ? (element[at] as number) : ABOVE;
  });
}

/** A leaf on a partition field by the bounds of its summary: column row 0 of both sides (EV-1…EV-8). */
export function judgeSummary(
  leaf: LeafPredicate,
  summaries: readonly SummaryFacts[],
  rules: Profile,
): number {
  const bytes = summaries.map(({ facts, valueless, order }) => {
    const column = { type: facts.lower.type, ...OF_PARTITION, provable: false };
    const own = compileLeaf(leaf, column, rules, order);
    return decideFacts(own, { ...unpackFacts(keysOfAll(own, facts)[0] as number), valueless });
  });
  const first = Uint8Array.of(bytes[0] as number);
  for (const other of bytes.slice(1)) weakestInto(first, Uint8Array.of(other));
  return first[0] as number;
}

/** A partition field's summary in one order of UUIDs. */
export interface SummaryFacts {
  readonly facts: ColumnFacts;
  /** EV-4, EV-5. */
  readonly valueless: boolean;
  readonly order: UuidOrder;
}
