/** `icecore answers`: our answers about a table in the form of the reference's, a case a line. */
import { IcecoreError } from '../../base/errors.ts';
import { printJson } from '../../base/json.ts';
import type { OpenInputOptions } from '../../io/open.ts';
import type { TableApi } from '../../table/api.ts';
import { manifestCache } from '../../table/manifest-cache.ts';
import type { OpenedTable } from '../../table/session.ts';
import { JAVA, SAFE } from '../../types/profile.ts';
import { type Answer, answerQuestion } from './case.ts';
import { openView, viewFiles } from './open-view.ts';
import type { Question } from './predicate.ts';
import { questionsOf, type ViewRequest, viewOfSnapshot, viewRequests } from './views.ts';

export interface AnswerOptions {
  readonly profile: 'safe' | 'java';
  /** Snapshots that no ref names are asked every n-th question only. */
  readonly olderEvery: number;
  /** One snapshot instead of the usual views. */
  readonly snapshot?: bigint | undefined;
  readonly input: OpenInputOptions;
}

/** Writes the whole file through `write`. A view that can't be read has `error` and no cases. */
export async function writeAnswers(
  table: OpenedTable,
  api: TableApi,
  questions: readonly Question[],
  options: AnswerOptions,
  write: (text: string) => void,
): Promise<void> {
  const { metadata } = table;
  const location = metadata.location.replace(/\/+$/, '');
  write(`${openHead(tableHead(table, location, options))},"snapshots":[\n`);
  const views =
    options.snapshot === undefined
      ? viewRequests(metadata)
      : [viewOfSnapshot(metadata, options.snapshot)];
  for (const [index, view] of views.entries()) {
    const asked = questionsOf(questions, view, index, options.olderEvery);
    await writeView(table, api, view, asked, options, write);
    write(index + 1 < views.length ? ',\n' : '\n');
  }
  write(']}\n');
}

function tableHead(table: OpenedTable, location: string, { profile }: AnswerOptions) {
  const file = table.metadataFile;
  return {
    table: nameBelowBucket(location) ?? table.name,
    location,
    metadata: file.slice(Math.max(0, file.lastIndexOf('metadata/'))),
    formatVersion: table.metadata.formatVersion,
    reference: `icecore ${profile}`,
  };
}

/** A lake's tables are named by where they were recorded, wherever they are now: `s3://lake/a/b` is `a/b`. */
function nameBelowBucket(location: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]+\/(.+)$/i.exec(location)?.[1];
}

/** An object without its closing brace, so that more can be written into it. */
function openHead(head: object): string {
  return jsonText(head).slice(0, -1);
}

async function writeView(
  table: OpenedTable,
  api: TableApi,
  request: ViewRequest,
  questions: readonly Question[],
  { profile, input }: AnswerOptions,
  write: (text: string) => void,
): Promise<void> {
  const { id, selected, ref } = request;
  try {
    const cache = manifestCache(Number.POSITIVE_INFINITY, input);
    const view = await openView(table, api, cache, request);
    const { schemaId } = view.context;
    const files = viewFiles(view, table.metadata.location.replace(/\/+$/, ''));
    write(`${openHead({ id, schemaId, selected, ref, ...files })},"cases":[\n`);
    const rules = profile === 'java' ? JAVA : SAFE;
    for (const [i, question] of questions.entries()) {
      write(answerText(answerQuestion(view, question, rules)));
      write(i + 1 < questions.length ? ',\n' : '\n');
    }
    write(']}');
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    write(jsonText({ id, selected, ref, error: error.message }));
  }
}

/** One line of JSON; the predicate goes in as it was read. */
export function answerText(answer: Answer): string {
  const { where, predicate, ...rest } = answer;
  return `{"where":${JSON.stringify(where)},"predicate":${predicate},${jsonText(rest).slice(1)}`;
}

/** What is undefined is left out. */
function jsonText(value: object): string {
  const known = Object.entries(value).filter(([, part]) => part !== undefined);
  return printJson(withoutUndefined(Object.fromEntries(known)));
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== 'object' || value === null) return value;
  const known = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(known.map(([key, part]) => [key, withoutUndefined(part)]));
}
