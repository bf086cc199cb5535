/** A mark for each commit: by day and hour where the table is old enough, else by what it wrote. */
import { memo } from 'react';

import type { Commit, ErasModel } from '../eras/eras-model.ts';
import { axisContext, timeAxis } from '../eras/time-axis.ts';
import { Chip } from '../ui/Chip.tsx';
import { bytes, count, time } from '../ui/format.ts';
import { strataColour } from '../ui/strata.ts';
import { amountLabels, fitted } from './amounts.ts';
import { DAY, hasRhythm, isLate, paceWords, specOf } from './rhythm.ts';

interface PictureProps {
  readonly model: ErasModel;
  readonly width: number;
  readonly height: number;
  readonly narrow: boolean;
}

/** Drawn again only with other commits: figures arrive far more often. */
export const CommitPicture = memo(function CommitPicture(props: PictureProps) {
  return hasRhythm(props.model) ? <Rhythm {...props} /> : <Commits {...props} />;
});

/** On narrow screens, below the picture: what its colours and marks are. */
export function CommitLegend(props: { readonly model: ErasModel; readonly width: number }) {
  const { model } = props;
  return (
    <ul className="overview-legend">
      {model.eras.map((era) => (
        <li key={era.specId}>
          <Chip specId={era.specId} rank={era.rank} /> <span className="mono">{era.label}</span>
        </li>
      ))}
      {legendWords(props).map((words) => (
        <li key={words}>{words}</li>
      ))}
      {legendMarks(model, hasRhythm(model)).map((mark) => (
        <li key={mark}>
          <svg width={14} height={12} viewBox="-4 -6 14 12" aria-hidden="true">
            <LegendMark mark={mark} />
          </svg>{' '}
          {LEGEND_WORDS[mark]}
        </li>
      ))}
    </ul>
  );
}

function legendWords(props: Pick<PictureProps, 'model' | 'width'>): readonly string[] {
  if (hasRhythm(props.model)) return ['hour of day, UTC'];
  const { axis } = frameOf({ ...props, height: 0, narrow: true }, NARROW_LEFT);
  return ['height: √ of bytes written', axisContext(axis)];
}

const MARGIN = 168;
const TOP = 20;
const FOOT = 22;
const NARROW_LEFT = 10;
/** Of a commit, px. */
const COLUMN = 8;

function frameOf({ model, width, height, narrow }: PictureProps, left: number) {
  const right = width - (narrow ? 10 : MARGIN);
  // The last column stands inside of the frame.
  const behind = ((model.to - model.from) * COLUMN) / Math.max(1, right - left - COLUMN);
  const axis = timeAxis({ from: model.from, to: model.to + behind }, { left, right }, narrow);
  return { axis, left, right, bottom: height - FOOT };
}

function colourOf(model: ErasModel, commit: Commit): string {
  const specId = specOf(commit);
  const era = model.eras.find((one) => one.specId === specId);
  return era === undefined ? 'var(--ink3)' : strataColour(era.rank);
}

function titleOf(commit: Commit): string {
  const wrote = [...commit.added]
    .filter(([, tally]) => tally.files > 0)
    .map(
      ([specId, tally]) => `${count(tally.files)} files, ${bytes(tally.bytes)} of spec ${specId}`,
    );
  return [`${time(commit.ms)} UTC, ${commit.kind}`, ...wrote].join('\n');
}

function Rhythm(props: PictureProps) {
  const { model, width, height, narrow } = props;
  const { axis, left, right, bottom } = frameOf(props, narrow ? 30 : 52);
  const y = (ms: number) => TOP + ((((ms % DAY) + DAY) % DAY) / DAY) * (bottom - TOP);
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={`${count(model.commits.length)} commits by day and hour. Snapshots lists them.`}
    >
      {[0, 6, 12, 18, 24].map((hour) => {
        const at = TOP + (hour / 24) * (bottom - TOP);
        return (
          <g key={hour}>
            <path d={`M${left} ${at}H${right}`} stroke="var(--line)" />
            <text x={left - 7} y={at + 4} textAnchor="end">
              {String(hour).padStart(2, '0')}
              {narrow ? '' : ':00'}
            </text>
          </g>
        );
      })}
      <EraBars model={model} axis={axis} bottom={bottom} narrow={narrow} width={width} />
      {model.commits.map((commit) => (
        <CommitMark
          key={commit.id}
          commit={commit}
          x={axis.x(commit.ms)}
          y={y(commit.ms)}
          colour={colourOf(model, commit)}
          late={isLate(commit, model.eras)}
        />
      ))}
      <TimeTicks axis={axis} bottom={bottom} />
      {narrow ? null : <Legend model={model} x={right + 12} rhythm />}
    </svg>
  );
}

type Axis = ReturnType<typeof timeAxis>;

