/**
 * The table of columns: a row a field id, with its chart, the specs it is a source of, and what one file makes of it.
 * One tab stop; arrows move over versions and rows.
 */
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { Chip } from '../ui/Chip.tsx';
import type { FileCell, FileCells } from './file-rows.ts';
import { Arrow, Feeds } from './Resolved.tsx';
import { SchemaChart } from './SchemaChart.tsx';
import { chartWidth, schemaLayout } from './schema-layout.ts';
import { hasUses, type SchemaModel, type SchemaRow, transformsOf } from './schema-model.ts';
import { ddlOf, shortType } from './schema-words.ts';

export interface SchemaBoardProps {
  readonly model: SchemaModel;
  readonly rows: readonly SchemaRow[];
  readonly folded: number;
  readonly onUnfold: (() => void) | undefined;
  readonly width: number;
  readonly narrow: boolean;
  readonly scale: number;
  /** Index of the chosen version. */
  readonly chosen: number | undefined;
  readonly onChoose: (version: number | undefined) => void;
  /** Beside the chart where there is room; undefined: shown elsewhere. */
  readonly file: FileCells | undefined;
  readonly fileHead: React.ReactNode;
}

const ID = 44;
const NARROW_ID = 26;
const USES = 150;
/** Name, type, arrow, and what is fed. */
const FILE_WIDTHS = ['8.25rem', '6rem', '2.75rem', undefined] as const;
/** Beside more there is no room for words. */
const MOST_CHIPS = 5;
/** Least width of a file's columns beside the chart. */
const FILE = 560;

export function SchemaBoard(props: SchemaBoardProps) {
  const { model, rows, narrow, scale, file } = props;
  const idWidth = (narrow ? NARROW_ID : ID) * scale;
  const withUses = !narrow && hasUses(model);
  const usesWidth = withUses ? USES * scale : 0;
  const fileWidth = file === undefined ? 0 : FILE * scale;
  const room = Math.max(120, Math.floor(props.width - idWidth - usesWidth - fileWidth));
  const { chosen } = props;
  const top = (narrow ? 30 : file === undefined ? 76 : 94) * scale;
  const layout = useMemo(() => {
    // Beside a chart of few versions stands a file; on a narrow screen nothing does.
    const width = narrow ? room : chartWidth(model.history.versions.length, room, scale);
    return schemaLayout(model, rows, { width, narrow, scale, top, chosen });
  }, [model, rows, room, narrow, scale, top, chosen]);
  const keys = useKeys(props);
  const live = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div
      className="schema-board"
      data-picture="Fields over schema versions"
      role="group"
      aria-label="Columns over schema versions; arrows choose a version and a column"
      aria-describedby={live}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a chart is one tab stop (look.md 8).
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
    >
      <table
        className="schema-table"
        style={tableWidth(file !== undefined, layout.width, idWidth + usesWidth)}
      >
        <Head
          {...props}
          withUses={withUses}
          widths={withUses ? [idWidth, layout.width, usesWidth] : [idWidth, layout.width]}
          height={layout.top}
        />
        <Body {...props} withUses={withUses} height={layout.rowHeight} active={keys.row} />
      </table>
      <div className="schema-over" style={{ left: idWidth }}>
        <SchemaChart layout={layout} narrow={narrow} scale={scale} onChoose={props.onChoose} />
      </div>
      {props.onUnfold === undefined ? null : (
        <button type="button" className="btn btn-link schema-unfold" onClick={props.onUnfold}>
          {props.folded} more, never changed
        </button>
      )}
      <p id={live} className="sr-only" aria-live="polite">
        {spoken(props, keys.row)}
      </p>
    </div>
  );
}

