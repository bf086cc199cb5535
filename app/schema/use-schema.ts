/** The schema's history and the live files by how they resolve, as manifests are read. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { IcecoreError } from '../../src/base/errors.ts';
import { type NameMapping, parseNameMapping } from '../../src/metadata/name-mapping.ts';
import type { TableMetadata } from '../../src/metadata/records.ts';
import { type SchemaHistory, schemaHistory } from '../../src/metadata/schema-history.ts';
import type { ParquetFooter } from '../../src/parquet/footer.ts';
import type { FileRow, ManifestFileIds } from '../../src/table/api.ts';
import type { MetadataVersion } from '../../src/table/session.ts';
import { JAVA, SAFE } from '../../src/types/profile.ts';
import { indexSchema } from '../../src/types/schema.ts';
import { tableApi } from '../client.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { eraFilter } from '../link.ts';
import { type Arriving, arriving, useVersions } from '../queries.ts';
import { useLink } from '../routes.ts';
import {
  askedColumns,
  type FileGroup,
  fileGroups,
  type GroupSource,
  type ResolvingTable,
} from './file-groups.ts';
import { type SchemaModel, schemaModel } from './schema-model.ts';

export interface SchemaInHand {
  readonly model: SchemaModel;
  readonly table: ResolvingTable;
  readonly sources: readonly GroupSource[];
  readonly groups: readonly FileGroup[];
  /** Data manifests read, of all. */
  readonly read: number;
  readonly of: number;
  readonly complete: boolean;
  /** Why the table's name mapping can't be read. */
  readonly mappingError: string | undefined;
}

const MAPPING = 'schema.name-mapping.default';

export function useSchema(view: SnapshotInHand): SchemaInHand {
  const { metadata } = view.table;
  const versions = useVersions(view.table).data?.versions;
  const model = useMemo(() => {
    const history = schemaHistory(metadata, versions ?? []);
    return schemaModel(history, metadata.partitionSpecs, specRanks(metadata));
  }, [metadata, versions]);
  const table = useResolvingTable(view, model.history, versions);
  const ids = useFileIds(view, table.asked);
  const of = view.manifests.filter(({ manifest }) => manifest.content === 'data').length;
  const { era } = useLink();
  const read = ids?.items.size ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map grows in place, by size.
  const sources = useMemo(() => sourcesOf(view, ids?.items, era), [view, ids, read, era]);
  const groups = useMemo(() => fileGroups(sources, table), [sources, table]);
  return {
    model,
    table,
    sources,
    groups,
    read,
    of,
    complete: ids?.complete === true || of === 0,
    mappingError: mappingOf(metadata).error,
  };
}

interface MappingRead {
  readonly mapping: NameMapping | undefined;
  readonly error: string | undefined;
}

const mappings = new WeakMap<TableMetadata, MappingRead>();

function mappingOf(metadata: TableMetadata): MappingRead {
  let known = mappings.get(metadata);
  if (known === undefined) {
    known = readMapping(metadata.properties[MAPPING]);
    mappings.set(metadata, known);
  }
  return known;
}

function readMapping(text: string | undefined): MappingRead {
  if (text === undefined) return { mapping: undefined, error: undefined };
  try {
    return { mapping: parseNameMapping(text, MAPPING), error: undefined };
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    return { mapping: undefined, error: error.message };
  }
}

const DATA_PATHS = [
  'write.data.path',
  'write.folder-storage.path',
  'write.object-storage.path',
] as const;

