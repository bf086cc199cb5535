/** What the change writes into the metadata, and what it leaves alone. */
import { useMemo } from 'react';
import { commitsOf, type DdlChange, writesOf } from '../../src/evolution/ddl/apply.ts';
import { diffMetadata } from '../../src/metadata/diff-metadata.ts';
import { describeField } from '../../src/metadata/spec-words.ts';
import type { Foreseen } from '../../src/table/evolve.ts';
import { columnsOf } from '../specs.ts';
import { Chip } from '../ui/Chip.tsx';
import { plural } from '../ui/format.ts';
import { logWords, readWords, WRITE_WORDS } from './evolve-words.ts';

export function Changes(props: {
  readonly change: DdlChange;
  readonly foreseen: Foreseen | undefined;
  readonly ranks: ReadonlyMap<number, number>;
}) {
  const { change, foreseen, ranks } = props;
  const { before, after } = change;
  const changes = useMemo(() => diffMetadata(before, after), [before, after]);
  const columns = useMemo(() => columnsOf(before), [before]);
  const added = after.partitionSpecs.filter((spec) => !before.partitionSpecs.includes(spec));
  const isWrite = writesOf(change).length > 0;
  const leaves = changes.filter(({ path }) => path[0] !== 'partition-specs');
  return (
    <section aria-label="Metadata, before and after">
      <h2>Metadata, before and after</h2>
      <pre className="mono evolve-diff">
        {leaves.map(({ path, before: old, after: now }) => (
          <span key={path.join('/')}>
            <del>{`− "${path.join('.')}": ${old ?? 'none'}`}</del>
            <ins>{`+ "${path.join('.')}": ${now ?? 'none'}`}</ins>
          </span>
        ))}
        {added.length === 0 ? null : (
          <>
            <span className="dim">{`  "partition-specs": ${plural(before.partitionSpecs.length, 'spec')} unchanged`}</span>
            {added.map((spec) => (
              <span key={spec.specId}>
                <ins>{`+ { "spec-id": ${spec.specId}, "fields": [`}</ins>
                {spec.fields.map((field) => (
                  <ins key={field.fieldId}>
                    {`+   ${field.fieldId} ${field.name} = ${describeField(field, columns)}`}
                  </ins>
                ))}
                <ins>{'+ ] }'}</ins>
              </span>
            ))}
          </>
        )}
        {changes.length === 0 ? (
          <span className="dim">{isWrite ? '  the layout: unchanged' : '  nothing'}</span>
        ) : (
          <>
            <span className="dim">{`  a newer last-updated-ms, ${logWords(commitsOf(change))}`}</span>
            <span className="dim">{'  snapshots, refs, current-snapshot-id: unchanged'}</span>
          </>
        )}
      </pre>
      {isWrite ? <p className="small soft">{WRITE_WORDS}</p> : null}
      <Untouched foreseen={foreseen} ranks={ranks} />
    </section>
  );
}

function Untouched(props: {
  readonly foreseen: Foreseen | undefined;
  readonly ranks: ReadonlyMap<number, number>;
}) {
  const live = [...(props.foreseen?.untouched ?? [])].filter(([, { files }]) => files > 0);
  if (props.foreseen === undefined) return null;
  if (live.length === 0) return <p className="small soft">No file is there to be left as it is.</p>;
  return (
    <p className="small soft">
      Left as they are:{' '}
      {live
        .sort(([a], [b]) => b - a)
        .map(([specId, tally], i) => (
          <span key={specId}>
            {i === 0 ? '' : ' · '}
            <Chip specId={specId} rank={props.ranks.get(specId) ?? 0} /> {readWords(tally)}
          </span>
        ))}
      . Every snapshot reads as before; time travel too.
    </p>
  );
}
