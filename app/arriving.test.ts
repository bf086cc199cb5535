import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { type Arriving, arriving, queryClient } from './queries.ts';

afterEach(() => queryClient.clear());

it('asks again for what was stopped half way, since nobody looked, and not for what is whole', async () => {
  const queryKey = ['pictures', 'of a view that is left and returned to'];
  const runs: ((summary: undefined) => void)[] = [];
  const observer = new QueryObserver<Arriving<string>>(queryClient, {
    queryKey,
    queryFn: ({ signal }) =>
      arriving<string, undefined>(queryKey, 2, signal, (onItem) => {
        onItem(0, 'the first');
        return new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          runs.push((summary) => {
            onItem(1, 'the second');
            resolve(summary);
          });
        });
      }),
  });
  const states: string[] = [];
  const look = () =>
    observer.subscribe(({ data }) => states.push(`${data?.items.size} ${data?.complete}`));

  const leave = look();
  await vi.waitFor(() => expect(states.at(-1)).toBe('1 false'));
  leave();
  const leaveAgain = look();
  await vi.waitFor(() => expect(runs).toHaveLength(2));
  runs[1]?.(undefined);
  await vi.waitFor(() => expect(states.at(-1)).toBe('2 true'));
  leaveAgain();
  look()();
  expect(runs).toHaveLength(2);
});
