/** The one file whose columns are shown: the link's, else one of the group where most happens. */
import { useEffect, useMemo } from 'react';
import type { FileColumn, Resolution } from '../../src/metadata/resolve-columns.ts';
import type { FileRow } from '../../src/table/api.ts';
import type { SnapshotInHand } from '../data.ts';
import { positionOf } from '../pruning/file-index.ts';
import { type FileRef, useRowStore } from '../pruning/file-rows.ts';
import { useFiles } from '../pruning/use-files.ts';
import { useSelection } from '../pruning/use-selection.ts';
import { usePictures } from '../queries.ts';
import {
  columnsOf,
  type FileGroup,
  type FileOrigin,
  originOf,
  resolveFile,
  withReadFile,
} from './file-groups.ts';
import { type FooterInHand, type SchemaInHand, useFooter } from './use-schema.ts';

export interface FileInHand {
  readonly row: FileRow | undefined;
  readonly origin: FileOrigin;
  /** The group it is counted in. */
  readonly group: FileGroup | undefined;
  readonly columns: readonly FileColumn[] | undefined;
  readonly resolution: Resolution | undefined;
  readonly footer: FooterInHand;
  /** All groups, this file where its footer says that it belongs. */
  readonly told: readonly FileGroup[];
}

export interface FileChoice {
  /** undefined: no file is live, or none is read yet. */
  readonly file: FileInHand | undefined;
  /** The link names a file that is not live in this snapshot. */
  readonly missing: boolean;
  readonly select: (file: FileRef) => void;
}

const NO_COLUMNS: readonly number[] = [];

export function useFile(
  view: SnapshotInHand,
  schema: SchemaInHand,
  footerAsked: boolean,
): FileChoice {
  const { index } = useFiles();
  const rows = useRowStore(view, NO_COLUMNS);
  const selection = useSelection(view, index, rows);
  const pictures = usePictures().data;
  const fallback = useMemo(() => busiest(schema.groups)?.first, [schema.groups]);
  const ref = selection.file ?? fallback;
  const row = ref === undefined ? undefined : rows.get(ref);
  useEffect(() => {
    if (ref !== undefined && row === undefined) rows.want([ref]);
  }, [ref, row, rows]);
  const footer = useFooter(view, row, footerAsked);
  const select = (file: FileRef) =>
    selection.select(positionOf(index, file.manifestIndex, file.entry));
  const { missing } = selection;
  const source = schema.sources.find(({ ids }) => ids.index === ref?.manifestIndex);
  const local = source?.ids.entries.indexOf(ref?.entry ?? -1) ?? -1;
  if (ref === undefined || source === undefined || local < 0) {
    return { file: undefined, missing, select };
  }
  const { specId, ids } = source;
  const evidence = {
    specId,
    snapshotId: String(ids.snapshotIds[local]),
    counted: ids.counted[local] ?? 0,
    outside: ids.outside[local] === 1,
  };
  const origin = originOf(evidence, schema.table);
  const columns = footer.footer?.columns ?? columnsOf(origin, specId, schema.table);
  const picture = pictures?.items.get(ref.manifestIndex);
  const tuple = picture?.partitions[picture.partitionOf[local] ?? 0]?.values;
  const resolution =
    columns === undefined ? undefined : resolveFile(columns, specId, tuple, schema.table);
  const counted = groupOf(schema, origin, specId);
  const { groups: told, group } =
    footer.footer === undefined || resolution === undefined || counted === undefined
      ? { groups: schema.groups, group: counted }
      : withReadFile(schema.groups, {
          group: counted,
          columns: footer.footer.columns,
          resolution,
          specId,
          at: ref,
        });
  return { missing, select, file: { row, origin, group, columns, resolution, footer, told } };
}

/** The group of which the most columns come another way than by id; of several, the one with most files. */
function busiest(groups: readonly FileGroup[]): FileGroup | undefined {
  const weight = ({ resolution }: FileGroup) =>
    resolution?.columns.filter(({ source }) => source.rule !== 'id').length ?? 0;
  return [...groups].sort((a, b) => weight(b) - weight(a) || b.files - a.files)[0];
}

function groupOf(
  { groups, table }: SchemaInHand,
  { version, isTakenOver }: FileOrigin,
  specId: number,
): FileGroup | undefined {
  const schemaId = version === undefined ? undefined : table.versions[version]?.schemaId;
  return groups.find(
    (group) =>
      group.isTakenOver === isTakenOver &&
      group.specIds.includes(specId) &&
      (schemaId === undefined ? group.schemaIds.length === 0 : group.schemaIds.includes(schemaId)),
  );
}
