/**
 * Which file at hand is meant by a recorded location. A table that was copied or downloaded still records where it was
 * written (`s3://lake/t/metadata/…`), so a location is matched by what stands behind the table's own location, and
 * failing that by its longest tail.
 */
import { escapePath, type FileSet } from './file-set.ts';
import type { InputRef } from './input.ts';

export interface Locations {
  /** undefined where the file is not at hand. */
  find(recorded: string): InputRef | undefined;
  /** What was asked for and is not at hand, in the order of asking. */
  missing(): readonly string[];
  /** Where several files at hand could be meant: which one was taken, and which not. */
  ambiguity(recorded: string): Ambiguity | undefined;
}

export interface Ambiguity {
  readonly recorded: string;
  /** undefined where no file was nearer than the others. */
  readonly taken: string | undefined;
  /** Other files of the same name and folder's name; the first few. */
  readonly others: readonly string[];
  /** False where the one that was taken shares more of the recorded location than the others. */
  readonly isTie: boolean;
}

/**
 * A recorded location in one spelling: without scheme, doubled slashes and `./` in front, so that `file:/t`,
 * `file:///t` and `/t`, or `s3://b/t` and `s3a://b/t`, are equal.
 */
export function locationKey(recorded: string): string {
  return recorded
    .replace(/^[a-zA-Z][a-zA-Z0-9+.-]*:/, '')
    .replace(/^(\.?\/)+/, '')
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
}

/** What stands behind `prefix` in `key`; undefined where `key` is not below it. */
function below(key: string, prefix: string): string | undefined {
  if (prefix === '') return key;
  return key.startsWith(`${prefix}/`) ? key.slice(prefix.length + 1) : undefined;
}

/**
 * Locations among given files. `root` is the table's folder among them ('' = the top), `tableLocations` the recorded
 * locations of the table, the current one first. O(length of the location) a look-up, however many files there are.
 */
export function fileLocations(
  files: FileSet,
  root: string,
  tableLocations: readonly string[],
): Locations {
  const prefixes = tableLocations.map(locationKey);
  // Made at the first look-up that needs it: most tables are where they say.
  let made: Tails | undefined;
  const tails = () => {
    made ??= tailsOf(files, root);
    return made;
  };
  const direct = (key: string): InputRef | undefined => {
    for (const prefix of prefixes) {
      const rest = below(key, prefix);
      const ref =
        rest === undefined ? undefined : files.get(root === '' ? rest : `${root}/${rest}`);
      if (ref !== undefined) return ref;
    }
    return files.get(root === '' ? key : `${root}/${key}`);
  };
  const find = (recorded: string) => {
    const key = locationKey(recorded);
    const ref = direct(key);
    if (ref !== undefined) return ref;
    const path = nearest(key.split('/'), tails(), root)?.path;
    return path === undefined ? undefined : files.get(path);
  };
  const ambiguity = (recorded: string) => {
    const key = locationKey(recorded);
    if (direct(key) !== undefined) return undefined;
    const segments = key.split('/');
    return ambiguityOf(recorded, segments, nearest(segments, tails(), root), tails());
  };
  return remembering(find, ambiguity);
}

/**
 * Within the table's folder the file's name is enough. Elsewhere a namesake is no evidence (`v1.metadata.json`,
 * `part-0.parquet`): three segments must agree, or all that the file's path has.
 */
function nearest(
  segments: readonly string[],
  { inRoot, everywhere }: Tails,
  root: string,
): Match | undefined {
  const own = inRoot === undefined ? undefined : longestTail(inRoot, segments, root);
  const any = longestTail(everywhere, segments, root);
  if (own?.path !== undefined && (any?.path === undefined || own.depth >= any.depth)) return own;
  if (any === undefined) return own;
  const enough = root === '' || any.whole || any.depth >= 3;
  return enough ? any : own;
}

const OTHERS_SHOWN = 3;

/** Files that share the name and the folder's name are copies, or pretend to be; a name alone is shared by chance. */
function ambiguityOf(
  recorded: string,
  segments: readonly string[],
  match: Match | undefined,
  { everywhere }: Tails,
): Ambiguity | undefined {
  if (match === undefined) return undefined;
  const { path: taken, depth, isTie } = match;
  const { at } = walk(everywhere, segments, isTie ? depth : 2);
  if (!isTie && (taken === undefined || depth < 2)) return undefined;
  const others: string[] = [];
  for (const path of pathsBelow(at)) {
    if (path !== taken) others.push(path);
    if (others.length === OTHERS_SHOWN) break;
  }
  return others.length === 0 ? undefined : { recorded, taken, others, isTie };
}

/** Paths by their segments from the last to the first. */
interface Tail {
  /** The path, where only one leads through here. */
  only: string | undefined;
  /** The path that begins here. */
  whole: string | undefined;
  readonly before: Map<string, Tail>;
}

interface Tails {
  /** undefined where the table's folder is the top. */
  readonly inRoot: Tail | undefined;
  readonly everywhere: Tail;
}

function tailsOf(files: FileSet, root: string): Tails {
  const own = root === '' ? undefined : files.paths().filter((path) => path.startsWith(`${root}/`));
  return { inRoot: own && indexTails(own), everywhere: indexTails(files.paths()) };
}