function Head(
  props: SchemaBoardProps & {
    readonly withUses: boolean;
    /** Of the columns before the file's. */
    readonly widths: readonly number[];
    readonly height: number;
  },
) {
  const hasFile = props.file !== undefined;
  const all = hasFile ? [...props.widths, ...FILE_WIDTHS] : props.widths;
  return (
    <>
      <colgroup>
        {all.map((width, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
          <col key={i} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr style={{ height: props.height }}>
          <th scope="col">
            <span className="sr-only">Field id</span>
          </th>
          <th scope="col">
            <span className="sr-only">Names and types over schema versions</span>
          </th>
          {props.withUses ? (
            <th scope="col" className="schema-uses">
              Partition source in
            </th>
          ) : null}
          {hasFile ? (
            <th scope="col" colSpan={FILE_WIDTHS.length} className="schema-file">
              {props.fileHead}
            </th>
          ) : null}
        </tr>
      </thead>
    </>
  );
}

function Body(
  props: SchemaBoardProps & {
    readonly withUses: boolean;
    readonly height: number;
    readonly active: number | undefined;
  },
) {
  const { model, rows, withUses, file, height } = props;
  return (
    <tbody>
      {rows.map((row, i) => (
        <BoardRow
          key={row.field.fieldId}
          row={row}
          model={model}
          height={height}
          withUses={withUses}
          isActive={i === props.active}
          cell={file?.byId.get(row.field.fieldId)}
          hasFile={file !== undefined}
        />
      ))}
      {(file?.stray ?? []).map((stray) => (
        <tr key={stray.name} style={{ height }} className="schema-trap">
          <td />
          <td />
          {withUses ? <td /> : null}
          <FileParts cell={stray} name={stray.name} depth={0} />
        </tr>
      ))}
    </tbody>
  );
}

/** Without a file beside it the table is as wide as its columns. */
function tableWidth(isFull: boolean, chart: number, others: number) {
  return isFull ? undefined : { width: chart + others };
}

function useKeys({ model, rows, chosen, onChoose }: SchemaBoardProps) {
  const [row, setRow] = useState<number>();
  const last = model.history.versions.length - 1;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const move = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step !== undefined) {
      onChoose(Math.max(0, Math.min(last, chosen === undefined ? last : chosen + step)));
    } else if (move !== undefined) {
      setRow(Math.max(0, Math.min(rows.length - 1, row === undefined ? 0 : row + move)));
    } else if (event.key === 'Home') onChoose(0);
    else if (event.key === 'End') onChoose(last);
    else if (event.key === 'Escape') {
      onChoose(undefined);
      setRow(undefined);
    } else return;
    event.preventDefault();
  };
  return { row, onKeyDown };
}

function spoken({ model, rows, chosen }: SchemaBoardProps, at: number | undefined): string {
  const version = chosen === undefined ? undefined : model.history.versions[chosen];
  const row = at === undefined ? undefined : rows[at];
  return [
    version === undefined ? '' : `Schema ${version.schemaId}: ${ddlOf(version, chosen === 0)}.`,
    row === undefined ? '' : `${row.field.fieldId}: ${storyOf(row, model)}`,
  ].join(' ');
}

/** `ts timestamp from schema 0; event_ts timestamp from schema 1; dropped in schema 2` */
function storyOf({ field }: SchemaRow, { history }: SchemaModel): string {
  const at = (index: number) => `schema ${history.versions[index]?.schemaId}`;
  const parts = field.runs.map(
    ({ from, column }) => `${column.name} ${shortType(column.type)} from ${at(from)}`,
  );
  if (field.droppedAt !== undefined) parts.push(`dropped in ${at(field.droppedAt)}`);
  return parts.join('; ');
}

function BoardRow(props: {
  readonly row: SchemaRow;
  readonly model: SchemaModel;
  readonly height: number;
  readonly withUses: boolean;
  readonly isActive: boolean;
  readonly hasFile: boolean;
  readonly cell: FileCell | undefined;
}) {
  const { row, cell } = props;
  const { field, uses } = row;
  const words = transformsOf(uses);
  const isGone = field.droppedAt !== undefined;
  return (
    <tr
      style={{ height: props.height }}
      className={cell?.words.isTrap === true ? 'schema-trap' : undefined}
      data-active={props.isActive ? '' : undefined}
    >
      <th scope="row" className={isGone ? 'mono dim' : 'mono'}>
        {field.fieldId}
      </th>
      <td>
        <span className="sr-only">{storyOf(row, props.model)}</span>
      </td>
      {props.withUses ? (
        <td className="schema-uses">
          <span className="schema-chips">
            {uses.map((use) => (
              <Chip key={`${use.specId} ${use.transform}`} specId={use.specId} rank={use.rank} />
            ))}
            {uses.length === 0 ? null : (
              <span className={uses.length > MOST_CHIPS ? 'sr-only' : 'dim cut'} title={words}>
                {words}
              </span>
            )}
          </span>
        </td>
      ) : null}
      {props.hasFile ? <FileParts cell={cell} name={undefined} depth={field.depth} /> : null}
    </tr>
  );
}

function FileParts(props: {
  readonly cell: FileCell | undefined;
  /** Of the column in the file, where it is not its own. */
  readonly name: string | undefined;
  readonly depth: number;
}) {
  const { cell } = props;
  if (cell === undefined) {
    return (
      <>
        <td className="schema-file dim">–</td>
        <td />
        <td />
        <td />
      </>
    );
  }
  const { column, words } = cell;
  const name = props.name ?? column?.name;
  return (
    <>
      <td
        className="schema-file mono cut"
        style={{ paddingLeft: `calc(1.25rem + ${props.depth * 0.5}rem)` }}
        title={name}
      >
        {name ?? <span className="dim">–</span>}
      </td>
      <td className="dim small cut">{column?.typeText}</td>
      <td>
        <Arrow kind={words.arrow} />
      </td>
      <td className="cut" title={`${words.rule} ${words.note}`}>
        <Feeds words={words} />
      </td>
    </>
  );
}
