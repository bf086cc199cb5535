/** A redacted bundle: its files are written anew from what was read, and hold nothing else. */
import { utf8 } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import { bind } from '../expressions/bind.ts';
import type { Expression } from '../expressions/expression.ts';
import type { InputRef } from '../io/input.ts';
import { type OpenInputOptions, openInput } from '../io/open.ts';
import type { ManifestEntries } from '../metadata/entries.ts';
import { decodeManifest } from '../metadata/manifest.ts';
import { pathText } from '../metadata/paths.ts';
import type { ManifestFile, Snapshot, TableMetadata } from '../metadata/records.ts';
import { neededFieldIds } from '../planning/plan-tree.ts';
import { displayValue } from '../types/format.ts';
import { isPrimitive } from '../types/parse-type.ts';
import { SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import { decodeSingleValue } from '../types/single-value.ts';
import type { Schema } from '../types/type.ts';
import type { Bundle, RecordedAnswer } from './bundle.ts';
import { bundleWhy } from './bundle-why.ts';
import { type EarlierMetadata, layoutLog } from './layout-history.ts';
import { loadChoice, pathHash, placeOfHref, printLink, type Search } from './link.ts';
import { LINK_PARAMS, PARAM_NAMES } from './link-params.ts';
import type { BundleRequest, FileToPack } from './make-bundle.ts';
import {
  REDACT_KINDS,
  REDACTED_NAME,
  type RedactChoice,
  type Redactor,
  redactor,
} from './redact.ts';
import { literalsOf, redactWhere } from './redact-where.ts';
import { printSaved, type SavedPredicate } from './saved.ts';
import { bytesAt, writeManifest, writeManifestList } from './write-manifest.ts';

/** Plain data: all that a worker needs. */
export interface RedactRequest {
  readonly bundle: Bundle;
  readonly metadata: TableMetadata;
  readonly schema: Schema;
  readonly snapshot: Snapshot | undefined;
  /** Of the snapshot, in the order of its list; `input` only of those that go in. */
  readonly manifests: readonly {
    readonly manifest: ManifestFile;
    readonly input: InputRef | undefined;
  }[];
  readonly question:
    | { readonly where: string; readonly filter: Expression; readonly caseSensitive: boolean }
    | undefined;
  /** Kept with the table; with `question` they say which columns' statistics go in. */
  readonly saved?: readonly SavedQuestion[] | undefined;
  /** Metadata files before the current one, oldest first, for the eras. */
  readonly history: readonly EarlierMetadata[];
  readonly choice: RedactChoice;
  /** Days that times move by, where no calendar decides; there it chooses among its few distances. */
  readonly days: number;
  /** Only what the predicate asks for: one schema, and the statistics of its columns. */
  readonly trimmed?: boolean | undefined;
}

export interface SavedQuestion extends SavedPredicate {
  readonly filter: Expression;
  readonly caseSensitive: boolean;
}

/** One line of the comparison: what stands here, and what in the bundle. */
export interface RedactedPair {
  readonly what: string;
  readonly here: string;
  /** undefined = left out. */
  readonly there: string | undefined;
}

export interface RedactedBundle {
  readonly request: BundleRequest;
  readonly where: string | undefined;
  readonly pairs: readonly RedactedPair[];
  /** What can't be hidden, and what does not stay the same. */
  readonly notes: readonly string[];
  /** Why the predicate does not keep its verdicts; empty = it does. */
  readonly lost: readonly string[];
}

/** Delete files state the paths they delete from, and positions. */
const DELETE_COLUMNS = [2_147_483_546, 2_147_483_545];

/** Errors: of reading what goes in. A damaged manifest is left out: its files are unknown, here and there. */
export async function redactBundle(
  given: RedactRequest,
  options: OpenInputOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<RedactedBundle> {
  const request = given.trimmed === true ? trimmed(given) : given;
  const { metadata, schema, snapshot, question } = request;
  const read = await readManifests(request, options);
  const manifests = request.manifests.map(({ manifest }) => manifest);
  const made = redactor({
    metadata,
    schema,
    snapshot,
    manifests,
    entries: [...read.values()],
    literals: questionsOf(request).flatMap((one) => literalsOf(one, schema)),
    choice: request.choice,
    days: request.days,
  });
  const answer =
    question === undefined
      ? undefined
      : redactWhere(question, schema, made, bucketedColumns(metadata));
  const saved = redactedSaved(request, made);
  const view = redactedView(
    request.bundle.view,
    { where: answer?.where, saved: saved.kept },
    made,
    read,
  );
  const files: FileToPack[] = [];
  const rows = manifests.map((manifest) => {
    const entries = read.get(manifest);
    const row = made.manifest(manifest);
    if (entries === undefined) return row;
    const bytes = writeManifest(made.entries(entries));
    files.push(fileOf(`metadata/m${files.length + 1}.avro`, row.manifestPath, bytes));
    // A row that named no spec gets the one that its manifest was read by (MD-22).
    const specId =
      manifest.manifestLength === undefined ? entries.spec.specId : row.partitionSpecId;
    return { ...row, manifestLength: bytes.length, partitionSpecId: specId };
  });
  const listPath = made.listPath();
  if (snapshot !== undefined) {
    files.unshift(fileOf('metadata/list.avro', listPath, writeManifestList(rows)));
  }
  const metadataPath = `metadata/00000-${made.choice.paths ? 'redacted' : 'shared'}.metadata.json`;
  const log = layoutLog(request.history).map((logged) => ({
    ...logged,
    metadataFile: `${listPath}/../${logged.name}`,
  }));
  for (const { name, timestampMs, layout, metadataFile } of log) {
    if (layout === undefined) continue;
    const then = { ...metadata, ...layout, lastUpdatedMs: timestampMs };
    const text = made.metadata(then, { snapshot: undefined, list: listPath, log: [] });
    files.push(fileOf(`metadata/${name}`, metadataFile, utf8(text)));
  }
  const json = made.metadata(metadata, { snapshot, list: listPath, log });
  files.unshift(fileOf(metadataPath, `${listPath}/../${metadataPath}`, utf8(json)));
  return {
    request: {
      files,
      bundle: {
        ...redactedBundle(request, made, answer?.where, view.notes),
        view: view.href,
        metadataFile: metadataPath,
        files: files.map(({ path, location }) => ({ path, location })),
      },
    },
    where: answer?.where,
    pairs: pairsOf(request, made, answer?.where, read),
    notes: [...made.notes, ...view.notes, ...saved.notes],
    lost: answer?.lost ?? [],
  };
}

function questionsOf({ question, saved = [] }: RedactRequest) {
  return question === undefined ? saved : [question, ...saved];
}

/** Those that keep their verdicts, and of the others what is said. */
function redactedSaved(
  { schema, metadata, saved = [] }: RedactRequest,
  made: Redactor,
): { readonly kept: readonly SavedPredicate[]; readonly notes: readonly string[] } {
  const asked = saved.flatMap(({ name, ...question }) => {
    const { where, lost } = redactWhere(question, schema, made, bucketedColumns(metadata));
    // A name is free text.
    return lost.length > 0 ? [] : [{ name: made.choice.paths ? '' : name, where }];
  });
  // Two that were written in two ways may be one now.
  const kept = [...new Map(asked.map((one) => [one.where, one])).values()];
  const lost = saved.length - asked.length;
  if (lost === 0) return { kept, notes: [] };
  const which = lost === 1 ? '1 saved predicate that does' : `${lost} saved predicates that do`;
  return { kept, notes: [`Left out: ${which} not keep the answer.`] };
}

function trimmed(request: RedactRequest): RedactRequest {
  const { schema, snapshot } = request;
  const { schemaId } = schema;
  return {
    ...request,
    metadata: { ...request.metadata, schemas: [schema], currentSchemaId: schemaId },
    snapshot: snapshot === undefined ? undefined : { ...snapshot, schemaId },
  };
}

function fileOf(path: string, location: string, bytes: Uint8Array): FileToPack {
  return { path, location, input: { kind: 'bytes', name: path, bytes } };
}

function bucketedColumns({ partitionSpecs }: TableMetadata): ReadonlySet<number> {
  const fields = partitionSpecs.flatMap((spec) => spec.fields);
  return new Set(
    fields.flatMap(({ transform, sourceIds }) => (transform.kind === 'bucket' ? sourceIds : [])),
  );
}

/** Columns whose statistics go in: all, or those of the predicate; equality deletes may ask for any. */
function columnsOf(request: RedactRequest) {
  const { metadata, schema, manifests, trimmed: isTrimmed } = request;
  const hasDeletes = manifests.some(({ manifest }) => manifest.content === 'deletes');
  if (isTrimmed === true && !hasDeletes) {
    const ids = questionsOf(request).flatMap(({ filter, caseSensitive }) =>
      neededFieldIds(bind(filter, indexSchema(schema), { caseSensitive, profile: SAFE })),
    );
    return [...new Set(ids)];
  }
  const ids = new Set(DELETE_COLUMNS);
  for (const one of metadata.schemas) {
    for (const { fieldId, type } of indexSchema(one).columns) {
      if (isPrimitive(type)) ids.add(fieldId);
    }
  }
  return [...ids];
}

async function readManifests(
  request: RedactRequest,
  options: OpenInputOptions & { readonly signal?: AbortSignal | undefined },
): Promise<ReadonlyMap<ManifestFile, ManifestEntries>> {
  const { schemas, partitionSpecs: specs, formatVersion } = request.metadata;
  const metricsFieldIds = columnsOf(request);
  const found = new Map<ManifestFile, ManifestEntries>();
  for (const { manifest, input } of request.manifests) {
    options.signal?.throwIfAborted();
    if (input === undefined) continue;
    try {
      const bytes = await openInput(input, options).whole(options.signal);
      const asked = { manifest, specs, schemas, formatVersion, metricsFieldIds };
      found.set(manifest, (await decodeManifest(bytes, asked)).entries);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof IcecoreError)) throw error;
    }
  }
  return found;
}

