import { describe, expect, it } from 'vitest';
import { type EarlierMetadata, layoutLog } from './layout-history.ts';

/** `0`: a file at hand with that default; `-`: one that is not at hand. Times are places. */
function history(text: string, first = '00000-a.metadata.json'): EarlierMetadata[] {
  return Array.from(text, (mark, i) => ({
    metadataFile: i === 0 ? `s3://b/t/metadata/${first}` : `s3://b/t/metadata/${i}-a.metadata.json`,
    timestampMs: BigInt(i),
    layout:
      mark === '-'
        ? undefined
        : {
            formatVersion: 2,
            partitionSpecs: [],
            defaultSpecId: Number(mark),
            lastPartitionId: 999,
          },
  }));
}

const logged = (text: string) =>
  layoutLog(history(text)).map(({ timestampMs, layout }) => [
    Number(timestampMs),
    layout?.defaultSpecId,
  ]);

describe('the log of layouts', () => {
  it.each<[string, (number | undefined)[][]]>([
    ['', []],
    ['0', [[0, 0]]],
    ['000', [[0, 0]]],
    [
      '00110',
      [
        [0, 0],
        [2, 1],
        [4, 0],
      ],
    ],
    [
      '--0',
      [
        [1, undefined],
        [2, 0],
      ],
    ],
    [
      '0-1',
      [
        [0, 0],
        [1, undefined],
        [2, 1],
      ],
    ],
    [
      '0--01',
      [
        [0, 0],
        [2, undefined],
        [3, 0],
        [4, 1],
      ],
    ],
    [
      '0-',
      [
        [0, 0],
        [1, undefined],
      ],
    ],
  ])('of %o keeps changes, and that something is unknown between', (text, expected) => {
    expect(logged(text)).toEqual(expected);
  });

  it('names its first as a table’s first only where the first of the history is that', () => {
    const name = (first: string) => layoutLog(history('01', first))[0]?.name;
    expect(name('00000-a.metadata.json')).toMatch(/^0+-/);
    expect(name('v1.metadata.json')).toMatch(/^0+-/);
    expect(name('00017-a.metadata.json')).not.toMatch(/^(0+-|v[01]\.)/);
  });

  it('gives each file a name of its own', () => {
    const names = layoutLog(history('0123-4')).map(({ name }) => name);
    expect(new Set(names).size).toBe(6);
  });
});
