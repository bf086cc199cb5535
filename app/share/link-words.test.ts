import { describe, expect, it } from 'vitest';
import { ownPage, ownPageWords, sharedSentence } from './link-words.ts';

const what = 'the same 37 files';

describe('the sentence of a link', () => {
  it.each([
    ['to everybody', { src: 'sample:clicks' }, false],
    ['to everybody', { src: 'inline:abc' }, false],
    ['to everybody: the table is in it', { src: 'local:clicks' }, true],
    ['to whoever has the table’s files too; a file carries them', { src: 'local:clicks' }, false],
    ['to whoever can reach lake.example.org', { src: 'https://lake.example.org/t' }, false],
    [
      'to whoever has a key of her own to lake.example.org',
      { src: 'https://lake.example.org/t', key: 'own' },
      false,
    ],
    [
      'on this machine alone: localhost:8000 is another one elsewhere',
      { src: 'http://localhost:8000/t' },
      false,
    ],
    [
      'on this machine alone: [::1]:8000 is another one elsewhere',
      { src: 'http://[::1]:8000/t' },
      false,
    ],
  ] as const)('ends in “%s”', (words, search, isInside) => {
    expect(sharedSentence({ what, search }, isInside)).toBe(`This link shows ${what} ${words}.`);
  });
});

describe('a page of this machine alone', () => {
  it.each([
    ['https://icecore.example.org/', undefined],
    ['http://localhost:4173/', 'localhost:4173'],
    ['http://127.0.0.1:4173/', '127.0.0.1:4173'],
    ['http://localhost.example.org/', undefined],
    ['file:///tmp/t.icecore.html', 'this file'],
  ])('%s', (url, name) => {
    expect(ownPage(new URL(url))).toBe(name);
  });
});

it('says of a link to this machine what it opens elsewhere', () => {
  expect(ownPageWords(new URL('http://localhost:4173/'))).toBe(
    'It opens Icecore at localhost:4173, which is on this machine alone. On another machine, paste it into the address field of the Icecore there.',
  );
  expect(ownPageWords(new URL('https://example.org/'))).toBeUndefined();
});