/** As they are called now. */
interface Asked {
  readonly where: string | undefined;
  readonly saved: readonly SavedPredicate[];
}

function redactedBundle(
  { bundle, snapshot }: RedactRequest,
  made: Redactor,
  where: string | undefined,
  notes: readonly string[],
): Bundle {
  const { recorded } = bundle;
  const done = REDACT_KINDS.filter((kind) => made.choice[kind]);
  const id = snapshot && made.snapshotId(snapshot.snapshotId);
  return {
    ...bundle,
    tableName: made.choice.paths ? REDACTED_NAME : bundle.tableName,
    // Beside it, times that were moved would tell about how far.
    made: made.choice.times ? '' : bundle.made,
    why: bundleWhy(bundle.contents, id, recorded?.manifests.length ?? 0),
    recorded: redactedAnswer(recorded, made, where, id),
    redacted: [
      ...new Set([
        ...(bundle.redacted ?? []),
        ...(done.length === 0 ? [] : [`Replaced: ${done.join(', ')}, snapshot ids.`]),
        ...made.notes,
        ...notes,
      ]),
    ],
  };
}

/** What was recorded holds for one question alone, so it must be that of the view: see {@link redactedView}. */
function redactedAnswer(
  recorded: RecordedAnswer | undefined,
  made: Redactor,
  where: string | undefined,
  snapshotId: bigint | undefined,
): RecordedAnswer | undefined {
  if (!made.choice.paths || recorded === undefined) return recorded;
  if (where === undefined || snapshotId === undefined) return undefined;
  return {
    ...recorded,
    snapshotId: String(snapshotId),
    where,
    caseSensitive: true,
    manifests: recorded.manifests.map((one) => ({
      ...one,
      path: made.manifest({ manifestPath: one.path } as ManifestFile).manifestPath,
      reason: 'Skipped, as the bundle records it.',
    })),
  };
}

