/** The line under the predicate that takes a path or a row. */
import { useEffect, useRef, useState } from 'react';
import { useGo, useLinkParts } from '../routes.ts';
import { Button } from '../ui/controls.tsx';

const PAUSE_MS = 400;

export function AskLine({
  hint,
  onLeave,
}: {
  /** A row in the table's columns. */
  readonly hint: string | undefined;
  readonly onLeave: () => void;
}) {
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
  useEffect(() => field.current?.focus(), []);
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
