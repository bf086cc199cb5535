/** What each spec makes of the predicate that is shown, in words. */
import { useMemo } from 'react';
import type { DescribedProjection } from '../../src/planning/describe-projection.ts';
import type { SnapshotInHand } from '../data.ts';
import type { PlanInHand } from '../queries.ts';
import type { Language } from './language.ts';

const NONE: ReadonlyMap<number, DescribedProjection> = new Map();

export function useProjections(
  view: SnapshotInHand,
  language: Language | undefined,
  plan: PlanInHand | undefined,
): ReadonlyMap<number, DescribedProjection> {
  const question = plan?.question;
  return useMemo(() => {
    if (language === undefined || question === undefined) return NONE;
    const where = language.parse(question.where);
    if (where.errors.length > 0) return NONE;
    return language.projections(where, view.table.metadata.partitionSpecs, question.profile);
  }, [view, language, question]);
}
