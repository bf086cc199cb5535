/**
 * The hash is the state: `#/` opens, `#/<view>` shows, and all choices are parameters, see link.ts. A router of a
 * library would be a fifth of the script that the page loads before anything is opened.
 */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { cleanSearch, type LinkProblem, parseLink, printLink, type Search } from './link.ts';

interface Place {
  /** undefined on the opening page. */
  readonly view: string | undefined;
  readonly search: Search;
  /** What the link said and we could not read. */
  readonly problems: readonly LinkProblem[];
  /** As the address bar has it, without what could not be read. */
  readonly hash: string;
}

const NO_PROBLEMS: readonly LinkProblem[] = [];

function placeOf(view: string | undefined, search: Search, problems = NO_PROBLEMS): Place {
  return { view, search, problems, hash: `#/${view ?? ''}${printLink(search)}` };
}

function placeInAddressBar(): Place {
  const [path = '', ...rest] = window.location.hash.slice(1).split('?');
  const view = path.replace(/^\/+|\/+$/g, '');
  const { search, problems } = parseLink(rest.join('?'));
  return placeOf(view === '' ? undefined : view, search, problems);
}

let place: Place | undefined;
const listeners = new Set<() => void>();

function placeInHand(): Place {
  place ??= settle(placeInAddressBar());
  return place;
}

/** Puts what could be read of a link into the address bar, so that it can be copied from there. */
function settle(found: Place): Place {
  const { hash } = window.location;
  if (hash !== '' && hash !== found.hash) write(found, true);
  return found;
}

function write({ hash }: Place, replace: boolean): void {
  if (replace) window.history.replaceState(null, '', hash);
  else window.history.pushState(null, '', hash);
}

function take(next: Place): void {
  place = next;
  for (const listener of listeners) listener();
}

function moved(): void {
  // Both events tell of one step.
  if (window.location.hash !== placeInHand().hash) take(settle(placeInAddressBar()));
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('popstate', moved);
    window.addEventListener('hashchange', moved);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('popstate', moved);
    window.removeEventListener('hashchange', moved);
  };
}

/** Everything the link says. */
export function useLink(): Search {
  return useSyncExternalStore(subscribe, () => placeInHand().search);
}

/** Parts of what the link says: who asks for them alone renders again when they change, and not at every change. */
export function useLinkParts<Name extends keyof Search>(
  ...names: readonly Name[]
): Pick<Search, Name> {
  const text = useSyncExternalStore(subscribe, () => {
    const { search } = placeInHand();
    return printLink(Object.fromEntries(names.map((name) => [name, search[name]])));
  });
  return useMemo(() => parseLink(text).search, [text]);
}

/** The view in hand; undefined on the opening page. */
export function useViewId(): string | undefined {
  return useSyncExternalStore(subscribe, () => placeInHand().view);
}

/** What the link said and we could not read, as long as nothing else was chosen. */
export function useLinkProblems(): readonly LinkProblem[] {
  return useSyncExternalStore(subscribe, () => placeInHand().problems);
}

export interface GoOptions {
  /** Another view; the present one when absent. */
  readonly view?: string | undefined;
  /** Makes a step that Back undoes. Default: true with `view`, else false. */
  readonly step?: boolean | undefined;
}

function go(patch: Search, options: GoOptions = {}): void {
  const before = placeInHand();
  const next = placeOf(options.view ?? before.view, cleanSearch({ ...before.search, ...patch }));
  if (next.hash === before.hash) return;
  const step = options.step ?? options.view !== undefined;
  write(next, !step);
  take(next);
}

/** Changes parts of the link; `undefined` restores a default. */
export function useGo(): (patch: Search, options?: GoOptions) => void {
  return useCallback(go, []);
}

/** The address of a view with parts changed, for links. */
export function hrefOf(view: string, search: Search): string {
  return `#/${view}${printLink(search)}`;
}
