/**
 * Calls over a port. Client and server derive from one interface of methods `(request, options) => Promise`, where
 * `options` may hold `signal` and callbacks named `on…`; a callback becomes progress messages. Errors cross as data.
 */
import { type ErrorDetail, type ErrorKind, IcecoreError } from '../base/errors.ts';
import { httpStatus } from '../io/http.ts';

/** What a worker's global scope, a Worker and a MessagePort have in common. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
}

interface Options {
  readonly signal?: AbortSignal | undefined;
  readonly [callback: string]: unknown;
}

type AnyMethod = (request: unknown, options: unknown) => Promise<unknown>;
type Method = (request: never, options: never) => Promise<unknown>;
export type Methods<Api> = { readonly [name in keyof Api]: Method };

type Call = { id: number; call: string; request: unknown; callbacks: readonly string[] };
type ToServer = Call | { id: number; abort: true };
type ToClient =
  | { id: number; progress: readonly Progress[] }
  | { id: number; result: unknown }
  | { id: number; error: ErrorData };

/** A call of a callback. */
interface Progress {
  readonly name: string;
  readonly args: readonly unknown[];
}

interface ErrorData extends ErrorDetail {
  readonly icecore: ErrorKind | undefined;
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/** Progress that comes so soon after the last is sent together: a message costs more than what is in it. */
const TOGETHER_MS = 8;

function teller(send: (progress: readonly Progress[]) => void) {
  const waiting: Progress[] = [];
  let sentAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
    sentAt = performance.now();
    if (waiting.length > 0) send(waiting.splice(0));
  };
  return {
    flush,
    tell(progress: Progress) {
      waiting.push(progress);
      if (performance.now() - sentAt >= TOGETHER_MS) flush();
      else timer ??= setTimeout(flush, TOGETHER_MS);
    },
  };
}

/** Answers calls on `port` by `api`. */
export function serve<Api extends Methods<Api>>(port: Port, api: Api): void {
  const running = new Map<number, AbortController>();
  const send = (message: ToClient) => port.postMessage(message, buffersOf(message));
  const answer = async ({ id, call, request, callbacks }: Call) => {
    const abort = new AbortController();
    running.set(id, abort);
    const options: Record<string, unknown> = { signal: abort.signal };
    const { tell, flush } = teller((progress) => {
      if (!abort.signal.aborted) send({ id, progress });
    });
    for (const name of callbacks) options[name] = (...args: unknown[]) => tell({ name, args });
    try {
      const method: unknown = api[call as keyof Api];
      const result = await (method as AnyMethod)(request, options);
      flush();
      send({ id, result });
    } catch (error) {
      flush();
      send({ id, error: errorData(error) });
    } finally {
      running.delete(id);
    }
  };
  port.addEventListener('message', (event) => {
    const message = (event as MessageEvent<ToServer>).data;
    if ('abort' in message) running.get(message.id)?.abort();
    else void answer(message);
  });
}

export interface Client<Api> {
  readonly api: Api;
  /** Calls that wait for an answer. */
  pending(): number;
  /** Rejects every waiting call, and every later one. */
  fail(error: IcecoreError): void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly options: Options;
}

/** Calls the server at the other end of `port`. `methods` are the names of the interface. */
export function connect<Api extends Methods<Api>>(
  port: Port,
  methods: readonly (keyof Api & string)[],
): Client<Api> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let dead: IcecoreError | undefined;
  const call = async (name: string, request: unknown, options: Options = {}): Promise<unknown> => {
    if (dead !== undefined) throw dead;
    options.signal?.throwIfAborted();
    const id = ++lastId;
    const callbacks = Object.keys(options).filter((key) => typeof options[key] === 'function');
    const answer = new Promise((resolve, reject) => waiting.set(id, { options, resolve, reject }));
    const stop = () => {
      port.postMessage({ id, abort: true } satisfies ToServer, []);
      take(waiting, id)?.reject(options.signal?.reason);
    };
    options.signal?.addEventListener('abort', stop, { once: true });
    port.postMessage({ id, call: name, request, callbacks } satisfies ToServer, []);
    try {
      return await answer;
    } finally {
      options.signal?.removeEventListener('abort', stop);
    }
  };
  port.addEventListener('message', (event) => {
    const message = (event as MessageEvent<ToClient>).data;
    if ('progress' in message) {
      for (const { name, args } of message.progress) {
        // One of them may abort the call, and then it is waited for no more.
        const callback = waiting.get(message.id)?.options[name];
        (callback as ((...args: readonly unknown[]) => void) | undefined)?.(...args);
      }
    } else if ('error' in message) take(waiting, message.id)?.reject(revive(message.error));
    else take(waiting, message.id)?.resolve(message.result);
  });
  const api: unknown = Object.fromEntries(
    methods.map((name) => [
      name,
      (request: unknown, options?: Options) => call(name, request, options),
    ]),
  );
  return {
    api: api as Api,
    pending: () => waiting.size,
    fail(error) {
      dead = error;
      for (const id of [...waiting.keys()]) take(waiting, id)?.reject(error);
    },
  };
}

function take(waiting: Map<number, Waiting>, id: number): Waiting | undefined {
  const call = waiting.get(id);
  waiting.delete(id);
  return call;
}

function errorData(error: unknown): ErrorData {
  if (!(error instanceof Error)) {
    return { icecore: undefined, name: 'Error', message: String(error), stack: undefined };
  }
  const { name, message, stack } = error;
  if (!(error instanceof IcecoreError)) return { icecore: undefined, name, message, stack };
  const { kind, place, offset, span, advice } = error;
  const status = httpStatus(error);
  const cause = status === undefined ? undefined : { status };
  return { icecore: kind, name, message, stack, place, offset, span, advice, cause };
}

function revive(data: ErrorData): Error {
  if (data.icecore !== undefined) return new IcecoreError(data.icecore, data.message, data);
  const error = new Error(data.message);
  error.name = data.name;
  if (data.stack !== undefined) error.stack = data.stack;
  return error;
}

/**
 * The buffers of the arrays in a result or in a progress message's arguments, and of those one level below. Results
 * are made for the caller, so nothing is left behind that still needs them.
 */
function buffersOf(message: ToClient): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const roots =
    'progress' in message
      ? message.progress.flatMap(({ args }) => args)
      : 'result' in message
        ? [message.result]
        : [];
  for (const root of roots) {
    if (typeof root !== 'object' || root === null) continue;
    for (const part of Object.values(root)) {
      if (ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer) buffers.add(part.buffer);
    }
  }
  return [...buffers];
}
