/** Which file is read as which schema, and how its columns are known. */
import { lazy, Suspense } from 'react';
import { Chip } from '../ui/Chip.tsx';
import { Button } from '../ui/controls.tsx';
import { middleCut } from '../ui/format.ts';
import type { FileGroup } from './file-groups.ts';
import type { FileInHand } from './use-file.ts';
import type { SchemaInHand } from './use-schema.ts';

const FileMenu = lazy(() => import('./FileMenu.tsx'));

export interface FileHeadProps {
  readonly schema: SchemaInHand;
  readonly readAs: number;
  readonly file: FileInHand | undefined;
  readonly missing: boolean;
  readonly ranks: ReadonlyMap<number, number>;
  readonly onChoose: (group: FileGroup) => void;
  readonly onFooter: () => void;
  /** Heads over the columns below. */
  readonly withColumns: boolean;
}

export function FileHead(props: FileHeadProps) {
  const { file, missing } = props;
  const row = file?.row;
  return (
    <div className="schema-file-head">
      <h2>One file, read as schema {props.readAs}</h2>
      <div className="schema-file-name">
        {row === undefined ? (
          <span className="dim">{file === undefined ? 'No file is live.' : '…'}</span>
        ) : (
          <>
            <Chip specId={row.specId} rank={props.ranks.get(row.specId) ?? 0} />
            <Suspense fallback={<span className="mono">{shortName(row.filePath)}</span>}>
              <FileMenu
                name={shortName(row.filePath)}
                path={row.filePath}
                groups={props.schema.groups}
                chosen={file?.group}
                onChoose={props.onChoose}
              />
            </Suspense>
            {row.partition === '' ? null : (
              <span className="mono small soft cut" title={row.partition}>
                {row.partition}
              </span>
            )}
          </>
        )}
      </div>
      {file === undefined || row === undefined ? null : (
        <p className="dim small">
          {knownBy(file, props)}
          {file.footer.state === 'remote' ? (
            <>
              {'; '}
              <Button look="link" className="small" onClick={props.onFooter}>
                read its footer
              </Button>
            </>
          ) : null}
        </p>
      )}
      {missing ? (
        <p className="small">The link’s file is not live in this snapshot; another stands here.</p>
      ) : null}
      {props.withColumns ? (
        <div className="schema-file-columns dim small">
          <span>in the file</span>
          <span>feeds the column of this row</span>
        </div>
      ) : null}
    </div>
  );
}

/** The last segment, its middle left out. */
export function shortName(path: string): string {
  return middleCut(path.slice(path.lastIndexOf('/') + 1), 10, 18);
}

function knownBy(file: FileInHand, { schema }: FileHeadProps): string {
  const { origin, footer } = file;
  const version = origin.version === undefined ? undefined : schema.table.versions[origin.version];
  const written =
    version === undefined ? 'its schema is unknown' : writtenBy(file, version.schemaId);
  switch (footer.state) {
    case 'read':
      return `${written}; footer read`;
    case 'reading':
      return `${written}; its footer is being read`;
    case 'failed':
      return `${written}; its footer can’t be read: ${footer.error?.message ?? ''}`;
    case 'other':
      return `${written}; no Parquet file`;
    case 'absent':
      return `${written}; footer not at hand`;
    case 'remote':
      return written;
  }
}

function writtenBy({ origin }: FileInHand, schemaId: number): string {
  if (origin.isTakenOver) return 'taken over, not written for the table';
  return `written with schema ${schemaId}${origin.isGuess ? ', by its statistics' : ''}`;
}
