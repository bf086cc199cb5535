/** Menus of the header and the footer: views on narrow screens, the snapshot in hand, rules, memory. */
import { chooseBudget, DEFAULT_BUDGET, useBudget } from './budget.ts';
import { ExportItems, useAttempt } from './export/ExportMenu.tsx';
import { openHelp } from './keys.ts';
import { useListed, useTable } from './queries.ts';
import { refRank } from './refs.ts';
import { useGo, useLinkParts, useViewId } from './routes.ts';
import { RefName } from './ui/controls.tsx';
import { bytes, minute, shortId } from './ui/format.ts';
import { Menu, MenuItem, MenuLabel } from './ui/popovers.tsx';
import { toggleTheme } from './ui/theme.ts';
import { useNarrow } from './ui/useSize.ts';
import { leftBehind, VIEWS, viewById } from './view-names.ts';

/** On narrow screens: the views, and what the header has no room for. */
export function ViewMenu() {
  const current = useViewId();
  const go = useGo();
  const narrow = useNarrow();
  const { attempt, failed } = useAttempt();
  return (
    <>
      <Menu label={viewById(current ?? '')?.title ?? 'Views'} name="Views">
        {VIEWS.map((view) => (
          <MenuItem
            key={view.id}
            selected={view.id === current}
            onSelect={() => go(leftBehind(view), { view: view.id })}
          >
            {view.title}
          </MenuItem>
        ))}
        <MenuLabel>Snapshot</MenuLabel>
        <RefItems />
        <MenuLabel>Page</MenuLabel>
        <MenuItem onSelect={toggleTheme}>Switch light and dark</MenuItem>
        <MenuItem onSelect={openHelp}>Keys</MenuItem>
        {narrow ? <ExportItems attempt={attempt} /> : null}
      </Menu>
      {failed}
    </>
  );
}

/** By which name the snapshot in hand was chosen. */
function useChosen(): string {
  const { snap, ref, asof } = useLinkParts('snap', 'ref', 'asof');
  if (snap !== undefined) return shortId(snap);
  return asof === undefined ? (ref ?? 'main') : `as of ${asof}`;
}

/** Which snapshot is in hand, by the name it was chosen by. */
export function RefMenu() {
  const table = useTable().data;
  const view = useListed().data;
  const label = useChosen();
  if (table === undefined) return null;
  return (
    <span className="wide">
      <Menu className="btn btn-plain ref-button" name={`Snapshot: ${label}`} label={`@ ${label}`}>
        <MenuLabel>
          {view?.snapshot === undefined
            ? 'No snapshot'
            : `Snapshot ${view.snapshot.snapshotId}, ${minute(view.snapshot.timestampMs)} UTC`}
        </MenuLabel>
        <RefItems />
        <AllSnapshots />
      </Menu>
    </span>
  );
}

function RefItems() {
  const table = useTable().data;
  const chosen = useChosen();
  const go = useGo();
  const refs = [...(table?.metadata.refs ?? [])].sort((a, b) => refRank(a) - refRank(b));
  const choose = (patch: { ref?: string | undefined }) =>
    go({ snap: undefined, asof: undefined, ref: undefined, ...patch }, { step: true });
  return (
    <>
      {refs.some(({ name }) => name === 'main') ? null : (
        <MenuItem selected={chosen === 'main'} onSelect={() => choose({})}>
          current snapshot
        </MenuItem>
      )}
      {refs.map((one) => (
        <MenuItem
          key={one.name}
          selected={chosen === one.name}
          onSelect={() => choose(one.name === 'main' ? {} : { ref: one.name })}
        >
          <RefName name={one.name} type={one.type} />
          <span className="dim">{one.type}</span>
        </MenuItem>
      ))}
    </>
  );
}

function AllSnapshots() {
  const go = useGo();
  return <MenuItem onSelect={() => go({}, { view: 'snapshots' })}>All snapshots…</MenuItem>;
}

const PROFILES = [
  { id: undefined, name: 'safe', says: 'a file is skipped only where no row can match' },
  { id: 'java', name: 'java', says: 'as Iceberg’s Java library plans, its faults included' },
] as const;

/** Whose rules decide. */
export function ProfileMenu() {
  const { profile } = useLinkParts('profile');
  const go = useGo();
  const inHand = profile ?? 'safe';
  return (
    <Menu className="btn btn-link" name={`Rules: ${inHand}`} label={`rules: ${inHand}`}>
      {PROFILES.map(({ id, name, says }) => (
        <MenuItem key={name} selected={name === inHand} onSelect={() => go({ profile: id })}>
          <span className="mono">{name}</span>
          <span className="dim">{says}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}

const GIB = 2 ** 30;
const BUDGETS = [GIB / 4, GIB / 2, GIB, 2 * GIB, 4 * GIB, 8 * GIB];

/** How much memory tables may take, and what is then done. */
export function MemoryMenu({ inFooter = false }: { readonly inFooter?: boolean }) {
  const budget = useBudget();
  const { load } = useLinkParts('load');
  const go = useGo();
  const offered = [...new Set([...BUDGETS, DEFAULT_BUDGET, budget])].sort((a, b) => a - b);
  return (
    <Menu
      className={inFooter ? 'btn btn-link' : 'btn'}
      name={`Memory for tables: ${bytes(budget)}`}
      label={inFooter ? `memory: ${bytes(budget)}` : bytes(budget)}
    >
      <MenuLabel>What needs more is read only when you say so</MenuLabel>
      {offered.map((one) => (
        <MenuItem key={one} selected={one === budget} onSelect={() => chooseBudget(one)}>
          <span className="mono">{bytes(one)}</span>
          {one === DEFAULT_BUDGET ? <span className="dim">by this machine</span> : null}
        </MenuItem>
      ))}
      {load === undefined ? null : (
        <MenuItem onSelect={() => go({ load: undefined }, { step: true })}>
          Choose again what is loaded…
        </MenuItem>
      )}
    </Menu>
  );
}
