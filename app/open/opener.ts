/** Opening: tries first and goes there only when it worked, so that nothing already open is lost. */
import { useCallback, useRef, useState } from 'react';
import type { FileSet } from '../../src/io/file-set.ts';
import type { TableFolder } from '../../src/table/table-folders.ts';
import { rememberAddress } from '../addresses.ts';
import { tableApi } from '../client.ts';
import { agree } from '../consent.ts';
import { NOTHING_CHOSEN, placeOfHref, withoutSecrets } from '../link.ts';
import { loadParser } from '../predicate.ts';
import { outcomeQuery, queryClient } from '../queries.ts';
import { useGo, useLinkParts } from '../routes.ts';
import { nextTask } from '../ui/idle.ts';
import { preloadView } from '../views.ts';
import { addLocal, localFiles, localKey, rememberFolder, restoreLocal } from './local-sources.ts';

type OpenerState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'opening'; readonly what: string }
  | {
      readonly kind: 'failed';
      /** undefined: the files that were given could not be taken. */
      readonly src: string | undefined;
      readonly error: unknown;
    }
  | { readonly kind: 'choose'; readonly src: string; readonly tables: readonly TableFolder[] };

export interface Opener {
  readonly state: OpenerState;
  /** Opens a link's source, e.g. `sample:clicks` or an address. */
  readonly openSource: (src: string, root?: string) => Promise<void>;
  readonly openFiles: (files: Promise<FileSet>, handle?: FolderHandle) => Promise<void>;
  /** To be called where files are about to be given. */
  readonly expectFiles: () => void;
  readonly dismiss: () => void;
}

export function useOpener(): Opener {
  const go = useGo();
  const { src: inHand = '' } = useLinkParts('src');
  const awaited = localKey(inHand) === undefined ? undefined : inHand;
  const [state, setState] = useState<OpenerState>({ kind: 'idle' });
  // A later attempt wins over an earlier one that is still running.
  const attempt = useRef(0);
  const openSource = useCallback(
    async (given: string, root?: string) => {
      const mine = ++attempt.current;
      const { url: src, removed } = withoutSecrets(given);
      if (removed.length > 0) rememberAddress(src, given);
      const choice = { src, root, meta: undefined };
      agree(choice);
      setState({ kind: 'opening', what: root ?? src });
      try {
        const query = outcomeQuery(choice);
        const outcome = await queryClient.fetchQuery(query);
        // Reading the answer was a task, and drawing what shows it is another.
        await nextTask();
        if (mine !== attempt.current) return;
        if (outcome.kind === 'choose') {
          setState({ kind: 'choose', src, tables: outcome.tables });
          return;
        }
        setState({ kind: 'idle' });
        const key = removed.length > 0 ? 'own' : undefined;
        // A bundle opens as whoever made it looked at it; other tables with their overview.
        const { view, search } = placeOfHref(outcome.table.bundle?.view);
        go({ ...NOTHING_CHOSEN, ...search, meta: undefined, src, key, root }, { view });
      } catch (error) {
        if (mine === attempt.current) setState({ kind: 'failed', src, error });
      }
    },
    [go],
  );
  const openFiles = useCallback(
    async (files: Promise<FileSet>, handle?: FolderHandle) => {
      const mine = ++attempt.current;
      setState({ kind: 'opening', what: 'what you gave' });
      expectFiles();
      try {
        const set = await files;
        if (mine !== attempt.current) return;
        if (awaited !== undefined && localFiles(awaited) === undefined) {
          // The link in hand asks for them, and stays as it is.
          restoreLocal(awaited, set);
          remember(awaited, handle);
          await queryClient.resetQueries({ queryKey: ['table', awaited] });
          setState({ kind: 'idle' });
          return;
        }
        const src = addLocal(set);
        remember(src, handle);
        await openSource(src);
      } catch (error) {
        if (mine === attempt.current) setState({ kind: 'failed', src: undefined, error });
      }
    },
    [openSource, awaited],
  );
  const dismiss = useCallback(() => {
    attempt.current++;
    setState({ kind: 'idle' });
  }, []);
  return { state, openSource, openFiles, expectFiles, dismiss };
}

/**
 * Loads what a table will be shown and planned by, once, while a hand still holds it over the page, a picker is open, or
 * what was given is being listed.
 */
function expectFiles(): void {
  if (!isExpecting) void prepare();
  isExpecting = true;
}

let isExpecting = false;

async function prepare(): Promise<void> {
  const parts = [
    () => tableApi().prepare(),
    () => preloadView('overview'),
    () => preloadView('pruning'),
    () => import('../pruning/language.ts'),
    loadParser,
  ];
  for (const load of parts) {
    // A task each: the browser takes milliseconds to begin one.
    await nextTask();
    load().catch(() => undefined);
  }
}

/** A folder's handle, which the browser may take a while to give; nothing waits for it. */
type FolderHandle =
  | FileSystemDirectoryHandle
  | Promise<FileSystemDirectoryHandle | undefined>
  | undefined;

function remember(src: string, handle: FolderHandle): void {
  void Promise.resolve(handle).then((folder) =>
    folder === undefined ? undefined : rememberFolder(src, folder),
  );
}

/** Tries again what failed; undefined where only the person can, by giving the files again. */
export function retryOf({ state, openSource }: Opener): (() => void) | undefined {
  const src = state.kind === 'failed' ? state.src : undefined;
  return src === undefined ? undefined : () => void openSource(src);
}
