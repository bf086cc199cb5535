/** Tables for the tests: those of the corpus, and copies of them with something wrong. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { corpusFolder } from '../src/testing/shared.ts';

export function tableFolder(name: string): string {
  return join(corpusFolder(), 'tables', name);
}

interface Answers {
  readonly snapshots: readonly {
    readonly id: string;
    readonly selected: string;
    readonly files: readonly unknown[];
    readonly manifests: readonly { readonly path: string; readonly content: string }[];
  }[];
}

/** What the reference says of the current snapshot. */
export function currentAnswers(name: string): Answers['snapshots'][number] {
  const text = readFileSync(join(corpusFolder(), 'answers', `${name}.json`), 'utf8');
  const current = (JSON.parse(text) as Answers).snapshots.find((s) => s.selected === 'current');
  if (current === undefined) throw new Error(`no current snapshot in the answers of ${name}`);
  return current;
}

export function liveFiles(name: string): number {
  return currentAnswers(name).files.length;
}

/** A path below a test's own folder, with its folders made. */
function placeIn(folder: string, path: string): string {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true });
  return place;
}

export function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): string {
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    writeFileSync(placeIn(folder, path), content);
  }
  return folder;
}

/** A copy of a table's metadata, with some files changed or (undefined) left out. Paths are below the table. */
export function copyTable(
  name: string,
  folder: string,
  change: (path: string, bytes: Uint8Array) => Uint8Array | undefined = (_path, bytes) => bytes,
): string {
  for (const [path, bytes] of metadataOf(name)) {
    const changed = change(path, bytes);
    if (changed !== undefined) writeFileSync(placeIn(folder, path), changed);
  }
  return folder;
}

function metadataOf(name: string): [path: string, bytes: Uint8Array][] {
  const folder = join(tableFolder(name), 'metadata');
  return readdirSync(folder)
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => [`metadata/${file}`, readFileSync(join(folder, file))]);
}

export function metadataPaths(name: string): string[] {
  return metadataOf(name).map(([path]) => join(tableFolder(name), path));
}

/** The newest metadata file, by the number in its name: below the table. */
export function newestMetadata(name: string): string {
  const files = metadataOf(name).map(([path]) => path);
  const newest = files
    .filter((path) => path.endsWith('.metadata.json'))
    .sort()
    .at(-1);
  if (newest === undefined) throw new Error(`${name} has no metadata file`);
  return newest;
}

/** A zip of a table's metadata, under one folder. */
export function zipTable(name: string, file: string): string {
  const entries = metadataOf(name).map(([path, bytes]) => [`${name}/${path}`, bytes] as const);
  writeFileSync(
    placeIn(dirname(file), file.slice(dirname(file).length + 1)),
    zipSync(Object.fromEntries(entries)),
  );
  return file;
}
