import type { ReactNode } from 'react';
import { OpenFailed } from './open/OpenFailed.tsx';
import { useSnapshot, useTable } from './queries.ts';
import { useLink } from './routes.ts';
import { ErrorBox } from './ui/errors.tsx';

/** Shows a view when its table is there, what is being read before, and what went wrong instead. */
export function NeedsTable({ children }: { readonly children: ReactNode }) {
  const { src } = useLink();
  const table = useTable();
  const snapshot = useSnapshot();
  if (table.error !== null && table.data === undefined) {
    return <OpenFailed src={src ?? ''} error={table.error} onRetry={() => table.refetch()} />;
  }
  if (table.data === undefined) return <h1 className="loading">Reading the table’s metadata…</h1>;
  if (snapshot.error !== null) {
    return (
      <div className="loading">
        <ErrorBox error={snapshot.error} heads onRetry={() => snapshot.refetch()} />
      </div>
    );
  }
  if (snapshot.data === undefined) {
    return <h1 className="loading">Reading the snapshot’s manifest list…</h1>;
  }
  return children;
}
