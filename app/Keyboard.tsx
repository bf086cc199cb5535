/** Keys of the whole page, the help that lists them, and the command list (Ctrl/⌘ K). */
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { type Action, COMMANDS, HELP, isTyping, openHelp, openShare, SHARE } from './keys.ts';
import { useSnapshot } from './queries.ts';
import { useGo, useLink } from './routes.ts';
import { singleKeys } from './single-keys.ts';
import { toggleTheme } from './ui/theme.ts';
import { useWindowKeys } from './ui/use-window-keys.ts';
import { leftBehind, VIEWS } from './view-names.ts';

const Help = lazy(() => import('./KeyDialogs.tsx').then((m) => ({ default: m.Help })));
const Commands = lazy(() => import('./KeyDialogs.tsx').then((m) => ({ default: m.Commands })));

const ShareDialog = lazy(() =>
  import('./share/ShareDialog.tsx').then((m) => ({ default: m.ShareDialog })),
);

type Shown = 'help' | 'commands' | 'share';

const GO_MS = 1500;
const UNITS = [undefined, 'files', 'rows'] as const;

export function Keyboard() {
  const [shown, setShown] = useState<Shown>();
  const actions = useActions();
  useGlobalKeys(actions, setShown);
  useEffect(() => {
    const help = () => setShown('help');
    const commands = () => setShown('commands');
    const share = () => setShown('share');
    window.addEventListener(HELP, help);
    window.addEventListener(COMMANDS, commands);
    window.addEventListener(SHARE, share);
    return () => {
      window.removeEventListener(SHARE, share);
      window.removeEventListener(HELP, help);
      window.removeEventListener(COMMANDS, commands);
    };
  }, []);
  const close = () => setShown(undefined);
  return (
    <Suspense fallback={null}>
      {shown === 'help' ? <Help actions={actions} onClose={close} /> : null}
      {shown === 'commands' ? <Commands actions={actions} onClose={close} /> : null}
      {shown === 'share' ? <ShareDialog onClose={close} /> : null}
    </Suspense>
  );
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
        run: () => go(leftBehind(view), { view: view.id }),
      })),
      {
        id: 'predicate',
        title: 'Write a predicate',
        keys: '/',
        run: () => focusPredicate(go),
      },
      {
        id: 'steps',
        title: 'Step through the plan',
        keys: 's',
        run: () => {
          if (link.where === undefined) focusPredicate(go);
          else go({ step: '1', file: undefined, manifest: undefined }, { view: 'pruning' });
        },
      },
      {
        id: 'ask',
        title: 'Ask why a file or a row is not read',
        keys: 'w',
        run: () => inPruning(go, askField),
      },
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
      { id: 'share', title: 'Share: a link or a file', keys: 'S', run: openShare },
      ...always,
    ];
  }, [go, link.unit, link.where, hasTable]);
}

function goOpen(): void {
  window.location.hash = '#/';
}

function togglePresent(): void {
  document.documentElement.toggleAttribute('data-present');
}

/** How long a press of the key is still meant while Pruning loads. */
const FOCUS_MS = 10_000;

function focusPredicate(go: ReturnType<typeof useGo>): void {
  inPruning(go, () => document.querySelector<HTMLElement>('[data-predicate]'));
}

/** Its button opens it, in the next frame. */
function askField(): HTMLElement | null | undefined {
  const button = document.querySelector<HTMLElement>('[data-ask]');
  button?.click();
  return document.getElementById('why-text') ?? (button === null ? null : undefined);
}

/**
 * Writing begins in a field of Pruning: with what is typed until it is there. `find`: null where it is not shown, and
 * Pruning, out of its steps, is opened; undefined where it comes by itself.
 */
function inPruning(go: ReturnType<typeof useGo>, find: () => HTMLElement | null | undefined): void {
  const until = performance.now() + FOCUS_MS;
  const typed = gatherTyped();
  const look = () => {
    const field = find();
    if (field instanceof HTMLElement) {
      field.focus();
      const text = typed();
      // As if typed there: a field and the editor both take it so.
      if (text !== '') document.execCommand('insertText', false, text);
    } else if (performance.now() < until) requestAnimationFrame(look);
    else typed();
  };
  if (find() === null) go({ step: undefined }, { view: 'pruning' });
  look();
}

/** Keys that no field gets are not the page’s commands meanwhile. Ends when it is asked for them. */
function gatherTyped(): () => string {
  let text = '';
  const gather = (event: KeyboardEvent) => {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    text += event.key;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', gather, true);
  return () => {
    window.removeEventListener('keydown', gather, true);
    return text;
  };
}

function useGlobalKeys(actions: readonly Action[], show: (what: Shown) => void): void {
  // When `g` was pressed, on the page's clock, which begins with 0: never.
  const pendingGo = useRef(-GO_MS);
  const eraKeys = useEraKeys();
  useWindowKeys((event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      show('commands');
      return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || !singleKeys()) return;
    const afterG = event.timeStamp - pendingGo.current < GO_MS;
    pendingGo.current = -GO_MS;
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
  });
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
