/** What went wrong while planning, as a line above the sentence. */
import type { SnapshotInHand } from '../data.ts';
import type { PlanInHand } from '../queries.ts';
import { hrefOf, useLink } from '../routes.ts';
import { ProblemLine } from '../ui/errors.tsx';
import { capital, count, inWords, plural } from '../ui/format.ts';
import { type SieveRow, unknownOf } from './sieve-layout.ts';

export function PlanProblems({
  view,
  plan,
  sum,
}: {
  readonly view: SnapshotInHand;
  readonly plan: PlanInHand;
  readonly sum: SieveRow;
}) {
  const link = useLink();
  const plans = [...plan.items.values()];
  const lost = plans.filter(({ verdict }) => verdict === 'unknown').length;
  const problems =
    plans.reduce((all, { problems }) => all + problems.length, 0) +
    (plan.summary?.problems.length ?? 0);
  if (problems === 0 && lost === 0) return null;
  const { file: _, manifest: __, ...rest } = link;
  return (
    <ProblemLine
      action={
        // Overview lists them, and is not shown of a part.
        view.part === undefined ? (
          <a href={hrefOf('overview', rest)}>{plural(problems, 'problem')}</a>
        ) : (
          plural(problems, 'problem')
        )
      }
    >
      {lost > 0 ? (
        <>
          <strong>
            {capital(inWords(lost))} of {plural(plan.of, 'manifest')} cannot be read.
          </strong>{' '}
          {unknownWords(lost, unknownOf(sum).files)}
        </>
      ) : (
        <strong>{firstProblem(plan)}</strong>
      )}
    </ProblemLine>
  );
}

function unknownWords(manifests: number, files: bigint): string {
  const whose = manifests === 1 ? 'Its' : 'Their';
  return files === 1n
    ? `${whose} one file is unknown: not read, not skipped, and in no sum but its own.`
    : `${whose} ${count(files)} files are unknown: not read, not skipped, and in no sum but their own.`;
}

function firstProblem(plan: PlanInHand): string {
  for (const { problems } of plan.items.values()) {
    if (problems[0] !== undefined) return problems[0].message;
  }
  return plan.summary?.problems[0]?.message ?? '';
}
