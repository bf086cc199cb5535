import { describe, expect, it } from 'vitest';
import type { ManifestSource } from './api.ts';
import { manifestWalks } from './each-manifest.ts';

function sources(...paths: string[]): ManifestSource[] {
  return paths.map((manifestPath, index) => ({
    index,
    input: undefined,
    manifest: {
      manifestPath,
      manifestLength: 1,
      partitionSpecId: 0,
      content: 'data',
      sequenceNumber: 1n,
      minSequenceNumber: 1n,
    },
  }));
}

/** Visits that write down who came, and take a while. */
function diary() {
  const lines: string[] = [];
  const visit = (who: string) => async (source: ManifestSource) => {
    lines.push(`${who} ${source.manifest.manifestPath}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  };
  return { lines, visit };
}

describe('walks', () => {
  it('visit each manifest once, in order, a few at a time', async () => {
    const { lines, visit } = diary();
    await manifestWalks().each(sources('a', 'b', 'c', 'd', 'e'), undefined, visit('x'));
    expect(lines).toEqual(['x a', 'x b', 'x c', 'x d', 'x e']);
  });

  it('give way to one that a person waits for, and then go on', async () => {
    const { lines, visit } = diary();
    const walks = manifestWalks();
    const all = sources('a', 'b', 'c', 'd', 'e', 'f', 'g');
    const slow = walks.each(all, undefined, visit('slow'));
    await walks.first((each) => each(all.slice(5), undefined, visit('first')));
    await new Promise((resolve) => setTimeout(resolve, 20));
    // It is still being drawn. What it has decoded is no work.
    expect(lines.slice(5).sort()).toEqual(['slow f', 'slow g']);
    await slow;
    // Three were begun before; what the first one has decoded is visited meanwhile.
    const before = ['slow a', 'slow b', 'slow c'];
    expect(lines.slice(0, 5)).toEqual([...before, 'first f', 'first g']);
    expect(lines.slice(5).sort()).toEqual(['slow d', 'slow e', 'slow f', 'slow g']);
  });

  it('stop waiting when the first one fails', async () => {
    const { lines, visit } = diary();
    const walks = manifestWalks();
    const failing = walks.first(async () => {
      throw new Error('no');
    });
    const slow = walks.each(sources('a', 'b', 'c', 'd'), undefined, visit('slow'));
    await expect(failing).rejects.toThrow('no');
    await slow;
    expect(lines.length).toBe(4);
  });

  it('end when aborted, also while they wait', async () => {
    const walks = manifestWalks();
    const abort = new AbortController();
    const { lines, visit } = diary();
    await walks.first(async () => {
      const slow = walks.each(sources('a'), abort.signal, visit('slow'));
      abort.abort(new Error('outdated'));
      await expect(slow).rejects.toThrow('outdated');
    });
    expect(lines).toEqual([]);
  });
});
