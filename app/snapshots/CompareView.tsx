/** Snapshots: the graph beside what differs between two of them; the table of all on its own tab. */
import './snapshots.css';
import './compare.css';
import { type ReactNode, useMemo, useState } from 'react';
import type { SnapshotInHand } from '../data.ts';
import { lineOf } from '../eras/eras-model.ts';
import { useEras } from '../eras/use-eras.ts';
import { useListed, useSnapshot } from '../queries.ts';
import { useGo, useLink } from '../routes.ts';
import { SegmentedControl } from '../ui/controls.tsx';
import { plural } from '../ui/format.ts';
import { useNarrow, useOnePane } from '../ui/useSize.ts';
import { Difference } from './Difference.tsx';
import { Graph } from './Graph.tsx';
import { clockContext, graphItems } from './graph-model.ts';
import { RefsTable } from './RefsTable.tsx';
import { SnapshotPicker } from './SnapshotPicker.tsx';
import SnapshotsView from './SnapshotsView.tsx';
import { refsWords, snapshotRows, snapshotsSentence } from './snapshot-rows.ts';
import { usePair } from './use-compare.ts';

export default function CompareView() {
  const listed = useListed().data;
  const view = useSnapshot().data;
  const { list } = useLink();
  const [part, setPart] = useState<Part>('graph');
  if (listed === undefined) return null;
  const parts = <PartSwitch part={part} onPart={setPart} />;
  if (list === 'table') return <SnapshotsView aside={parts} />;
  if (list === 'refs') return <RefsTable view={listed} aside={parts} />;
  if (view === undefined) return null;
  return <Compare view={view} part={part} parts={parts} />;
}

type Part = 'graph' | 'difference';

const LISTS = [
  { value: 'graph', label: 'Graph' },
  { value: 'table', label: 'Table' },
  { value: 'refs', label: 'Refs' },
] as const;
const ONE_PANE_LISTS = [
  { value: 'graph', label: 'Graph' },
  { value: 'difference', label: 'Difference' },
  { value: 'table', label: 'Table' },
  { value: 'refs', label: 'Refs' },
] as const;

/** Graph, table, and where they do not fit beside each other, the difference. */
function PartSwitch(props: { readonly part: Part; readonly onPart: (part: Part) => void }) {
  const { list } = useLink();
  const go = useGo();
  const onePane = useOnePane();
  const part = onePane ? props.part : 'graph';
  return (
    <SegmentedControl
      label="Show snapshots as"
      value={list === 'table' || list === 'refs' ? list : part}
      options={onePane ? ONE_PANE_LISTS : LISTS}
      onChange={(value) => {
        const isTable = value === 'table' || value === 'refs';
        if (!isTable) props.onPart(value);
        go({ list: isTable ? value : undefined, sort: undefined });
      }}
    />
  );
}

function Compare(props: {
  readonly view: SnapshotInHand;
  readonly part: Part;
  readonly parts: ReactNode;
}) {
  const { view, part, parts } = props;
  const { metadata, name } = view.table;
  const onePane = useOnePane();
  const narrow = useNarrow();
  const inHand = view.snapshot?.snapshotId;
  const eras = useEras();
  const rows = useMemo(() => {
    const line = new Set(lineOf(metadata, inHand).map((s) => String(s.snapshotId)));
    return snapshotRows(metadata, line);
  }, [metadata, inHand]);
  const pair = usePair(view, rows);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const model = eras?.model;
  const [aId, bId] = [pair.a?.id, pair.b?.id];
  const items = useMemo(() => {
    if (model === undefined) return [];
    const pinned = new Set([aId, bId].filter((id) => id !== undefined));
    return graphItems({ rows, model, tableName: name, pinned, open });
  }, [rows, model, name, aId, bId, open]);
  if (rows.length === 0) return <NoSnapshot />;
  const graph = (
    <>
      <div className="graph-head">
        {onePane ? null : <h2>{plural(rows.length, 'snapshot')}</h2>}
        <span className="dim">{refsWords(metadata, rows).split('. ')[0]?.replace(/\.$/, '')}</span>
        {onePane ? <span className="dim">{clockContext(rows.map(({ ms }) => ms))}</span> : null}
        <span className="grow" />
        {onePane ? null : parts}
        <SnapshotPicker metadata={metadata} />
      </div>
      <Graph
        items={items}
        pair={pair}
        narrow={narrow}
        onOpen={(fold) => setOpen((before) => new Set([...before, fold]))}
      />
    </>
  );
  if (!onePane) {
    return (
      <div className="compare">
        <section className="compare-graph" aria-label="Graph of snapshots">
          {graph}
        </section>
        <section className="compare-diff" aria-label="Difference of A and B">
          <Difference view={view} pair={pair} narrow={false} />
        </section>
      </div>
    );
  }
  return (
    <div className="compare-one">
      {part === 'graph' ? (
        <>
          <div className="view-head">
            <h1>{snapshotsSentence(rows)}</h1>
            {parts}
          </div>
          {graph}
        </>
      ) : (
        <Difference view={view} pair={pair} narrow aside={parts} />
      )}
    </div>
  );
}

function NoSnapshot() {
  return (
    <div className="view-head">
      <h1>{snapshotsSentence([])}</h1>
    </div>
  );
}
