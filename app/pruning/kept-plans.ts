/** Plans of earlier questions, so that going back to one is answered at once. */
import type { QueryClient } from '@tanstack/react-query';

/** Each is two bytes for every file. */
const KEPT_PLANS = 2;

/** Lets all go but those on the screen and the latest of the others. */
export function keepLatestPlans(client: QueryClient): void {
  const left = client.getQueryCache().findAll({ queryKey: ['plan'], type: 'inactive' });
  left.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { queryKey } of left.slice(KEPT_PLANS))
    client.removeQueries({ queryKey, exact: true });
}
