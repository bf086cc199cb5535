/** What stands below a view in another page's frame, and the talk with that page. */
import { useEffect } from 'react';
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import { rememberAddress } from '../addresses.ts';
import { partWords } from '../large/words.ts';
import { NOTHING, sieveRows, sumRows } from '../pruning/sieve-layout.ts';
import { pathOfHash } from '../pruning/use-selection.ts';
import { usePictures, usePlan, useQuestion, useSnapshot, useTable } from '../queries.ts';
import { hrefOf, useGo, useLink, useLinkParts, useViewId } from '../routes.ts';
import type { FromIcecore, IcecoreCounts } from './client.ts';
import { embedding } from './embedding.ts';
import { requestOf } from './requests.ts';

export default function Embedded() {
  const origin = embedding?.origin;
  return (
    <>
      <FrameFooter />
      {origin === undefined || window.parent === window ? null : <Talk origin={origin} />}
    </>
  );
}

function FrameFooter() {
  const table = useTable().data;
  const view = useViewId();
  const search = useLink();
  const page = `${window.location.origin}${window.location.pathname}`;
  return (
    <footer className="footer">
      <span className="mono cut">{table?.name}</span>
      <span className="grow" />
      <a
        href={view === undefined ? page : `${page}${hrefOf(view, search)}`}
        target="_blank"
        rel="noopener"
      >
        Open in Icecore
      </a>
    </footer>
  );
}

function Talk({ origin }: { readonly origin: string }) {
  useRequests(origin);
  useCounts(origin);
  const { file } = useLinkParts('file');
  return file === undefined ? <NoSelection origin={origin} /> : <Selection origin={origin} />;
}

function tell(origin: string, message: FromIcecore): void {
  window.parent.postMessage(message, origin);
}

function useRequests(origin: string): void {
  const go = useGo();
  useEffect(() => {
    const take = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (source !== window.parent || from !== origin) return;
      const request = requestOf(data);
      switch (request.kind) {
        case 'open': {
          const { search, view, given } = request;
          if (search.key === 'own') rememberAddress(search.src ?? '', given);
          window.location.hash = hrefOf(view, search);
          break;
        }
        case 'predicate':
          go({ where: request.where }, { step: true });
          break;
        case 'refused':
          tell(origin, { icecore: 1, type: 'refused', message: request.message });
      }
    };
    window.addEventListener('message', take);
    tell(origin, { icecore: 1, type: 'ready' });
    return () => window.removeEventListener('message', take);
  }, [origin, go]);
}

function useCounts(origin: string): void {
  const question = useQuestion();
  const { data: plan, isPlaceholderData } = usePlan(question);
  const view = useSnapshot().data;
  useEffect(() => {
    if (question === undefined) tell(origin, { icecore: 1, type: 'counts', counts: null });
  }, [question, origin]);
  useEffect(() => {
    if (plan === undefined || view === undefined || isPlaceholderData) return;
    const sum = sumRows(sieveRows(plan.items.values(), new Map()));
    const tallies = FILE_VERDICTS.map((name, i) => [name, sum.byVerdict[i] ?? NOTHING] as const);
    const counts: IcecoreCounts = {
      where: plan.question.where,
      snapshotId: String(view.snapshot?.snapshotId ?? ''),
      complete: plan.complete,
      part: partWords(view) ?? null,
      bytesIncomplete: sum.bytesIncomplete,
      verdicts: Object.fromEntries(tallies) as IcecoreCounts['verdicts'],
    };
    tell(origin, { icecore: 1, type: 'counts', counts });
  }, [plan, view, isPlaceholderData, origin]);
}

function NoSelection({ origin }: { readonly origin: string }) {
  useEffect(() => tell(origin, { icecore: 1, type: 'selection', file: null }), [origin]);
  return null;
}

/** The link has a hash of the path; the path itself is looked for where the file is live. */
function Selection({ origin }: { readonly origin: string }) {
  const { file } = useLinkParts('file');
  const view = useSnapshot().data;
  const pictures = usePictures().data;
  useEffect(() => {
    if (file === undefined || view === undefined || pictures?.complete !== true) return;
    const control = new AbortController();
    pathOfHash(view, [...pictures.items.values()], file, control.signal).then(
      (path) => {
        const found = path === undefined ? null : { path };
        if (!control.signal.aborted) tell(origin, { icecore: 1, type: 'selection', file: found });
      },
      // What can't be read is said in the view.
      () => undefined,
    );
    return () => control.abort();
  }, [file, view, pictures, origin]);
  return null;
}
