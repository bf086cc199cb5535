/**
 * Opening a table and looking at one of its snapshots: finds the metadata among what a person gave, chooses the newest,
 * and maps recorded locations to what is at hand. Reading itself is behind {@link TableApi}.
 */
import { utf8Text } from '../base/bytes.ts';
import { IcecoreError, type Problem, sentence } from '../base/errors.ts';
import { type FileSet, filesFromUrls } from '../io/file-set.ts';
import { httpInput, withoutQuery } from '../io/http.ts';
import type { InputRef } from '../io/input.ts';
import { type Ambiguity, fileLocations, type Locations, urlLocations } from '../io/locations.ts';
import { type OpenInputOptions, openInput } from '../io/open.ts';
import type { Snapshot, TableMetadata } from '../metadata/records.ts';
import { chooseSnapshot, type SnapshotRequest } from '../metadata/snapshots.ts';
import type { Bundle, RecordedAnswer, RecordedTally } from '../share/bundle.ts';
import { BUNDLE_FILE, isBundle } from '../share/bundle-file.ts';
import { indexSchema } from '../types/schema.ts';
import type { Schema } from '../types/type.ts';
import type {
  CallOptions,
  ManifestSource,
  RecordedSource,
  TableApi,
  TableContext,
  Tally,
} from './api.ts';
import {
  findTables,
  folderOf,
  folderOfFile,
  readCurrentMetadata,
  readMetadataFile,
  type TableFolder,
  uncertainByName,
} from './table-folders.ts';

export type OpenSource =
  | { readonly kind: 'files'; readonly files: FileSet }
  | { readonly kind: 'url'; readonly url: string }
  /** A table in a link, `inline:…`. */
  | { readonly kind: 'inline'; readonly text: string }
  /** A built-in table; `baseUrl` is the folder of all samples, without a slash at its end. */
  | { readonly kind: 'sample'; readonly name: string; readonly baseUrl: string };

export interface OpenOptions extends OpenInputOptions, CallOptions {
  /** Folder of the table among several ('' = the top), as the chooser lists it. */
  readonly root?: string | undefined;
  /** The metadata file to take instead of the newest: a path among the files, or an address. */
  readonly metadataFile?: string | undefined;
}

export type OpenOutcome =
  | { readonly kind: 'choose'; readonly tables: readonly TableFolder[] }
  | { readonly kind: 'table'; readonly table: OpenedTable };

export interface OpenedTable {
  /** What a person would call it: the last segment of its location. */
  readonly name: string;
  readonly source: OpenSource;
  readonly root: string;
  readonly metadata: TableMetadata;
  readonly metadataFile: string;
  readonly metadataInput: InputRef;
  /** The bundle that the table came in. */
  readonly bundle?: Bundle | undefined;
  /** The other metadata files at hand, the newest first. */
  readonly alternatives: readonly string[];
  readonly problems: readonly Problem[];
  /** Differs for every opening, so that no cache outlives a file that was replaced. */
  readonly tableKey: string;
  locate(recorded: string): InputRef | undefined;
  /** Recorded locations that were asked for and are not at hand. */
  missing(): readonly string[];
  /** Where several files at hand could be the recorded one. */
  ambiguity(recorded: string): Ambiguity | undefined;
}

/** Errors: of reading; `invalid-input` where nothing given is an Iceberg table, with what it seems to be. */
export async function openTable(
  source: OpenSource,
  api: TableApi,
  options: OpenOptions = {},
): Promise<OpenOutcome> {
  if (source.kind === 'url') return openUrl(source, api, options);
  const files = await filesOf(source, options);
  if (isBundle(files)) {
    return { kind: 'table', table: await openBundle(source, files, api, options) };
  }
  const { root, metadataFile } = options;
  const found =
    metadataFile === undefined ? findTables(files) : [folderOfFile(files, metadataFile)];
  const tables = root === undefined ? found : found.filter((folder) => folder.root === root);
  const [folder, ...others] = tables;
  if (folder === undefined) {
    const message = `${root} is not among the tables of ${files.name}`;
    throw new IcecoreError('missing-file', message, {
      place: files.name,
      advice: `It holds ${found.map((one) => one.root || 'a table at its top').join(', ')}.`,
    });
  }
  if (others.length > 0) return { kind: 'choose', tables };
  return { kind: 'table', table: await openFolder(source, files, folder, api, options) };
}

