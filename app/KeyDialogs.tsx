/** The help that lists the keys, and the command list. */
import { useState } from 'react';
import type { Action } from './keys.ts';
import { chooseSingleKeys, singleKeys } from './single-keys.ts';
import { Kbd } from './ui/controls.tsx';
import { Dialog } from './ui/popovers.tsx';

const OTHER_KEYS: readonly (readonly [string, string])[] = [
  ['← →', 'snapshot or file before, after; step of a plan'],
  ['↑ ↓', 'era or row'],
  ['Enter', 'inspect; while writing: take what is whole, or else what the list marks'],
  ['Esc', 'back'],
  ['n N', 'next, previous file that is read'],
  ['+ − 0', 'zoom, all'],
  ['1 … 8', 'only that era, counted from the oldest'],
  ['Space', 'in the steps: go on by itself, or stop'],
  ['Tab', 'while writing: take what the list marks'],
  ['Shift Enter', 'while writing: a new line'],
  ['Ctrl Space', 'while writing: list what may come next'],
  ['Ctrl .', 'while writing: put the suggestion in'],
  ['a', 'in the graph: compare with that snapshot'],
];

const WORDS: readonly (readonly [string, string])[] = [
  ['layout', 'how rows are divided into partitions'],
  ['spec', 'a partition spec: a layout as the table records it, with an id'],
  ['era', 'the files written under one spec, and the time in which it was the default for writes'],
  ['carried', 'of an era: still live, though another spec is the default'],
  ['residual', 'what is left of a predicate to be tested on the rows of a file that is read'],
];

interface DialogProps {
  readonly actions: readonly Action[];
  readonly onClose: () => void;
}

export function Help({ actions, onClose }: DialogProps) {
  const [on, setOn] = useState(singleKeys);
  return (
    <Dialog title="Keys and words" open onClose={onClose}>
      <div className="keys">
        {[...actions.map((a) => [a.keys, a.title] as const), ...OTHER_KEYS].map(([keys, title]) => (
          <KeyRow key={keys} keys={keys} title={title} />
        ))}
      </div>
      <p style={{ marginTop: 'var(--s16)' }}>
        <label>
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => setOn(chooseSingleKeys(event.target.checked))}
          />{' '}
          Single keys, outside text fields
        </label>
      </p>
      <h2 style={{ marginTop: 'var(--s16)' }}>Words</h2>
      <dl className="words">
        {WORDS.map(([word, meaning]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd className="soft">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function KeyRow({ keys, title }: { readonly keys: string; readonly title: string }) {
  return (
    <>
      <span>
        {keys.split(' ').map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
      <span className="soft">{title}</span>
    </>
  );
}

export function Commands(props: DialogProps) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const words = text.toLowerCase().split(/\s+/);
  const found = props.actions.filter((action) =>
    words.every((word) => action.title.toLowerCase().includes(word)),
  );
  const current = Math.min(at, found.length - 1);
  const run = (action: Action | undefined) => {
    props.onClose();
    action?.run();
  };
  return (
    <Dialog title="Commands" open onClose={props.onClose}>
      <input
        className="field"
        data-autofocus
        style={{ width: '100%' }}
        placeholder="what to do"
        aria-label="Find a command"
        role="combobox"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={
          found[current] === undefined ? undefined : `command-${found[current].id}`
        }
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt((current + 1) % Math.max(1, found.length));
          else if (event.key === 'ArrowUp')
            setAt((current - 1 + found.length) % Math.max(1, found.length));
          else if (event.key === 'Enter') run(found[current]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="commands" className="commands-list" role="listbox" aria-label="Commands">
        {found.map((action, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field.
          <div
            key={action.id}
            id={`command-${action.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className="menu-item"
            data-active-item={index === current ? '' : undefined}
            onClick={() => run(action)}
          >
            <span className="grow">{action.title}</span>
            <Kbd>{action.keys}</Kbd>
          </div>
        ))}
      </div>
      <p className="dim" role="status">
        {found.length === 0 ? 'No command has these words in its name.' : ''}
      </p>
    </Dialog>
  );
}
