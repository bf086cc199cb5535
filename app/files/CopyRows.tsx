import { useState } from 'react';
import { entryAt, type FileIndex, manifestAt } from '../pruning/file-index.ts';
import type { RowStore } from '../pruning/file-rows.ts';
import type { AskedColumn } from '../pruning/where.ts';
import { Button } from '../ui/controls.tsx';
import { count } from '../ui/format.ts';
import { rowsText } from './copy-rows.ts';

/** More rows than a clipboard should hold. */
const MOST = 5000;

/** Copies the listed files as tab-separated text; says how many, and what hindered it. */
export function CopyRows(props: {
  readonly index: FileIndex;
  readonly verdicts: Uint8Array;
  readonly order: Uint32Array;
  readonly rows: RowStore;
  readonly columns: readonly AskedColumn[];
}) {
  const [state, setState] = useState('');
  const { index, verdicts, order, rows, columns } = props;
  const text = async () => {
    const readable = [...order.subarray(0, MOST)].flatMap((position) => {
      const entry = entryAt(index, position);
      return entry === undefined
        ? []
        : [{ position, manifestIndex: manifestAt(index, position), entry }];
    });
    const found = await rows.fetchAll(readable);
    return new Blob(
      [
        rowsText(
          found,
          readable.map(({ position }) => verdicts[position] as number),
          columns,
        ),
      ],
      {
        type: 'text/plain',
      },
    );
  };
  const copy = async () => {
    try {
      // The promise is given at once, so that the click still counts when the rows have come.
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text() })]);
      setState(order.length > MOST ? `the first ${count(MOST)} copied` : 'Copied');
    } catch (error) {
      // Withheld clipboard or unreadable manifest: nothing was copied, and the person must learn why.
      setState(
        error instanceof Error && error.name !== 'NotAllowedError' ? error.message : 'Not allowed',
      );
    }
    setTimeout(() => setState(''), 3000);
  };
  return (
    <Button onClick={copy} title="as tab-separated text" aria-label="Copy the listed files">
      <span aria-live="polite">{state === '' ? 'Copy' : state}</span>
    </Button>
  );
}
