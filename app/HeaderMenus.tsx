/** The header's menus: views on narrow screens, and the snapshot in hand. */
import { useSnapshot, useTable } from './queries.ts';
import { refRank } from './refs.ts';
import { useGo, useLinkParts, useViewId } from './routes.ts';
import { RefName } from './ui/controls.tsx';
import { minute, shortId } from './ui/format.ts';
import { Menu, MenuItem, MenuLabel } from './ui/popovers.tsx';
import { VIEWS, viewById } from './view-names.ts';

export function ViewMenu() {
  const current = useViewId();
  const go = useGo();
  return (
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
  );
}

/** Which snapshot is in hand, by the name it was chosen by. */
export function RefMenu() {
  const table = useTable().data;
  const view = useSnapshot().data;
  const { snap, ref, asof } = useLinkParts('snap', 'ref', 'asof');
  const go = useGo();
  if (table === undefined) return null;
  const refs = [...table.metadata.refs].sort((a, b) => refRank(a) - refRank(b));
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
