import { describe, expect, it } from 'vitest';
import { lengthWords, sharedLink } from './link-parts.ts';

describe('a shared link', () => {
  const link = sharedLink('https://i.example/', 'pruning', {
    src: 'sample:clicks',
    snap: '84',
    where: 'a = 1',
    unit: 'files',
  });

  it('is its pieces', () => {
    expect(link.text).toBe(
      'https://i.example/#/pruning?v=1&src=sample:clicks&snap=84&where=a+=+1&unit=files',
    );
  });

  it('has parts whose lengths add up', () => {
    expect(link.parts).toEqual([
      { id: 'source', length: '&src=sample:clicks'.length },
      { id: 'snapshot', length: '&snap=84'.length },
      { id: 'predicate', length: '&where=a+=+1'.length },
      { id: 'view', length: 'https://i.example/#/pruning?v=1&unit=files'.length },
    ]);
  });

  it.each([
    [2_000, /everywhere/],
    [2_001, /most places/],
    [8_001, /many programs cut/],
    [32_001, /too long/],
  ])('of %i characters is %s', (length, words) => {
    expect(lengthWords(length)).toMatch(words);
  });
});
