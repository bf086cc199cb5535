/** The shell: header, the Core, the view in hand, footer. It stays while views come and go. */
import { lazy, memo, Suspense, useDeferredValue, useEffect } from 'react';
import { visibleText } from '../src/base/visible.ts';
import { Core as LiveCore } from './Core.tsx';
import { DropAnywhere } from './DropAnywhere.tsx';
import { embedding } from './embed/embedding.ts';
import { Footer as LiveFooter } from './Footer.tsx';
import { Header as LiveHeader } from './Header.tsx';
import { Keyboard as LiveKeyboard } from './Keyboard.tsx';
import { NeedsTable } from './NeedsTable.tsx';
import OpenView from './open/OpenView.tsx';
import { useTable } from './queries.ts';
import { hrefOf, useLink, useLinkParts, useLinkProblems, useViewId } from './routes.ts';
import { ErrorBoundary } from './ui/errors.tsx';
import { Patterns } from './ui/Verdict.tsx';
import { type ViewId, viewById } from './view-names.ts';
import { useViewComponent } from './views.ts';

// These ask for what they need of the link themselves. The Core is no chunk of its own: it asks for the plan, which must
// be under way before sums and pictures are asked for.
const Core = memo(LiveCore);
const Footer = memo(LiveFooter);
const Header = memo(LiveHeader);
const Keyboard = memo(LiveKeyboard);

const Embedded = lazy(() => import('./embed/Embedded.tsx'));

export function App() {
  return embedding === undefined ? <WholeApp /> : <FramedApp />;
}

/** In a frame of another page: the view alone. */
function FramedApp() {
  const id = useViewId();
  const { src } = useLinkParts('src');
  return (
    <div className="shell" data-embed="">
      <Patterns />
      <main id="main" className="main" tabIndex={-1}>
        <LinkProblems />
        <ErrorBoundary resetKey={`${id} ${src}`}>
          {id === undefined || src === undefined ? (
            <h1 className="loading">No table is open here yet.</h1>
          ) : (
            <ViewInHand id={id} />
          )}
        </ErrorBoundary>
      </main>
      <Suspense fallback={<footer className="footer" />}>
        <Embedded />
      </Suspense>
    </div>
  );
}

function WholeApp() {
  const id = useViewId();
  const { src } = useLinkParts('src');
  const open = id === undefined || src === undefined;
  useView(id);
  return (
    <div className="shell" data-open={open ? '' : undefined}>
      {/* A button, since the hash is the route. */}
      <button
        type="button"
        className="skip-link"
        onClick={() => document.getElementById('main')?.focus()}
      >
        Go to the content
      </button>
      <Patterns />
      <Keyboard />
      {open ? null : <DropAnywhere />}
      <Header open={open} />
      {open ? null : (
        <aside className="core" aria-label="Core: live bytes by era">
          <ErrorBoundary resetKey={src ?? ''}>
            <Core />
          </ErrorBoundary>
        </aside>
      )}
      <main id="main" className="main" tabIndex={-1}>
        <LinkProblems />
        <ErrorBoundary resetKey={`${id} ${src}`}>
          {open ? <OpenView /> : <ViewInHand id={id} />}
        </ErrorBoundary>
      </main>
      <Footer open={open} />
    </div>
  );
}

function ViewInHand({ id }: { readonly id: string }) {
  const link = useLink();
  const view = viewById(id);
  if (view === undefined) {
    return (
      <div className="view-head">
        <h1>There is no view named “{id}”.</h1>
        <p>
          <a href={hrefOf('overview', link)}>See the table’s overview</a>
        </p>
      </div>
    );
  }
  return (
    <NeedsTable>
      <Shown id={view.id} />
    </NeedsTable>
  );
}

/** The view before stays until the next is made, which takes many short tasks and not a long one. */
function Shown({ id }: { readonly id: ViewId }) {
  const Component = useViewComponent(useDeferredValue(id));
  if (Component === undefined) return <h1 className="loading">Loading the view…</h1>;
  return <Component />;
}

function LinkProblems() {
  const problems = useLinkProblems();
  if (problems.length === 0) return null;
  return (
    <div className="link-problems" role="status">
      <strong>A part of the link was left out.</strong>
      <span className="soft">
        {problems.map((problem) => `${problem.param}: ${problem.message}`).join(' · ')}
      </span>
    </div>
  );
}

function useView(id: string | undefined): void {
  const name = useTable().data?.name;
  useEffect(() => {
    const view = id === undefined ? undefined : viewById(id)?.title;
    const parts = [name, view, 'Icecore'].filter((part) => part !== undefined);
    document.title = visibleText(parts.join(' · '));
  }, [name, id]);
  useEffect(() => {
    // What was pressed went with the view before.
    if (id !== undefined && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [id]);
}
