/**
 * `*.icecore.zip`: a table, or a part of it, as files that another machine reads in the same way. `icecore.json` says
 * what is in it and why, where each file was recorded, and how whoever made it looked at the table.
 */
import { utf8Text } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import { parseJson, printJson } from '../base/json.ts';
import type { FileSet } from '../io/file-set.ts';
import type { InputRef } from '../io/input.ts';
import { type Locations, listedLocations } from '../io/locations.ts';
import { formatCount } from '../types/format.ts';
import { BUNDLE_FILE } from './bundle-file.ts';

const FORMAT = 'icecore-bundle';
/** Raised when an older page could misread a bundle. */
const VERSION = 1;
/** Of `icecore.json`; a hundred thousand recorded manifests are 40 MB. */
const LARGEST_MANIFEST = 64 << 20;

export type BundleContents = 'table' | 'snapshot' | 'predicate';

export interface BundledFile {
  /** In the zip. */
  readonly path: string;
  /** As the table records it. */
  readonly location: string;
}

/** Files, rows and bytes, exact. */
export type RecordedTally = readonly [files: bigint, records: bigint, bytes: bigint];

/** What is known of a manifest that was left out. */
export interface RecordedManifest {
  /** Its location. */
  readonly path: string;
  readonly specId: number;
  readonly verdict: 'kept' | 'skipped';
  readonly reason: string;
  /** By FILE_VERDICTS index. */
  readonly totals: readonly RecordedTally[];
  readonly live: RecordedTally;
  readonly added: RecordedTally;
}

/** The answer for manifests that were left out: it holds for this question alone. */
export interface RecordedAnswer {
  readonly snapshotId: string;
  readonly where: string;
  readonly profile: 'safe' | 'java';
  readonly caseSensitive: boolean;
  readonly manifests: readonly RecordedManifest[];
}

export interface Bundle {
  readonly tableName: string;
  readonly contents: BundleContents;
  /** One sentence for people: what is in it and what is not. */
  readonly why: string;
  /** ISO time; empty where times were moved, since it would tell about how far. */
  readonly made: string;
  /** Path in the zip. */
  readonly metadataFile: string;
  readonly files: readonly BundledFile[];
  /** The link of the view, from `#/` on, without the source. */
  readonly view: string;
  readonly recorded?: RecordedAnswer | undefined;
  /** What was replaced, in words; absent where nothing was. */
  readonly redacted?: readonly string[] | undefined;
}

export function printBundle(bundle: Bundle): string {
  return `${printJson({ format: FORMAT, version: VERSION, ...bundle })}\n`;
}

/** Whether the entry is small enough to be read at all. */
export function checkBundleSize(ref: InputRef): void {
  const size = ref.kind === 'zipped' ? ref.size : ref.kind === 'blob' ? ref.blob.size : 0;
  if (size > LARGEST_MANIFEST) {
    const most = formatCount(LARGEST_MANIFEST);
    throw refused(`it has ${formatCount(size)} bytes, and at most ${most} are read`);
  }
}

/** Errors: `invalid-data` for what is no bundle, `unsupported` for one of a later version. */
export function parseBundle(bytes: Uint8Array, files: FileSet): Bundle {
  const json = object(parseJson(utf8Text(bytes), BUNDLE_FILE), 'it');
  if (json['format'] !== FORMAT) throw refused(`it does not say "format": "${FORMAT}"`);
  checkVersion(json['version']);
  const contents = text(json, 'contents');
  if (contents !== 'table' && contents !== 'snapshot' && contents !== 'predicate') {
    throw refused(`it has the contents ${contents.slice(0, 40)}`);
  }
  const listed = list(json, 'files').map((file, i) => bundledFile(file, i, files));
  const metadataFile = text(json, 'metadataFile');
  if (files.get(metadataFile) === undefined) {
    throw refused(`its metadata file is not in it: ${metadataFile.slice(0, 200)}`);
  }
  return {
    tableName: text(json, 'tableName'),
    contents,
    why: text(json, 'why'),
    made: text(json, 'made'),
    metadataFile,
    files: listed,
    view: text(json, 'view'),
    recorded: json['recorded'] === undefined ? undefined : answerOf(json['recorded']),
    redacted: json['redacted'] === undefined ? undefined : list(json, 'redacted').map(String),
  };
}

function checkVersion(version: unknown): void {
  if (version === VERSION) return;
  if (version === undefined) throw refused('it does not say its version');
  const isWhole = typeof version === 'bigint' || Number.isInteger(version);
  if (!isWhole || (version as number) < 1) {
    throw refused(
      `its version is not a whole number from 1 on, but ${printJson(version).slice(0, 40)}`,
    );
  }
  throw new IcecoreError('unsupported', 'The bundle is of another version than this page reads', {
    place: BUNDLE_FILE,
    advice: `It has version ${String(version).slice(0, 20)}, and this page reads ${VERSION}. Open it with a newer Icecore.`,
  });
}

function bundledFile(json: unknown, index: number, files: FileSet): BundledFile {
  const file = object(json, `files[${index}]`);
  const path = text(file, 'path');
  if (files.get(path) === undefined) {
    throw refused(`it names a file that is not in it: ${path.slice(0, 200)}`);
  }
  return { path, location: text(file, 'location') };
}

function answerOf(json: unknown): RecordedAnswer {
  const answer = object(json, 'recorded');
  return {
    snapshotId: text(answer, 'snapshotId'),
    where: text(answer, 'where'),
    profile: answer['profile'] === 'java' ? 'java' : 'safe',
    caseSensitive: answer['caseSensitive'] === true,
    manifests: list(answer, 'manifests').map(recordedManifest),
  };
}

function recordedManifest(json: unknown): RecordedManifest {
  const manifest = object(json, 'a recorded manifest');
  const specId = manifest['specId'];
  return {
    path: text(manifest, 'path'),
    specId: typeof specId === 'number' ? specId : 0,
    verdict: manifest['verdict'] === 'skipped' ? 'skipped' : 'kept',
    reason: text(manifest, 'reason'),
    totals: list(manifest, 'totals').map(tallyOf),
    live: tallyOf(manifest['live']),
    added: tallyOf(manifest['added']),
  };
}

function tallyOf(json: unknown): RecordedTally {
  const figures = Array.isArray(json) ? json : [];
  const [files, records, bytes] = figures.map((n: unknown) =>
    typeof n === 'bigint' || Number.isSafeInteger(n) ? BigInt(n as number) : undefined,
  );
  if (files === undefined || records === undefined || bytes === undefined) {
    throw refused('a recorded count is no whole number');
  }
  return [files, records, bytes];
}

function object(json: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
    return json as Readonly<Record<string, unknown>>;
  }
  throw refused(`${what} is no object`);
}

function text(json: Readonly<Record<string, unknown>>, key: string): string {
  const value = json[key];
  if (typeof value === 'string') return value;
  throw refused(`${key} is no text`);
}

function list(json: Readonly<Record<string, unknown>>, key: string): readonly unknown[] {
  const value = json[key];
  if (Array.isArray(value)) return value;
  throw refused(`${key} is no list`);
}

function refused(what: string): IcecoreError {
  return new IcecoreError('invalid-data', `The bundle can’t be read: ${what}`, {
    place: BUNDLE_FILE,
    advice: 'Ask whoever made it to make it again.',
  });
}

/** Which file of a bundle is meant by a location that its metadata records. */
export function bundleLocations(bundle: Bundle, files: FileSet): Locations {
  return listedLocations(
    bundle.files.flatMap(({ path, location }) => {
      const ref = files.get(path);
      return ref === undefined ? [] : [[location, ref] as const];
    }),
  );
}
