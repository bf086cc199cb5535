/** Routes over the hash: `/` opens, `/<view>` shows. All choices are search parameters, see link.ts. */
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  useLocation,
  useNavigate,
} from '@tanstack/react-router';
import { useCallback } from 'react';
import { cleanSearch, type LinkProblem, parseLink, printLink, type Search } from './link.ts';

/** main.tsx gives it its component, which itself asks for the link. */
export const rootRoute = createRootRoute({
  validateSearch: (input: Record<string, unknown>): Search => cleanSearch(input),
});
const openRoute = createRoute({ getParentRoute: () => rootRoute, path: '/' });
const viewRoute = createRoute({ getParentRoute: () => rootRoute, path: '/$view' });

/** Of the last link with parts that we could not read. The router puts the rest alone into the address bar. */
let leftOut: { readonly rest: string; readonly problems: readonly LinkProblem[] } | undefined;

export const router = createRouter({
  routeTree: rootRoute.addChildren([openRoute, viewRoute]),
  history: createHashHistory(),
  parseSearch: (text) => {
    const { search, problems } = parseLink(text);
    if (problems.length > 0) leftOut = { rest: printLink(search), problems };
    return { ...search };
  },
  stringifySearch: (search) => printLink(cleanSearch(search)),
  defaultPreload: false,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Everything the link says. */
export function useLink(): Search {
  return rootRoute.useSearch();
}

/** Parts of what the link says: who asks for them alone renders again when they change, and not at every change. */
export function useLinkParts<Name extends keyof Search>(
  ...names: readonly Name[]
): Pick<Search, Name> {
  const parts: Search = rootRoute.useSearch({
    select: (search): Search => Object.fromEntries(names.map((name) => [name, search[name]])),
    structuralSharing: true,
  });
  return parts as Pick<Search, Name>;
}

/** The view in hand; undefined on the opening page. */
export function useViewId(): string | undefined {
  const path = useLocation({ select: (location) => location.pathname });
  const id = path.replace(/^\/+|\/+$/g, '');
  return id === '' ? undefined : id;
}

const NO_PROBLEMS: readonly LinkProblem[] = [];

/** What the link said and we could not read, as long as nothing else was chosen. */
export function useLinkProblems(): readonly LinkProblem[] {
  const text = useLocation({ select: (location) => location.searchStr });
  return leftOut?.rest === text ? leftOut.problems : NO_PROBLEMS;
}

export interface GoOptions {
  /** Another view; the present one when absent. */
  readonly view?: string | undefined;
  /** Makes a step that Back undoes. Default: true with `view`, else false. */
  readonly step?: boolean | undefined;
}

/** Changes parts of the link; `undefined` restores a default. */
export function useGo(): (patch: Search, options?: GoOptions) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch, options = {}) => {
      const step = options.step ?? options.view !== undefined;
      const search = (previous: Search): Search => ({ ...previous, ...patch });
      if (options.view === undefined) navigate({ to: '.', search, replace: !step });
      else navigate({ to: '/$view', params: { view: options.view }, search, replace: !step });
    },
    [navigate],
  );
}

/** The address of a view with parts changed, for links. */
export function hrefOf(view: string, search: Search): string {
  return `#/${view}${printLink(search)}`;
}
