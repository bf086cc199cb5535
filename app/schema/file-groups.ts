/** Live files grouped by how their columns resolve: which schema wrote each, and what follows of it. Pure. */
import type { TupleValue } from '../../src/metadata/entries.ts';
import type { NameMapping } from '../../src/metadata/name-mapping.ts';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import {
  columnsAsWritten,
  type FileColumn,
  type Resolution,
  resolveColumns,
  withoutIds,
} from '../../src/metadata/resolve-columns.ts';
import type { SchemaVersion } from '../../src/metadata/schema-history.ts';
import type { ManifestFileIds } from '../../src/table/api.ts';
import type { Profile } from '../../src/types/profile.ts';
import type { SchemaIndex } from '../../src/types/schema.ts';

/** What is known of a file's columns without its footer. */
export interface FileOrigin {
  /** Index of the version it was written with; undefined: nothing tells. */
  readonly version: number | undefined;
  /** The version is told by its statistics alone: the snapshot that wrote it has expired. */
  readonly isGuess: boolean;
  /** It was not written for the table but taken over: it carries no field ids. */
  readonly isTakenOver: boolean;
}

export interface ResolvingTable {
  /** The schema that files are read as. */
  readonly schema: SchemaIndex;
  readonly versions: readonly SchemaVersion[];
  readonly specs: readonly PartitionSpec[];
  readonly mapping: NameMapping | undefined;
  /** Schema ids by snapshot id, of all snapshots that are known. */
  readonly schemaIds: ReadonlyMap<string, number>;
  /** Columns whose presence was asked for, as in {@link ManifestFileIds.counted}. */
  readonly asked: readonly number[];
  /** The table keeps data files beside its own folder, so that a place elsewhere tells nothing. */
  readonly hasOtherDataPath: boolean;
  readonly profile: Profile;
}

export interface FileGroup {
  readonly key: string;
  /** Newest first; empty: unknown. */
  readonly schemaIds: readonly number[];
  readonly isGuess: boolean;
  readonly isTakenOver: boolean;
  readonly specIds: readonly number[];
  readonly files: number;
  /** undefined: nothing tells what its files hold. */
  readonly resolution: Resolution | undefined;
  readonly columns: readonly FileColumn[] | undefined;
  /** Ids that names had when its files were written. */
  readonly idsThen: ReadonlyMap<string, number>;
  /** A file of its oldest schema: there most has changed since. */
  readonly first: { readonly manifestIndex: number; readonly entry: number };
}

/** At most so many columns can be asked for. */
const MOST_ASKED = 31;
const HAS_COUNTS = 1 << 31;

/**
 * Columns whose presence in a file is worth asking for: those that partition values could replace, where files may have
 * been taken over, and those that are not in every version, where a file's snapshot may have expired.
 */
export function askedColumns(table: {
  readonly versions: readonly SchemaVersion[];
  readonly specs: readonly PartitionSpec[];
  readonly mapping: NameMapping | undefined;
  readonly hasExpired: boolean;
}): readonly number[] {
  const asked = new Set<number>();
  if (table.mapping !== undefined) {
    for (const spec of table.specs) for (const id of identityIds(spec)) asked.add(id);
  }
  const [oldest, ...later] = table.versions;
  if (table.hasExpired && oldest !== undefined) {
    for (const { schema } of later) {
      for (const { fieldId, type } of schema.columns) {
        if (!oldest.schema.byId.has(fieldId) && !isNested(type.kind)) asked.add(fieldId);
      }
    }
  }
  return [...asked].slice(0, MOST_ASKED);
}

function isNested(kind: string): boolean {
  return kind === 'struct' || kind === 'list' || kind === 'map';
}

function identityIds(spec: PartitionSpec | undefined): readonly number[] {
  return (spec?.fields ?? [])
    .filter(({ transform }) => transform.kind === 'identity')
    .flatMap(({ sourceIds }) => sourceIds.slice(0, 1));
}

export interface FileEvidence {
  readonly specId: number;
  readonly snapshotId: string;
  readonly counted: number;
  readonly outside: boolean;
}

