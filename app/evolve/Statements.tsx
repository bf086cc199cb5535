/** One change in the words of every engine, and ways to take it along. */
import { useMemo, useState } from 'react';
import { type DdlChange, writesOf } from '../../src/evolution/ddl/apply.ts';
import { DIALECT_NAMES, type Dialect } from '../../src/evolution/dialects.ts';
import { type Translation, translationsOf } from '../../src/evolution/translate.ts';
import { CopyButton } from '../ui/CopyButton.tsx';

export function Statements(props: {
  readonly change: DdlChange;
  readonly table: string;
  readonly typed: Dialect;
}) {
  const { change, table } = props;
  const all = useMemo(() => translationsOf(change, table), [change, table]);
  const [open, setOpen] = useState(false);
  if (change.before.defaultSpecId === change.after.defaultSpecId && writesOf(change).length === 0) {
    return null;
  }
  const shown = open ? all : all.filter(({ dialect }) => isFirst(dialect, props.typed));
  return (
    <section aria-label="The same in other words">
      <div className="evolve-title">
        <h2>The same in other words</h2>
        <button
          type="button"
          className="btn btn-plain"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Fewer' : `All ${all.length}`}
        </button>
      </div>
      {shown.map((one) => (
        <Statement key={one.dialect} {...one} />
      ))}
    </section>
  );
}

/** Impala's words are mostly Hive's, and calls are for few. */
function isFirst(dialect: Dialect, typed: Dialect): boolean {
  return dialect !== typed && ['spark', 'hive', 'trino'].includes(dialect);
}

function Statement({ dialect, text, notes }: Translation) {
  const name = DIALECT_NAMES[dialect];
  return (
    <div className="evolve-said">
      <div className="evolve-title">
        <h3>{name}</h3>
        {text === undefined ? null : <CopyButton look="plain" text={text} what={`as ${name}`} />}
      </div>
      {text === undefined ? null : <pre className="mono">{text}</pre>}
      {notes.map((note) => (
        <p key={note} className="small soft">
          {note}
        </p>
      ))}
    </div>
  );
}
