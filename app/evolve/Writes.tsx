/** What the next commits write: files of a commit, a span of days, how it is spread. */
import type { Forecast, Written } from '../../src/evolution/forecast/forecast.ts';
import {
  basisWords,
  likelyWords,
  rangeWords,
  spanWords,
  unknownWords,
  whole,
  whyWords,
  writerWords,
} from '../../src/evolution/forecast/forecast-words.ts';
import { useGo, useLink } from '../routes.ts';
import { Chip } from '../ui/Chip.tsx';
import { SegmentedControl } from '../ui/controls.tsx';
import { bytes, percent, plural } from '../ui/format.ts';
import { strataColour } from '../ui/strata.ts';
import { files } from './evolve-words.ts';

const MODES = [
  { value: 'none', label: 'none' },
  { value: 'hash', label: 'hash' },
  { value: 'range', label: 'range' },
] as const;

interface Side {
  readonly specId: number;
  readonly rank: number;
}

export function Writes(props: {
  readonly forecast: Forecast;
  readonly before: Side;
  readonly after: Side;
}) {
  const { forecast, before, after } = props;
  const go = useGo();
  // The choice shows at once, and what comes of it when it is thought.
  const { mode } = useLink();
  const { writers, perCommit, window } = forecast;
  if (perCommit === undefined) {
    return (
      <section aria-label="What commits write" className="evolve-writes">
        <h2>Files a commit writes</h2>
        <p className="soft">
          How much a commit writes, and how many values it meets, is told by commits that add rows.
          Here is none.
        </p>
      </section>
    );
  }
  return (
    <section aria-label="What commits write" className="evolve-writes">
      <div className="evolve-title">
        <h2>Files a commit writes</h2>
        <span className="evolve-knob">
          <span className="dim small">then, rows distributed by</span>
          <SegmentedControl
            label="Distribution mode"
            value={mode ?? writers.after.mode}
            options={MODES}
            onChange={(value) => go({ mode: value })}
          />
        </span>
      </div>
      <CommitPicture forecast={forecast} before={before} after={after} />
      <p className="dim small">{writerWords(forecast)}</p>
      <Why forecast={forecast} />
      {window === undefined ? null : <WindowTable forecast={forecast} />}
      {window === undefined ? null : <Skew written={window.after} rank={after.rank} />}
    </section>
  );
}

/** As many bars as files, each as tall as a file is large. */
function CommitPicture(props: {
  readonly forecast: Forecast;
  readonly before: Side;
  readonly after: Side;
}) {
  const { perCommit } = props.forecast;
  if (perCommit === undefined) return null;
  const sides = [
    { name: 'now', side: props.before, estimate: perCommit.kept, size: perCommit.keptBytes },
    { name: 'then', side: props.after, estimate: perCommit.changed, size: perCommit.changedBytes },
  ];
  const sizes = sides.flatMap(({ estimate: { likely }, size }) =>
    likely === undefined ? [] : [size / Math.max(1, likely)],
  );
  const tallest = Math.max(...sizes);
  return (
    <>
      <p className="soft small">{basisWords(perCommit)} Height: file size.</p>
      {sides.map(({ name, side, estimate, size }) => (
        <div key={name} className="evolve-commit">
          <span>
            <Chip {...side} /> {name}
          </span>
          {estimate.likely === undefined ? (
            <div className="small">
              <strong>{rangeWords(estimate)} files</strong>
              <div className="dim">
                {name === 'then'
                  ? `How many is not known: ${unknownWords(props.forecast)}.`
                  : 'How many is not known.'}
              </div>
            </div>
          ) : (
            <Likely
              likely={estimate.likely}
              range={rangeWords(estimate)}
              bytes={size}
              tallest={tallest}
              rank={side.rank}
            />
          )}
        </div>
      ))}
    </>
  );
}

