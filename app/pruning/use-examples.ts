/** Predicates to try, from the bounds of a file of the newest era: the same one wherever the table is opened. */
import { useEffect, useMemo, useState } from 'react';
import { IcecoreError } from '../../src/base/errors.ts';
import { partitionSources } from '../../src/metadata/spec-words.ts';
import type { FileRow, ManifestSource } from '../../src/table/api.ts';
import { type SnapshotInHand, sampleName } from '../data.ts';
import { useSamples } from '../queries.ts';
import { useLinkParts } from '../routes.ts';
import { type Example, type ExampleColumn, examplesOf } from './examples.ts';
import { type FileRef, rowStore } from './file-rows.ts';
import type { Language } from './language.ts';
import type { FilesInHand } from './use-files.ts';

const NONE: readonly Example[] = [];
/** Columns looked at. */
const MOST = 8;

/** None while `wanted` is false. What a sample’s sentence tells of comes first. */
export function useExamples(
  view: SnapshotInHand,
  files: FilesInHand,
  language: Language | undefined,
  wanted: boolean,
): readonly Example[] {
  const columns = useMemo(
    () => (language === undefined ? [] : exampleColumns(view, language)),
    [view, language],
  );
  const ids = useMemo(() => columns.map(({ fieldId }) => fieldId), [columns]);
  const row = useExampleRow(view, files, ids, wanted);
  const told = useToldExample(wanted);
  const examples = useMemo(
    () => (row === undefined ? NONE : examplesOf(columns, row)),
    [columns, row],
  );
  return told === undefined ? examples : [told, ...examples];
}

/** The file's row with bounds of the columns; undefined until it is here, and where there are none. */
export function useExampleRow(
  view: SnapshotInHand,
  files: FilesInHand,
  fieldIds: readonly number[],
  wanted: boolean,
): FileRow | undefined {
  const [found, setFound] = useState<{ readonly of: readonly unknown[]; readonly row: FileRow }>();
  const [failure, setFailure] = useState<unknown>();
  const isHere = found?.of[0] === view && found.of[1] === fieldIds;
  const ready = wanted && !isHere && fieldIds.length > 0 && files.index.count > 0;
  useEffect(() => {
    const file = ready ? exampleFile(view, files) : undefined;
    if (file === undefined) return;
    let current = true;
    rowStore(view, fieldIds)
      .fetch(file)
      .then(
        (row) => {
          if (current) setFound({ of: [view, fieldIds], row });
        },
        (reason) => {
          // A manifest that can no longer be read gives no examples; plans tell of it.
          if (current && !(reason instanceof IcecoreError)) setFailure(reason);
        },
      );
    return () => {
      current = false;
    };
  }, [ready, fieldIds, files, view]);
  if (failure !== undefined) throw failure;
  return isHere ? found?.row : undefined;
}

function useToldExample(wanted: boolean): Example | undefined {
  const { src } = useLinkParts('src');
  const name = src === undefined ? undefined : sampleName(src);
  const samples = useSamples(wanted && name !== undefined).data;
  const where = samples?.find((sample) => sample.name === name)?.where;
  return where === undefined ? undefined : { label: where, where };
}

/**
 * In the middle of the first manifest of the newest spec that has files; undefined while that manifest may still come.
 * Not of whatever has come first: two people at one table would be shown other examples.
 */
export function exampleFile(
  { manifests }: Pick<SnapshotInHand, 'manifests'>,
  { index, complete }: FilesInHand,
): FileRef | undefined {
  const specOf = (source: ManifestSource) => source.manifest.partitionSpecId;
  const arrived = new Map(index.manifests.map((one) => [one.index, one.entries]));
  const newestFirst = manifests
    .filter(({ manifest }) => manifest.content === 'data')
    .sort((a, b) => specOf(b) - specOf(a));
  for (const { index: manifestIndex } of newestFirst) {
    if (!complete && !arrived.has(manifestIndex)) return undefined;
    const entries = arrived.get(manifestIndex);
    const entry = entries?.[entries.length >> 1];
    if (entry !== undefined) return { manifestIndex, entry };
  }
  return undefined;
}

function exampleColumns(view: SnapshotInHand, language: Language): readonly ExampleColumn[] {
  const sources = partitionSources(view.table.metadata.partitionSpecs);
  const columns = language.schema.columns
    .filter((column) => column.accessible)
    .map((column) => ({
      fieldId: column.fieldId,
      name: language.quote(column.name),
      kind: column.type.kind,
      partitions: sources.has(column.fieldId),
    }));
  return columns.sort((a, b) => Number(b.partitions) - Number(a.partitions)).slice(0, MOST);
}
