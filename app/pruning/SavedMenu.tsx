/** Predicates kept with the table, and those asked before in this tab. */
import { useState } from 'react';
import {
  isPredicateTooLong,
  LONGEST_NAME,
  MOST_SAVED,
  printSaved,
  type SavedPredicate,
  savedPredicates,
} from '../link.ts';
import { useGo, useLinkParts } from '../routes.ts';
import { Button } from '../ui/controls.tsx';
import { Dialog, Menu, MenuItem, MenuLabel } from '../ui/popovers.tsx';
import type { Predicate } from './use-predicate.ts';

interface Saved {
  readonly list: readonly SavedPredicate[];
  /** False where a link cannot hold them. */
  readonly put: (list: readonly SavedPredicate[], step?: boolean | 'typing') => boolean;
}

function useSaved(): Saved {
  const link = useLinkParts('saved');
  const go = useGo();
  return {
    list: savedPredicates(link),
    put: (list, step = true) => {
      const saved = printSaved(list);
      if (list.length > MOST_SAVED || isPredicateTooLong(saved ?? '')) return false;
      go({ saved }, { step });
      return true;
    },
  };
}

export function SavedMenu({ predicate }: { readonly predicate: Predicate }) {
  const saved = useSaved();
  const [isOpen, setOpen] = useState(false);
  const { list } = saved;
  const text = predicate.text.trim();
  const isAsked = text !== '' && !predicate.stale;
  const isKept = list.some(({ where }) => where === text);
  const earlier = predicate.past.filter((past) => list.every(({ where }) => where !== past));
  if (list.length === 0 && earlier.length === 0 && !isAsked) return null;
  const keep = () => {
    predicate.take(text);
    // Where there is no more room, the list is where one takes some out.
    if (!saved.put([...list, { name: '', where: text }])) setOpen(true);
  };
  return (
    <>
      <Menu
        label={list.length === 0 ? 'Saved' : `Saved ${list.length}`}
        name={`Saved and earlier predicates, ${list.length} saved`}
        className="btn btn-plain"
      >
        {isAsked && !isKept ? <MenuItem onSelect={keep}>Save this predicate</MenuItem> : null}
        {list.length === 0 ? null : (
          <>
            <MenuItem onSelect={() => setOpen(true)}>Name or remove saved ones…</MenuItem>
            <MenuLabel>Saved: in the address of this page, in every link and bundle</MenuLabel>
          </>
        )}
        {list.map(({ name, where }) => (
          <MenuItem
            key={where}
            onSelect={() => predicate.take(where)}
            selected={where === predicate.text}
          >
            {name === '' ? null : <strong>{name}</strong>}
            <span className="mono cut predicate-past">{where}</span>
          </MenuItem>
        ))}
        {earlier.length === 0 ? null : <MenuLabel>Earlier, in this tab alone</MenuLabel>}
        {earlier.map((where) => (
          <MenuItem
            key={where}
            onSelect={() => predicate.take(where)}
            selected={where === predicate.text}
          >
            <span className="mono cut predicate-past">{where}</span>
          </MenuItem>
        ))}
      </Menu>
      {isOpen ? <SavedDialog saved={saved} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function SavedDialog(props: { readonly saved: Saved; readonly onClose: () => void }) {
  const { list, put } = props.saved;
  return (
    <Dialog title="Saved predicates" open onClose={props.onClose}>
      <p className="soft">
        They stand in the address of this page and go with every link and bundle; nothing else keeps
        them. {list.length >= MOST_SAVED ? `There is room for ${MOST_SAVED}.` : ''}
      </p>
      <ul className="saved-list">
        {list.map((one, i) => (
          <li key={one.where}>
            <input
              className="field"
              aria-label={`Name of ${one.where}`}
              placeholder="name"
              maxLength={LONGEST_NAME}
              value={one.name}
              onChange={(event) =>
                put(list.with(i, { ...one, name: event.currentTarget.value }), 'typing')
              }
            />
            <span className="mono saved-where">{one.where}</span>
            <Button onClick={() => put(list.filter((other) => other !== one))}>Remove</Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