async function filesOf(
  source: Exclude<OpenSource, { kind: 'url' }>,
  options: OpenOptions,
): Promise<FileSet> {
  if (source.kind === 'files') return source.files;
  if (source.kind === 'sample') return sampleFiles(source, options);
  const { filesFromInline } = await import('../share/inline.ts');
  return filesFromInline(source.text);
}

async function openFolder(
  source: OpenSource,
  files: FileSet,
  folder: TableFolder,
  api: TableApi,
  options: OpenOptions,
): Promise<OpenedTable> {
  const read =
    options.metadataFile === undefined
      ? await readCurrentMetadata(files, folder, api, options)
      : await readMetadataFile(files, options.metadataFile, api, options);
  return openedTable({
    ...read,
    source,
    root: folder.root,
    metadataInput: files.get(read.metadataFile) as InputRef,
    alternatives: folder.metadataFiles.filter((file) => file !== read.metadataFile),
    locations: fileLocations(files, folder.root, recordedLocations(read.metadata)),
  });
}

/** A bundle holds one table, and says itself which file is where. */
async function openBundle(
  source: OpenSource,
  files: FileSet,
  api: TableApi,
  options: OpenOptions,
): Promise<OpenedTable> {
  // A chunk of its own in the page: most tables come as they are.
  const { bundleLocations, checkBundleSize, parseBundle } = await import('../share/bundle.ts');
  const ref = files.get(BUNDLE_FILE) as InputRef;
  checkBundleSize(ref);
  const bundle = parseBundle(await openInput(ref, options).whole(options.signal), files);
  const chosen = options.metadataFile ?? bundle.metadataFile;
  const read = await readMetadataFile(files, chosen, api, options);
  return openedTable({
    ...read,
    source,
    root: '',
    bundle,
    metadataInput: files.get(read.metadataFile) as InputRef,
    alternatives: [],
    problems: [...read.problems, ...partialBundle(bundle, source)],
    locations: bundleLocations(bundle, files),
  });
}

function partialBundle(bundle: Bundle, { kind }: OpenSource): readonly Problem[] {
  if (bundle.contents === 'table' && bundle.redacted === undefined) return [];
  const isLink = kind === 'inline';
  return [
    {
      severity: 'worth-knowing',
      code: 'bundle-partial',
      message: isLink ? bundle.why.replace(/^The bundle holds/, 'The link holds') : bundle.why,
      place: isLink ? 'the link' : BUNDLE_FILE,
      consequence: [
        'Verdicts and counts are those of the whole table, as far as they were recorded; what other commits did is not here.',
        ...(bundle.redacted ?? []),
      ].join(' '),
    },
  ];
}

async function openUrl(
  source: Extract<OpenSource, { kind: 'url' }>,
  api: TableApi,
  options: OpenOptions,
): Promise<OpenOutcome> {
  if (/\.zip$/i.test(withoutQuery(source.url))) return openZipUrl(source, api, options);
  const { findUrlTable } = await import('../io/url-tables.ts');
  const found = await findUrlTable(source.url, options);
  const url = options.metadataFile ?? (found.metadataFiles[0] as string);
  const isFirst = !found.hasAnswered;
  const input: InputRef = { kind: 'url', name: withoutQuery(url), url, isFirst };
  const read = await api.readMetadata({ input }, { signal: options.signal });
  const uncertain = uncertainByName({ ...read, metadataFile: url }, found.metadataFiles);
  const table = openedTable({
    source,
    root: found.tableUrl,
    metadata: read.metadata,
    metadataFile: url,
    metadataInput: input,
    alternatives: found.metadataFiles.filter((file) => file !== url),
    problems: [...(options.metadataFile === undefined ? uncertain : []), ...read.problems],
    locations: urlLocations(found.tableUrl, found.metadataUrl, recordedLocations(read.metadata)),
  });
  return { kind: 'table', table };
}

