/** `icecore answers`: writing answers to a file of predicates, and comparing two files of answers. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { IcecoreError } from '../../base/errors.ts';
import { pathInput } from '../../io/node-files.ts';
import { openNamed } from '../open.ts';
import { parseQuestions } from './predicate.ts';
import { writeAnswers } from './write.ts';

export interface AnswersRequest {
  readonly table: string;
  readonly predicates: string;
  readonly out: string;
  readonly profile: 'safe' | 'java';
  readonly olderEvery: number;
  readonly snapshot: bigint | undefined;
}

/** Answers every question of the predicate file into `out`. Errors: of reading either, and of opening the table. */
export async function answersToFile(request: AnswersRequest): Promise<void> {
  const { profile, olderEvery, snapshot, predicates } = request;
  const { table, api } = await openNamed(request.table);
  const questions = parseQuestions(await textOf(predicates), predicates);
  const stream = createWriteStream(request.out);
  const options = { profile, olderEvery, snapshot, input: { openPath: pathInput } };
  await writeAnswers(table, api, questions, options, (text) => stream.write(text));
  stream.end();
  await once(stream, 'close');
}

/** A local file's text. */
export async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new IcecoreError('missing-file', `There is no ${path}`, { place: path, cause });
  });
}
