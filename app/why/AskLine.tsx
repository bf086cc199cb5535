/** The line under the predicate that takes a path or a row. */
import './ask.css';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { indexSchema } from '../../src/types/schema.ts';
import type { SnapshotInHand } from '../data.ts';
import { isBackKey } from '../keys.ts';
import { rowColumns, rowHint } from '../pruning/hints.ts';
import { useExampleRow } from '../pruning/use-examples.ts';
import type { FilesInHand } from '../pruning/use-files.ts';
import { useGo, useLinkParts } from '../routes.ts';
import { Button } from '../ui/controls.tsx';
import { useWindowKeys } from '../ui/use-window-keys.ts';

const PAUSE_MS = 400;

/** Stands before the view of the answer is loaded: what is typed at once belongs to it. */
export function AskLine(props: {
  readonly view: SnapshotInHand;
  readonly files: FilesInHand;
  readonly onLeave: () => void;
}) {
  const { view, files, onLeave } = props;
  const hint = useRowHint(view, files);
  const inLink = useLinkParts('ask').ask ?? '';
  const go = useGo();
  const [text, setText] = useState(inLink);
  const written = useRef(inLink);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Back or a pasted link changed it from outside.
    if (inLink !== written.current) setText(inLink);
    written.current = inLink;
  }, [inLink]);
  useLayoutEffect(() => field.current?.focus(), []);
  useWindowKeys((event) => {
    if (isBackKey(event)) onLeave();
  });
  const put = (next: string, step: boolean) => {
    const trimmed = next.trim();
    written.current = trimmed;
    go({ ask: trimmed === '' ? undefined : trimmed, file: undefined }, { step });
  };
  useEffect(() => {
    if (text.trim() === written.current) return;
    const timer = setTimeout(() => {
      written.current = text.trim();
      go({ ask: text.trim() === '' ? undefined : text.trim(), file: undefined });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, go]);
  return (
    <div className="why-ask">
      <label htmlFor="why-text" className="soft">
        Why not read?
      </label>
      <input
        ref={field}
        id="why-text"
        className="field"
        spellCheck={false}
        autoComplete="off"
        placeholder={`a part of a path${hint === undefined ? '' : `, or a row: ${hint}`}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') put(text, true);
          else if (event.key === 'Escape') onLeave();
          else return;
          event.preventDefault();
        }}
      />
      <Button onClick={onLeave}>Leave</Button>
    </div>
  );
}

/** A row in the table's columns, of values that it has. */
function useRowHint(view: SnapshotInHand, files: FilesInHand): string | undefined {
  const columns = useMemo(() => rowColumns(indexSchema(view.schema), view.table.metadata), [view]);
  const ids = useMemo(() => columns.map(({ fieldId }) => fieldId), [columns]);
  const row = useExampleRow(view, files, ids, true);
  return rowHint(columns, row);
}