/** A zip at an address is read whole. */
async function openZipUrl(
  source: Extract<OpenSource, { kind: 'url' }>,
  api: TableApi,
  options: OpenOptions,
): Promise<OpenOutcome> {
  const { url } = source;
  const name = decodeURIComponent(withoutQuery(url).split('/').at(-1) ?? '');
  const ref = { kind: 'url', name, url, isFirst: true } as const;
  const bytes = await httpInput(ref, options).whole(options.signal);
  const { filesFromZip } = await import('../io/zip.ts');
  const files = await filesFromZip(name, new Blob([bytes as Uint8Array<ArrayBuffer>]));
  return openTable({ kind: 'files', files }, api, options);
}

let openings = 0;

function openedTable(
  parts: Omit<OpenedTable, 'name' | 'tableKey' | 'locate' | 'missing' | 'ambiguity'> & {
    readonly locations: Locations;
  },
): OpenedTable {
  const { locations, ...table } = parts;
  const name = (table.metadata.location || table.root).replace(/\/+$/, '').split('/').at(-1) ?? '';
  openings++;
  return {
    ...table,
    name,
    tableKey: `${openings} ${withoutQuery(table.metadataFile)}`,
    locate: locations.find,
    missing: locations.missing,
    ambiguity: locations.ambiguity,
  };
}

/**
 * The table's location, and those it had before: a table that was moved still records its old manifests there, and its
 * log of metadata files tells where.
 */
function recordedLocations(metadata: TableMetadata): readonly string[] {
  const earlier = metadata.metadataLog
    .map(({ metadataFile }) => /^(.*)\/metadata\/[^/]*$/s.exec(metadataFile)?.[1])
    .filter((location) => location !== undefined);
  return [...new Set([metadata.location, ...earlier.reverse()])].filter((l) => l !== '');
}

async function sampleFiles(
  source: Extract<OpenSource, { kind: 'sample' }>,
  options: OpenOptions,
): Promise<FileSet> {
  const samples = await listSamples(source.baseUrl, options);
  const sample = samples.find(({ name }) => name === source.name);
  if (sample === undefined) {
    throw new IcecoreError('invalid-input', `There is no sample named ${source.name}`, {
      advice: `The samples are ${samples.map(({ name }) => name).join(', ')}.`,
    });
  }
  return filesFromUrls(sample.name, `${source.baseUrl}/${sample.name}`, sample.files);
}

export interface Sample {
  readonly name: string;
  /** What it shows, one sentence. */
  readonly sentence: string;
  /** The predicate that the sentence tells of. */
  readonly where?: string | undefined;
  readonly files: readonly string[];
}

/** The built-in tables, from the index beside them. */
export async function listSamples(
  baseUrl: string,
  options: OpenInputOptions & CallOptions = {},
): Promise<readonly Sample[]> {
  const url = `${baseUrl}/index.json`;
  const index = await openInput({ kind: 'url', name: url, url }, options).whole(options.signal);
  return (JSON.parse(utf8Text(index)) as { samples: readonly Sample[] }).samples;
}

export interface SnapshotView {
  /** undefined = the table has no snapshot, and so no file. */
  readonly snapshot: Snapshot | undefined;
  /** The schema that binds names (SN-6). */
  readonly schema: Schema;
  readonly ref: string | undefined;
  readonly manifests: readonly ManifestSource[];
  readonly problems: readonly Problem[];
  readonly context: TableContext;
}

