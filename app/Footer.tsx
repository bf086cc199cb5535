import { lazy, Suspense } from 'react';
import { useMustAsk } from './consent.ts';
import { manifestBytes } from './data.ts';
import { openHelp } from './keys.ts';
import { useListed, useTable, useTotals } from './queries.ts';
import { useLinkParts } from './routes.ts';
import { isUnread } from './totals.ts';
import { Button } from './ui/controls.tsx';
import { bytes, count, plural, shortId, time } from './ui/format.ts';

// Menus and their library are a chunk of their own.
const ProfileMenu = lazy(() =>
  import('./HeaderMenus.tsx').then((m) => ({ default: m.ProfileMenu })),
);
const MemoryMenu = lazy(() => import('./HeaderMenus.tsx').then((m) => ({ default: m.MemoryMenu })));

export function Footer({ open }: { readonly open: boolean }) {
  return (
    <footer className="footer">
      {open ? <About /> : <InHand />}
      <span className="grow" />
      <Button look="link" className="wide" onClick={openHelp}>
        ? keys
      </Button>
      <span className="roomy">{open ? '' : 'all times UTC · '}nothing leaves this page</span>
    </footer>
  );
}

function About() {
  return (
    <>
      <span>Icecore</span>
      <span className="wide">Apache Iceberg v1 to v3</span>
    </>
  );
}

function InHand() {
  const table = useTable();
  const snapshot = useListed();
  const view = snapshot.data;
  const totals = useTotals().data;
  const mustAsk = useMustAsk(useLinkParts('src', 'meta'));
  if (view === undefined) {
    const isWaiting = mustAsk && table.data === undefined;
    if (table.error !== null || isWaiting) return <span>nothing is open</span>;
    return <span>{snapshot.error === null ? 'reading…' : 'the snapshot could not be read'}</span>;
  }
  const listed = view.manifests.length;
  const size = manifestBytes(view);
  const read = [...(totals?.items.values() ?? [])].filter((one) => !isUnread(one)).length;
  return (
    <>
      {view.snapshot === undefined ? (
        <span>no snapshot yet</span>
      ) : (
        <>
          <span className="mono wide">snapshot {String(view.snapshot.snapshotId)}</span>
          <span className="mono narrow-only">
            snapshot {shortId(String(view.snapshot.snapshotId))}
          </span>
          <span className="wide">{time(view.snapshot.timestampMs)} UTC</span>
        </>
      )}
      <span className="roomy">
        {read < listed
          ? `${count(read)} of ${plural(listed, 'manifest')} loaded`
          : `${plural(listed, 'manifest')} loaded${size === undefined ? '' : `, ${bytes(size)}`}`}
      </span>
      <Suspense fallback={null}>
        <ProfileMenu />
        <MemoryMenu inFooter />
      </Suspense>
    </>
  );
}