/** There is one snapshot in it, whichever way it was chosen. */
const CHOOSES: ReadonlySet<keyof Search> = new Set<keyof Search>(['snap', 'ref', 'asof']);

/** Only what names nothing of the table, with the predicate and the file as they are called now. */
function redactedView(
  view: string,
  { where, saved }: Asked,
  made: Redactor,
  read: ReadonlyMap<ManifestFile, ManifestEntries>,
): { readonly href: string; readonly notes: readonly string[] } {
  if (!made.choice.paths) return { href: view, notes: [] };
  const { view: name, search } = placeOfHref(view);
  const { unit, area, show, era, profile, file, list, load } = search;
  // A condition to load by would name columns and values.
  const loaded = loadChoice({ load })?.kind === 'where' ? undefined : load;
  const kept = printSaved(saved);
  const shown = { unit, area, show, era, profile, list, where, saved: kept, load: loaded };
  const names = where === undefined && kept === undefined ? {} : { names: 'exact' as const };
  const now: Search = { ...shown, ...names, file: fileHash(file, made, read) };
  const left = LINK_PARAMS.filter(
    (param) => search[param] !== undefined && now[param] === undefined && !CHOOSES.has(param),
  );
  const notes =
    left.length === 0
      ? []
      : [`Left out of the view: ${left.map((param) => PARAM_NAMES[param]).join(', ')}.`];
  return { href: `#/${name}${printLink(now)}`, notes };
}