/** Errors: of choosing the snapshot (`invalid-input`) and of reading its manifest list (`missing-file` and others). */
export async function snapshotView(
  table: OpenedTable,
  api: TableApi,
  request: SnapshotRequest = {},
  options: CallOptions = {},
): Promise<SnapshotView> {
  const { metadata } = table;
  const { snapshot, schema, ref } = chooseSnapshot(metadata, request);
  const context: TableContext = {
    tableKey: table.tableKey,
    formatVersion: metadata.formatVersion,
    schemaId: schema.schemaId,
    schemas: metadata.schemas,
    specs: metadata.partitionSpecs,
  };
  if (snapshot === undefined) {
    return { snapshot, schema, ref, manifests: [], problems: [], context };
  }
  const list = await api.readManifestList(
    { input: manifestListInput(table, snapshot), snapshot, formatVersion: metadata.formatVersion },
    options,
  );
  const recorded = await recordedSources(table.bundle?.recorded, snapshot, schema);
  const manifests = list.manifests.map((manifest, index) => ({
    index,
    manifest,
    input: withSize(table.locate(manifest.manifestPath), manifest.manifestLength),
    recorded: recorded.get(manifest.manifestPath),
  }));
  const named = [snapshot.manifestList ?? [], ...manifests.map((one) => one.manifest.manifestPath)];
  const problems = [
    ...list.problems,
    ...absentManifests(manifests),
    ...ambiguousFiles(table, named.flat()),
  ];
  return { snapshot, schema, ref, manifests, problems, context };
}

const NOTHING_RECORDED: ReadonlyMap<string, RecordedSource> = new Map();

/** By the manifest's location. The recorded text is read by the schema of the view, as it was when it was asked. */
async function recordedSources(
  answer: RecordedAnswer | undefined,
  snapshot: Snapshot,
  schema: Schema,
): Promise<ReadonlyMap<string, RecordedSource>> {
  if (answer === undefined || answer.snapshotId !== String(snapshot.snapshotId)) {
    return NOTHING_RECORDED;
  }
  const { parseWhere } = await import('../expressions/where.ts');
  const { where, profile, caseSensitive } = answer;
  const { expression: filter } = parseWhere(where, indexSchema(schema), { caseSensitive });
  const question = { filter, caseSensitive, profile };
  return new Map(
    answer.manifests.map(({ path, live, added, totals, ...rest }) => [
      path,
      {
        ...rest,
        question,
        live: tallyOf(live),
        added: tallyOf(added),
        totals: totals.map(tallyOf),
      },
    ]),
  );
}

function tallyOf([files, records, bytes]: RecordedTally): Tally {
  return { files, records, bytes };
}

/** undefined for a v1 snapshot that names its manifests itself. */
function manifestListInput(table: OpenedTable, snapshot: Snapshot): InputRef | undefined {
  if (snapshot.manifestList === undefined) return undefined;
  const input = table.locate(snapshot.manifestList);
  if (input !== undefined) return input;
  const several = table.ambiguity(snapshot.manifestList)?.others.join(', ');
  const whole =
    table.bundle === undefined || table.bundle.contents === 'table'
      ? 'Give the table’s whole metadata folder. Other snapshots may still open.'
      : 'The bundle was made of one snapshot. Ask for one of the whole table.';
  throw new IcecoreError(
    'missing-file',
    `The manifest list of snapshot ${snapshot.snapshotId} is not at hand: ${snapshot.manifestList}`,
    {
      place: snapshot.manifestList,
      advice:
        several === undefined
          ? whole
          : `Several files could be it: ${several}. Give one table’s folder alone.`,
    },
  );
}

