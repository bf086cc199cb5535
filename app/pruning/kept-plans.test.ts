import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { keepLatestPlans } from './kept-plans.ts';

it('keeps the latest plans and the one on the screen, and nothing else is its business', () => {
  const client = new QueryClient();
  const plan = (where: string) => ['plan', 'view', where];
  for (let i = 0; i < 7; i++) client.setQueryData(plan(`x > ${i}`), i, { updatedAt: 1000 + i });
  client.setQueryData(['pictures', 'view'], 'all', { updatedAt: 1 });
  const shown = new QueryObserver(client, {
    queryKey: plan('x > 0'),
    queryFn: () => 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const leave = shown.subscribe(() => undefined);
  keepLatestPlans(client);
  leave();
  const kept = [0, 1, 2, 3, 4, 5, 6].filter(
    (i) => client.getQueryData(plan(`x > ${i}`)) !== undefined,
  );
  expect(kept).toEqual([0, 5, 6]);
  expect(client.getQueryData(['pictures', 'view'])).toBe('all');
});
