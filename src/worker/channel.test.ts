import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { IcecoreError } from '../base/errors.ts';
import { type Client, connect, type Port, serve } from './channel.ts';

interface Sums {
  burst(
    request: { count: number },
    options: { signal?: AbortSignal; onStep: (n: number) => void },
  ): Promise<void>;
  double(request: { n: bigint }): Promise<bigint>;
  steps(
    request: { count: number },
    options: { signal?: AbortSignal; onStep: (n: number, part: { data: Float64Array }) => void },
  ): Promise<number>;
  refuse(request: { typed: string }): Promise<never>;
  crash(request: null): Promise<never>;
  forever(request: null, options?: { signal?: AbortSignal }): Promise<never>;
}

const METHODS = ['burst', 'double', 'steps', 'refuse', 'crash', 'forever'] as const;

const aborts: string[] = [];
const kept: Float64Array[] = [];

const server: Sums = {
  async burst({ count }, { onStep }) {
    for (let n = 0; n < count; n++) onStep(n);
  },
  double: async ({ n }) => n * 2n,
  async steps({ count }, { signal, onStep }) {
    for (let n = 0; n < count; n++) {
      signal?.throwIfAborted();
      const data = new Float64Array([n, n + 0.5]);
      kept.push(data);
      onStep(n, { data });
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return count;
  },
  async refuse({ typed }) {
    throw new IcecoreError('invalid-input', `no column ${typed}`, {
      place: 'where',
      offset: 3,
      span: { from: 1, to: 4 },
      advice: 'Take another.',
      cause: new Error('not to be sent'),
    });
  },
  async crash() {
    throw new RangeError('out of range');
  },
  forever: (_request, options) =>
    new Promise((_resolve, reject) => {
      options?.signal?.addEventListener('abort', () => {
        aborts.push('forever');
        reject(options.signal?.reason);
      });
    }),
};

const open: MessageChannel[] = [];
afterEach(() => {
  for (const channel of open.splice(0)) channel.port1.close();
});

function pair(): Client<Sums> {
  const channel = new MessageChannel();
  open.push(channel);
  serve(channel.port1 as unknown as Port, server);
  const client = connect<Sums>(channel.port2 as unknown as Port, METHODS);
  channel.port1.start();
  channel.port2.start();
  return client;
}

it('carries bigints both ways', async () => {
  expect(await pair().api.double({ n: 2n ** 60n })).toBe(2n ** 61n);
});

it('brings progress in order before the result, and transfers its arrays', async () => {
  kept.length = 0;
  const seen: number[] = [];
  const count = await pair().api.steps(
    { count: 3 },
    { onStep: (n, { data }) => seen.push(n, data[1] as number) },
  );
  expect([count, ...seen]).toEqual([3, 0, 0.5, 1, 1.5, 2, 2.5]);
  expect(kept.map((data) => data.length)).toEqual([0, 0, 0]);
});

it('brings what comes at once in few messages, each in its turn', async () => {
  const channel = new MessageChannel();
  open.push(channel);
  let messages = 0;
  channel.port2.on('message', () => {
    messages += 1;
  });
  serve(channel.port1 as unknown as Port, server);
  const client = connect<Sums>(channel.port2 as unknown as Port, METHODS);
  const seen: number[] = [];
  await client.api.burst({ count: 1000 }, { onStep: (n) => seen.push(n) });
  expect(seen).toEqual(Array.from({ length: 1000 }, (_, n) => n));
  expect(messages).toBeLessThan(100);
});

it('brings the rest of a burst to nobody who has gone', async () => {
  const abort = new AbortController();
  const seen: number[] = [];
  const onStep = (n: number) => {
    seen.push(n);
    if (n === 5) abort.abort(new Error('enough'));
  };
  const call = pair().api.burst({ count: 1000 }, { signal: abort.signal, onStep });
  await expect(call).rejects.toThrow('enough');
  expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
});

it('revives an IcecoreError with all its parts', async () => {
  const error = await pair()
    .api.refuse({ typed: 'x' })
    .catch((e: unknown) => e);
  expect(error).toBeInstanceOf(IcecoreError);
  expect(error).toMatchObject({
    kind: 'invalid-input',
    message: 'no column x',
    place: 'where',
    offset: 3,
    span: { from: 1, to: 4 },
    advice: 'Take another.',
  });
});

it('keeps name and message of our own bugs', async () => {
  await expect(pair().api.crash(null)).rejects.toMatchObject({
    name: 'RangeError',
    message: 'out of range',
  });
});

it('rejects an aborted call at once with the signal’s reason, and tells the server', async () => {
  const client = pair();
  const abort = new AbortController();
  const call = client.api.forever(null, { signal: abort.signal });
  const other = client.api.double({ n: 4n });
  abort.abort(new Error('outdated'));
  await expect(call).rejects.toThrow('outdated');
  expect(client.pending()).toBe(1);
  expect(await other).toBe(8n);
  expect(aborts).toEqual(['forever']);
});

it('brings no progress after an abort', async () => {
  const abort = new AbortController();
  const seen: number[] = [];
  const client = pair();
  const call = client.api.steps(
    { count: 50 },
    {
      signal: abort.signal,
      onStep: (n) => {
        seen.push(n);
        abort.abort();
      },
    },
  );
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  await client.api.double({ n: 1n });
  expect(seen).toEqual([0]);
});

it('refuses a call whose signal is aborted already', async () => {
  const client = pair();
  await expect(client.api.forever(null, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
  expect(client.pending()).toBe(0);
});

it('rejects everybody when the other end is dead, and every later call', async () => {
  const client = pair();
  const calls = [client.api.forever(null), client.api.forever(null)];
  client.fail(new IcecoreError('unsupported', 'gone'));
  for (const call of calls) await expect(call).rejects.toThrow('gone');
  await expect(client.api.double({ n: 1n })).rejects.toThrow('gone');
});