/** The eras' spans along the upper edge, with their pace. */
function EraBars(props: {
  readonly model: ErasModel;
  readonly axis: Axis;
  readonly bottom: number;
  readonly narrow: boolean;
  /** Of the picture: beside the last era there is room for its name. */
  readonly width: number;
}) {
  const { model, axis, width } = props;
  return model.eras.flatMap((era) =>
    era.spans.map((span) => {
      const x = axis.x(span.from);
      const to = axis.x(span.to ?? axis.to);
      const times = model.commits
        .filter((c) => c.ms >= span.from && c.ms < (span.to ?? Number.POSITIVE_INFINITY))
        .filter((c) => c.kind === 'append')
        .map((c) => c.ms);
      const room = (span.to === undefined ? width : to) - x;
      // Without a rhythm the layout's name says more than a pace.
      const all = hasRhythm(model) ? paceWords(times) : era.label;
      const words =
        all === undefined
          ? undefined
          : fitted({ label: all, change: hasRhythm(model) ? '' : era.change }, room);
      return (
        <g key={`${era.specId} ${span.from}`}>
          <path d={`M${x} 13H${to - 2}`} stroke={strataColour(era.rank)} strokeWidth={3} />
          <path d={`M${x} 13V${props.bottom}`} stroke={strataColour(era.rank)} />
          {props.narrow || words === undefined ? null : (
            <text className={hasRhythm(model) ? 'soft' : 'mono soft'} x={x + 5} y={8}>
              <title>{all}</title>
              {words}
            </text>
          )}
        </g>
      );
    }),
  );
}

function CommitMark(props: {
  readonly commit: Commit;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
  readonly late: boolean;
}) {
  const { commit, x, y, colour } = props;
  const title = <title>{titleOf(commit)}</title>;
  if (commit.kind === 'rewrite') {
    return (
      <path d={`M${x - 4.5} ${y - 4}h9l-4.5 8z`} fill="var(--ink)" stroke="var(--bg)">
        {title}
      </path>
    );
  }
  if (commit.kind === 'delete') {
    return (
      <path d={`M${x - 4} ${y - 4}l8 8m0-8l-8 8`} stroke="var(--ink)" strokeWidth={1.8}>
        {title}
      </path>
    );
  }
  if (props.late) {
    return (
      <circle cx={x} cy={y} r={3.8} fill={colour} stroke="var(--ink)" strokeWidth={1.2}>
        {title}
      </circle>
    );
  }
  return (
    <rect
      x={x - 1.75}
      y={y - 1.75}
      width={3.5}
      height={3.5}
      fill={commit.onLine ? colour : 'none'}
      stroke={commit.onLine ? 'none' : colour}
    >
      {title}
    </rect>
  );
}

function TimeTicks({ axis, bottom }: { readonly axis: Axis; readonly bottom: number }) {
  return axis.ticks.map((tick) => (
    <g key={tick.x}>
      <path d={`M${tick.x} ${bottom}v4`} stroke="var(--line2)" />
      <text x={tick.x} y={bottom + 16} textAnchor="middle">
        {tick.label}
      </text>
    </g>
  ));
}

/** A young table: one column a commit at its time, by the root of what it wrote. */
function Commits(props: PictureProps) {
  const { model, width, height, narrow } = props;
  const { axis, left, right, bottom } = frameOf(props, narrow ? NARROW_LEFT : 16);
  const most = Math.max(1, ...model.commits.map(wrote));
  const middle = bottom - 14;
  return (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={`${count(model.commits.length)} commits by time and by what each wrote. Snapshots lists them.`}
    >
      <EraBars model={model} axis={axis} bottom={bottom} narrow={narrow} width={width} />
      <path d={`M${left} ${bottom - 0.5}H${right}`} stroke="var(--line2)" />
      {model.commits.map((commit) => {
        const x = axis.x(commit.ms);
        const tall = Math.sqrt(wrote(commit) / most) * (middle - TOP - 24);
        return (
          <g key={commit.id}>
            <CommitColumns model={model} commit={commit} x={x} bottom={bottom} tall={tall} />
            {hasMark(commit) ? (
              <CommitMark
                commit={commit}
                x={x}
                y={bottom - tall - 9}
                colour={colourOf(model, commit)}
                late={false}
              />
            ) : null}
          </g>
        );
      })}
      <Amounts
        model={model}
        axis={axis}
        bottom={bottom}
        left={left}
        right={right}
        room={middle - TOP - 24}
        most={most}
      />
      <TimeTicks axis={axis} bottom={bottom} />
      {narrow ? null : <Legend model={model} x={right + 12} context={axisContext(axis)} />}
    </svg>
  );
}

/** A column alone stands for a commit that wrote: its mark over it says what else it did. */
function hasMark({ kind }: Commit): boolean {
  return kind === 'rewrite' || kind === 'delete';
}

function wrote(commit: Commit): number {
  let sum = 0;
  for (const tally of commit.added.values()) sum += tally.bytes;
  return sum;
}

