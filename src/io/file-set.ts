/** Files that a person gave together, by relative path. */
import { IcecoreError } from '../base/errors.ts';
import type { InputRef } from './input.ts';

export interface FileSet {
  /** What the person would call it: the folder's name, or the zip's without its ending. */
  readonly name: string;
  /** What was given, as it is called where it was: the folder's, the file's or the zip's whole name. */
  readonly given: string;
  /** Relative paths with `/`, without `./` in front, in the order given. */
  paths(): readonly string[];
  get(path: string): InputRef | undefined;
}

/** A later file of the same path replaces an earlier one. */
export function fileSet(
  name: string,
  refs: Iterable<readonly [string, InputRef]>,
  given: string = name,
): FileSet {
  const byPath = new Map<string, InputRef>();
  for (const [path, ref] of refs) byPath.set(cleanPath(path), ref);
  const paths = [...byPath.keys()];
  return { name, given, paths: () => paths, get: (path) => byPath.get(path) };
}

/** Dropped or picked files; nothing is read. */
export function filesFromBlobs(
  name: string,
  files: readonly { readonly path: string; readonly blob: Blob }[],
): FileSet {
  return fileSet(
    name,
    files.map(({ path, blob }) => [path, { kind: 'blob', name: path, blob }] as const),
  );
}

/** Files known by name under an address, as the built-in samples are. `baseUrl` without a slash at its end. */
export function filesFromUrls(name: string, baseUrl: string, paths: readonly string[]): FileSet {
  return fileSet(
    name,
    paths.map(
      (path) => [path, { kind: 'url', name: path, url: `${baseUrl}/${escapePath(path)}` }] as const,
    ),
  );
}

/** A path as it stands in an address: a `%` of a file's name is escaped like any other character (B190). */
export function escapePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/').replaceAll('%3D', '=');
}

function cleanPath(path: string): string {
  const clean = path.replaceAll('\\', '/').replace(/^(\.?\/)+/, '');
  if (clean === '') {
    throw new IcecoreError('invalid-input', 'A file without a name was given', {
      advice: 'Give the table’s folder, or name the file.',
    });
  }
  return clean;
}
