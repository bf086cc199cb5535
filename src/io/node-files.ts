/** Files of the machine. Node only: nothing that runs in a page imports this. */
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { IcecoreError } from '../base/errors.ts';
import { type FileSet, fileSet } from './file-set.ts';
import type { Input, InputRef } from './input.ts';
import type { PathRef } from './open.ts';

/** For `openPath` of `openInput`. */
export function pathInput(ref: PathRef): Input {
  return {
    name: ref.name,
    size: undefined,
    read: (from, to, signal) => readPath(ref, from, to, signal),
    whole: (signal) => readPath(ref, 0, Number.POSITIVE_INFINITY, signal),
  };
}

async function readPath(
  ref: PathRef,
  from: number,
  to: number,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const file = await open(ref.path).catch((cause: unknown) => {
    throw new IcecoreError('missing-file', `${ref.path} can’t be read: ${String(cause)}`, {
      place: ref.path,
      cause,
    });
  });
  try {
    const end = Math.min(to, (await file.stat()).size);
    const bytes = new Uint8Array(Math.max(0, end - from));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    signal?.throwIfAborted();
    return bytes.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/** Every file below a folder; links are followed only where they lead to files. */
export async function filesFromFolder(folder: string): Promise<FileSet> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const refs: [string, InputRef][] = [];
  for (const entry of found) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() && !(entry.isSymbolicLink() && (await stat(path)).isFile())) continue;
    const name = relative(folder, path).split(sep).join('/');
    refs.push([name, { kind: 'path', name, path }]);
  }
  return fileSet(basename(folder), refs);
}