export function originOf(file: FileEvidence, table: ResolvingTable): FileOrigin {
  const schemaId = table.schemaIds.get(file.snapshotId);
  const { versions } = table;
  const known = versions.findLastIndex((version) => version.schemaId === schemaId);
  const guess = known < 0 ? guessVersion(file.counted, table) : undefined;
  return {
    version: known < 0 ? guess : known,
    isGuess: known < 0 && versions.length > 1,
    isTakenOver: isTakenOver(file, table),
  };
}

/** The oldest version that has every column of which values were counted. */
function guessVersion(counted: number, { versions, asked }: ResolvingTable): number | undefined {
  if (versions.length === 1) return 0;
  if ((counted & HAS_COUNTS) === 0) return undefined;
  const held = asked.filter((_, i) => (counted & (1 << i)) !== 0);
  const found = versions.findIndex(({ schema }) => held.every((id) => schema.byId.has(id)));
  return found < 0 ? undefined : found;
}

/** Writers of the table write all its columns, partitioning or not: only a folder of Hive's leaves those to the path. */
function isTakenOver({ specId, counted, outside }: FileEvidence, table: ResolvingTable): boolean {
  if (table.mapping === undefined) return false;
  if (outside && !table.hasOtherDataPath) return true;
  const ids = identityIds(table.specs.find((spec) => spec.specId === specId));
  const bits = ids.map((id) => table.asked.indexOf(id));
  if (bits.length === 0 || bits.includes(-1)) return false;
  return (counted & HAS_COUNTS) !== 0 && bits.every((bit) => (counted & (1 << bit)) === 0);
}

/** Columns that a file of such an origin holds; undefined: nothing tells. */
export function columnsOf(
  origin: FileOrigin,
  specId: number,
  { versions, specs }: ResolvingTable,
): readonly FileColumn[] | undefined {
  const version = origin.version === undefined ? undefined : versions[origin.version];
  if (version === undefined) return undefined;
  const columns = columnsAsWritten(version.schema.schema);
  if (!origin.isTakenOver) return columns;
  const inPath = new Set(identityIds(specs.find((spec) => spec.specId === specId)));
  return withoutIds(columns.filter(({ fieldId }) => !inPath.has(fieldId ?? -1)));
}

/** `tuple` undefined: values do not matter, as in a group. */
export function resolveFile(
  columns: readonly FileColumn[],
  specId: number,
  tuple: readonly TupleValue[] | undefined,
  table: ResolvingTable,
): Resolution {
  const spec = table.specs.find((candidate) => candidate.specId === specId);
  return resolveColumns({
    schema: table.schema,
    file: columns,
    spec: spec ?? { specId, fields: [] },
    tuple: tuple ?? [],
    mapping: table.mapping,
    tableIds: new Set(table.versions.flatMap(({ schema }) => [...schema.byId.keys()])),
    profile: table.profile,
  });
}

export interface GroupSource {
  readonly specId: number;
  readonly ids: ManifestFileIds;
}

interface Gathered {
  readonly origin: FileOrigin;
  readonly specId: number;
  readonly first: FileGroup['first'];
  files: number;
}

/** Groups of the newest schema first; what is taken over behind what was written with the same schema. */
export function fileGroups(
  manifests: readonly GroupSource[],
  table: ResolvingTable,
): readonly FileGroup[] {
  const groups = new Map<string, FileGroup>();
  for (const one of gather(manifests, table)) {
    const columns = columnsOf(one.origin, one.specId, table);
    const resolution =
      columns === undefined ? undefined : resolveFile(columns, one.specId, undefined, table);
    const key = keyOf(one.origin.isTakenOver, resolution);
    const known = groups.get(key);
    groups.set(key, merge(known, { ...one, columns, resolution, key }, table));
  }
  return [...groups.values()].sort(
    (a, b) =>
      (b.schemaIds[0] ?? -1) - (a.schemaIds[0] ?? -1) ||
      Number(a.isTakenOver) - Number(b.isTakenOver) ||
      b.files - a.files,
  );
}

