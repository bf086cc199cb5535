/** The graph of snapshots as a list: one tab stop, arrows move, Enter looks at a snapshot, `a` compares with it. */
import {
  type CSSProperties,
  type KeyboardEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { DAY } from '../overview/rhythm.ts';
import { RefName } from '../ui/controls.tsx';
import { minute, shortId, time } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { rootScale } from '../ui/root-scale.ts';
import { strataColour } from '../ui/strata.ts';
import { type GraphLayout, graphLayout } from './graph-layout.ts';
import type { CommitItem, DdlItem, FoldItem, GraphItem } from './graph-model.ts';
import type { SnapshotRow } from './snapshot-rows.ts';
import type { Pair } from './use-compare.ts';

export interface GraphProps {
  readonly items: readonly GraphItem[];
  readonly pair: Pair;
  readonly narrow: boolean;
  readonly onOpen: (fold: string) => void;
}

export function Graph({ items, pair, narrow, onOpen }: GraphProps) {
  const scale = rootScale();
  const rowHeight = (narrow ? 36 : 43) * scale;
  const layout = useMemo(() => graphLayout(items, { rowHeight, scale }), [items, rowHeight, scale]);
  const clock = useMemo(() => clockOf(items), [items]);
  const list = useRef<HTMLOListElement>(null);
  const [active, setActive] = useState<string>();
  const bKey = pair.b?.id;
  const stop = items.find(({ key }) => key === active)?.key ?? bKey ?? items[0]?.key;
  useEffect(() => {
    if (bKey === undefined) return;
    list.current?.querySelector('[data-b]')?.scrollIntoView({ block: 'nearest' });
  }, [bKey]);
  const focus = (index: number) => {
    const next = items[Math.max(0, Math.min(items.length - 1, index))];
    if (next === undefined) return;
    setActive(next.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, item: GraphItem, index: number) => {
    const target = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: items.length - 1 }[
      event.key
    ];
    if (target !== undefined) focus(target);
    else if (event.key === 'a' && item.kind === 'commit') pair.chooseA(item.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className="graph"
      data-picture="Graph of the snapshots"
      style={{ minHeight: layout.height, '--gutter': `${layout.width}px` } as CSSProperties}
    >
      <Gutter items={items} layout={layout} rowHeight={rowHeight} />
      <ol
        ref={list}
        className="graph-rows"
        aria-label="Snapshots, newest first. Enter looks at one, a compares with it."
      >
        {items.map((item, index) => (
          <li
            key={item.key}
            className="graph-row"
            data-b={item.key === bKey ? '' : undefined}
            data-kind={item.kind}
            style={{ height: rowHeight }}
          >
            <Row
              item={item}
              pair={pair}
              clock={clock}
              narrow={narrow}
              tabIndex={item.key === stop ? 0 : -1}
              onFocus={() => setActive(item.key)}
              onKeyDown={(event) => onKeyDown(event, item, index)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

interface RowProps<Item> {
  readonly item: Item;
  readonly pair: Pair;
  readonly clock: (ms: number) => string;
  readonly narrow: boolean;
  readonly tabIndex: number;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onOpen: (fold: string) => void;
}

function Row(props: RowProps<GraphItem>) {
  const { item } = props;
  switch (item.kind) {
    case 'commit':
      return <CommitRow {...props} item={item} />;
    case 'fold':
      return <FoldRow {...props} item={item} />;
    case 'ddl':
      return <DdlRow {...props} item={item} />;
  }
}

function CommitRow({ item, pair, clock, narrow, ...rest }: RowProps<CommitItem>) {
  const { row } = item;
  const [isA, isB] = [row.id === pair.a?.id, row.id === pair.b?.id];
  return (
    <>
      <button
        type="button"
        className="graph-commit"
        data-key={item.key}
        tabIndex={rest.tabIndex}
        aria-pressed={isB}
        aria-label={spoken(item, isA, isB)}
        title={`${time(row.ms)} UTC, snapshot ${row.id}`}
        onFocus={rest.onFocus}
        onKeyDown={rest.onKeyDown}
        onClick={() => pair.chooseB(row.id)}
      >
        {row.refs.map((ref) => (
          <RefName key={ref.name} name={ref.name} type={ref.type} />
        ))}
        <span className="cut">{item.words}</span>
        <span className="grow" />
        {narrow || !(isA || isB || hasRoomForId(item)) ? null : (
          <span className="mono dim">{shortId(row.id)}</span>
        )}
      </button>
      <Badges row={row} isA={isA} isB={isB} pair={pair} />
      <span className="graph-time dim">{clock(row.ms)}</span>
    </>
  );
}

/** What a row of the graph holds beside its time, in letters: with its id, and as a statement. */
const WITH_ID = 36;
const STATEMENT = 60;

/** Its title has the id too. */
function hasRoomForId({ row, words }: CommitItem): boolean {
  const letters = row.refs.reduce((sum, { name }) => sum + name.length + 2, words.length);
  return row.refs.length > 0 && letters <= WITH_ID;
}

function spoken({ row, words }: CommitItem, isA: boolean, isB: boolean): string {
  const refs = row.refs.map(({ name, type }) => `${type} ${name}`).join(', ');
  return [
    words,
    time(row.ms),
    refs,
    row.onLine ? '' : 'beside the history shown',
    isA ? 'compared from here (A)' : '',
    isB ? 'in hand (B)' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** B is the snapshot in hand; A is offered on every other one. */
function Badges(props: {
  readonly row: SnapshotRow;
  readonly isA: boolean;
  readonly isB: boolean;
  readonly pair: Pair;
}) {
  if (props.isB) return <Badge letter="B" />;
  if (props.isA) return <Badge letter="A" />;
  return (
    <button
      type="button"
      className="graph-offer"
      tabIndex={-1}
      title="Compare from here (a)"
      aria-label={`Compare from snapshot ${props.row.id}`}
      onClick={() => props.pair.chooseA(props.row.id)}
    >
      A
    </button>
  );
}

export function Badge({ letter }: { readonly letter: 'A' | 'B' }) {
  return <span className="ab-badge">{letter}</span>;
}

function FoldRow({ item, clock, narrow, onOpen, pair: _, ...rest }: RowProps<FoldItem>) {
  const span = `${clock(item.from)} to ${clock(item.ms)}`;
  return (
    <button
      type="button"
      className="graph-fold"
      data-key={item.key}
      aria-expanded={false}
      onClick={() => onOpen(item.key)}
      {...rest}
    >
      <span className="cut">{item.words}</span>
      <span className="grow" />
      <span className="dim">{narrow ? clock(item.ms) : span}</span> <Icon name="right" size={9} />
    </button>
  );
}

function DdlRow({ item, narrow, ...rest }: RowProps<DdlItem>) {
  const { certain } = item;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a stop on the way of the arrows.
    <span
      className="graph-ddl mono"
      data-key={item.key}
      tabIndex={rest.tabIndex}
      title={`${item.full}, ${time(item.ms)} UTC${certain ? '' : ', inferred from writes'}`}
      onFocus={rest.onFocus}
      onKeyDown={rest.onKeyDown}
    >
      <span className="cut">{narrow || item.full.length > STATEMENT ? item.short : item.full}</span>
    </span>
  );
}

function Gutter(props: {
  readonly items: readonly GraphItem[];
  readonly layout: GraphLayout;
  readonly rowHeight: number;
}) {
  const { items, layout, rowHeight } = props;
  return (
    <svg className="graph-gutter" width="100%" height={layout.height} aria-hidden="true">
      {items.map((item, i) =>
        item.kind !== 'ddl' ? null : (
          <path
            key={item.key}
            d={`M${(layout.xs[i] ?? 0) - 7} ${(i + 0.5) * rowHeight}h2000`}
            stroke={strataColour(item.rank ?? 0)}
            strokeWidth={1.2}
            strokeDasharray={item.certain ? undefined : '4 3'}
          />
        ),
      )}
      {layout.lines.map((line) => (
        <path
          key={line.path}
          d={line.path}
          fill="none"
          stroke={line.rank === undefined ? 'var(--line2)' : strataColour(line.rank)}
          strokeWidth={line.width}
          strokeDasharray={line.dotted ? '2 3' : undefined}
        />
      ))}
      {items.map((item, i) =>
        item.kind === 'commit' ? (
          <CommitMark key={item.key} item={item} x={layout.xs[i] ?? 0} y={(i + 0.5) * rowHeight} />
        ) : null,
      )}
    </svg>
  );
}

/** ● append ▼ rewrite ✕ delete. */
function CommitMark(props: { readonly item: CommitItem; readonly x: number; readonly y: number }) {
  const { item, x, y } = props;
  switch (item.row.kind) {
    case 'rewrite':
      return <path d={`M${x - 7} ${y - 6}h14l-7 12z`} fill="var(--ink)" />;
    case 'delete':
      return (
        <>
          <circle cx={x} cy={y} r={7} fill="var(--surface)" />
          <path d={`M${x - 5} ${y - 5}l10 10m0-10l-10 10`} stroke="var(--ink)" strokeWidth={2} />
        </>
      );
    default:
      return (
        <circle
          cx={x}
          cy={y}
          r={5.5}
          fill={item.rank === undefined ? 'var(--line2)' : strataColour(item.rank)}
          stroke="var(--surface)"
          strokeWidth={1.5}
        />
      );
  }
}

/** Times as short as they are still told apart: without the year of them all, or without their one day. */
function clockOf(items: readonly GraphItem[]): (ms: number) => string {
  const times = items.flatMap((item) => (item.kind === 'fold' ? [item.ms, item.from] : [item.ms]));
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const years = new Set(times.map((ms) => minute(ms).slice(0, -12)));
  if (to - from < DAY) return (ms) => time(ms).slice(-12).replace(/^.* /, '').slice(0, 8);
  return (ms) => (years.size === 1 ? minute(ms).slice(5) : minute(ms).slice(0, 10));
}
