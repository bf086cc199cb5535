import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { corpusFolder } from '../testing/shared.ts';
import { run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'icecore-bundle-'));
afterAll(() => rmSync(folder, { recursive: true }));

const CLICKS = join(corpusFolder(), 'tables', 'clicks');
const WHERE = "ts >= TIMESTAMP '2026-09-03 10:00:00'";

async function ran(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(args, { out: (text) => out.push(text), err: (text) => err.push(text) });
  return { code, out: out.join(''), err: err.join('') };
}

/** What a plan reads, without the names of the table and its file. */
async function totals(table: string, where: string): Promise<unknown> {
  const { out } = await ran('plan', table, '--where', where, '--json');
  return (JSON.parse(out) as { totals: unknown }).totals;
}

it.each([
  ['the table', []],
  ['a snapshot', ['--ref', 'main']],
  ['what a predicate keeps', ['--where', WHERE]],
])('a bundle of %s is a table to every command', async (name, options) => {
  const out = join(folder, `${name}.icecore.zip`);
  const made = await ran('bundle', CLICKS, '--out', out, ...options);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(await totals(out, WHERE)).toEqual(await totals(CLICKS, WHERE));
  expect((await ran('describe', out)).out).toContain('s3://lake/clicks');
});

it('a redacted bundle has the same totals, and says what was done', async () => {
  const out = join(folder, 'redacted.icecore.zip');
  const kinds = 'names,paths,text,numbers,times';
  const made = await ran('bundle', CLICKS, '--out', out, '--where', WHERE, '--redact', kinds);
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain('Replaced: names, paths, text, numbers, times, snapshot ids.');
  const { out: described } = await ran('describe', out);
  expect(described).not.toMatch(/clicks|country|user_id/);
  expect(readFileSync(out).includes('clicks')).toBe(false);
});

it('redacted names alone take paths with them, and that is said', async () => {
  const out = join(folder, 'names.icecore.zip');
  const made = await ran('bundle', CLICKS, '--out', out, '--redact', 'names');
  expect(made).toMatchObject({ code: 0, err: '' });
  expect(made.out).toContain('Paths are replaced too, since they hold names and values.');
  expect(made.out).toContain('Replaced: names, paths, snapshot ids.');
  expect((await ran('describe', out)).out).not.toMatch(/clicks|country/);
});

it.each([
  [['bundle'], /No table is given/],
  [['bundle', CLICKS], /needs --out/],
  [['bundle', CLICKS, '--out', join(folder, 'x'), '--redact', 'faces'], /not faces/],
])('%j is refused', async (args, message) => {
  const { code, err } = await ran(...args);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});

it('nothing is written where the redacted answer would be another', async () => {
  const out = join(folder, 'lost.icecore.zip');
  const { code, err } = await ran(
    ...['bundle', CLICKS, '--out', out, '--where', 'user_id = 109', '--redact', 'numbers'],
  );
  expect(code).toBe(1);
  expect(err).toMatch(/bucketed column/);
});
