import { expect, it, vi } from 'vitest';

// The pool needs a browser; what is tested here does not call it.
vi.mock('../client.ts', () => ({ tableApi: () => undefined }));

const { exampleFile } = await import('./use-examples.ts');

const row = (index: number, partitionSpecId: number, content: 'data' | 'deletes' = 'data') => ({
  index,
  manifest: { partitionSpecId, content },
});

/** Deletes of spec 2; spec 2 in manifests 3 (no live file) and 4; the oldest first. */
const VIEW = {
  manifests: [row(0, 0), row(1, 1), row(2, 2, 'deletes'), row(3, 2), row(4, 2)],
} as never;

const files = (arrived: Readonly<Record<number, readonly number[]>>, complete: boolean) =>
  ({
    index: {
      manifests: Object.entries(arrived).map(([index, entries]) => ({
        index: Number(index),
        entries: Uint32Array.from(entries),
      })),
    },
    complete,
  }) as never;

const ALL = { 0: [0, 1], 1: [0], 3: [], 4: [2, 5, 9] };

it.each([
  ['nothing has come', {}, false, undefined],
  ['others have come', { 0: [0, 1], 4: [2, 5, 9] }, false, undefined],
  ['it has come', { 3: [], 4: [2, 5, 9] }, false, { manifestIndex: 4, entry: 5 }],
  ['all have come', ALL, true, { manifestIndex: 4, entry: 5 }],
  ['its era has no file', { 0: [0, 1], 1: [7] }, true, { manifestIndex: 1, entry: 7 }],
  ['there is no file', {}, true, undefined],
])('an example is of the middle of the newest era: %s', (_when, arrived, complete, file) => {
  expect(exampleFile(VIEW, files(arrived, complete))).toEqual(file);
});
