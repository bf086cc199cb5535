/** What went wrong while planning, as a line above the sentence. */
import type { SnapshotInHand } from '../data.ts';
import { pathHash } from '../link.ts';
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
  const plans = [...plan.items.values()];
  const unread = plans.filter(({ verdict }) => verdict === 'unknown');
  const lost = unread.length;
  const problems =
    plans.reduce((all, { problems }) => all + problems.length, 0) +
    (plan.summary?.problems.length ?? 0);
  if (problems === 0 && lost === 0) return null;
  return (
    <ProblemLine
      action={<WhereTold view={view} lost={unread.map(({ index }) => index)} problems={problems} />}
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

/** `lost`: indexes of manifests that can't be read. */
function WhereTold(props: {
  readonly view: SnapshotInHand;
  readonly lost: readonly number[];
  readonly problems: number;
}) {
  const { view, lost, problems } = props;
  const { file: _, manifest: __, ...rest } = useLink();
  const first = view.manifests.find(({ index }) => index === lost[0]);
  if (first !== undefined) {
    // The inspector, since what was replaced after it was opened is no problem of the table's in Overview.
    const manifest = pathHash(first.manifest.manifestPath);
    const words = lost.length === 1 ? 'Which one?' : 'See the first';
    return <a href={hrefOf('pruning', { ...rest, manifest })}>{words}</a>;
  }
  const words = plural(problems, 'problem');
  // Overview lists them, and is not shown of a part.
  return view.part === undefined ? <a href={hrefOf('overview', rest)}>{words}</a> : words;
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
