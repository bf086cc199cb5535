/** Files out of a drop, a file input or a folder handle. Nothing is read but names; zips are opened by their directory. */
import { type FileSet, filesFromBlobs } from '../../src/io/file-set.ts';

interface Given {
  readonly path: string;
  readonly blob: File;
}

/** Data files are not needed for pruning; a folder of this many entries is still taken whole. */
const AT_ONCE = 16;
const ENTRIES_AT_ONCE = 128;

/**
 * What was dropped. Call it in the event handler itself: a drop's items are gone after the first await, so entries are
 * collected before.
 */
export function gatherDrop(data: DataTransfer): Promise<FileSet> {
  // A page of a disk may not read entries, and its handles it may.
  const handles = window.location.protocol === 'file:' ? handlesOf(data) : undefined;
  if (handles !== undefined) return fromHandles(handles);
  const entries: FileSystemEntry[] = [];
  const loose: File[] = [];
  for (const item of data.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    if (entry !== null) entries.push(entry);
    else {
      const file = item.getAsFile();
      if (file !== null) loose.push(file);
    }
  }
  return fromEntries(entries, loose);
}

type Handles = readonly Promise<FileSystemHandle | null>[];

/** Not in every browser, nor in TypeScript's library. */
function handlesOf(data: DataTransfer): Handles | undefined {
  const given = [...data.items].filter(({ kind }) => kind === 'file') as readonly {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  }[];
  const asked = given.map((item) => item.getAsFileSystemHandle?.());
  return asked.every((handle) => handle !== undefined) ? (asked as Handles) : undefined;
}

async function fromHandles(handles: Handles): Promise<FileSet> {
  const given: Given[] = [];
  const roots = (await Promise.all(handles)).filter((handle) => handle !== null);
  for (const root of roots) await walkOne(root, root.name, given);
  const [only] = roots;
  return fromGiven(roots.length === 1 && only !== undefined ? only.name : nameOf(given), given);
}

async function fromEntries(
  entries: readonly FileSystemEntry[],
  loose: readonly File[],
): Promise<FileSet> {
  const given: Given[] = loose.map((file) => ({ path: pathOf(file), blob: file }));
  for (const found of await Promise.all(entries.map(filesBelow))) given.push(...found);
  const [only] = entries;
  const name = entries.length === 1 && only !== undefined ? only.name : nameOf(given);
  return fromGiven(name, given);
}

/** In the order of the folders; many at once, since each file costs a question to another process. */
async function filesBelow(entry: FileSystemEntry): Promise<readonly Given[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path: entry.fullPath.replace(/^\//, ''), blob: file }];
  }
  const children = await allEntries(entry as FileSystemDirectoryEntry);
  const found: Given[] = [];
  for (let i = 0; i < children.length; i += ENTRIES_AT_ONCE) {
    const parts = await Promise.all(children.slice(i, i + ENTRIES_AT_ONCE).map(filesBelow));
    found.push(...parts.flat());
  }
  return found;
}

/** `readEntries` gives a hundred at a time, and an empty batch at the end. */
async function allEntries(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

/** The fallback: `<input type="file" webkitdirectory>` or several files. */
export function gatherInput(files: FileList): Promise<FileSet> {
  const given = [...files].map((file) => ({ path: pathOf(file), blob: file }));
  return fromGiven(nameOf(given), given);
}

/**
 * The handle of a dropped folder, by which a reload may ask for it again; undefined for files, several folders, and
 * browsers without such handles. Call it in the event handler itself.
 */
export function dropHandle(data: DataTransfer): Promise<FileSystemDirectoryHandle | undefined> {
  const handles = handlesOf(data);
  const given = handles?.length === 1 ? handles[0] : undefined;
  return Promise.resolve(given).then(
    (handle) => (handle?.kind === 'directory' ? (handle as FileSystemDirectoryHandle) : undefined),
    // Refused: the folder was given all the same, and a reload asks for it anew.
    () => undefined,
  );
}

/** A folder from the browser's own picker. */
export async function gatherHandle(handle: FileSystemDirectoryHandle): Promise<FileSet> {
  const given: Given[] = [];
  await walkHandle(handle, handle.name, given);
  return fromGiven(handle.name, given);
}

async function walkHandle(
  directory: FileSystemDirectoryHandle,
  path: string,
  into: Given[],
): Promise<void> {
  const files: Promise<void>[] = [];
  // The iterator is missing from some DOM libraries of TypeScript.
  const children = (directory as unknown as { values(): AsyncIterable<FileSystemHandle> }).values();
  for await (const child of children) {
    const childPath = `${path}/${child.name}`;
    const found = walkOne(child, childPath, into);
    if (child.kind === 'directory') await found;
    else files.push(found);
    if (files.length >= AT_ONCE) await Promise.all(files.splice(0));
  }
  await Promise.all(files);
}

async function walkOne(handle: FileSystemHandle, path: string, into: Given[]): Promise<void> {
  if (handle.kind === 'directory') {
    return walkHandle(handle as FileSystemDirectoryHandle, path, into);
  }
  into.push({ path, blob: await (handle as FileSystemFileHandle).getFile() });
}

function pathOf(file: File): string {
  return file.webkitRelativePath || file.name;
}

function nameOf(given: readonly Given[]): string {
  const [first] = given;
  if (first === undefined) return 'files';
  const folder = first.path.includes('/')
    ? first.path.slice(0, first.path.indexOf('/'))
    : undefined;
  return folder ?? (given.length === 1 ? first.path : 'files');
}

/** One zip alone is taken for what is in it. */
async function fromGiven(name: string, given: readonly Given[]): Promise<FileSet> {
  const [first] = given;
  if (given.length === 1 && first !== undefined && /\.zip$/i.test(first.path)) {
    const { filesFromZip } = await import('../../src/io/zip.ts');
    return filesFromZip(first.blob.name, first.blob);
  }
  return filesFromBlobs(name, given);
}
