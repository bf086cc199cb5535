import { lazy, type ReactNode, Suspense } from 'react';
import { openCommands, openShare } from './keys.ts';
import { useTable } from './queries.ts';
import { hrefOf, useLink, useViewId } from './routes.ts';
import { Button, Kbd } from './ui/controls.tsx';
import { Logo } from './ui/Icon.tsx';
import { changeTheme, useTheme } from './ui/theme.ts';
import { leftBehind, VIEWS } from './view-names.ts';

// Menus and their library are a chunk of their own: the opening page needs none.
const RefMenu = lazy(() => import('./HeaderMenus.tsx').then((m) => ({ default: m.RefMenu })));
const ExportMenu = lazy(() =>
  import('./export/ExportMenu.tsx').then((m) => ({ default: m.ExportMenu })),
);
const ViewMenu = lazy(() => import('./HeaderMenus.tsx').then((m) => ({ default: m.ViewMenu })));

function Menus(props: { readonly fallback: ReactNode; readonly children: ReactNode }) {
  return <Suspense fallback={props.fallback}>{props.children}</Suspense>;
}

export function Header({ open }: { readonly open: boolean }) {
  return (
    <header className="header">
      <a className="logo" href="#/" aria-label="Icecore: open a table">
        <Logo />
        <span className="logo-word">icecore</span>
      </a>
      {open ? null : <TableName />}
      {open ? null : <Navigation />}
      <span className="grow" />
      {open ? null : (
        <Menus fallback={null}>
          <RefMenu />
        </Menus>
      )}
      {open ? null : (
        <Menus fallback={null}>
          <ExportMenu />
        </Menus>
      )}
      <ThemeButton />
      <Button look="plain" className="wide" onClick={openCommands} aria-label="Commands">
        <Kbd>{isMac() ? '⌘K' : 'Ctrl K'}</Kbd>
      </Button>
      {open ? null : (
        <Button look="primary" onClick={openShare}>
          Share
        </Button>
      )}
    </header>
  );
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

function TableName() {
  const table = useTable().data;
  if (table === undefined) return null;
  return (
    <span className="table-name">
      <span className="cut">{table.name}</span>
      <span className="roomy cut dim" title={table.metadata.location}>
        {table.metadata.location}
      </span>
    </span>
  );
}

function Navigation() {
  const current = useViewId();
  const link = useLink();
  return (
    <>
      <nav className="nav" aria-label="Views">
        {VIEWS.map((view) => (
          <a
            key={view.id}
            href={hrefOf(view.id, { ...link, ...leftBehind(view) })}
            aria-current={view.id === current ? 'page' : undefined}
          >
            {view.title}
          </a>
        ))}
      </nav>
      <span className="nav-fold">
        <Menus fallback={<span className="btn">Views</span>}>
          <ViewMenu />
        </Menus>
      </span>
    </>
  );
}

function ThemeButton() {
  const { choice } = useTheme();
  const words = choice === 'system' ? 'as the system' : choice;
  return (
    <Button
      look="plain"
      className="wide"
      aria-label={`Theme: ${words}. Change it`}
      title={`Theme: ${words}`}
      onClick={changeTheme}
    >
      <ThemeIcon />
    </Button>
  );
}

function ThemeIcon() {
  return (
    <svg width={14} height={14} viewBox="0 0 14 14" aria-hidden="true">
      <circle cx={7} cy={7} r={5.2} fill="none" stroke="currentColor" strokeWidth={1.4} />
      <path d="M7 1.8a5.2 5.2 0 0 1 0 10.4z" fill="currentColor" />
    </svg>
  );
}