function indexTails(paths: readonly string[]): Tail {
  const top: Tail = { only: undefined, whole: undefined, before: new Map() };
  for (const path of paths) {
    let at = top;
    for (const segment of path.split('/').reverse()) {
      const next = at.before.get(segment);
      if (next === undefined) {
        const fresh: Tail = { only: path, whole: undefined, before: new Map() };
        at.before.set(segment, fresh);
        at = fresh;
      } else {
        next.only = undefined;
        at = next;
      }
    }
    at.whole = path;
  }
  return top;
}

interface Match {
  /** undefined where several share as much, and none is nearer to the table's folder. */
  readonly path: string | undefined;
  readonly depth: number;
  /** True where all of the path agrees. */
  readonly whole: boolean;
  readonly isTie: boolean;
}

/** The path that shares the most last segments; undefined where none shares the name. */
function longestTail(top: Tail, segments: readonly string[], root: string): Match | undefined {
  const { at, depth } = walk(top, segments, segments.length);
  if (depth === 0) return undefined;
  const only = at.only ?? (depth < 2 ? at.whole : undefined);
  const path = only ?? (depth < 2 ? undefined : nearestTo(root, pathsBelow(at)));
  const whole = path !== undefined && path === at.whole;
  return { path, depth, whole, isTie: only === undefined };
}

function walk(
  top: Tail,
  segments: readonly string[],
  longest: number,
): { readonly at: Tail; readonly depth: number } {
  let at = top;
  let depth = 0;
  while (depth < Math.min(longest, segments.length)) {
    const next = at.before.get(segments[segments.length - 1 - depth] as string);
    if (next === undefined) break;
    at = next;
    depth++;
  }
  return { at, depth };
}

function* pathsBelow(tail: Tail): Generator<string> {
  if (tail.whole !== undefined) yield tail.whole;
  for (const next of tail.before.values()) yield* pathsBelow(next);
}

/** More copies than this are not compared. */
const COPIES_COMPARED = 1000;

/** The path with the fewest steps from a folder; undefined where two have as few. */
function nearestTo(folder: string, paths: Iterable<string>): string | undefined {
  let best: { path: string | undefined; steps: number } | undefined;
  let compared = 0;
  for (const path of paths) {
    if (++compared > COPIES_COMPARED) return undefined;
    const steps = stepsBetween(folder, path);
    if (best === undefined || steps < best.steps) best = { path, steps };
    else if (steps === best.steps) best.path = undefined;
  }
  return best?.path;
}

function stepsBetween(folder: string, path: string): number {
  const from = folder === '' ? [] : folder.split('/');
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  return from.length + to.length - 2 * shared;
}

/** Files whose recorded locations are known, as in a bundle: nothing else is found. */
export function listedLocations(files: Iterable<readonly [string, InputRef]>): Locations {
  const byKey = new Map<string, InputRef>();
  for (const [recorded, ref] of files) byKey.set(locationKey(recorded), ref);
  return remembering((recorded) => byKey.get(locationKey(recorded)));
}

/**
 * Locations under an address that the person gave: nothing else is ever fetched. `tableUrl` and `metadataUrl` are the
 * table's folder and its metadata folder, without a slash at the end; a query (a signature) is kept for each file.
 */
export function urlLocations(
  tableUrl: string,
  metadataUrl: string,
  tableLocations: readonly string[],
): Locations {
  const prefixes = tableLocations.map(locationKey);
  const refOf = (recorded: string, base: string, rest: string): InputRef => ({
    kind: 'url',
    name: recorded,
    url: joinUrl(base, rest),
  });
  return remembering((recorded) => {
    if (isUnder(recorded, tableUrl) || isUnder(recorded, metadataUrl)) {
      return { kind: 'url', name: recorded, url: recorded };
    }
    const key = locationKey(recorded);
    for (const prefix of prefixes) {
      const inMetadata = below(key, `${prefix}/metadata`);
      if (inMetadata !== undefined) return refOf(recorded, metadataUrl, inMetadata);
      const rest = below(key, prefix);
      if (rest !== undefined) return refOf(recorded, tableUrl, rest);
    }
    // Recorded below neither: a table that was moved once. Its folders keep their names.
    const [, folder, rest] = /^(?:.*\/)?(metadata|data)\/(.*)$/s.exec(key) ?? [];
    if (folder === 'metadata') return refOf(recorded, metadataUrl, rest as string);
    if (folder === 'data') return refOf(recorded, tableUrl, `data/${rest}`);
    return isRelative(recorded) ? refOf(recorded, tableUrl, key) : undefined;
  });
}

function isUnder(recorded: string, base: string): boolean {
  return /^https?:/.test(recorded) && recorded.startsWith(`${base.replace(/[?#].*$/s, '')}/`);
}

function isRelative(recorded: string): boolean {
  return !/^([a-zA-Z][a-zA-Z0-9+.-]*:|\/)/.test(recorded);
}

/** `rest` is a path as recorded, not yet escaped. */
export function joinUrl(base: string, rest: string): string {
  const [, address, query] = /^([^?#]*)(\?[^#]*)?/s.exec(base) as RegExpExecArray;
  return `${address}/${escapePath(rest)}${query ?? ''}`;
}

function remembering(
  find: (recorded: string) => InputRef | undefined,
  ambiguity: Locations['ambiguity'] = () => undefined,
): Locations {
  const missing = new Set<string>();
  return {
    find(recorded) {
      const ref = find(recorded);
      if (ref === undefined) missing.add(recorded);
      return ref;
    },
    missing: () => [...missing],
    ambiguity,
  };
}
