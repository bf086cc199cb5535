/**
 * Files given on this machine. They live as long as the page; a folder that was picked through the browser's own picker
 * also leaves its handle in IndexedDB, so that after a reload the page can ask for it again.
 */
import type { FileSet } from '../../src/io/file-set.ts';

/** The id of the element with the bundle of an exported page, see page-bundle.ts. */
export const PAGE_BUNDLE = 'icecore-bundle';

const PREFIX = 'local:';
const sets = new Map<string, FileSet>();

/** The name behind `local:`; undefined for another kind of source. */
export function localKey(src: string): string | undefined {
  return src.startsWith(PREFIX) ? src.slice(PREFIX.length) : undefined;
}

export function localFiles(src: string): FileSet | undefined {
  return sets.get(src);
}

/** Registers files and returns their `src`; a name that is taken gets a number, so that no cache meets other files. */
export function addLocal(files: FileSet): string {
  const name = files.name === '' ? 'files' : files.name;
  let src = PREFIX + name;
  for (let n = 2; sets.has(src); n++) src = `${PREFIX}${name}~${n}`;
  sets.set(src, files);
  return src;
}

/** Puts files back under the `src` of a link, after a reload. */
export function restoreLocal(src: string, files: FileSet): void {
  sets.set(src, files);
}

const DATABASE = 'icecore';
const STORE = 'folders';

/** Never fails: a browser without the store only forgets the folder. */
export async function rememberFolder(
  src: string,
  handle: FileSystemDirectoryHandle,
): Promise<void> {
  await inStore('readwrite', (store) => store.put(handle, src));
}

export async function rememberedFolder(
  src: string,
): Promise<FileSystemDirectoryHandle | undefined> {
  const found = await inStore('readonly', (store) => store.get(src));
  return found instanceof FileSystemDirectoryHandle ? found : undefined;
}

function inStore(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  return new Promise((resolve) => {
    // Private windows may refuse the database; the caller then has nothing remembered, which is the truth.
    const nothing = () => resolve(undefined);
    let request: IDBOpenDBRequest;
    try {
      request = indexedDB.open(DATABASE, 1);
    } catch {
      nothing();
      return;
    }
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = nothing;
    request.onsuccess = () => {
      const database = request.result;
      const asked = act(database.transaction(STORE, mode).objectStore(STORE));
      asked.onerror = nothing;
      asked.onsuccess = () => {
        resolve(asked.result);
        database.close();
      };
    };
  });
}
