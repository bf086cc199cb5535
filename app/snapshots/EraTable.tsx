/** The difference by era: what was, what went, what came, what is; one scale. */
import type { EraDiff } from '../../src/table/diff-snapshots.ts';
import type { Unit } from '../link.ts';
import { Chip } from '../ui/Chip.tsx';
import { plural } from '../ui/format.ts';
import { strataColour } from '../ui/strata.ts';
import { lateFill } from '../ui/Verdict.tsx';
import { amountText, changeLines, signed } from './diff-words.ts';

export interface EraTableProps {
  readonly eras: readonly EraDiff[];
  readonly ranks: ReadonlyMap<number, number>;
  readonly unit: Unit;
  /** The spec that rewritten files were of; undefined: several, or not known. */
  readonly rewrittenFrom: number | undefined;
  readonly narrow: boolean;
}

const TITLES: Readonly<Record<Unit, string>> = { bytes: 'Bytes', files: 'Files', rows: 'Rows' };
const BAR = 214;
const NARROW_BAR = 120;

export function EraTable(props: EraTableProps) {
  const { eras, ranks, unit, narrow } = props;
  const newest = [...eras].sort((a, b) => (ranks.get(b.specId) ?? 0) - (ranks.get(a.specId) ?? 0));
  const most = Math.max(1, ...eras.map((era) => Math.max(era.atA[unit], lengthOf(era, unit))));
  return (
    <table className="table era-diff">
      <thead>
        <tr>
          <th scope="col">Era</th>
          <th scope="col" className="num">
            At A
          </th>
          <th scope="col">{TITLES[unit]}, one scale</th>
          {narrow ? null : (
            <>
              <th scope="col" className="num">
                Removed
              </th>
              <th scope="col" className="num">
                Rewritten into
              </th>
              <th scope="col" className="num">
                Added
              </th>
            </>
          )}
          <th scope="col" className="num">
            At B
          </th>
        </tr>
      </thead>
      <tbody>
        {newest.map((era) => (
          <EraRow key={era.specId} {...props} era={era} most={most} />
        ))}
      </tbody>
    </table>
  );
}

function lengthOf({ inBoth, removed, rewritten, added }: EraDiff, unit: Unit): number {
  return inBoth[unit] + removed[unit] + rewritten[unit] + added[unit];
}

/** What columns tell where there is room for them. */
function NarrowChanges({ era, unit }: { readonly era: EraDiff; readonly unit: Unit }) {
  return changeLines(era, unit).map((line) => (
    <div key={line} className="dim small">
      {line}
    </div>
  ));
}

function EraRow(props: EraTableProps & { readonly era: EraDiff; readonly most: number }) {
  const { era, ranks, unit, narrow } = props;
  const rank = ranks.get(era.specId) ?? 0;
  const text = amountText(unit);
  const changed = era.removed.files + era.rewritten.files + era.added.files > 0;
  const files = (n: number) => (unit === 'files' || n === 0 ? null : <Files n={n} />);
  return (
    <tr>
      <td style={{ borderLeft: `4px solid ${strataColour(rank)}` }}>
        <Chip specId={era.specId} rank={rank} />
      </td>
      <td className="num">
        {text(era.atA[unit])}
        {files(era.atA.files)}
      </td>
      <td>
        <EraBar
          era={era}
          rank={rank}
          unit={unit}
          most={props.most}
          width={narrow ? NARROW_BAR : BAR}
        />
        {narrow ? <NarrowChanges era={era} unit={unit} /> : null}
      </td>
      {narrow ? null : (
        <>
          <Figure sign="−" amount={era.removed[unit]} text={text}>
            {files(era.removed.files)}
          </Figure>
          <Figure sign="+" amount={era.rewritten[unit]} text={text}>
            {era.rewritten.files === 0 ? null : (
              <From
                files={unit === 'files' ? undefined : era.rewritten.files}
                specId={props.rewrittenFrom}
                ranks={ranks}
              />
            )}
          </Figure>
          <Figure sign="+" amount={era.added[unit]} text={text}>
            {files(era.added.files)}
          </Figure>
        </>
      )}
      <td className="num">
        {changed ? <strong>{text(era.atB[unit])}</strong> : text(era.atB[unit])}
        {files(era.atB.files)}
      </td>
    </tr>
  );
}

