import { useMemo } from 'react';
import type { ReadDialect } from '../../src/evolution/dialects.ts';
import { eras } from '../../src/metadata/eras.ts';
import type { MetadataHistory } from '../../src/table/session.ts';
import { isPartOf, type OpenTable, specRanks } from '../data.ts';
import type { History } from '../history.ts';
import { useHistory, useSnapshot, useVersions } from '../queries.ts';
import { useLinkParts } from '../routes.ts';
import { columnsThen } from '../specs.ts';
import { type ErasModel, erasModel } from './eras-model.ts';

export interface ErasInHand {
  readonly model: ErasModel;
  /** Snapshots read, of all. */
  readonly read: number;
  readonly of: number;
  readonly complete: boolean;
  readonly history: History | undefined;
  readonly versions: MetadataHistory | undefined;
}

/** The eras of the table in hand, sharper as snapshots are read. */
export function useEras(): ErasInHand | undefined {
  const view = useSnapshot().data;
  return useErasOf(view?.table, view?.snapshot?.snapshotId);
}

export function useErasOf(
  table: OpenTable | undefined,
  snapshotId: bigint | undefined,
): ErasInHand | undefined {
  const history = useHistory(table);
  const versions = useVersions(table);
  const dialect = useLinkParts('dialect').dialect ?? 'spark';
  const model = useMemo(
    () =>
      table === undefined
        ? undefined
        : modelOf(table, snapshotId, history.data, versions.data, dialect),
    [table, snapshotId, history.data, versions.data, dialect],
  );
  // A table of no snapshot has no history to wait for.
  if (table === undefined || model === undefined) return undefined;
  return {
    model,
    read: history.data?.points.size ?? 0,
    of: table.metadata.snapshots.length,
    complete: history.data?.complete === true && !versions.isPending,
    history: history.data,
    versions: versions.data,
  };
}

function modelOf(
  table: OpenTable,
  snapshotId: bigint | undefined,
  history: History | undefined,
  versions: MetadataHistory | undefined,
  dialect: ReadDialect,
): ErasModel {
  const points = history?.points ?? new Map();
  const writes = [...points.values()].flatMap((point) =>
    [...point.added].map(([specId]) => ({ snapshotId: point.snapshot.snapshotId, specId })),
  );
  const earlier = (versions?.versions ?? []).map((version) => ({
    timestampMs: version.timestampMs,
    defaultSpecId: version.metadata.defaultSpecId,
  }));
  return erasModel({
    tableName: table.name,
    metadata: table.metadata,
    eras: eras(table.metadata, earlier, writes),
    ranks: specRanks(table.metadata),
    points,
    snapshotId,
    columnsAt: columnsThen(table.metadata, versions?.versions ?? []),
    dialect,
    isPart: isPartOf(table),
  });
}
