import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gatherDrop, gatherInput } from './gather.ts';

const file = (name: string) => new File(['x'], name);

function fileEntry(fullPath: string) {
  const name = fullPath.slice(fullPath.lastIndexOf('/') + 1);
  return {
    isFile: true,
    name,
    fullPath,
    file: (done: (file: File) => void) => done(file(name)),
  };
}

/** A folder whose reader gives its children in batches of two, then an empty one, as browsers do. */
function folderEntry(fullPath: string, children: readonly unknown[]) {
  return {
    isFile: false,
    name: fullPath.slice(fullPath.lastIndexOf('/') + 1),
    fullPath,
    createReader() {
      let at = 0;
      return {
        readEntries(done: (batch: readonly unknown[]) => void) {
          done(children.slice(at, at + 2));
          at += 2;
        },
      };
    },
  };
}

/** A drop whose items are gone as soon as the event handler returns. */
function drop(entries: readonly unknown[]) {
  let over = false;
  const items = entries.map((entry) => ({
    kind: 'file',
    webkitGetAsEntry: () => (over ? null : entry),
    getAsFile: () => null,
  }));
  queueMicrotask(() => {
    over = true;
  });
  return { items } as unknown as DataTransfer;
}

function pageAt(protocol: string): void {
  vi.stubGlobal('window', { location: { protocol } });
}

beforeEach(() => pageAt('https:'));
afterEach(() => vi.unstubAllGlobals());

function fileHandle(name: string) {
  return { kind: 'file', name, getFile: async () => file(name) };
}

function folderHandle(name: string, children: readonly unknown[]) {
  return {
    kind: 'directory',
    name,
    async *values() {
      yield* children;
    },
  };
}

describe('gatherDrop on a page of a disk', () => {
  beforeEach(() => pageAt('file:'));

  /** Its entries can't be read; its handles can, where the browser has them. */
  function dropOf(handles: readonly unknown[]): DataTransfer {
    const items = handles.map((handle) => ({
      kind: 'file',
      webkitGetAsEntry: () => ({ isFile: true, name: 'x', fullPath: '/x' }),
      getAsFileSystemHandle: async () => handle,
    }));
    return { items } as unknown as DataTransfer;
  }

  it('walks a folder by its handle', async () => {
    const metadata = folderHandle('metadata', [fileHandle('a.avro'), fileHandle('b.avro')]);
    const files = await gatherDrop(dropOf([folderHandle('t', [metadata, fileHandle('x')])]));
    expect(files.name).toBe('t');
    expect(files.paths().toSorted()).toEqual(['t/metadata/a.avro', 't/metadata/b.avro', 't/x']);
  });

  it('takes several files', async () => {
    const files = await gatherDrop(dropOf([fileHandle('a.avro'), fileHandle('b.avro')]));
    expect(files.paths()).toEqual(['a.avro', 'b.avro']);
  });
});

describe('gatherDrop', () => {
  it('walks folders to the last batch', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'].map((n) => fileEntry(`/t/metadata/${n}.avro`));
    const files = await gatherDrop(
      drop([folderEntry('/t', [folderEntry('/t/metadata', names), fileEntry('/t/x.parquet')])]),
    );
    expect(files.name).toBe('t');
    expect(files.paths()).toEqual([
      't/metadata/a.avro',
      't/metadata/b.avro',
      't/metadata/c.avro',
      't/metadata/d.avro',
      't/metadata/e.avro',
      't/x.parquet',
    ]);
  });

  it('takes every item before the drop is over', async () => {
    const files = await gatherDrop(
      drop([folderEntry('/a', [fileEntry('/a/1')]), folderEntry('/b', [fileEntry('/b/2')])]),
    );
    expect(files.paths()).toEqual(['a/1', 'b/2']);
  });
});

describe('gatherInput', () => {
  it('names the set by the folder of a folder input', async () => {
    const inFolder = file('v1.metadata.json');
    Object.defineProperty(inFolder, 'webkitRelativePath', { value: 't/metadata/v1.metadata.json' });
    const files = await gatherInput([inFolder] as unknown as FileList);
    expect([files.name, ...files.paths()]).toEqual(['t', 't/metadata/v1.metadata.json']);
  });
});