function useResolvingTable(
  view: SnapshotInHand,
  history: SchemaHistory,
  earlier: readonly MetadataVersion[] | undefined,
): ResolvingTable {
  const { metadata } = view.table;
  const { profile } = useLink();
  return useMemo(() => {
    const known = [...(earlier ?? []).map((version) => version.metadata), metadata];
    const snapshots = known.flatMap((one) => one.snapshots);
    const ids = new Set(snapshots.map(({ snapshotId }) => snapshotId));
    const hasExpired = snapshots.some(
      ({ parentSnapshotId: parent }) => parent !== undefined && !ids.has(parent),
    );
    const { mapping } = mappingOf(metadata);
    const specs = metadata.partitionSpecs;
    const { versions } = history;
    return {
      schema: indexSchema(view.schema),
      versions,
      specs,
      mapping,
      schemaIds: new Map(
        snapshots.flatMap(({ snapshotId, schemaId }) =>
          schemaId === undefined ? [] : [[String(snapshotId), schemaId]],
        ),
      ),
      asked: askedColumns({ versions, specs, mapping, hasExpired }),
      hasOtherDataPath: DATA_PATHS.some((name) => metadata.properties[name] !== undefined),
      profile: profile === 'java' ? JAVA : SAFE,
    };
  }, [view, metadata, history, earlier, profile]);
}

function useFileIds(
  view: SnapshotInHand,
  asked: readonly number[],
): Arriving<ManifestFileIds> | undefined {
  const queryKey = ['file-ids', view.key, asked.join()];
  const { data, error } = useQuery<Arriving<ManifestFileIds>>({
    queryKey,
    queryFn: ({ signal }) => {
      const manifests = view.manifests.filter((m) => m.manifest.content === 'data');
      const { location } = view.table.metadata;
      const request = { context: view.context, manifests, location, fieldIds: asked };
      return arriving<ManifestFileIds, undefined>(
        queryKey,
        manifests.length,
        signal,
        async (onItem) => {
          await tableApi().identifyFiles(request, {
            signal,
            onFiles: (ids) => onItem(ids.index, ids),
          });
          return undefined;
        },
      );
    },
  });
  if (error !== null) throw error;
  return data;
}

function sourcesOf(
  view: SnapshotInHand,
  items: ReadonlyMap<number, ManifestFileIds> | undefined,
  era: string | undefined,
): readonly GroupSource[] {
  const eras = eraFilter({ era });
  return view.manifests.flatMap(({ index, manifest }) => {
    const ids = items?.get(index);
    const specId = manifest.partitionSpecId;
    return ids === undefined || eras?.has(specId) === false ? [] : [{ specId, ids }];
  });
}

export interface FooterInHand {
  readonly footer: ParquetFooter | undefined;
  readonly error: Error | null;
  /** `absent`: the file is not at hand; `remote`: it is read on request only; `other`: no Parquet file. */
  readonly state: 'read' | 'reading' | 'absent' | 'remote' | 'other' | 'failed';
}

/** The footer of a file that was given; of one that would be fetched only when `asked`. */
export function useFooter(
  view: SnapshotInHand,
  row: FileRow | undefined,
  asked: boolean,
): FooterInHand {
  const input = row === undefined ? undefined : view.table.locate(row.filePath);
  const isParquet = row?.fileFormat === 'parquet';
  const mayRead = input !== undefined && isParquet && (asked || input.kind !== 'url');
  const { data, error } = useQuery<ParquetFooter>({
    queryKey: ['footer', view.table.tableKey, row?.filePath ?? ''],
    queryFn:
      !mayRead || row === undefined
        ? skipToken
        : ({ signal }) =>
            tableApi().readFooter({ input, fileSizeInBytes: row.fileSizeInBytes }, { signal }),
  });
  const state = footerState(isParquet, input?.kind, mayRead, data !== undefined, error !== null);
  return { footer: mayRead ? data : undefined, error: mayRead ? error : null, state };
}

function footerState(
  isParquet: boolean,
  kind: string | undefined,
  mayRead: boolean,
  isRead: boolean,
  failed: boolean,
): FooterInHand['state'] {
  if (kind === undefined) return 'absent';
  if (!isParquet) return 'other';
  if (!mayRead) return 'remote';
  if (failed) return 'failed';
  return isRead ? 'read' : 'reading';
}
