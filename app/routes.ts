/**
 * The hash is the state: `#/` opens, `#/<view>` shows, and all choices are parameters, see link.ts. A router of a
 * library would be a fifth of the script that the page loads before anything is opened.
 */
import { useCallback, useSyncExternalStore } from 'react';
import { rememberAddress } from './addresses.ts';
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
  const { search, problems, addresses } = parseLink(rest.join('?'));
  for (const [shown, whole] of addresses) rememberAddress(shown, whole);
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

/** Where a person was before she began to type, and what; it replaces the address until it is settled. */
let typing: { readonly before: Place; readonly names: string } | undefined;

function take(next: Place): void {
  place = next;
  for (const listener of listeners) listener();
}

function moved(): void {
  typing = undefined;
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

interface Parts {
  readonly of: Search;
  readonly parts: Search;
}

/** By the names asked for, so that parts are the same object until one of them changes. */
const lastParts = new Map<string, Parts>();

function partsOf(names: readonly (keyof Search)[]): Search {
  const { search } = placeInHand();
  const key = names.join();
  const last = lastParts.get(key);
  if (last?.of === search) return last.parts;
  const isSame = last !== undefined && names.every((name) => last.parts[name] === search[name]);
  const parts: Search = isSame
    ? last.parts
    : Object.fromEntries(names.map((name) => [name, search[name]]));
  lastParts.set(key, { of: search, parts });
  return parts;
}

/** Parts of what the link says: who asks for them alone renders again when they change, and not at every change. */
export function useLinkParts<Name extends keyof Search>(
  ...names: readonly Name[]
): Pick<Search, Name> {
  return useSyncExternalStore(subscribe, () => partsOf(names));
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
  /**
   * Makes a step that Back undoes. `typing`: not yet; the next step then goes back to before the typing. Default: true
   * with `view`, else false.
   */
  readonly step?: boolean | 'typing' | undefined;
}

function go(patch: Search, options: GoOptions = {}): void {
  const before = placeInHand();
  const next = placeOf(options.view ?? before.view, cleanSearch({ ...before.search, ...patch }));
  const step = options.step ?? options.view !== undefined;
  const names = Object.keys(patch).join();
  if (step === true && typing !== undefined) settleTyping(before, typing.names === names);
  if (next.hash === window.location.hash) return;
  if (step === 'typing') typing ??= { before, names };
  write(next, step !== true);
  take(next);
}

/** What was typed becomes a step behind the place where the typing began; of its own, where it is not taken now. */
function settleTyping(typed: Place, isTaken: boolean): void {
  if (typing !== undefined) write(typing.before, true);
  if (!isTaken) write(typed, false);
  typing = undefined;
}

/** Changes parts of the link; `undefined` restores a default. */
export function useGo(): (patch: Search, options?: GoOptions) => void {
  return useCallback(go, []);
}

/** The address of a view with parts changed, for links. */
export function hrefOf(view: string, search: Search): string {
  return `#/${view}${printLink(search)}`;
}
