/** Tables with the reference's answers, and ours to the same questions. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseJson } from '../../base/json.ts';
import { answerQuestion } from '../../cli/answers/case.ts';
import { type OpenView, openView } from '../../cli/answers/open-view.ts';
import { parseQuestions, type Question } from '../../cli/answers/predicate.ts';
import { parseRaw, type Raw } from '../../cli/answers/raw-json.ts';
import { questionsOf, type ViewRequest, viewRequests } from '../../cli/answers/views.ts';
import { answerText, writeAnswers } from '../../cli/answers/write.ts';
import { openNamed } from '../../cli/open.ts';
import { pathInput } from '../../io/node-files.ts';
import { manifestCache } from '../../table/manifest-cache.ts';
import { JAVA, SAFE } from '../../types/profile.ts';
import { corpusFolder } from '../shared.ts';
import type { Json } from './law.ts';

export interface AnsweredTable {
  readonly name: string;
  readonly folder: string;
  readonly predicates: string;
  readonly answers: string;
  readonly olderEvery: number;
}

/** All tables of the corpus that have answers. */
export function corpusTables(): readonly AnsweredTable[] {
  const folder = corpusFolder();
  return readdirSync(join(folder, 'answers'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const name = file.slice(0, -'.json'.length);
      return {
        name,
        folder: join(folder, 'tables', name),
        predicates: join(folder, 'predicates', file),
        answers: join(folder, 'answers', file),
        olderEvery: name.startsWith('r7_') ? 10 : 1,
      };
    });
}

const INPUT = { openPath: pathInput };

/** Our answers as the command writes them. */
export async function answersOf(table: AnsweredTable, profile: 'safe' | 'java'): Promise<string> {
  const opened = await openNamed(table.folder);
  const questions = parseQuestions(readFileSync(table.predicates, 'utf8'), table.predicates);
  const parts: string[] = [];
  const options = { profile, olderEvery: table.olderEvery, input: INPUT };
  await writeAnswers(opened.table, opened.api, questions, options, (text) => parts.push(text));
  return parts.join('');
}

/** A view and its questions, for asking again. */
export interface AskedView {
  readonly view: OpenView;
  readonly questions: readonly Question[];
}

export async function viewCount(table: AnsweredTable): Promise<number> {
  const { table: opened } = await openNamed(table.folder);
  return viewRequests(opened.metadata).length;
}

/** Opens one view of a table with the questions that its cases answer. */
export async function askView(table: AnsweredTable, index: number): Promise<AskedView> {
  const { table: opened, api } = await openNamed(table.folder);
  const request = viewRequests(opened.metadata)[index] as ViewRequest;
  const all = parseQuestions(readFileSync(table.predicates, 'utf8'), table.predicates);
  const cache = manifestCache(Number.POSITIVE_INFINITY, INPUT);
  return {
    view: await openView(opened, api, cache, request),
    questions: questionsOf(all, request, index, table.olderEvery),
  };
}

/** A file of answers, packed or not. */
export function readAnswersText(path: string): string {
  return existsSync(path)
    ? readFileSync(path, 'utf8')
    : gunzipSync(readFileSync(`${path}.gz`)).toString();
}

/**
 * Our answers to what a file of answers asks, view by view: the others' tables choose views and questions in their own
 * way. `visit` hears of every view that the reference could read.
 */
export async function answerLike(
  folder: string,
  referenceText: string,
  profile: 'safe' | 'java',
  visit: (ours: Json, reference: Json) => void,
): Promise<void> {
  const reference = parseJson(referenceText, folder) as Json;
  const raw = parseRaw(referenceText, folder) as ReadonlyMap<string, Raw>;
  const { table, api } = await openNamed(join(folder, String(reference['metadata'])));
  const rawViews = raw.get('snapshots') as readonly ReadonlyMap<string, Raw>[];
  const cache = manifestCache(Number.POSITIVE_INFINITY, INPUT);
  for (const [i, view] of (reference['snapshots'] as readonly Json[]).entries()) {
    if (view['error'] !== undefined) continue;
    const id = String(view['id']);
    const isCurrent = view['selected'] === 'current';
    const request = isCurrent ? {} : { id: BigInt(id) };
    const opened = await openView(table, api, cache, { id, selected: 'snapshot', request });
    const cases = ((rawViews[i] as ReadonlyMap<string, Raw>).get('cases') ?? []) as readonly Raw[];
    const rules = profile === 'java' ? JAVA : SAFE;
    const answers = cases.map((one) => {
      const asked = one as ReadonlyMap<string, Raw>;
      const question = {
        predicate: asked.get('predicate') as Raw,
        where: undefined,
        caseSensitive: asked.get('caseSensitive') !== false,
      };
      return parseJson(answerText(answerQuestion(opened, question, rules)), 'ours');
    });
    visit({ id, cases: answers }, view);
  }
}