/** Files by what is known of them: few kinds, however many files. */
function gather(manifests: readonly GroupSource[], table: ResolvingTable): readonly Gathered[] {
  const kinds = new Map<string, Gathered>();
  for (const { specId, ids } of manifests) {
    for (let i = 0; i < ids.entries.length; i++) {
      const [snapshot, counted, outside] = [ids.snapshotIds[i], ids.counted[i], ids.outside[i]];
      const key = `${specId} ${snapshot} ${counted} ${outside}`;
      const kind = kinds.get(key);
      if (kind !== undefined) {
        kind.files++;
        continue;
      }
      const evidence = {
        specId,
        snapshotId: String(snapshot),
        counted: counted ?? 0,
        outside: outside === 1,
      };
      kinds.set(key, {
        origin: originOf(evidence, table),
        specId,
        first: { manifestIndex: ids.index, entry: ids.entries[i] as number },
        files: 1,
      });
    }
  }
  return [...kinds.values()];
}

function keyOf(isTakenOver: boolean, resolution: Resolution | undefined): string {
  const rules = resolution === undefined ? 'unknown' : printed(resolution);
  return `${isTakenOver ? 'taken over' : 'written'} ${rules}`;
}

/** A file whose footer was read. */
export interface ReadFile {
  readonly group: FileGroup;
  readonly columns: readonly FileColumn[];
  readonly resolution: Resolution;
  readonly specId: number;
  readonly at: FileGroup['first'];
}

/** Metadata tells what a file should hold, its footer what it holds: where they differ, that file leaves its group. */
export function withReadFile(
  groups: readonly FileGroup[],
  { group, columns, resolution, specId, at }: ReadFile,
): { readonly groups: readonly FileGroup[]; readonly group: FileGroup } {
  const isTakenOver = !resolution.hasIds;
  const key = keyOf(isTakenOver, resolution);
  if (key === group.key) return { groups, group };
  const known = groups.find((one) => one.key === key);
  const own: FileGroup = {
    ...(known ?? group),
    key,
    isGuess: false,
    isTakenOver,
    specIds: withItem(known?.specIds, specId).toSorted((a, b) => a - b),
    schemaIds: known?.schemaIds ?? group.schemaIds,
    files: (known?.files ?? 0) + 1,
    resolution,
    columns,
    first: known?.first ?? at,
  };
  const others = groups.flatMap((one) => {
    if (one === known) return [own];
    if (one !== group) return [one];
    return one.files === 1 ? [] : [{ ...one, files: one.files - 1 }];
  });
  return { groups: known === undefined ? [own, ...others] : others, group: own };
}

/** All that a group has in common: the rule of each column and what is left unread. */
function printed({ columns, unread }: Resolution): string {
  const rules = columns.map(({ source, namesake }) => `${source.rule}${namesake ? '!' : ''}`);
  return `${rules.join()} ${unread.map(({ name, why }) => `${name}:${why}`).join()}`;
}

function merge(
  known: FileGroup | undefined,
  one: Gathered & Pick<FileGroup, 'columns' | 'resolution' | 'key'>,
  { versions }: ResolvingTable,
): FileGroup {
  const { version, isGuess, isTakenOver } = one.origin;
  const written = version === undefined ? undefined : versions[version];
  const names = (written?.schema.columns ?? []).map(
    ({ name, fieldId }) => [name, fieldId] as const,
  );
  return {
    key: one.key,
    isTakenOver,
    isGuess: isGuess || known?.isGuess === true,
    schemaIds: withItem(known?.schemaIds, written?.schemaId).toSorted((a, b) => b - a),
    specIds: withItem(known?.specIds, one.specId).toSorted((a, b) => a - b),
    files: (known?.files ?? 0) + one.files,
    resolution: known?.resolution ?? one.resolution,
    columns: known?.columns ?? one.columns,
    idsThen: known?.idsThen ?? new Map(names),
    first: isOlder(written?.schemaId, known) ? one.first : (known?.first ?? one.first),
  };
}

function isOlder(schemaId: number | undefined, known: FileGroup | undefined): boolean {
  const oldest = known?.schemaIds.at(-1);
  return schemaId !== undefined && oldest !== undefined && schemaId < oldest;
}

function withItem(items: readonly number[] | undefined, item: number | undefined): number[] {
  return [...new Set([...(items ?? []), ...(item === undefined ? [] : [item])])];
}
