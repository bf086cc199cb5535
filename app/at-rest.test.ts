import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { REST_MS, whileAtRest } from './at-rest.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Work that ends when told. */
function work() {
  const signals: AbortSignal[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const run = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signals.push(signal);
      ends.push((failure) => (failure === undefined ? resolve() : reject(failure)));
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { run, signals, ends };
}

it('begins once the hand has rested, and begins anew after each interruption', async () => {
  const hand = new EventTarget();
  const { run, signals } = work();
  whileAtRest(hand, run);
  await vi.advanceTimersByTimeAsync(REST_MS - 1);
  hand.dispatchEvent(new Event('pointermove'));
  await vi.advanceTimersByTimeAsync(REST_MS - 1);
  expect(signals.length).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  hand.dispatchEvent(new Event('keydown'));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  await vi.advanceTimersByTimeAsync(REST_MS);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

it('runs no more when it has come to its end, or is stopped', async () => {
  for (const end of ['itself', 'stopped']) {
    const hand = new EventTarget();
    const { run, signals, ends } = work();
    const stop = whileAtRest(hand, run);
    await vi.advanceTimersByTimeAsync(REST_MS);
    if (end === 'itself') ends[0]?.();
    else stop();
    await vi.advanceTimersByTimeAsync(0);
    hand.dispatchEvent(new Event('wheel'));
    await vi.advanceTimersByTimeAsync(2 * REST_MS);
    expect(signals.length, end).toBe(1);
  }
});

it('tries again after a failure when the hand has moved', async () => {
  const hand = new EventTarget();
  const { run, signals, ends } = work();
  whileAtRest(hand, run);
  await vi.advanceTimersByTimeAsync(REST_MS);
  ends[0]?.(new Error('the worker stopped'));
  await vi.advanceTimersByTimeAsync(2 * REST_MS);
  expect(signals.length).toBe(1);
  hand.dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(REST_MS);
  expect(signals.length).toBe(2);
});