function CommitColumns(props: {
  readonly model: ErasModel;
  readonly commit: Commit;
  readonly x: number;
  readonly bottom: number;
  readonly tall: number;
}) {
  const { model, commit, x, bottom, tall } = props;
  const sum = wrote(commit);
  if (sum === 0) {
    return <circle cx={x} cy={bottom - 4} r={2} fill="var(--ink3)" />;
  }
  let base = bottom;
  return model.eras.map((era) => {
    const part = ((commit.added.get(era.specId)?.bytes ?? 0) / sum) * Math.max(tall, 2);
    if (part === 0) return null;
    base -= part;
    return (
      <rect
        key={era.specId}
        x={x - COLUMN / 2}
        y={base}
        width={COLUMN}
        height={part}
        fill={commit.onLine ? strataColour(era.rank) : 'var(--bg)'}
        stroke={strataColour(era.rank)}
        strokeDasharray={commit.onLine ? undefined : '3 2'}
      >
        <title>{titleOf(commit)}</title>
      </rect>
    );
  });
}

/** What each commit wrote, where the words do not meet. */
function Amounts(props: {
  readonly model: ErasModel;
  readonly axis: Axis;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly room: number;
  readonly most: number;
}) {
  const { model, axis, bottom, left, right, room, most } = props;
  const lines = model.eras.flatMap((era) => era.spans.map((span) => axis.x(span.from)));
  const columns = model.commits.map((commit) => {
    const sum = wrote(commit);
    const mark = hasMark(commit) ? 12 : 0;
    const height = sum === 0 ? 0 : Math.sqrt(sum / most) * room + mark;
    return { id: commit.id, x: axis.x(commit.ms), height, text: bytes(sum) };
  });
  const heights = new Map(columns.map(({ id, height }) => [id, height]));
  return amountLabels(columns, { left, right, lines }).map(({ id, x, text }) => (
    <text
      key={id}
      className="soft halo"
      x={x}
      y={bottom - (heights.get(id) ?? 0) - 6}
      textAnchor="middle"
    >
      {text}
    </text>
  ));
}

/** What the marks of these commits are: none that is not there. */
function Legend(props: {
  readonly model: ErasModel;
  readonly x: number;
  readonly rhythm?: boolean;
  readonly context?: string;
}) {
  const { model, x } = props;
  const isRhythm = props.rhythm === true;
  const words = isRhythm
    ? ['hour of day, UTC', '× day of commit']
    : ['height: √ of bytes written', props.context ?? ''];
  const marks = legendMarks(model, isRhythm);
  return (
    <g>
      {marks.map((mark, i) => (
        <g key={mark} transform={`translate(${x} ${32 + i * 19})`}>
          <LegendMark mark={mark} />
          <text x={14} y={4}>
            {LEGEND_WORDS[mark]}
          </text>
        </g>
      ))}
      {words.map((line, i) => (
        <text key={line} x={x} y={42 + (marks.length + i) * 19}>
          {line}
        </text>
      ))}
    </g>
  );
}

const LEGEND_WORDS = {
  append: 'append, in its colour',
  column: 'a commit, in its colour',
  late: 'under an older spec',
  rewrite: 'rewrite',
  delete: 'delete',
  aside: 'beside the history shown',
} as const;

type LegendMark = keyof typeof LEGEND_WORDS;

function legendMarks({ commits, eras }: ErasModel, isRhythm: boolean): readonly LegendMark[] {
  const has = (is: (commit: Commit) => boolean) => commits.some(is);
  return [
    isRhythm ? 'append' : 'column',
    ...(isRhythm && has((commit) => isLate(commit, eras)) ? (['late'] as const) : []),
    ...(['rewrite', 'delete'] as const).filter((kind) => has((commit) => commit.kind === kind)),
    ...(has((commit) => !commit.onLine) ? (['aside'] as const) : []),
  ];
}

/** Around the middle of its line, px. */
function LegendMark({ mark }: { readonly mark: LegendMark }) {
  switch (mark) {
    case 'append':
      return <rect y={-2} width={4} height={4} fill="var(--ink2)" />;
    case 'column':
      return <rect x={-1} y={-5} width={6} height={10} fill="var(--ink2)" />;
    case 'late':
      return <circle cx={2} r={3.4} fill="var(--ink3)" stroke="var(--ink)" />;
    case 'rewrite':
      return <path d="M-2.5 -4h9l-4.5 8z" fill="var(--ink)" />;
    case 'delete':
      return <path d="M-2 -4l8 8m0-8l-8 8" stroke="var(--ink)" strokeWidth={1.8} />;
    case 'aside':
      return (
        <rect
          x={-1}
          y={-5}
          width={6}
          height={10}
          fill="none"
          stroke="var(--ink2)"
          strokeDasharray="3 2"
        />
      );
  }
}