function Files({ n }: { readonly n: number }) {
  return <div className="dim era-files">{plural(n, 'file')}</div>;
}

function From(props: {
  readonly files: number | undefined;
  readonly specId: number | undefined;
  readonly ranks: ReadonlyMap<number, number>;
}) {
  const { files, specId } = props;
  return (
    <div className="dim era-files">
      {files === undefined ? '' : plural(files, 'file')}
      {specId === undefined ? null : (
        <>
          {files === undefined ? 'from ' : ', from '}
          <Chip specId={specId} rank={props.ranks.get(specId) ?? 0} />
        </>
      )}
    </div>
  );
}

function Figure(props: {
  readonly sign: '+' | '−';
  readonly amount: number;
  readonly text: (value: number) => string;
  readonly children: React.ReactNode;
}) {
  const { sign, amount, text } = props;
  return (
    <td className={amount === 0 ? 'num dim' : 'num'}>
      {signed(sign, amount, text)}
      {props.children}
    </td>
  );
}

/** In both = era at 28 % · removed = dashed outline · written by a rewrite = hatched · new = solid. */
function EraBar(props: {
  readonly era: EraDiff;
  readonly rank: number;
  readonly unit: Unit;
  readonly most: number;
  readonly width: number;
}) {
  const { era, rank, unit, most, width } = props;
  const colour = strataColour(rank);
  const length = (amount: number) =>
    amount === 0 ? 0 : Math.max(2, (amount / most) * (width - 8));
  const kept = length(era.inBoth[unit]);
  const removed = length(era.removed[unit]);
  const rewritten = length(era.rewritten[unit]);
  const added = length(era.added[unit]);
  const gap = removed > 0 ? 2 : 0;
  return (
    <svg className="era-bar" width={width} height={18} aria-hidden="true">
      <rect y={1} width={kept} height={14} fill={colour} opacity={0.28} />
      <path d="M1 1v14" stroke={colour} strokeWidth={2} />
      {removed === 0 ? null : (
        <rect
          x={kept + 0.5}
          y={1.5}
          width={Math.max(1, removed - 1)}
          height={13}
          fill="var(--bg)"
          stroke={colour}
          strokeDasharray="3 2"
        />
      )}
      {rewritten === 0 ? null : (
        <rect
          x={kept + removed + gap + 0.5}
          y={1.5}
          width={Math.max(1, rewritten - 1)}
          height={13}
          fill={lateFill(rank)}
          stroke={colour}
        />
      )}
      {added === 0 ? null : (
        <rect x={kept + removed + gap + rewritten} y={1} width={added} height={14} fill={colour} />
      )}
    </svg>
  );
}

export function DiffLegend({ rank }: { readonly rank: number }) {
  const colour = strataColour(rank);
  return (
    <div className="diff-legend">
      <span>
        <svg className="glyph" width={20} height={10} aria-hidden="true">
          <rect width={20} height={10} fill={colour} opacity={0.28} />
        </svg>{' '}
        in both
      </span>
      <span>
        <svg className="glyph" width={20} height={10} aria-hidden="true">
          <rect
            x={0.5}
            y={0.5}
            width={19}
            height={9}
            fill="none"
            stroke={colour}
            strokeDasharray="3 2"
          />
        </svg>{' '}
        removed
      </span>
      <span>
        <svg className="glyph" width={20} height={10} aria-hidden="true">
          <rect x={0.5} y={0.5} width={19} height={9} fill={lateFill(rank)} stroke={colour} />
        </svg>{' '}
        written by a rewrite
      </span>
      <span>
        <svg className="glyph" width={20} height={10} aria-hidden="true">
          <rect width={20} height={10} fill={colour} />
        </svg>{' '}
        new
      </span>
    </div>
  );
}