function Likely(props: {
  readonly likely: number;
  readonly range: string;
  readonly bytes: number;
  readonly tallest: number;
  readonly rank: number;
}) {
  const { likely, range } = props;
  const n = whole(likely);
  const each = props.bytes / Math.max(1, likely);
  return (
    <div>
      <Bars count={n} height={each / props.tallest} colour={strataColour(props.rank)} />
      <div className="small">
        {files(likely)}, mean {bytes(each)}
        {n > MOST_BARS ? <span className="dim"> · {MOST_BARS} drawn</span> : null}
        {range.includes(' to ') ? <span className="dim"> (from {range})</span> : null}
      </div>
    </div>
  );
}

/** More bars than fit are drawn as one field. */
const MOST_BARS = 60;

function Bars(props: { readonly count: number; readonly height: number; readonly colour: string }) {
  const shown = Math.min(props.count, MOST_BARS);
  const tall = Math.max(2, props.height * 40);
  const step = Math.min(16, 340 / shown);
  return (
    <svg width={shown * step} height={40} aria-hidden="true" className="evolve-bars">
      {Array.from({ length: shown }, (_, i) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike
          key={i}
          x={i * step}
          y={40 - tall}
          width={Math.max(1, step - (step > 6 ? 3 : 1))}
          height={tall}
          fill={props.colour}
        />
      ))}
    </svg>
  );
}

function Why({ forecast }: { readonly forecast: Forecast }) {
  const { why, isCut } = forecast;
  if (why.length === 0 && !isCut) return null;
  return (
    <p className="dim small">
      {why.length === 0 ? '' : `Not exact. ${why.map(whyWords).join(' ')}`}
      {isCut ? ' Not every file was looked at.' : ''}
    </p>
  );
}

function WindowTable({ forecast }: { readonly forecast: Forecast }) {
  const { window } = forecast;
  if (window === undefined) return null;
  const { before, after, windowDays } = window;
  const rows: readonly (readonly [string, string, string])[] = [
    ['files', likelyWords(before.files), likelyWords(after.files)],
    ['partitions', likelyWords(before.partitions), likelyWords(after.partitions)],
    ['bytes a partition', perPartition(before), perPartition(after)],
    ['mean file', meanFile(before), meanFile(after)],
  ];
  return (
    <>
      <h2>{windowDays === 1 ? 'A day' : plural(windowDays, 'day')} of new data</h2>
      <p className="dim small">{spanWords(window)}</p>
      <table className="table evolve-day">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Figure</span>
            </th>
            <th scope="col" className="num">
              Now
            </th>
            <th scope="col" className="num">
              Then
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, now, then]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num">{now}</td>
              <td className="num">{then}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function perPartition({ bytes: all, partitions: { likely } }: Written): string {
  return likely === undefined ? 'not known' : bytes(all / Math.max(1, likely));
}

function meanFile({ bytes: all, files: { likely } }: Written): string {
  return likely === undefined ? 'not known' : bytes(all / Math.max(1, likely));
}

/** The largest partitions, side by side. */
function Skew({ written, rank }: { readonly written: Written; readonly rank: number }) {
  const { largest, medianBytes, bytes: all } = written;
  const [top] = largest;
  if (top === undefined || largest.length < 2) return null;
  const width = 340 / largest.length;
  const ratio = medianBytes > 0 ? top.bytes / medianBytes : 1;
  return (
    <>
      <h2>How it is spread</h2>
      <svg
        width={340}
        height={44}
        role="img"
        aria-label={`The ${largest.length} largest partitions`}
      >
        {largest.map(({ label, bytes: own }, i) => (
          <rect
            key={label}
            x={i * width}
            y={44 - Math.max(2, (own / top.bytes) * 42)}
            width={Math.max(1, width - 1)}
            height={Math.max(2, (own / top.bytes) * 42)}
            fill={strataColour(rank)}
          />
        ))}
      </svg>
      <p className="small soft">
        Largest: <span className="mono">{top.label}</span> with {percent(top.bytes, all)},{' '}
        {ratio < 1.05
          ? 'as the one in the middle'
          : `${ratio.toFixed(1)} times the one in the middle`}
        .
      </p>
    </>
  );
}
