/** Branches and tags as a table; choosing one looks at the table as it is there. */
import { type ReactNode, useMemo } from 'react';
import type { SnapshotInHand } from '../data.ts';
import { TableTools } from '../export/TableTools.tsx';
import { spanFilter } from '../link.ts';
import { useGo, useLink } from '../routes.ts';
import { RefName } from '../ui/controls.tsx';
import { type Column, DataTable, narrowed } from '../ui/DataTable.tsx';
import { count, time } from '../ui/format.ts';
import { parseSort, printSort } from '../ui/sort.ts';
import { track } from '../ui/tracks.ts';
import { useNarrow } from '../ui/useSize.ts';
import { REFS_NARROW } from './narrow-widths.ts';
import { ageWords, type RefRow, refRows, refsSentence, refsText, sortRefs } from './ref-rows.ts';

/** `aside`: what stands beside the sentence. */
export function RefsTable(props: { readonly view: SnapshotInHand; readonly aside: ReactNode }) {
  const { metadata } = props.view.table;
  const link = useLink();
  const go = useGo();
  const narrow = useNarrow();
  const { sort } = link;
  const all = useMemo(() => refRows(metadata), [metadata]);
  const span = spanFilter(link);
  const shown = sortRefs(
    all.filter(
      ({ ms }) => span === undefined || ms === undefined || (ms >= span.from && ms <= span.to),
    ),
    sort,
  );
  const columns = narrow ? narrowed(COLUMNS, REFS_NARROW) : COLUMNS;
  const inHand =
    link.ref ?? (link.snap === undefined && link.asof === undefined ? 'main' : undefined);
  return (
    <div className="snapshots">
      <div className="snapshots-list">
        <div className="view-head">
          <h1>{refsSentence(all)}</h1>
          {props.aside}
          <TableTools
            name="refs"
            rowCount={shown.length}
            rows={(most) => refsText(shown.slice(0, most))}
          />
        </div>
        <DataTable<RefRow>
          label="Branches and tags"
          columns={columns}
          count={shown.length}
          row={(at) => shown[at]}
          rowKey={(at) => shown[at]?.name ?? String(at)}
          selectedKey={inHand}
          onSelect={(at) => {
            const ref = shown[at]?.name;
            go(
              { snap: undefined, asof: undefined, ref: ref === 'main' ? undefined : ref },
              { step: true },
            );
          }}
          sort={parseSort(sort)}
          onSort={(next) => go({ sort: printSort(next) })}
          empty={all.length === 0 ? 'No branch and no tag.' : 'None in the chosen span.'}
        />
      </div>
    </div>
  );
}

function Missing({ words }: { readonly words: string }) {
  return (
    <span className="dim" title={words}>
      –
    </span>
  );
}

const BY_TABLE = 'not set: the table’s properties hold';

const COLUMNS: readonly Column<RefRow>[] = [
  {
    id: 'name',
    title: 'Name',
    width: track(11),
    sortable: true,
    cell: ({ name, type }) => <RefName name={name} type={type} />,
  },
  { id: 'type', title: 'Type', width: '5rem', sortable: true, cell: ({ type }) => type },
  {
    id: 'ms',
    title: 'Commit, UTC',
    width: '10.5rem',
    sortable: true,
    cell: ({ ms }) =>
      ms === undefined ? (
        <Missing words="its snapshot is not in the table" />
      ) : (
        time(ms).slice(0, 19)
      ),
  },
  {
    id: 'operation',
    title: 'Operation',
    width: '6.5rem',
    sortable: true,
    cell: ({ operation }) => operation ?? <Missing words="not recorded" />,
  },
  {
    id: 'snapshot',
    title: 'Snapshot',
    width: '10.5rem',
    cell: ({ snapshotId }) => <span className="mono">{snapshotId}</span>,
  },
  {
    id: 'age',
    title: 'Kept for',
    width: '8rem',
    sortable: true,
    cell: ({ maxRefAgeMs }) => ageWords(maxRefAgeMs) ?? <Missing words={BY_TABLE} />,
  },
  {
    id: 'keep',
    title: 'Snapshots kept',
    width: '7.5rem',
    numeric: true,
    sortable: true,
    cell: ({ minSnapshotsToKeep: keep }) =>
      keep === undefined ? <Missing words={BY_TABLE} /> : count(keep),
  },
  {
    id: 'snapshots',
    title: 'Its snapshots for',
    width: '8rem',
    sortable: true,
    cell: ({ maxSnapshotAgeMs }) => ageWords(maxSnapshotAgeMs) ?? <Missing words={BY_TABLE} />,
  },
];
