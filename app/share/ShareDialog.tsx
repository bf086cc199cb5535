/** Share: a link at the left, a small file at the right. Nothing here sends anything anywhere. */
import { useState } from 'react';
import { useListed, useQuestion, useSnapshot } from '../queries.ts';
import { useLink, useViewId } from '../routes.ts';
import { SegmentedControl } from '../ui/controls.tsx';
import { Dialog } from '../ui/popovers.tsx';
import { FilePane, NOTHING } from './FilePane.tsx';
import { type LinkKind, LinkPane } from './LinkPane.tsx';
import { ReportPane } from './ReportPane.tsx';
import './share.css';
import { sharedSentence } from './link-words.ts';
import { useShared } from './use-shared.ts';

type Page = 'link' | 'file';

export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const view = useListed().data;
  const loaded = useSnapshot().data;
  const isLoaded = loaded !== undefined && loaded.part === undefined;
  const search = useLink();
  const viewId = useViewId() ?? 'overview';
  const question = useQuestion();
  const [page, setPage] = useState<Page>('link');
  const [linkKind, setLinkKind] = useState<LinkKind>('address');
  const [kind, setKind] = useState<'bundle' | 'report'>('bundle');
  const [choice, setChoice] = useState(NOTHING);
  const shared = useShared(view, search, viewId, question);
  return (
    <Dialog title={sharedSentence(shared, linkKind === 'inside')} open sheet onClose={onClose}>
      <div className="share" data-page={page}>
        <div className="share-pages">
          <SegmentedControl
            label="What to share"
            value={page}
            onChange={setPage}
            options={[
              { value: 'link', label: 'Link' },
              { value: 'file', label: 'File' },
            ]}
          />
        </div>
        <section className="share-link" aria-label="Link">
          <LinkPane
            shared={shared}
            question={question}
            choice={choice}
            isLoaded={isLoaded}
            kind={linkKind}
            onKind={setLinkKind}
          />
        </section>
        <section className="share-file" aria-label="File">
          <SegmentedControl
            label="Kind of file"
            value={kind}
            onChange={setKind}
            options={[
              { value: 'bundle', label: 'Bundle' },
              { value: 'report', label: 'Report' },
            ]}
          />
          {view === undefined ? null : kind === 'report' ? (
            <ReportPane />
          ) : (
            <FilePane
              view={view}
              isLoaded={isLoaded}
              hash={shared.hash}
              question={question}
              wanted={choice}
              onWanted={setChoice}
            />
          )}
        </section>
      </div>
    </Dialog>
  );
}
