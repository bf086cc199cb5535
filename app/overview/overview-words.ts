/** The overview's finding in one sentence. */
import type { Problem } from '../../src/base/errors.ts';
import type { ErasModel } from '../eras/eras-model.ts';
import { bytes, capital, inWords } from '../ui/format.ts';
import { hasRhythm, paceWords } from './rhythm.ts';

export interface OverviewFacts {
  readonly model: ErasModel;
  /** Live bytes; undefined until they are known. */
  readonly liveBytes: number | undefined;
  readonly atLeast: boolean;
  readonly problems: readonly Problem[];
}

export function overviewSentence(facts: OverviewFacts): string {
  const { model } = facts;
  return [sizeClause(facts), problemClause(facts.problems)].join(' ').replace('%pace', pace(model));
}

function sizeClause({ model, liveBytes, atLeast }: OverviewFacts): string {
  const layouts = `${inWords(model.eras.length)} layout${model.eras.length === 1 ? '' : 's'}`;
  if (model.commits.length === 0) return `${capital(layouts)} and no snapshot yet.`;
  if (liveBytes === undefined) return `${capital(layouts)}%pace.`;
  return `${atLeast ? 'At least ' : ''}${bytes(liveBytes)} in ${layouts}%pace.`;
}

function pace(model: ErasModel): string {
  if (!hasRhythm(model)) return '';
  const current = model.eras.find((era) => era.isDefault)?.spans.at(-1);
  const appends = model.commits.filter((c) => c.kind === 'append' && c.onLine);
  const recent = appends.filter((c) => current === undefined || c.ms >= current.from);
  const words = paceWords(recent.map((c) => c.ms)) ?? paceWords(appends.map((c) => c.ms));
  if (words === undefined) return '';
  return `, ${words === 'one commit a day' ? 'written once a day' : `written ${words}`}`;
}

function problemClause(problems: readonly Problem[]): string {
  const grave = problems.filter((problem) => problem.severity === 'can-change-answer');
  const [first] = grave;
  if (first === undefined) return 'Nothing found in it can change an answer.';
  // What was found in its bytes stands in the list below.
  const rest = first.message.replace(/(?<= at byte [\d,]+): .*/s, '').replace(/\.$/, '');
  const lower = rest.charAt(0).toLowerCase() + rest.slice(1);
  return grave.length === 1
    ? `One thing in it can change an answer: ${lower}.`
    : `${capital(inWords(grave.length))} things in it can change an answer.`;
}
