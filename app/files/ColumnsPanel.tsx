/** Which columns' bounds the table shows; it pushes the table, never covers it. */
import { useState } from 'react';
import { isPrimitive, printType } from '../../src/types/parse-type.ts';
import type { ColumnInfo } from '../../src/types/schema.ts';
import { Button, CloseSign } from '../ui/controls.tsx';

/** Columns that can have bounds. */
export function boundedColumns(columns: readonly ColumnInfo[]): readonly ColumnInfo[] {
  return columns.filter((column) => column.accessible && isPrimitive(column.type));
}

export function ColumnsPanel(props: {
  readonly columns: readonly ColumnInfo[];
  /** Field ids that the predicate names: always shown. */
  readonly asked: ReadonlySet<number>;
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: (chosen: ReadonlySet<number>) => void;
  readonly onClose: () => void;
}) {
  const { asked, chosen } = props;
  const [text, setText] = useState('');
  const found = props.columns.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  const toggle = (fieldId: number) => {
    const next = new Set(chosen);
    if (!next.delete(fieldId)) next.add(fieldId);
    props.onChoose(next);
  };
  return (
    <section
      className="columns-panel"
      aria-label="Columns"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        props.onClose();
      }}
    >
      <div className="columns-head">
        <h2>Bounds and counts of a column</h2>
        <Button look="plain" onClick={props.onClose} aria-label="Close the columns">
          <CloseSign />
        </Button>
      </div>
      <input
        className="field"
        placeholder="find a column"
        aria-label="Find a column"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul>
        {found.map(({ fieldId, name, type }) => (
          <li key={fieldId}>
            <label>
              <input
                type="checkbox"
                checked={asked.has(fieldId) || chosen.has(fieldId)}
                disabled={asked.has(fieldId)}
                onChange={() => toggle(fieldId)}
              />
              <span className="mono cut" title={name}>
                {name}
              </span>
              <span className="dim small">{printType(type)}</span>
            </label>
          </li>
        ))}
      </ul>
      <p className="dim small">
        {asked.size > 0 ? 'Columns of the predicate are always shown. ' : ''}Bounds are decoded when
        first shown.
      </p>
    </section>
  );
}
