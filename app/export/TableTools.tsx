/** Takes the rows of a table away: copied as TSV or JSON, or saved as CSV. */
import { useEffect, useState } from 'react';
import { useTable } from '../queries.ts';
import { count } from '../ui/format.ts';
import { Menu, MenuItem } from '../ui/popovers.tsx';
import { fileName, saveBlob } from './save.ts';
import { asCsv, asJson, asTsv, type TextTable } from './text-table.ts';

/** More rows than a clipboard should hold. */
const MOST_COPIED = 5000;
/** More than a page should hold as one text. */
const MOST_SAVED = 200_000;

/** As long as buttons that copy say so; what failed is longer to read. */
const DONE_MS = 2000;
const FAILED_MS = 6000;

export interface TableToolsProps {
  /** What the rows are: `files`. */
  readonly name: string;
  readonly rowCount: number;
  /** The first `most` rows in the order shown. */
  readonly rows: (most: number) => TextTable | Promise<TextTable>;
}

export function TableTools({ name, rowCount, rows }: TableToolsProps) {
  const [said, setSaid] = useState<{ readonly text: string; readonly ms: number }>();
  const table = useTable().data?.name ?? '';
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), said.ms);
    return () => clearTimeout(timer);
  }, [said]);
  const attempt = async (most: number, done: string, work: () => Promise<void>) => {
    try {
      await work();
      const text = rowCount > most ? `the first ${count(most)} ${done}` : done;
      setSaid({ text, ms: DONE_MS });
    } catch (error) {
      // Withheld clipboard or unreadable manifest: nothing was taken, and the person must learn why.
      const refused = error instanceof Error && error.name === 'NotAllowedError';
      const text = refused || !(error instanceof Error) ? 'Not allowed' : error.message;
      setSaid({ text, ms: FAILED_MS });
    }
  };
  const copy = (as: (table: TextTable) => string) =>
    attempt(MOST_COPIED, 'copied', async () => {
      const text = async () => new Blob([as(await rows(MOST_COPIED))], { type: 'text/plain' });
      // The promise is given at once, so that the click still counts when the rows have come.
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text() })]);
    });
  const save = () =>
    attempt(MOST_SAVED, 'saved', async () => {
      const text = asCsv(await rows(MOST_SAVED));
      saveBlob(new Blob([text], { type: 'text/csv' }), fileName([table, name], 'csv'));
    });
  return (
    <>
      <span role="status" className="dim small">
        {said?.text}
      </span>
      <Menu label="Copy or save" name={`Copy or save the listed ${name}`}>
        <MenuItem onSelect={() => copy(asTsv)}>Copy as TSV</MenuItem>
        <MenuItem onSelect={() => copy(asJson)}>Copy as JSON</MenuItem>
        <MenuItem onSelect={save}>Save as CSV</MenuItem>
      </Menu>
    </>
  );
}
