/** Keys of the whole page, the help that lists them, and the command list (Ctrl/⌘ K). */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from './queries.ts';
import { useGo, useLink, useViewId } from './routes.ts';
import { Kbd } from './ui/controls.tsx';
import { Dialog } from './ui/popovers.tsx';
import { toggleTheme } from './ui/theme.ts';
import { VIEWS } from './views.ts';

const HELP = 'icecore:help';
const COMMANDS = 'icecore:commands';

export function openHelp(): void {
  window.dispatchEvent(new Event(HELP));
}

export function openCommands(): void {
  window.dispatchEvent(new Event(COMMANDS));
}

/** True where a key belongs to what is being typed. */
export function isTyping(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null;
  // A shadow root hides the editor behind its host.
  const inner = element?.shadowRoot?.activeElement ?? element;
  return (
    inner !== null &&
    inner.closest(
      'input:not([type=radio],[type=checkbox],[type=button]),textarea,select,[contenteditable=true],[role=dialog]',
    ) !== null
  );
}

const GO_MS = 1500;
const UNITS = [undefined, 'files', 'rows'] as const;

export function Keyboard() {
  const [shown, setShown] = useState<'help' | 'commands'>();
  const actions = useActions();
  useGlobalKeys(actions, setShown);
  useEffect(() => {
    const help = () => setShown('help');
    const commands = () => setShown('commands');
    window.addEventListener(HELP, help);
    window.addEventListener(COMMANDS, commands);
    return () => {
      window.removeEventListener(HELP, help);
      window.removeEventListener(COMMANDS, commands);
    };
  }, []);
  const close = () => setShown(undefined);
  return (
    <>
      {shown === 'help' ? <Help onClose={close} /> : null}
      {shown === 'commands' ? <Commands actions={actions} onClose={close} /> : null}
    </>
  );
}

interface Action {
  readonly id: string;
  readonly title: string;
  readonly keys: string;
  readonly run: () => void;
}

function useActions(): readonly Action[] {
  const go = useGo();
  const link = useLink();
  const hasTable = link.src !== undefined;
  return useMemo(() => {
    const always: Action[] = [
      { id: 'theme', title: 'Switch light and dark', keys: 't', run: toggleTheme },
      { id: 'present', title: 'Present: larger, without the frame', keys: 'P', run: togglePresent },
      { id: 'help', title: 'Keys', keys: '?', run: openHelp },
      { id: 'open', title: 'Open another table', keys: 'g n', run: goOpen },
    ];
    if (!hasTable) return always;
    return [
      ...VIEWS.map((view) => ({
        id: view.id,
        title: view.title,
        keys: `g ${view.key}`,
        run: () => go({}, { view: view.id }),
      })),
      { id: 'predicate', title: 'Write a predicate', keys: '/', run: () => focusPredicate(go) },
      {
        id: 'unit',
        title: 'Change the unit: bytes, files, rows',
        keys: 'u',
        run: () => {
          const at = UNITS.indexOf(link.unit === 'bytes' ? undefined : link.unit);
          go({ unit: UNITS[(at + 1) % UNITS.length] });
        },
      },
      {
        id: 'copy',
        title: 'Copy the link',
        keys: 'c',
        run: () => void navigator.clipboard.writeText(window.location.href),
      },
      ...always,
    ];
  }, [go, link.unit, hasTable]);
}

function goOpen(): void {
  window.location.hash = '#/';
}

function togglePresent(): void {
  document.documentElement.toggleAttribute('data-present');
}

/** The predicate bar carries `data-predicate`; where there is none yet, Pruning is opened and focuses it itself. */
function focusPredicate(go: ReturnType<typeof useGo>): void {
  const bar = document.querySelector<HTMLElement>('[data-predicate]');
  if (bar !== null) {
    bar.focus();
    return;
  }
  go({}, { view: 'pruning' });
  window.setTimeout(() => document.querySelector<HTMLElement>('[data-predicate]')?.focus(), 250);
}

function useGlobalKeys(
  actions: readonly Action[],
  show: (what: 'help' | 'commands') => void,
): void {
  const pendingGo = useRef(0);
  const eraKeys = useEraKeys();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        show('commands');
        return;
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || !singleKeys()) return;
      const afterG = event.timeStamp - pendingGo.current < GO_MS;
      pendingGo.current = 0;
      if (event.key === 'g' && !afterG) {
        pendingGo.current = event.timeStamp;
        return;
      }
      const keys = afterG ? `g ${event.key}` : event.key;
      const action = actions.find((one) => one.keys === keys);
      if (action !== undefined) {
        event.preventDefault();
        action.run();
      } else if (!afterG && /^[1-8]$/.test(event.key)) eraKeys(Number(event.key) - 1);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [actions, show, eraKeys]);
}

/** `1` … `8`: only the era of that rank; again: all. */
function useEraKeys(): (rank: number) => void {
  const link = useLink();
  const go = useGo();
  const specs = useSnapshot().data?.table.metadata.partitionSpecs;
  return (rank) => {
    const ids = (specs ?? []).map((spec) => spec.specId).sort((a, b) => a - b);
    const id = ids[rank];
    if (id !== undefined) go({ era: link.era === String(id) ? undefined : String(id) });
  };
}

const SINGLE_KEYS = 'icecore.single-keys';

function singleKeys(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== 'off';
  } catch {
    // Without storage the default holds.
    return true;
  }
}

const OTHER_KEYS: readonly (readonly [string, string])[] = [
  ['← →', 'snapshot or file before, after'],
  ['↑ ↓', 'era or row'],
  ['Enter', 'inspect'],
  ['Esc', 'back'],
  ['n N', 'next, previous file that is read'],
  ['+ − 0', 'zoom, all'],
  ['1 … 8', 'only that era, counted from the oldest'],
];

function Help({ onClose }: { readonly onClose: () => void }) {
  const view = useViewId();
  const actions = useActions();
  const [on, setOn] = useState(singleKeys);
  return (
    <Dialog title="Keys" open onClose={onClose}>
      <div className="keys" data-view={view}>
        {[...actions.map((a) => [a.keys, a.title] as const), ...OTHER_KEYS].map(([keys, title]) => (
          <KeyRow key={keys} keys={keys} title={title} />
        ))}
      </div>
      <p style={{ marginTop: 'var(--s16)' }}>
        <label>
          <input
            type="checkbox"
            checked={on}
            onChange={(event) => {
              setOn(event.target.checked);
              try {
                localStorage.setItem(SINGLE_KEYS, event.target.checked ? 'on' : 'off');
              } catch {
                // Forbidden storage: the choice cannot be kept, and the box says how it stands now.
                setOn(true);
              }
            }}
          />{' '}
          Single keys, outside text fields
        </label>
      </p>
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

function Commands(props: { readonly actions: readonly Action[]; readonly onClose: () => void }) {
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
    </Dialog>
  );
}
