/** Lines of the corpus's vector files, and their values in our in-memory form. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex, toHex, utf8 } from '../../base/bytes.ts';
import { IcecoreError } from '../../base/errors.ts';
import { parseJson, printJson } from '../../base/json.ts';
import { parsePrimitiveType } from '../../types/parse-type.ts';
import { singleValueFromJson } from '../../types/single-value.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import { corpusFolder } from '../shared.ts';

/** A line: `kind`, then what the kind has. Texts, mostly; see the corpus's README. */
export type VectorLine = Readonly<Record<string, unknown>> & { readonly kind: string };

/** What is wrong about a line, a sentence; undefined where the line holds. */
export type LineCheck = (line: VectorLine) => string | undefined | Promise<string | undefined>;

/** Checks of a file's lines by their kind. Lines that only name things for others (a schema) have a check that passes. */
export type FileChecks = (
  lines: readonly VectorLine[],
  folder: string,
) => Readonly<Record<string, LineCheck>>;

/** The lines of `<folder>/<name>.json`, in order. */
export function readLines(folder: string, name: string): readonly VectorLine[] {
  const file = join(folder, `${name}.json`);
  return parseJson(readFileSync(file, 'utf8'), file) as VectorLine[];
}

/** The corpus's own vector files. */
export function vectorsFolder(): string {
  return join(corpusFolder(), 'vectors');
}

/** Runs what may refuse its input. Our bugs go on as errors. */
export function attempt<T>(run: () => T): { readonly value: T } | { readonly refused: string } {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof IcecoreError) return { refused: error.message };
    throw error;
  }
}

/** The difference between two values as texts, or undefined. */
export function differs(what: string, ours: unknown, reference: unknown): string | undefined {
  const [a, b] = [textOf(ours), textOf(reference)];
  return a === b ? undefined : `${what}: ${a}, not ${b}`;
}

function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return `0x${toHex(value)}`;
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value === undefined ? 'nothing' : printJson(value);
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
