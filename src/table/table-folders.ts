/** Which tables a set of files holds, and which of a table's metadata files is current. */
import { utf8Text } from '../base/bytes.ts';
import { IcecoreError, type Problem, sentence } from '../base/errors.ts';
import type { FileSet } from '../io/file-set.ts';
import { withoutQuery } from '../io/http.ts';
import {
  byVersionDescending,
  isMetadataFile,
  parseHint,
  spellings,
  versionOf,
} from '../io/metadata-names.ts';
import { type OpenInputOptions, openInput } from '../io/open.ts';
import type { TableMetadata } from '../metadata/records.ts';
import { formatTimestampMicros } from '../types/time.ts';
import type { CallOptions, TableApi } from './api.ts';

export interface TableFolder {
  /** '' = the top of the files. */
  readonly root: string;
  readonly name: string;
  /** The greatest version number first. */
  readonly metadataFiles: readonly string[];
}

const HINT = 'version-hint.text';

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Errors: `invalid-input` where there is none, with what the files seem to be. */
export function findTables(files: FileSet): readonly TableFolder[] {
  const named = files.paths().filter(isMetadataFile);
  const metadataFiles = named.length > 0 ? named : onlyJson(files);
  const byRoot = new Map<string, string[]>();
  for (const path of metadataFiles) {
    const root = rootOf(path);
    byRoot.set(root, [...(byRoot.get(root) ?? []), path]);
  }
  if (byRoot.size === 0) throw noTable(files);
  const roots = [...byRoot].sort(([a], [b]) => (a < b ? -1 : 1));
  return roots.map(([root, paths]) => ({
    root,
    name: nameOf(root) || files.name,
    metadataFiles: paths.sort(byVersionDescending),
  }));
}

function rootOf(metadataFile: string): string {
  return folderOf(metadataFile).replace(/(^|\/)metadata$/, '');
}

/** The table of one metadata file, whatever its name. Errors: `missing-file`. */
export function folderOfFile(files: FileSet, metadataFile: string): TableFolder {
  if (files.get(metadataFile) === undefined) throw notAmong(files, metadataFile);
  const root = rootOf(metadataFile);
  const beside = files.paths().filter((path) => isMetadataFile(path) && rootOf(path) === root);
  const metadataFiles = [...new Set([metadataFile, ...beside])].sort(byVersionDescending);
  return { root, name: nameOf(root) || files.name, metadataFiles };
}

function notAmong(files: FileSet, path: string): IcecoreError {
  const message = `${path} is not among the files of ${files.name}`;
  return new IcecoreError('missing-file', message, {
    place: path,
    advice: 'Give the folder that holds it, or choose another metadata file.',
  });
}

/** A metadata file under a name of a person's own, where nothing else could be meant. */
function onlyJson(files: FileSet): readonly string[] {
  const json = files.paths().filter((path) => /\.json(\.gz)?$/i.test(path));
  return json.length === 1 && !/(^|\/)(_delta_log|\.hoodie)\//.test(json[0] ?? '') ? json : [];
}

