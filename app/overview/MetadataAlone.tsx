/** Where a snapshot can't be read, what the table's metadata still tells: facts, layouts, and the other snapshots. */
import './overview.css';
import { type OpenTable, specRanks } from '../data.ts';
import { useVersions } from '../queries.ts';
import { hrefOf, useLink, useViewId } from '../routes.ts';
import { specLabel } from '../specs.ts';
import { Chip } from '../ui/Chip.tsx';
import { plural, time } from '../ui/format.ts';
import { TableFacts } from './TableFacts.tsx';

export function MetadataAlone({ table }: { readonly table: OpenTable }) {
  const versions = useVersions(table).data;
  const { schemas, currentSchemaId } = table.metadata;
  const schema = schemas.find(({ schemaId }) => schemaId === currentSchemaId);
  return (
    <div className="metadata-alone">
      <OtherSnapshots table={table} />
      <h2>What the metadata alone tells</h2>
      <TableFacts table={table} schema={schema} versions={versions} />
      <Layouts table={table} />
    </div>
  );
}

function Layouts({ table }: { readonly table: OpenTable }) {
  const { metadata } = table;
  const ranks = specRanks(metadata);
  return (
    <>
      <h2>Its layouts</h2>
      <ul className="metadata-layouts">
        {metadata.partitionSpecs.map((spec) => (
          <li key={spec.specId}>
            <Chip specId={spec.specId} rank={ranks.get(spec.specId) ?? 0} />{' '}
            <span className="mono">{specLabel(spec, metadata)}</span>{' '}
            {spec.specId === metadata.defaultSpecId ? (
              <span className="dim">default for writes</span>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

const OFFERED = 5;

/** The newest of the others. */
function OtherSnapshots({ table }: { readonly table: OpenTable }) {
  const link = useLink();
  const view = useViewId() ?? 'overview';
  const { snapshots, refs, currentSnapshotId } = table.metadata;
  const named = refs.find(({ name }) => name === link.ref)?.snapshotId ?? currentSnapshotId;
  const failed = link.snap ?? String(named);
  const others = snapshots.filter(({ snapshotId }) => String(snapshotId) !== failed);
  if (others.length === 0) return null;
  return (
    <>
      <h2>Look at another snapshot</h2>
      <ul className="open-list">
        {others
          .slice(-OFFERED)
          .reverse()
          .map(({ snapshotId, timestampMs, operation }) => {
            const chosen = { ref: undefined, asof: undefined, snap: String(snapshotId) };
            return (
              <li key={chosen.snap}>
                <a href={hrefOf(view, { ...link, ...chosen })}>
                  {time(timestampMs)} UTC, {operation ?? 'unknown'},{' '}
                  <span className="mono">{chosen.snap}</span>
                </a>
              </li>
            );
          })}
      </ul>
      {others.length > OFFERED ? (
        <p className="dim small">
          {plural(others.length - OFFERED, 'older one')} can be chosen at the top, where the
          snapshot is named.
        </p>
      ) : null}
    </>
  );
}
