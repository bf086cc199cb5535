/** Runs vector files: every line is checked, is an exception of a declared kind, or is wrong. */
import { readdirSync } from 'node:fs';
import { BINDING } from './binding.ts';
import { EVOLUTION, EVOLUTION_METADATA } from './evolution.ts';
import { EXCEPTIONS, type VectorException } from './exceptions.ts';
import { EXPRESSIONS } from './expressions.ts';
import { type FileChecks, readLines, type VectorLine } from './lines.ts';
import { METADATA } from './metadata.ts';
import { NAME_MAPPING } from './name-mapping.ts';
import { ORDER } from './order.ts';
import { PATHS } from './paths.ts';
import { PROJECTIONS } from './projections.ts';
import { SNAPSHOTS } from './snapshots.ts';
import { TRANSFORMS } from './transforms.ts';
import { VALUES } from './values.ts';

const FILES: Readonly<Record<string, FileChecks>> = {
  values: VALUES,
  order: ORDER,
  transforms: TRANSFORMS,
  paths: PATHS,
  projections: PROJECTIONS,
  binding: BINDING,
  expressions: EXPRESSIONS,
  namemapping: NAME_MAPPING,
  metadata: METADATA,
  snapshots: SNAPSHOTS,
  evolution: EVOLUTION,
  'evolution-metadata': EVOLUTION_METADATA,
};

export interface WrongLine {
  /** From 1, as an editor counts the objects of the file. */
  readonly number: number;
  readonly line: VectorLine;
  readonly difference: string;
}

export interface FileReport {
  readonly name: string;
  readonly lines: number;
  readonly byKind: ReadonlyMap<string, number>;
  readonly wrong: readonly WrongLine[];
  readonly exceptions: ReadonlyMap<VectorException, number>;
}

/** Names of the vector files of a folder that are checked, and of those that are unknown. */
export function vectorFiles(folder: string): {
  readonly checked: readonly string[];
  readonly unknown: readonly string[];
} {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));
  return {
    checked: names.filter((name) => name in FILES),
    unknown: names.filter((name) => !(name in FILES)),
  };
}

/** Checks every line of one file. A kind of line without a check makes its lines wrong. */
export async function checkFile(folder: string, name: string): Promise<FileReport> {
  const lines = readLines(folder, name);
  const checks = FILES[name]?.(lines, folder);
  if (checks === undefined) throw new Error(`No checks for ${name}`);
  const wrong: WrongLine[] = [];
  const exceptions = new Map<VectorException, number>();
  const byKind = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    byKind.set(line.kind, (byKind.get(line.kind) ?? 0) + 1);
    const check = checks[line.kind];
    const difference = check === undefined ? 'no check for this kind of line' : await check(line);
    if (difference === undefined) continue;
    const exception = EXCEPTIONS.find(
      (row) => row.file === name && row.kind === line.kind && row.covers(line),
    );
    if (exception === undefined) wrong.push({ number: index + 1, line, difference });
    else exceptions.set(exception, (exceptions.get(exception) ?? 0) + 1);
  }
  return { name, lines: lines.length, byKind, wrong, exceptions };
}