function noTable(files: FileSet): IcecoreError {
  const { given } = files;
  const paths = files.paths();
  const found = (pattern: RegExp) => paths.some((path) => pattern.test(path));
  const advice = 'Give the table’s folder, which holds a folder named metadata.';
  const error = (message: string, what: string = advice) =>
    new IcecoreError('invalid-input', `${given} ${message}`, { place: given, advice: what });
  if (paths.length === 0) {
    return new IcecoreError('invalid-input', `“${given}” holds no file`, {
      place: given,
      advice,
    });
  }
  if (found(/(^|\/)_delta_log\//)) {
    return error('is a Delta Lake table', 'Only Iceberg tables are read.');
  }
  if (found(/(^|\/)\.hoodie\//)) return error('is a Hudi table', 'Only Iceberg tables are read.');
  const [only = ''] = paths;
  if (found(/\.avro$/)) {
    return error(
      only === given
        ? 'is an Avro file, as manifests and manifest lists are'
        : 'holds Avro files and no …metadata.json',
      'Manifests alone don’t tell the schema and the layouts. Give the metadata file with them.',
    );
  }
  if (paths.length > 1) return error(`holds ${paths.length} files, none of them a …metadata.json`);
  return error(
    only === given
      ? 'is neither a table’s folder nor a …metadata.json'
      : `holds one file, ${nameOf(only)}, which is no …metadata.json`,
  );
}

export interface CurrentMetadata {
  readonly metadataFile: string;
  readonly metadata: TableMetadata;
  readonly problems: readonly Problem[];
}

/** Of those without a hint or a chain, so many are compared by their time. */
const COMPARED = 5;

/** Of those that share the greatest number, which tells nothing then. */
const COMPARED_ALIKE = 50;

/**
 * Reads the current metadata file: what the hint says (MD-3); without one the greatest number, where its log proves
 * the order, else the latest `last-updated-ms`, since numbers mislead (section 16, MD-3). A damaged newest file is
 * passed over with a problem as long as there is another.
 */
export async function readCurrentMetadata(
  files: FileSet,
  folder: TableFolder,
  api: TableApi,
  options: OpenInputOptions & CallOptions,
): Promise<CurrentMetadata> {
  const hinted = await hintedFile(files, folder, options);
  const order = folder.metadataFiles.filter((file) => file !== hinted?.file);
  if (hinted !== undefined) order.unshift(hinted.file);
  const problems: Problem[] = [...(hinted?.problems ?? [])];
  const compared: CurrentMetadata[] = [];
  let firstError: unknown;
  for (const [i, metadataFile] of order.entries()) {
    const read = await readMetadataFile(files, metadataFile, api, options).catch(
      (error: unknown) => {
        options.signal?.throwIfAborted();
        if (!(error instanceof IcecoreError)) throw error;
        firstError ??= error;
        problems.push(passedOver(metadataFile, error));
        return undefined;
      },
    );
    if (read === undefined) continue;
    compared.push(read);
    const next = order[i + 1];
    if (hinted !== undefined || logs(read.metadata, next)) break;
    if (i + 1 >= (isAlike(order[0], next) ? COMPARED_ALIKE : COMPARED)) break;
  }
  const [best] = compared.toSorted((a, b) =>
    Number(b.metadata.lastUpdatedMs - a.metadata.lastUpdatedMs),
  );
  if (best === undefined) throw firstError;
  return { ...best, problems: [...problems, ...uncertain(best, compared), ...best.problems] };
}

export async function readMetadataFile(
  files: FileSet,
  metadataFile: string,
  api: TableApi,
  options: CallOptions,
): Promise<CurrentMetadata> {
  const input = files.get(metadataFile);
  if (input === undefined) throw notAmong(files, metadataFile);
  return { metadataFile, ...(await api.readMetadata({ input }, { signal: options.signal })) };
}

/** True where `metadata` names `next` as one that came before it. */
function logs(metadata: TableMetadata, next: string | undefined): boolean {
  if (next === undefined) return true;
  return metadata.metadataLog.some((entry) => nameOf(entry.metadataFile) === nameOf(next));
}

function isAlike(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && versionOf(a) === versionOf(b);
}

/** Others of the same or a greater number, which the one that was taken does not name as earlier. */
function uncertain(
  best: CurrentMetadata,
  compared: readonly CurrentMetadata[],
): readonly Problem[] {
  const rivals = compared.filter(
    ({ metadataFile }) =>
      metadataFile !== best.metadataFile &&
      versionOf(metadataFile) >= versionOf(best.metadataFile) &&
      !logs(best.metadata, metadataFile),
  );
  return unproven(
    best,
    rivals.length,
    'No version hint is there, their numbers do not tell, and no log joins them. The one that was updated last,',
  );
}

/** The same of addresses, of which only the first by name was read: those of its number that it does not name. */
export function uncertainByName(
  taken: CurrentMetadata,
  addresses: readonly string[],
): readonly Problem[] {
  const first = withoutQuery(taken.metadataFile);
  const rivals = addresses
    .map(withoutQuery)
    .filter((file) => file !== first && isAlike(first, file) && !logs(taken.metadata, file));
  return unproven(taken, rivals.length, 'Their names share a number. The first by name, updated');
}

function unproven(best: CurrentMetadata, rivals: number, why: string): readonly Problem[] {
  if (rivals === 0) return [];
  const at = formatTimestampMicros(best.metadata.lastUpdatedMs * 1000n).replace('T', ' ');
  return [
    {
      severity: 'can-change-answer',
      code: 'metadata-uncertain',
      message: `Nothing tells which of ${rivals + 1} metadata files is the current one.`,
      place: best.metadataFile,
      consequence: `${why} at ${at}, is taken; if the catalog has another one, choose that.`,
    },
  ];
}

function passedOver(place: string, error: IcecoreError): Problem {
  return {
    severity: 'can-change-answer',
    code: 'metadata-unreadable',
    message: sentence(`A metadata file can’t be read: ${error.message}`),
    place,
    consequence: 'An older one is shown instead.',
  };
}

interface Hinted {
  readonly file: string;
  readonly problems: readonly Problem[];
}

async function hintedFile(
  files: FileSet,
  folder: TableFolder,
  options: OpenInputOptions & CallOptions,
): Promise<Hinted | undefined> {
  const directory = folderOf(folder.metadataFiles[0] as string);
  const inDirectory = (name: string) => (directory === '' ? name : `${directory}/${name}`);
  const place = inDirectory(HINT);
  const input = files.get(place);
  if (input === undefined) return undefined;
  const text = utf8Text(await openInput(input, options).whole(options.signal));
  const existing = (name: string) =>
    folder.metadataFiles.includes(inDirectory(name)) ? inDirectory(name) : undefined;
  const version = (n: number) =>
    spellings(n)
      .map(existing)
      .find((file) => file !== undefined);
  const hint = parseHint(text);
  if (hint === undefined) {
    // Some writers hint at a whole name, with or without its ending.
    const name = text.trim();
    const file = existing(name) ?? existing(`${name}.metadata.json`);
    return file === undefined ? undefined : { file, problems: [] };
  }
  let file = version(hint);
  if (file === undefined) return undefined;
  let current = hint;
  for (let next = version(current + 1); next !== undefined; next = version(current + 1)) {
    file = next;
    current++;
  }
  return { file, problems: current === hint ? [] : [lateHint(place, hint, current)] };
}

function lateHint(place: string, hint: number, current: number): Problem {
  return {
    severity: 'worth-knowing',
    code: 'version-hint-behind',
    message: `The version hint says ${hint}, and version ${current} exists.`,
    place,
    consequence: 'The later version is shown, as the format demands.',
  };
}
