/** `icecore answers`: writing answers to a file of predicates, and comparing two files of answers. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { IcecoreError } from '../../base/errors.ts';
import { pathInput } from '../../io/node-files.ts';
import { openNamed } from '../open.ts';
import { profileNamed, readArgs, snapshotIdNamed, UsageError } from '../usage.ts';
import { compareAnswers, type Difference } from './compare.ts';
import { parseQuestions } from './predicate.ts';
import { type AnswerOptions, writeAnswers } from './write.ts';

const OPTIONS = {
  compare: { type: 'boolean' },
  predicates: { type: 'string' },
  out: { type: 'string' },
  profile: { type: 'string' },
  'older-every': { type: 'string' },
  snapshot: { type: 'string' },
} as const;

interface Printer {
  out(text: string): void;
}

/** The exit code: 1 where two files differ. Errors: {@link UsageError}, and those of opening and reading. */
export async function answersCommand(args: readonly string[], printer: Printer): Promise<number> {
  const { values, positionals } = parsed(args);
  if (values.compare === true) return compareFiles(positionals, printer);
  const [table, ...rest] = positionals;
  const { predicates, out } = values;
  if (table === undefined || rest.length > 0) throw new UsageError('answers takes one table.');
  if (predicates === undefined) throw new UsageError('answers needs --predicates.');
  if (out === undefined) throw new UsageError('answers needs --out.');
  await answersToFile(table, predicates, out, {
    profile: profileNamed(values.profile),
    olderEvery: everyNth(values['older-every']),
    snapshot: snapshotIdNamed(values.snapshot),
  });
  return 0;
}

function parsed(args: readonly string[]) {
  return readArgs(args, OPTIONS);
}

function everyNth(text = '1'): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UsageError(`--older-every takes a number above 0, not ${text}.`);
}

/** Answers every question of the predicate file into `out`. Errors: of reading either, and of opening the table. */
export async function answersToFile(
  named: string,
  predicates: string,
  out: string,
  options: Omit<AnswerOptions, 'input'>,
): Promise<void> {
  const { table, api } = await openNamed(named);
  const questions = parseQuestions(await textOf(predicates), predicates);
  const stream = createWriteStream(out);
  const input = { openPath: pathInput };
  await writeAnswers(table, api, questions, { ...options, input }, (text) => stream.write(text));
  stream.end();
  await once(stream, 'close');
}

async function compareFiles(files: readonly string[], printer: Printer): Promise<number> {
  const [ours, reference, ...rest] = files;
  if (ours === undefined || reference === undefined || rest.length > 0) {
    throw new UsageError('--compare takes two files of answers.');
  }
  const differences = compareAnswers(await textOf(ours), await textOf(reference));
  for (const difference of differences) printer.out(differenceText(difference));
  const { length } = differences;
  printer.out(length === 1 ? '1 difference\n' : `${length} differences\n`);
  return length > 0 ? 1 : 0;
}

export function differenceText({ place, field, text }: Difference): string {
  return `${place === '' ? 'the table' : place}\n  ${field}: ${text}\n`;
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new IcecoreError('missing-file', `There is no ${path}`, { place: path, cause });
  });
}
