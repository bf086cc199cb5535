import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react';
import { hasKey } from './addresses.ts';
import { useMustAsk } from './consent.ts';
import { useListed, useOutcome, useSnapshot, useTable } from './queries.ts';
import { useGo, useLinkParts, useViewId } from './routes.ts';
import { Button } from './ui/controls.tsx';
import { ErrorBox } from './ui/errors.tsx';
import { viewById } from './view-names.ts';

const OpenFailed = lazy(() =>
  import('./open/OpenFailed.tsx').then((m) => ({ default: m.OpenFailed })),
);
// Few links name a table that they cannot carry.
const OtherState = lazy(() => import('./OtherState.tsx').then((m) => ({ default: m.OtherState })));
const SharedPart = lazy(() => import('./SharedPart.tsx').then((m) => ({ default: m.SharedPart })));
const Gate = lazy(() => import('./open/Gate.tsx').then((m) => ({ default: m.Gate })));
const MetadataAlone = lazy(() =>
  import('./overview/MetadataAlone.tsx').then((m) => ({ default: m.MetadataAlone })),
);
// Few tables are larger than their budget.
const ChooseView = lazy(() => import('./large/ChooseView.tsx'));
const PartNotice = lazy(() =>
  import('./large/ChooseView.tsx').then((m) => ({ default: m.PartNotice })),
);

/** Shows a view when its table is there, what is being read before, and what went wrong instead. */
export function NeedsTable({ children }: { readonly children: ReactNode }) {
  const source = useLinkParts('src', 'meta', 'key');
  const { table: wanted } = useLinkParts('table');
  const { src } = source;
  const mustAsk = useMustAsk(source);
  const needsKey = source.key === 'own' && !hasKey(src ?? '');
  const outcome = useOutcome().data;
  const go = useGo();
  const table = useTable();
  const listed = useListed();
  const view = useSnapshot().data;
  const named = viewById(useViewId() ?? '');
  const { list } = useLinkParts('list');
  // What arrives is shown at once and in one task; a view is made in many short ones.
  const isListed = useDeferredValue(listed.data !== undefined);
  if (table.data === undefined && (mustAsk || needsKey)) {
    return (
      <Suspense fallback={null}>
        <Gate source={source} needsKey={needsKey} />
      </Suspense>
    );
  }
  if (table.error !== null && table.data === undefined) {
    return (
      <Suspense fallback={null}>
        <OpenFailed src={src ?? ''} error={table.error} onRetry={() => table.refetch()} />
      </Suspense>
    );
  }
  if (outcome?.kind === 'choose') {
    return (
      <div className="loading">
        <h1>Several tables are there. Which one?</h1>
        <ul className="open-list">
          {outcome.tables.map(({ root, name }) => (
            <li key={root}>
              <Button look="link" onClick={() => go({ root }, { step: true })}>
                {root === '' ? name : root}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  if (table.data === undefined) return <h1 className="loading">Reading the table’s metadata…</h1>;
  const otherState =
    wanted === undefined ? null : (
      <Suspense fallback={null}>
        <OtherState />
      </Suspense>
    );
  const sharedPart =
    table.data.bundle === undefined ? null : (
      <Suspense fallback={null}>
        <SharedPart table={table.data} />
      </Suspense>
    );
  if (listed.error !== null) {
    return (
      <div className="loading">
        {otherState}
        <ErrorBox error={listed.error} heads onRetry={() => listed.refetch()} />
        <Suspense fallback={null}>
          <MetadataAlone table={table.data} />
        </Suspense>
      </div>
    );
  }
  if (listed.data === undefined || !isListed) {
    return <h1 className="loading">Reading the snapshot’s manifest list…</h1>;
  }
  if (list !== undefined && named?.ofMetadata?.includes(list) === true) {
    return (
      <>
        {otherState}
        {children}
      </>
    );
  }
  if (view === undefined || (view.part !== undefined && named?.ofPart !== true)) {
    return (
      <Suspense fallback={null}>
        {otherState}
        <ChooseView listed={listed.data} view={view} />
      </Suspense>
    );
  }
  return (
    <>
      {otherState}
      {sharedPart}
      {view.part === undefined ? null : (
        <Suspense fallback={null}>
          <PartNotice view={view} />
        </Suspense>
      )}
      {children}
    </>
  );
}