/** One problem for each folder that files were taken from, and one for those of which none was. */
function ambiguousFiles(table: OpenedTable, recorded: readonly string[]): readonly Problem[] {
  const byFolder = new Map<string | undefined, Ambiguity[]>();
  for (const one of recorded) {
    const found = table.ambiguity(one);
    if (found === undefined) continue;
    const folder = found.taken === undefined ? undefined : folderOf(found.taken);
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), found]);
  }
  return [...byFolder].map(([folder, found]) => {
    const names = found.length === 1 ? 'One file' : `${found.length} files`;
    const others = [...new Set(found.flatMap((one) => one.others.map(folderOf)))].join(', ');
    const isSure = folder !== undefined && !found.some(({ isTie }) => isTie);
    return {
      severity: isSure ? 'worth-knowing' : 'can-change-answer',
      code: 'files-ambiguous',
      message:
        folder === undefined
          ? `${names} of the table could be any of those in ${others}; none was taken.`
          : `${names} of the table were taken from ${folder}; ${others} holds the same names.`,
      place: table.metadataFile,
      consequence: 'Copies may differ. To be sure, open the table’s own folder.',
    };
  });
}

function withSize(input: InputRef | undefined, size: number | undefined): InputRef | undefined {
  return input?.kind === 'url' && size !== undefined ? { ...input, size } : input;
}

function absentManifests(manifests: readonly ManifestSource[]): readonly Problem[] {
  return manifests
    .filter(({ input, recorded }) => input === undefined && recorded === undefined)
    .map(({ manifest }) => ({
      severity: 'can-change-answer',
      code: 'manifest-missing',
      message: 'A manifest of the snapshot is not at hand.',
      place: manifest.manifestPath,
      consequence: 'Its files count as unknown unless its row in the manifest list rules them out.',
    }));
}

/** What one metadata file of the table said, for its eras. */
export interface MetadataVersion {
  readonly metadataFile: string;
  readonly timestampMs: bigint;
  readonly metadata: TableMetadata;
}

export interface MetadataHistory {
  /** Oldest first; the current metadata is the last. */
  readonly versions: readonly MetadataVersion[];
  /** Files of the log that are not at hand or could not be read. */
  readonly missing: readonly string[];
  readonly problems: readonly Problem[];
}

const READ_AT_ONCE = 4;

/** Of tables whose files could all be read; what failed may go well the next time. */
const histories = new WeakMap<OpenedTable, MetadataHistory>();

/**
 * Reads the metadata files that the log names (MD-24), as far as they are at hand, once for a table. A damaged one is a
 * problem.
 */
export async function metadataHistory(
  table: OpenedTable,
  api: TableApi,
  options: CallOptions = {},
): Promise<MetadataHistory> {
  const known = histories.get(table);
  if (known !== undefined) return known;
  const read = await readVersions(table, api, options);
  if (read.problems.length === 0) histories.set(table, read);
  return read;
}

async function readVersions(
  table: OpenedTable,
  api: TableApi,
  options: CallOptions,
): Promise<MetadataHistory> {
  const log = table.metadata.metadataLog;
  const versions: (MetadataVersion | undefined)[] = log.map(() => undefined);
  const problems: Problem[] = [];
  let next = 0;
  const reader = async () => {
    for (let i = next++; i < log.length; i = next++) {
      const { metadataFile, timestampMs } = log[i] as (typeof log)[number];
      const input = table.locate(metadataFile);
      if (input === undefined) continue;
      try {
        const { metadata } = await api.readMetadata({ input }, options);
        versions[i] = { metadataFile, timestampMs, metadata };
      } catch (error) {
        options.signal?.throwIfAborted();
        if (!(error instanceof IcecoreError)) throw error;
        problems.push(unreadableVersion(metadataFile, error));
      }
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, reader));
  return {
    versions: [
      ...versions.filter((version) => version !== undefined),
      {
        metadataFile: table.metadataFile,
        timestampMs: table.metadata.lastUpdatedMs,
        metadata: table.metadata,
      },
    ],
    missing: log.filter((_, i) => versions[i] === undefined).map((entry) => entry.metadataFile),
    problems,
  };
}

function unreadableVersion(metadataFile: string, error: IcecoreError): Problem {
  return {
    severity: 'worth-knowing',
    code: 'metadata-version-unreadable',
    message: sentence(`An earlier metadata file can’t be read: ${error.message}`),
    place: metadataFile,
    consequence: 'What it alone records of the table’s history is not shown.',
  };
}
