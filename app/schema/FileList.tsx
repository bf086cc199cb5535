/** The columns of one file as a list of its own, where there is no room beside the chart. */
import { useState } from 'react';
import type { FileCell, FileCells } from './file-rows.ts';
import { Arrow, Feeds } from './Resolved.tsx';
import type { SchemaRow } from './schema-model.ts';

export function FileList(props: {
  readonly rows: readonly SchemaRow[];
  readonly cells: FileCells;
}) {
  const [isOpen, setOpen] = useState(false);
  const items = [
    ...props.rows.flatMap(({ field }) => {
      const cell = props.cells.byId.get(field.fieldId);
      const name = field.runs.at(-1)?.column.field.name ?? '';
      return cell === undefined ? [] : [{ key: String(field.fieldId), cell, feeds: name }];
    }),
    ...props.cells.stray.map((cell) => ({ key: cell.name, cell, feeds: '' })),
  ];
  const plain = items.filter(({ cell }) => isPlain(cell));
  const shown = isOpen || plain.length < 3 ? items : items.filter(({ cell }) => !isPlain(cell));
  return (
    <>
      <table className="schema-list">
        <caption className="sr-only">
          Columns in the file, and what feeds the table’s columns
        </caption>
        <tbody>
          {shown.map(({ key, cell, feeds }) => (
            <tr key={key} className={cell.words.isTrap ? 'schema-trap' : undefined}>
              <th scope="row" className="mono">
                {cell.column?.name ?? <span className="dim">{feeds === '' ? '–' : feeds}</span>}
              </th>
              <td>
                <Arrow kind={cell.words.arrow} />
              </td>
              <td>
                <Feeds words={cell.words} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === items.length ? null : (
        <button type="button" className="btn btn-link" onClick={() => setOpen(true)}>
          {shown.length === 0 ? 'all' : plain.length} by id, unchanged
        </button>
      )}
    </>
  );
}

function isPlain({ words }: FileCell): boolean {
  return words.isPlain && words.note === '';
}
