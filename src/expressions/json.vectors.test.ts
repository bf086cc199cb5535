/** Expression JSON, rewriting of NOT and folding as the reference has them (RC-21, EX-3, EX-9). */
import { describe, expect, it } from 'vitest';
import { parseJson } from '../base/json.ts';
import { groupLines, type VectorLine, vectorLines } from '../testing/vectors.ts';
import { and, not, or, rewriteNot } from './fold.ts';
import { expressionFromJson, expressionToJson } from './json.ts';

const lines = vectorLines('expressions');

function linesOf(kind: string): (readonly [string, VectorLine])[] {
  return lines
    .filter((line) => line.kind === kind)
    .map((line) => [String(line['json'] ?? line['left']).slice(0, 120), line] as const);
}

function read(text: unknown) {
  return expressionFromJson(parseJson(String(text), 'vector'));
}

/** Our JSON has one number for 1 and 1.0. */
function canonical(text: unknown): unknown {
  return parseJson(String(text), 'vector');
}

function written(expression: ReturnType<typeof read>): unknown {
  return expressionToJson(expression);
}

describe('parse', () => {
  it.each(linesOf('parse'))('%s', (_, line) => {
    if (line['error'] !== undefined) expect(() => read(line['json'])).toThrow();
    else expect(written(read(line['json']))).toEqual(canonical(line['out']));
  });
});

describe('rewriteNot', () => {
  it.each(linesOf('rewriteNot'))('%s', (_, line) => {
    const expression = read(line['json']);
    expect(written(rewriteNot(expression))).toEqual(canonical(line['out']));
    expect(written(rewriteNot(not(expression)))).toEqual(canonical(line['negated']));
  });
});

describe('fold', () => {
  it.each(linesOf('fold'))('%s', (_, line) => {
    const left = read(line['left']);
    const right = read(line['right']);
    expect(written(and(left, right))).toEqual(canonical(line['and']));
    expect(written(or(left, right))).toEqual(canonical(line['or']));
    expect(written(not(left))).toEqual(canonical(line['notLeft']));
  });
});

it('covers every line but those of sanitizing, which only reports sent to a catalog need (EX-22)', () => {
  const kinds = Object.fromEntries(groupLines(lines, (l) => l.kind).map(([k, g]) => [k, g.length]));
  console.log(`expression vectors: ${JSON.stringify(kinds)}; sanitize is left out`);
  expect(kinds).toEqual({ parse: 312, rewriteNot: 254, fold: 96, sanitize: 128 });
});
