/** Lines of the corpus's vector files, and their values in our in-memory form. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex, utf8 } from '../base/bytes.ts';
import { parseJson } from '../base/json.ts';
import { parsePrimitiveType } from '../types/parse-type.ts';
import { singleValueFromJson } from '../types/single-value.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { corpusFolder } from './shared.ts';

/** A line: `kind`, then what the kind has. Texts, mostly; see the corpus's README. */
export type VectorLine = Readonly<Record<string, unknown>> & { readonly kind: string };

/** The lines of `vectors/<name>.json`, in order. */
export function vectorLines(name: string): readonly VectorLine[] {
  const file = join(corpusFolder(), 'vectors', `${name}.json`);
  return parseJson(readFileSync(file, 'utf8'), file) as VectorLine[];
}

/** Lines by the text that `key` gives, in order of first appearance. */
export function groupLines<T>(
  lines: readonly T[],
  key: (line: T) => string,
): (readonly [string, readonly T[]])[] {
  const groups = new Map<string, T[]>();
  for (const line of lines) {
    const group = groups.get(key(line));
    if (group === undefined) groups.set(key(line), [line]);
    else group.push(line);
  }
  return [...groups];
}

export function vectorType(text: unknown): PrimitiveType {
  const type = typeof text === 'string' ? parsePrimitiveType(text) : undefined;
  if (type === undefined) throw new Error(`No type ${String(text)}`);
  return type;
}

/** A value from its text in a vector, and from the number that stands for a time (`raw`) where the line has it. */
export function vectorValue(type: PrimitiveType, text: unknown, raw?: unknown): Value | null {
  if (text === null || text === undefined) return null;
  if (typeof text !== 'string') throw new Error(`No text: ${String(text)}`);
  if (typeof raw === 'string') return type.kind === 'date' ? Number(raw) : BigInt(raw);
  switch (type.kind) {
    case 'boolean':
      return text === 'true';
    case 'int':
    case 'float':
    case 'double':
      return type.kind === 'float' ? Math.fround(Number(text)) : Number(text);
    case 'long':
      return BigInt(text);
    case 'string':
      return utf8(text);
    case 'fixed':
    case 'binary':
      return fromHex(text) ?? null;
    default:
      return singleValueFromJson(type, text, 'vector');
  }
}
