/**
 * A virtual table: any number of rows of one height under a sticky head. One tab stop; arrows move an active row, Enter
 * chooses it. Rows are asked for by index, so that a caller may fetch them as they come into view. A row may be a heading
 * of those below it: one cell over all columns, walked through as the others are, and not chosen.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Icon } from './Icon.tsx';
import { keyTarget } from './key-target.ts';
import { rootScale } from './root-scale.ts';
import { nextSort, type Sort } from './sort.ts';
import { leastWidth } from './tracks.ts';
import { useRowWindow } from './use-row-window.ts';

export interface Column<Row> {
  readonly id: string;
  readonly title: ReactNode;
  /** A CSS grid track in rem: `5rem`, `minmax(8rem, 1fr)`. */
  readonly width: string;
  readonly numeric?: boolean | undefined;
  readonly sortable?: boolean | undefined;
  readonly cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** Spoken name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly count: number;
  /** undefined = not here yet; the row is then drawn with `placeholder`. */
  readonly row: (index: number) => Row | undefined;
  /** What a row says that heads those below it; undefined for all other rows. */
  readonly heading?: ((index: number) => ReactNode) | undefined;
  readonly rowKey: (index: number) => string;
  readonly selectedKey?: string | undefined;
  /** Row to bring into view when it changes: the choice made elsewhere. */
  readonly reveal?: number | undefined;
  readonly onSelect?: ((index: number) => void) | undefined;
  readonly sort?: Sort | undefined;
  /** undefined: back to the table's own order. */
  readonly onSort?: ((sort: Sort | undefined) => void) | undefined;
  /** In rem; 27 px by default. */
  readonly rowHeight?: number | undefined;
  /** Called with the half-open range of rows that are drawn, some beyond the edges, e.g. to fetch them. */
  readonly onRange?: ((from: number, to: number) => void) | undefined;
  /** Called with the half-open range of rows of which a part is seen. */
  readonly onSeen?: ((from: number, to: number) => void) | undefined;
  readonly placeholder?: ReactNode;
  readonly empty?: ReactNode;
  readonly className?: string | undefined;
}

/** Widths, by id, of the columns that stay on a narrow screen. Together at most 21.75rem: 360 px less the margins. */
export type NarrowWidths = ReadonlyMap<string, string>;

/** The columns that a narrow screen shows without scrolling sideways. */
export function narrowed<Row>(
  columns: readonly Column<Row>[],
  widths: NarrowWidths,
): readonly Column<Row>[] {
  return columns.flatMap((column) => {
    const width = widths.get(column.id);
    return width === undefined ? [] : [{ ...column, width }];
  });
}

const ROW_REM = 1.6875;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, count, rowKey, onSelect, onRange, onSeen, selectedKey } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const height = (props.rowHeight ?? ROW_REM) * rootScale() * 16;
  const head = ROW_REM * rootScale() * 16;
  const { from, to, seen, view, total, top, show } = useRowWindow(scroller, {
    count,
    height,
    head,
  });
  useEffect(() => onRange?.(from, to), [onRange, from, to]);
  useEffect(() => onSeen?.(seen.from, seen.to), [onSeen, seen.from, seen.to]);
  const { reveal } = props;
  const inSight = useRef({ is: false, view });
  useEffect(() => {
    if (reveal === undefined) return;
    setActive(reveal);
    show(reveal);
    inSight.current.is = true;
  }, [reveal, show]);
  // What a choice opens beside the table takes room of it, and must not push the chosen row out of sight.
  useEffect(() => {
    if (reveal === undefined) return;
    const last = inSight.current;
    const isResized = last.view !== view;
    const is = isResized ? last.is : reveal >= seen.from && reveal < seen.to;
    inSight.current = { is, view };
    if (isResized && is) show(reveal);
  }, [reveal, show, view, seen.from, seen.to]);
  const current = Math.min(active, Math.max(0, count - 1));
  const move = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index));
    setActive(next);
    show(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2);
    const to = keyTarget(event.key, current, count, page);
    if (to !== undefined) move(to);
    else if (event.key !== 'Enter' && event.key !== ' ') return;
    else if (props.heading?.(current) === undefined) onSelect?.(current);
    event.preventDefault();
  };
  const widths = useMemo(() => columns.map((column) => column.width), [columns]);
  const template = widths.join(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a <table>.
    <div
      ref={scroller}
      className={`grid ${props.className ?? ''}`}
      role="grid"
      aria-label={props.label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-activedescendant={count > 0 ? `${id}-${current}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      {/* Head and rows share one width, so that their tracks are the same. */}
      <div style={{ minWidth: `${leastWidth(widths)}rem` }}>
        <Head {...props} template={template} />
        {count === 0 ? <p style={{ padding: 'var(--s12)' }}>{props.empty ?? 'No row.'}</p> : null}
        {/* biome-ignore lint/a11y/useSemanticElements: see the grid. */}
        <div className="grid-rows" role="rowgroup" style={{ height: total }}>
          {Array.from({ length: to - from }, (_, i) => from + i).map((index) => {
            const key = rowKey(index);
            const heading = props.heading?.(index);
            const isHeading = heading !== undefined;
            const row = isHeading ? undefined : props.row(index);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles keys for its rows.
              // biome-ignore lint/a11y/useSemanticElements: a virtual row cannot be a <tr>.
              <div
                key={key}
                id={`${id}-${index}`}
                role="row"
                tabIndex={-1}
                className={isHeading ? 'grid-row grid-heading' : 'grid-row'}
                aria-rowindex={index + 2}
                aria-selected={isHeading ? undefined : key === selectedKey}
                data-active={index === current ? '' : undefined}
                style={{
                  gridTemplateColumns: template,
                  height,
                  transform: `translateY(${top(index)}px)`,
                }}
                onClick={() => {
                  setActive(index);
                  if (!isHeading) onSelect?.(index);
                }}
              >
                {isHeading ? (
                  // biome-ignore lint/a11y/useSemanticElements: see the grid.
                  <div role="rowheader" tabIndex={-1} aria-colspan={columns.length}>
                    {heading}
                  </div>
                ) : row === undefined ? (
                  // biome-ignore lint/a11y/useSemanticElements: see the grid.
                  <div role="gridcell" tabIndex={-1} className="dim">
                    {props.placeholder ?? '…'}
                  </div>
                ) : (
                  columns.map((column) => (
                    // biome-ignore lint/a11y/useSemanticElements: see the grid.
                    <div
                      key={column.id}
                      role="gridcell"
                      tabIndex={-1}
                      className={column.numeric === true ? 'num' : undefined}
                    >
                      {column.cell(row)}
                    </div>
                  ))
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Head<Row>(props: DataTableProps<Row> & { readonly template: string }) {
  const { columns, sort, onSort } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid.
    <div
      className="grid-head"
      role="row"
      tabIndex={-1}
      aria-rowindex={1}
      style={{ gridTemplateColumns: props.template }}
    >
      {columns.map((column) => {
        const direction = sort?.column === column.id ? sort.direction : undefined;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the grid.
          <div
            key={column.id}
            role="columnheader"
            tabIndex={-1}
            className={column.numeric === true ? 'num' : undefined}
            aria-sort={
              direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'
            }
          >
            {column.sortable === true && onSort !== undefined ? (
              <button
                type="button"
                className="grid-sort"
                onClick={() => onSort(nextSort(column.id, sort))}
              >
                {column.title}
                {direction === undefined ? null : <Icon name={direction} size={9} />}
              </button>
            ) : (
              column.title
            )}
          </div>
        );
      })}
    </div>
  );
}