function fileHash(
  file: string | undefined,
  made: Redactor,
  read: ReadonlyMap<ManifestFile, ManifestEntries>,
): string | undefined {
  if (file === undefined) return undefined;
  for (const entries of read.values()) {
    for (let i = 0; i < entries.count; i++) {
      const path = pathText(entries.filePaths, i);
      if (pathHash(path) === file) return pathHash(made.path(path));
    }
  }
  return undefined;
}

const COLUMNS_SHOWN = 6;

/** Side by side: names, then bounds of the first file that has some, the predicate, a path. */
function pairsOf(
  { metadata, schema, snapshot, question }: RedactRequest,
  made: Redactor,
  where: string | undefined,
  read: ReadonlyMap<ManifestFile, ManifestEntries>,
): readonly RedactedPair[] {
  const pairs: RedactedPair[] = [
    { what: 'location', here: metadata.location, there: made.location() },
  ];
  if (snapshot !== undefined) {
    const { snapshotId: id } = snapshot;
    pairs.push({ what: 'snapshot', here: String(id), there: String(made.snapshotId(id)) });
  }
  const index = indexSchema(schema);
  const target = indexSchema(made.schema(schema));
  const [entries] = [...read.values()].filter(({ content }) => content === 'data');
  for (const { fieldId, name, type } of index.columns.slice(0, COLUMNS_SHOWN)) {
    const there = target.byId.get(fieldId)?.name;
    pairs.push({ what: `column ${fieldId}`, here: name, there });
    const bytes = bytesAt(entries?.metrics.get(fieldId)?.lowerBounds, 0);
    if (bytes === undefined || !isPrimitive(type)) continue;
    const value = decodeSingleValue(type, bytes, SAFE);
    if (value === undefined) continue;
    const replaced = made.value(fieldId, undefined, value);
    pairs.push({
      what: `${name}, lowest`,
      here: displayValue(type, value),
      there: replaced === undefined ? undefined : displayValue(type, replaced),
    });
  }
  if (question !== undefined) {
    pairs.push({ what: 'predicate', here: question.where, there: where });
  }
  if (entries !== undefined && entries.count > 0) {
    const path = pathText(entries.filePaths, 0);
    pairs.push({ what: 'file', here: path, there: made.path(path) });
  }
  for (const [key, value] of Object.entries(metadata.properties).slice(0, 2)) {
    pairs.push({ what: key, here: value, there: undefined });
  }
  return pairs;
}
