import { openCommands } from './Keyboard.tsx';
import { useSnapshot, useTable } from './queries.ts';
import { hrefOf, useGo, useLink, useViewId } from './routes.ts';
import { CopyButton } from './ui/CopyButton.tsx';
import { Button, Kbd, RefName } from './ui/controls.tsx';
import { minute, shortId } from './ui/format.ts';
import { Logo } from './ui/Icon.tsx';
import { Menu, MenuItem, MenuLabel } from './ui/popovers.tsx';
import { chooseTheme, useTheme } from './ui/theme.ts';
import { VIEWS, viewById } from './views.ts';

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
      {open ? null : <RefMenu />}
      <ThemeMenu />
      <Button look="plain" className="wide" onClick={openCommands} aria-label="Commands">
        <Kbd>{isMac() ? '⌘K' : 'Ctrl K'}</Kbd>
      </Button>
      {open ? null : (
        <CopyButton text={() => window.location.href} label="Copy link" what="to this view" />
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
      <span className="wide cut dim" title={table.metadata.location}>
        {table.metadata.location}
      </span>
    </span>
  );
}

/** The search a view starts with: the table and what was asked of it; not another view's own settings. */
function useCarried() {
  const { file: _, manifest: __, sort: ___, show: ____, ...rest } = useLink();
  return rest;
}

function Navigation() {
  const current = useViewId();
  const carried = useCarried();
  const go = useGo();
  return (
    <>
      <nav className="nav" aria-label="Views">
        {VIEWS.map((view) => (
          <a
            key={view.id}
            href={hrefOf(view.id, carried)}
            aria-current={view.id === current ? 'page' : undefined}
          >
            {view.title}
          </a>
        ))}
      </nav>
      <span className="nav-fold">
        <Menu label={viewById(current ?? '')?.title ?? 'Views'} name="Views">
          {VIEWS.map((view) => (
            <MenuItem
              key={view.id}
              selected={view.id === current}
              onSelect={() =>
                go({ file: undefined, manifest: undefined, sort: undefined }, { view: view.id })
              }
            >
              {view.title}
            </MenuItem>
          ))}
        </Menu>
      </span>
    </>
  );
}

/** Which snapshot is in hand, by the name it was chosen by. */
function RefMenu() {
  const table = useTable().data;
  const view = useSnapshot().data;
  const { snap, ref, asof } = useLink();
  const go = useGo();
  if (table === undefined) return null;
  const refs = table.metadata.refs;
  const main = refs.find((one) => one.name === 'main');
  const label =
    snap !== undefined ? shortId(snap) : asof !== undefined ? `as of ${asof}` : (ref ?? 'main');
  const choose = (patch: { ref?: string | undefined }) =>
    go({ snap: undefined, asof: undefined, ref: undefined, ...patch }, { step: true });
  return (
    <span className="wide">
      <Menu className="btn btn-plain ref-button" name={`Snapshot: ${label}`} label={`@ ${label}`}>
        <MenuLabel>
          {view?.snapshot === undefined
            ? 'No snapshot'
            : `Snapshot ${view.snapshot.snapshotId}, ${minute(view.snapshot.timestampMs)} UTC`}
        </MenuLabel>
        {main === undefined ? (
          <MenuItem selected={label === 'main'} onSelect={() => choose({})}>
            current snapshot
          </MenuItem>
        ) : null}
        {refs.map((one) => (
          <MenuItem
            key={one.name}
            selected={label === one.name}
            onSelect={() => choose(one.name === 'main' ? {} : { ref: one.name })}
          >
            <RefName name={one.name} type={one.type} />
            <span className="dim">{one.type}</span>
          </MenuItem>
        ))}
        <MenuItem onSelect={() => go({}, { view: 'snapshots' })}>All snapshots…</MenuItem>
      </Menu>
    </span>
  );
}

function ThemeMenu() {
  const { choice } = useTheme();
  return (
    <span className="wide">
      <Menu className="btn btn-plain" name="Theme" label={<ThemeIcon />}>
        {(['system', 'light', 'dark'] as const).map((one) => (
          <MenuItem key={one} selected={choice === one} onSelect={() => chooseTheme(one)}>
            {one === 'system' ? 'as the system' : one}
          </MenuItem>
        ))}
      </Menu>
    </span>
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
