import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('window', { location: { search: '' } });
const { embeddingOf } = await import('./embedding.ts');
const { requestOf } = await import('./requests.ts');

describe('the address of a frame', () => {
  it.each([
    ['', undefined],
    ['?embed', { origin: undefined }],
    ['?embed=https://wiki.example.org', { origin: 'https://wiki.example.org' }],
    ['?embed=http%3A%2F%2Flocalhost%3A8080', { origin: 'http://localhost:8080' }],
    ['?embed=*', { origin: undefined }],
    ['?embed=null', { origin: undefined }],
    ['?embed=https://*.example.org', { origin: undefined }],
    ['?embed=https://wiki.example.org/', { origin: undefined }],
    ['?embed=https://wiki.example.org@evil.example', { origin: undefined }],
    ['?embed=https://WIKI.example.org', { origin: undefined }],
    ['?embed=javascript:alert(1)', { origin: undefined }],
    ['?embed=https://a.example&embed=https://b.example', { origin: 'https://a.example' }],
  ])('%s', (query, embedding) => {
    expect(embeddingOf(query)).toEqual(embedding);
  });
});

describe('a message', () => {
  const open = (source: unknown) => requestOf({ icecore: 1, type: 'open', source });

  it('opens a source', () => {
    expect(open({ src: 'sample:clicks', where: 'a = 1', view: 'pruning' })).toEqual({
      kind: 'open',
      view: 'pruning',
      search: { src: 'sample:clicks', where: 'a = 1' },
      given: 'sample:clicks',
    });
  });

  it('never brings a key into the link', () => {
    expect(open({ src: 'https://a.example/t?sig=s3cr3t' })).toMatchObject({
      search: { src: 'https://a.example/t', key: 'own' },
      given: 'https://a.example/t?sig=s3cr3t',
    });
  });

  it('asks, or asks nothing', () => {
    expect(requestOf({ icecore: 1, type: 'predicate', where: 'a = 1' })).toEqual({
      kind: 'predicate',
      where: 'a = 1',
    });
    expect(requestOf({ icecore: 1, type: 'predicate', where: null })).toEqual({
      kind: 'predicate',
      where: undefined,
    });
  });

  const hostile: readonly (readonly [string, unknown])[] = [
    ['undefined', undefined],
    ['null', null],
    ['text', '{"icecore":1}'],
    ['a list', [1]],
    ['a Map', new Map([['icecore', 1]])],
    ['no version', { type: 'open', source: { src: 'sample:clicks' } }],
    ['another version', { icecore: 2, type: 'open', source: { src: 'sample:clicks' } }],
    ['another type', { icecore: 1, type: 'eval', code: 'alert(1)' }],
    ['an inherited type', { icecore: 1, type: 'constructor' }],
    ['a predicate of 2 MB', { icecore: 1, type: 'predicate', where: 'x'.repeat(2_000_000) }],
    ['a predicate that is an object', { icecore: 1, type: 'predicate', where: { toString: 1 } }],
    ['no predicate', { icecore: 1, type: 'predicate' }],
  ];
  it.each(hostile)('%s is refused', (_what, data) => {
    expect(requestOf(data).kind).toBe('refused');
  });

  const hostileSources: readonly (readonly [string, unknown])[] = [
    ['none', undefined],
    ['a list', ['sample:clicks']],
    ['without an address', {}],
    ['a script', { src: 'javascript:alert(1)' }],
    ['a file', { src: 'file:///etc/passwd' }],
    ['files of this machine', { src: 'local:clicks' }],
    ['an object for an address', { src: { href: 'https://a.example' } }],
    ['a view that is none', { src: 'sample:clicks', view: '__proto__' }],
    ['a snapshot that is none', { src: 'sample:clicks', snap: '1; drop' }],
    ['a part that is not known', { src: 'sample:clicks', key: 'own' }],
    ['an own __proto__', JSON.parse('{"src":"sample:clicks","__proto__":{"where":"a"}}')],
  ];
  it.each(hostileSources)('a source that is %s is refused', (_what, source) => {
    expect(open(source).kind).toBe('refused');
  });
});
