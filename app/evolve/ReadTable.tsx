/** What the question reads, by layout: now, some days on without and with the change, and after a rewrite. */
import type { PartitionSpec } from '../../src/metadata/records.ts';
import type { Foreseen, ReadCount, Reading } from '../../src/table/evolve.ts';
import { Chip } from '../ui/Chip.tsx';
import { count, plural } from '../ui/format.ts';
import { strataColour } from '../ui/strata.ts';
import { readWords, savingWords } from './evolve-words.ts';

interface Future {
  readonly name: string;
  readonly reading: Reading;
}

export function ReadTable(props: {
  readonly foreseen: Foreseen;
  readonly specs: readonly PartitionSpec[];
  readonly newSpecId: number | undefined;
  /** The layout whose new files are told as a ceiling, where some are. */
  readonly atMostId: number;
  /** It was there before. */
  readonly isReused: boolean;
  readonly ranks: ReadonlyMap<number, number>;
  readonly label: (spec: PartitionSpec) => string;
  readonly rewriteName: string;
}) {
  const { foreseen, specs, ranks } = props;
  const futures = futuresOf(foreseen, props.rewriteName);
  const first = futures[0];
  if (first === undefined) return null;
  const most = Math.max(
    1,
    ...futures.flatMap(({ reading }) => [...reading.bySpec.values()].map(({ bytes }) => bytes)),
  );
  const shown = specs
    .filter(
      ({ specId }) =>
        specId === props.newSpecId || futures.some(({ reading }) => reading.bySpec.has(specId)),
    )
    .toSorted((a, b) => b.specId - a.specId);
  return (
    <table className="table evolve-reads" aria-label="What the condition reads, by layout">
      <thead>
        <tr>
          <th scope="col">What it reads, by era</th>
          {futures.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((spec) => {
          const rank = ranks.get(spec.specId) ?? 0;
          return (
            <tr key={spec.specId}>
              <th scope="row" style={{ borderLeftColor: strataColour(rank) }}>
                <Chip specId={spec.specId} rank={rank} />{' '}
                <span className="mono">{props.label(spec)}</span>
                {spec.specId === props.newSpecId ? (
                  <div className="dim small">{props.isReused ? 'the default again' : 'new'}</div>
                ) : null}
              </th>
              {futures.map(({ name, reading }) => (
                <Cell
                  key={name}
                  name={name}
                  read={reading.bySpec.get(spec.specId)}
                  atMost={reading.atMost && spec.specId === props.atMostId}
                  most={most}
                  rank={rank}
                />
              ))}
            </tr>
          );
        })}
        <tr className="evolve-sum">
          <th scope="row">All</th>
          {futures.map(({ name, reading }, i) => (
            <td key={name} data-future={name}>
              <strong>
                {reading.atLeast ? 'at least ' : ''}
                {readWords(reading.total, reading.atMost)}
              </strong>
              <div className="dim small">{savingOf(futures, i)}</div>
            </td>
          ))}
        </tr>
        <tr>
          <th scope="row" className="dim">
            Planning
          </th>
          {futures.map(({ name, reading }) => (
            <td key={name} className="dim small" data-future={name}>
              {count(reading.manifestsRead)} of {plural(reading.manifests, 'manifest')},{' '}
              {plural(reading.bySpec.size, 'layout')} read
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function futuresOf(foreseen: Foreseen, rewriteName: string): readonly Future[] {
  const { now, kept, changed, rewritten, forecast } = foreseen;
  const days = plural(forecast.window?.days ?? 0, 'day');
  return [
    { name: 'Now, and after the statement', reading: now },
    { name: `After ${days}, layout kept`, reading: kept },
    { name: `After ${days}, layout changed`, reading: changed },
    { name: rewriteName, reading: rewritten },
  ].filter((future): future is Future => future.reading !== undefined);
}

/** A changed layout is compared with the same days without the change, a rewrite with now. */
function savingOf(futures: readonly Future[], i: number): string {
  const [first, kept] = futures;
  const own = futures[i];
  if (first === undefined || own === undefined || own === first || own.name.endsWith('kept')) {
    return '';
  }
  const base = (own.name.endsWith('changed') ? (kept ?? first) : first).reading;
  // What is known of neither end only is no saving.
  const isEqual = Math.abs(base.total.bytes - own.reading.total.bytes) < base.total.bytes / 100;
  if (own.reading.atMost && isEqual) return 'how much less is not known';
  return savingWords(base.total, own.reading.total);
}

function Cell(props: {
  readonly name: string;
  readonly read: ReadCount | undefined;
  readonly atMost: boolean;
  readonly most: number;
  readonly rank: number;
}) {
  const { read } = props;
  if (read === undefined || read.files === 0) {
    return (
      <td className="dim" data-future={props.name}>
        none
      </td>
    );
  }
  const width = Math.max(2, (read.bytes / props.most) * 100);
  return (
    <td data-future={props.name}>
      <svg
        className="evolve-bar"
        aria-hidden="true"
        preserveAspectRatio="none"
        viewBox="0 0 100 12"
      >
        <rect width={width} height={12} fill={strataColour(props.rank)} />
      </svg>
      <div className="small">{readWords(read, props.atMost)}</div>
    </td>
  );
}
