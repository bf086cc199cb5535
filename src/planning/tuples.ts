/** Partition tuples as keys: equal keys for equal tuples (TY-24), each distinct tuple of a manifest found once. */
import { toHex } from '../base/bytes.ts';
import type { ManifestEntries, PartitionColumn } from '../metadata/entries.ts';
import { bytesAt } from './values.ts';

export interface Tuples {
  /** Index into `keys` of each entry. */
  readonly ids: Uint32Array;
  /** A key each; undefined where a value could not be read, which equals no other tuple. */
  readonly keys: readonly (string | undefined)[];
  /** An entry that has the tuple, each. */
  readonly examples: readonly number[];
}

const kept = new WeakMap<ManifestEntries, Tuples>();

export function tuplesOf(entries: ManifestEntries): Tuples {
  const found = kept.get(entries);
  if (found !== undefined) return found;
  const made = findTuples(entries);
  kept.set(entries, made);
  return made;
}

function findTuples(entries: ManifestEntries): Tuples {
  const ids = new Uint32Array(entries.count);
  const keys: (string | undefined)[] = [];
  const examples: number[] = [];
  const seen = new Map<string, number>();
  const parts = entries.partition.map(partReader);
  for (let i = 0; i < entries.count; i++) {
    const text = parts.map((part) => part(i)).join('|');
    let id = seen.get(text);
    if (id === undefined) {
      id = keys.length;
      seen.set(text, id);
      keys.push(text.includes(UNREADABLE) ? undefined : text);
      examples.push(i);
    }
    ids[i] = id;
  }
  return { ids, keys, examples };
}

const UNREADABLE = '?';

/** Floats by their bits, all NaN alike and the zeros apart; numbers of any width by their digits. */
function partReader(column: PartitionColumn): (row: number) => string {
  const { valid, values, type } = column;
  if (type === undefined) return () => UNREADABLE;
  const read = valueReader(values);
  return (row) => (valid[row] === 0 ? 'null' : read(row));
}

function valueReader(values: PartitionColumn['values']): (row: number) => string {
  if ('arena' in values) return (row) => toHex(bytesAt(values, row) ?? new Uint8Array());
  if (values instanceof Float64Array) {
    return (row) => (Object.is(values[row], -0) ? '-0' : String(values[row]));
  }
  return (row) => String(values[row]);
}
