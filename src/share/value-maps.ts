/**
 * Replacements of one column's values that keep what verdicts are made of: which values are equal, which comes first,
 * and what a transform makes of them. All values are added first, literals of the predicate too; then each has its
 * replacement.
 */
import { utf8 } from '../base/bytes.ts';
import type { PrimitiveType, Value } from '../types/type.ts';

export interface ValueMap {
  add(value: Value): void;
  /** undefined where the value was not added, or can't be replaced. */
  get(value: Value): Value | undefined;
}

interface Node {
  readonly next: Map<number, Node>;
  /** Replacements of the units in `next`; made at the first look-up. */
  out: Map<number, number> | undefined;
}

/**
 * A tree of what begins alike: a unit is replaced by its rank among those that follow the same beginning. So order,
 * equality, common beginnings and lengths stay: `truncate` and LIKE see the same, and nothing of the text is left.
 */
function prefixTree(unitOf: (rank: number, units: readonly number[]) => number) {
  const root: Node = { next: new Map(), out: undefined };
  return {
    add(units: Iterable<number>): void {
      let node = root;
      for (const unit of units) {
        let next = node.next.get(unit);
        if (next === undefined) {
          next = { next: new Map(), out: undefined };
          node.next.set(unit, next);
          node.out = undefined;
        }
        node = next;
      }
    },
    get(units: Iterable<number>): readonly number[] | undefined {
      let node = root;
      const replaced: number[] = [];
      for (const unit of units) {
        const next = node.next.get(unit);
        if (next === undefined) return undefined;
        if (node.out === undefined) {
          const sorted = [...node.next.keys()].sort((a, b) => a - b);
          node.out = new Map(sorted.map((one, rank) => [one, unitOf(rank, sorted)]));
        }
        replaced.push(node.out.get(unit) as number);
        node = next;
      }
      return replaced;
    },
  };
}

const LETTERS = 26;
const FIRST_LETTER = 0x61;
/** Where one beginning has more followers than there are letters: a block of 20,000 characters that sort in order. */
const FIRST_IDEOGRAPH = 0x4e00;

function letterOf(rank: number): number {
  return rank < LETTERS ? FIRST_LETTER + rank : FIRST_IDEOGRAPH + rank - LETTERS;
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** undefined for bytes that are no text: cut inside a character, say. */
function codePoints(value: Value): readonly number[] | undefined {
  try {
    return Array.from(strict.decode(value as Uint8Array), (char) => char.codePointAt(0) as number);
  } catch {
    return undefined;
  }
}

/** Strings as UTF-8, replaced by letters. The order of code points is the order of their bytes (TY-20). */
export function textMap(): ValueMap {
  const tree = prefixTree(letterOf);
  return {
    add(value) {
      const points = codePoints(value);
      if (points !== undefined) tree.add(points);
    },
    get(value) {
      const points = codePoints(value);
      const replaced = points === undefined ? undefined : tree.get(points);
      return replaced === undefined
        ? undefined
        : utf8(replaced.map((point) => String.fromCodePoint(point)).join(''));
    },
  };
}

/** Bytes: those from 0x80 on stay there, which is what tells signs apart where uuids are compared as numbers. */
export function bytesMap(): ValueMap {
  const tree = prefixTree((rank, units) => {
    const low = units.filter((unit) => unit < 0x80).length;
    return rank < low ? rank : 0x80 + rank - low;
  });
  return {
    add: (value) => tree.add(value as Uint8Array),
    get(value) {
      const replaced = tree.get(value as Uint8Array);
      return replaced === undefined ? undefined : Uint8Array.from(replaced);
    },
  };
}

/**
 * Numbers by their rank, below and above zero apart: signs, zeros, infinities and NaN stay. `step` is between two.
 */
export function rankMap(type: PrimitiveType, step = 1n): ValueMap {
  const isBig = type.kind !== 'int' && type.kind !== 'float' && type.kind !== 'double';
  const added = new Set<number | bigint>();
  let ranks: Map<number | bigint, Value> | undefined;
  const isKept = (value: number | bigint) =>
    typeof value === 'number' && (value === 0 || !Number.isFinite(value));
  return {
    add(value) {
      if (isKept(value as number)) return;
      added.add(value as number | bigint);
      ranks = undefined;
    },
    get(value) {
      if (isKept(value as number) || value === 0n) return value;
      if (ranks === undefined) {
        const sorted = [...added].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        const negative = sorted.filter((one) => one < 0).length;
        const positive = sorted.filter((one) => one > 0);
        ranks = new Map();
        const put = (one: number | bigint, rank: number) => {
          const replaced = BigInt(rank) * step;
          ranks?.set(one, isBig ? replaced : Number(replaced));
        };
        for (const [i, one] of sorted.slice(0, negative).entries()) put(one, i - negative);
        for (const [i, one] of positive.entries()) put(one, i + 1);
      }
      return ranks.get(value as number | bigint);
    },
  };
}

/** The same distance for all: what transforms make of times, and of numbers cut to a width, moves along. */
export function shiftMap(by: bigint): ValueMap {
  return {
    add: () => undefined,
    get: (value) => (typeof value === 'number' ? value + Number(by) : (value as bigint) + by),
  };
}

/** A distance that no value may leave its type's range by: then all stay, and `onKept` hears of it. */
export function shiftWithin(
  by: bigint,
  [least, most]: readonly [bigint, bigint],
  onKept: () => void,
): ValueMap {
  let fits = true;
  const moved = shiftMap(by);
  return {
    add(value) {
      const to = BigInt(value as number | bigint) + by;
      if (!fits || (to >= least && to <= most)) return;
      fits = false;
      onKept();
    },
    get: (value) => (fits ? moved.get(value) : value),
  };
}

export const KEEP: ValueMap = { add: () => undefined, get: (value) => value };
