/** Chooses the file by its group. A chunk of its own: menus bring their library. */
import { hrefOf, useLink } from '../routes.ts';
import { count } from '../ui/format.ts';
import { Menu, MenuItem, MenuLabel } from '../ui/popovers.tsx';
import type { FileGroup } from './file-groups.ts';
import { groupLabel } from './resolution-words.ts';

export default function FileMenu(props: {
  readonly name: string;
  readonly path: string;
  readonly groups: readonly FileGroup[];
  readonly chosen: FileGroup | undefined;
  readonly onChoose: (group: FileGroup) => void;
}) {
  const link = useLink();
  return (
    <>
      <Menu
        label={<span title={props.path}>{props.name}</span>}
        name={`File ${props.name}; choose another`}
        className="schema-file-menu mono"
      >
        <MenuLabel>A file of another group</MenuLabel>
        {props.groups.map((group) => (
          <MenuItem
            key={group.key}
            selected={group === props.chosen}
            onSelect={() => props.onChoose(group)}
          >
            {groupLabel(group)} <span className="dim">{count(group.files)} files</span>
          </MenuItem>
        ))}
      </Menu>
      <a className="small" href={hrefOf('files', link)} aria-label="Choose among all files">
        all files
      </a>
    </>
  );
}
