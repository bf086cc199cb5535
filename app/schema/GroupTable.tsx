/** All live files by how they resolve, in words. */
import { useMemo } from 'react';
import type { ResolvedColumn } from '../../src/metadata/resolve-columns.ts';
import type { SchemaIndex } from '../../src/types/schema.ts';
import { Chip } from '../ui/Chip.tsx';
import { count } from '../ui/format.ts';
import { Mark } from '../ui/Icon.tsx';
import type { FileGroup } from './file-groups.ts';
import {
  type Consequence,
  consequences,
  groupLabel,
  RULE_WORDS,
  restWords,
  ruleCounts,
} from './resolution-words.ts';

export interface GroupTableProps {
  readonly groups: readonly FileGroup[];
  readonly schema: SchemaIndex;
  readonly ranks: ReadonlyMap<number, number>;
  readonly chosen: FileGroup | undefined;
  readonly narrow: boolean;
  readonly onChoose: (group: FileGroup) => void;
}

/** More would not be read across. */
const MOST_COLUMNS = 9;

export function GroupTable(props: GroupTableProps) {
  const { groups, schema, narrow } = props;
  const { shown, rest } = useMemo(() => columnsShown(groups, schema), [groups, schema]);
  const isSaid = groups.some((group) => consequences(group).length > 0);
  if (narrow) return <GroupList {...props} />;
  return (
    <div className="schema-groups">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Files written with</th>
            <th scope="col">Eras</th>
            <th scope="col" className="num">
              Files
            </th>
            {shown.map(({ fieldId, name }) => (
              <th key={fieldId} scope="col" className="schema-group-column mono">
                <span className="dim">{fieldId}</span> {name}
              </th>
            ))}
            {rest.length === 0 ? null : (
              <th scope="col">
                {shown.length === 0 ? `All ${rest.length} columns` : `${rest.length} more`}
              </th>
            )}
            {isSaid ? <th scope="col">Consequence</th> : null}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key} data-chosen={group === props.chosen ? '' : undefined}>
              <td>
                <GroupButton {...props} group={group} />
              </td>
              <td>
                <Eras group={group} ranks={props.ranks} />
              </td>
              <td className="num">{count(group.files)}</td>
              {shown.map(({ fieldId }) => (
                <td key={fieldId}>
                  <Rule column={columnIn(group, fieldId)} />
                </td>
              ))}
              {rest.length === 0 ? null : (
                <td>
                  <Rest group={group} fieldIds={rest} />
                </td>
              )}
              {isSaid ? (
                <td>
                  <Consequences of={consequences(group)} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GroupList(props: GroupTableProps) {
  return (
    <ul className="schema-group-list">
      {props.groups.map((group) => (
        <li key={group.key} data-chosen={group === props.chosen ? '' : undefined}>
          <div className="schema-group-head">
            <GroupButton {...props} group={group} />
            <Eras group={group} ranks={props.ranks} />
            <span className="grow" />
            <span>{count(group.files)} files</span>
          </div>
          <div className="soft">
            <Summary group={group} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Summary({ group }: { readonly group: FileGroup }) {
  const counts = group.resolution === undefined ? '' : ruleCounts(group.resolution);
  const follows = consequences(group);
  if (counts === '' && follows.length === 0) return <span className="dim">every column by id</span>;
  return (
    <>
      {counts}
      {counts === '' || follows.length === 0 ? '' : '; '}
      {follows.length === 0 ? null : <Consequences of={follows} />}
    </>
  );
}

function GroupButton(props: GroupTableProps & { readonly group: FileGroup }) {
  const { group } = props;
  return (
    <button
      type="button"
      className="schema-group-button"
      aria-pressed={group === props.chosen}
      aria-label={`Show a file of: ${groupLabel(group)}`}
      onClick={() => props.onChoose(group)}
    >
      {groupLabel(group)}
      {group.isGuess ? (
        <span className="dim" title="The snapshots that wrote them have expired.">
          {' '}
          by statistics
        </span>
      ) : null}
    </button>
  );
}

function Eras(props: { readonly group: FileGroup; readonly ranks: ReadonlyMap<number, number> }) {
  return (
    <span className="schema-chips">
      {props.group.specIds.map((specId) => (
        <Chip key={specId} specId={specId} rank={props.ranks.get(specId) ?? 0} />
      ))}
    </span>
  );
}

function columnIn(group: FileGroup, fieldId: number): ResolvedColumn | undefined {
  return group.resolution?.columns.find((column) => column.fieldId === fieldId);
}

/** All top-level columns where they fit, else those that do not always come by id. */
function columnsShown(groups: readonly FileGroup[], schema: SchemaIndex) {
  const top = schema.columns.filter(({ topLevel }) => topLevel);
  if (top.length <= MOST_COLUMNS) return { shown: top, rest: [] };
  const shown = top
    .filter(({ fieldId }) =>
      groups.some((group) => (columnIn(group, fieldId)?.source.rule ?? 'id') !== 'id'),
    )
    .slice(0, MOST_COLUMNS);
  const rest = top.filter((column) => !shown.includes(column)).map(({ fieldId }) => fieldId);
  return { shown, rest };
}

/** Of the columns that have none of their own. */
function Rest({
  group,
  fieldIds,
}: {
  readonly group: FileGroup;
  readonly fieldIds: readonly number[];
}) {
  if (group.resolution === undefined) return null;
  const words = restWords(group.resolution, fieldIds);
  return <span className={words === 'id' ? 'dim' : undefined}>{words}</span>;
}

function Rule({ column }: { readonly column: ResolvedColumn | undefined }) {
  if (column === undefined) return <span className="dim">?</span>;
  const { rule } = column.source;
  if (rule === 'id') return <span className="dim">id</span>;
  return rule === 'null' ? <i>null</i> : <strong>{RULE_WORDS[rule]}</strong>;
}

function Consequences(props: { readonly of: readonly Consequence[] }) {
  if (props.of.length === 0) return <span className="dim">none</span>;
  return props.of.map(({ text, alert }, i) => (
    <span key={text} className={alert ? undefined : 'soft'}>
      {i === 0 ? '' : '; '}
      {alert ? (
        <>
          <Mark name="triangle" />{' '}
        </>
      ) : null}
      {text}
    </span>
  ));
}
