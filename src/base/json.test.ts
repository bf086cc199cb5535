import { describe, expect, it } from 'vitest';
import { IcecoreError } from './errors.ts';
import { parseJson, printJson } from './json.ts';

describe('parseJson', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740991', -9007199254740991],
    ['-9007199254740992', -9007199254740992n],
    // N-1.
    ['3051729675574597004', 3051729675574597004n],
    ['9223372036854775807', 9223372036854775807n],
    ['123456789012345678901234567890', 123456789012345678901234567890n],
    ['999999999999999', 999999999999999],
    ['1000000000000000', 1000000000000000],
    ['-0', -0],
    ['0', 0],
    ['1e3', 1000],
    ['1E400', Number.POSITIVE_INFINITY],
    ['-1.5e-3', -0.0015],
    ['12345678901234567890.5', 1.2345678901234567e19],
    ['9007199254740993e0', 9007199254740992],
  ])('%s', (text, expected) => {
    expect(parseJson(text, 'a.json')).toBe(expected);
  });

  const SAME = [
    'null',
    ' [ ] ',
    '{}',
    '[true,false,null,"",0,-1,1.25]',
    '{"a":{"b":[{"c":1}]},"a":2}',
    '"\\u00e9\\ud83d\\ude00\\n\\"\\\\\\/\\b\\f\\r\\t x"',
    '"é😀 plain"',
    '"\\ud83d"',
    '\t{"a" : [1 , 2]\n}\r\n',
    '{"__proto__":{"x":1},"constructor":2}',
    '[{"same key":1,"a\\\\b":2},{"same key":3,"a\\b":4},{"same kex":5,"a\\u0062":6}]',
    '[{"":1},{"":2}]',
  ];
  it.each(SAME)('reads %s as JSON.parse does', (text) => {
    expect(parseJson(text, 'a.json')).toEqual(JSON.parse(text));
  });

  it('keeps __proto__ an own key', () => {
    const read = parseJson('{"__proto__":{"polluted":true}}', 'a.json') as object;
    expect(Object.keys(read)).toEqual(['__proto__']);
    expect('polluted' in read).toBe(false);
  });

  const BROKEN: readonly (readonly [string, number])[] = [
    ['', 0],
    ['{', 1],
    ['[1,]', 3],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{a:1}', 1],
    ['[1 2]', 3],
    ['tru', 0],
    ['nul ', 0],
    ['"abc', 4],
    ['"a\nb"', 2],
    ['"\\x"', 0],
    ['"\\u12g4"', 0],
    ['"\\n', 3],
    ['"\\', 2],
    ['01', 0],
    ['-', 0],
    ['1.', 0],
    ['1e', 0],
    ['.5', 0],
    ['+1', 0],
    ['1 2', 2],
    ['NaN', 0],
    // Two bytes before it in UTF-8, one unit in UTF-16.
    ['"é" x', 5],
  ];
  it.each(BROKEN)('refuses %j at byte %i', (text, offset) => {
    const error = thrown(() => parseJson(text, 'a.json'));
    expect(error).toBeInstanceOf(IcecoreError);
    expect(error).toMatchObject({ kind: 'invalid-data', place: 'a.json', offset });
  });

  it.each(BROKEN)('JSON.parse refuses %j too', (text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  });

  it('bounds the depth', () => {
    const deep = (n: number) => '['.repeat(n) + ']'.repeat(n);
    expect(parseJson(deep(1000), 'a.json')).toEqual(JSON.parse(deep(1000)));
    expect(thrown(() => parseJson(deep(1001), 'a.json'))).toBeInstanceOf(IcecoreError);
    expect(thrown(() => parseJson('['.repeat(1e6), 'a.json'))).toBeInstanceOf(IcecoreError);
  });
});

function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('printJson', () => {
  it.each([['3051729675574597004'], ['{"a":[1,-2.5,"é\\n",null,true],"b":{}}'], ['[-0.0]']])(
    'gives %s back',
    (text) => {
      expect(printJson(parseJson(text, 'a.json'))).toBe(text);
    },
  );
  it('leaves undefined keys out', () => {
    expect(printJson({ a: undefined, b: 1n, c: [undefined] })).toBe('{"b":1,"c":[null]}');
  });
});
