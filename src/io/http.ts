/**
 * Bytes over HTTP: GET only, explicit ranges only. A suffix range (`bytes=-8`) would need a CORS preflight that most
 * buckets refuse; `bytes=a-b` needs none. No credentials and no referrer ever leave the page.
 */
import { IcecoreError } from '../base/errors.ts';
import type { Input, InputRef } from './input.ts';

export interface HttpOptions {
  readonly fetch?: typeof fetch | undefined;
  /** Origin of the page; a request to another origin can be refused by CORS. undefined in Node. */
  readonly pageOrigin?: string | undefined;
  /** Waits before a retry; rejects with the signal's reason. */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

const RETRIES = 4;
/** Of a first request that got no answer at all. */
const FIRST_RETRIES = 1;
const FIRST_WAIT_MS = 250;
/** A server may ask for any wait; a person does not wait longer than this for one file. */
const LONGEST_WAIT_MS = 20_000;
/** No metadata file comes near it; a server that ignores ranges may send any data file whole. */
const LARGEST_BODY = 1 << 30;
const RETRIED_STATUS: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

type UrlRef = Extract<InputRef, { kind: 'url' }>;

interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
}

interface Failure {
  readonly error: IcecoreError;
  readonly retry: boolean;
  /** No answer came, not even its status. */
  readonly isUnanswered?: boolean | undefined;
  readonly retryAfterMs?: number | undefined;
}

/**
 * Errors: `network`, with the status reachable by {@link httpStatus} where the server answered; `forbidden` where the
 * page's own policy refuses the request.
 */
export function httpInput(ref: UrlRef, options: HttpOptions = {}): Input {
  // Kept where the server sent everything for a range: it would do so again.
  let body: Uint8Array | undefined;
  return {
    name: ref.name,
    size: ref.size,
    async read(from, to, signal) {
      if (to <= from) return new Uint8Array(0);
      if (body !== undefined) return body.slice(from, to);
      const answer = await request(ref, `bytes=${from}-${to - 1}`, options, signal);
      if (answer.status === 416) return new Uint8Array(0);
      if (answer.status === 206) return answer.bytes.subarray(0, to - from);
      body = answer.bytes;
      return body.slice(from, to);
    },
    async whole(signal) {
      return body ?? (await request(ref, undefined, options, signal)).bytes;
    },
  };
}

/** Status of the server's answer behind an error of {@link httpInput}. */
export function httpStatus(error: unknown): number | undefined {
  const cause = error instanceof IcecoreError ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'status' in cause
    ? (cause.status as number)
    : undefined;
}

const unanswered = new WeakSet<IcecoreError>();

/** True for an error of {@link httpInput} where nothing answered at all. It does not cross into another thread. */
export function gotNoAnswer(error: unknown): boolean {
  return error instanceof IcecoreError && unanswered.has(error);
}

/** The address without query and fragment: a signature never enters a message. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

async function request(
  { url, isFirst }: UrlRef,
  range: string | undefined,
  options: HttpOptions,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const wait = options.wait ?? pause;
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    const outcome = await attemptOnce(url, range, options, signal);
    if (!('error' in outcome)) return outcome;
    signal?.throwIfAborted();
    const retries = isFirst === true && outcome.isUnanswered === true ? FIRST_RETRIES : RETRIES;
    if (!outcome.retry || attempt >= retries) throw outcome.error;
    await wait(outcome.retryAfterMs ?? backOff(attempt), signal);
  }
}

/** Full jitter over the upper half, so that many readers refused at once don't come back at once. */
function backOff(attempt: number): number {
  const longest = FIRST_WAIT_MS * 2 ** attempt;
  return longest / 2 + (Math.random() * longest) / 2;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

async function attemptOnce(
  url: string,
  range: string | undefined,
  options: HttpOptions,
  signal: AbortSignal | undefined,
): Promise<Answer | Failure> {
  const fetcher = options.fetch ?? fetch;
  const policy = watchPolicy(url);
  let hasAnswered = false;
  try {
    const response = await fetcher(url, {
      method: 'GET',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      ...(range === undefined ? {} : { headers: { Range: range } }),
      ...(signal === undefined ? {} : { signal }),
    });
    hasAnswered = true;
    if (response.ok) return { status: response.status, bytes: await readBody(response, url) };
    await response.body?.cancel();
    if (response.status === 416 && range !== undefined) {
      return { status: 416, bytes: new Uint8Array(0) };
    }
    return refusal(url, response);
  } catch (cause) {
    if (cause instanceof IcecoreError) return { error: cause, retry: false };
    signal?.throwIfAborted();
    if (await policy.hasRefused()) return { error: forbidden(url, cause), retry: false };
    const failure = await unreachable(url, cause, options, signal);
    if (hasAnswered || !failure.retry) return failure;
    unanswered.add(failure.error);
    return { ...failure, isUnanswered: true };
  } finally {
    policy.end();
  }
}

interface PolicyWatch {
  hasRefused(): Promise<boolean>;
  end(): void;
}

interface PolicyViolation {
  readonly blockedURI: string;
  readonly disposition: string;
}

/** As much of a page's or worker's global object as is needed. Node has none of it. */
interface PolicyScope {
  addEventListener?(type: string, listener: (event: PolicyViolation) => void): void;
  removeEventListener?(type: string, listener: (event: PolicyViolation) => void): void;
}

/** A request that the page's policy refuses fails like any other; an event beside the failure tells. */
function watchPolicy(url: string): PolicyWatch {
  const scope = globalThis as PolicyScope;
  const { origin } = new URL(url);
  let refused = false;
  const listener = ({ blockedURI, disposition }: PolicyViolation) => {
    if (disposition !== 'enforce' || !URL.canParse(blockedURI)) return;
    if (new URL(blockedURI).origin === origin) refused = true;
  };
  scope.addEventListener?.('securitypolicyviolation', listener);
  return {
    async hasRefused() {
      // The event is a task of its own, which may come behind the failure.
      if (scope.addEventListener !== undefined) await pause(0);
      return refused;
    },
    end: () => scope.removeEventListener?.('securitypolicyviolation', listener),
  };
}

function forbidden(url: string, cause: unknown): IcecoreError {
  const { origin } = new URL(url);
  return new IcecoreError('forbidden', `This page’s policy does not let it read ${origin}`, {
    place: withoutQuery(url),
    advice: forbiddenAdvice(new URL(url)),
    cause,
  });
}

const OTHER_WAYS =
  'download the table’s metadata folder and drop it here. Whoever builds the page can allow the address by ICECORE_CONNECT_SRC.';

function forbiddenAdvice(url: URL): string {
  if (url.protocol === 'https:') return `Instead, ${OTHER_WAYS}`;
  if (/^(127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) {
    return `Write http://localhost${url.port === '' ? '' : `:${url.port}`} instead of ${url.origin}.`;
  }
  return `Over http only localhost is read. Use https, or ${OTHER_WAYS}`;
}

async function readBody(response: Response, url: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    length += part.value.length;
    if (length > LARGEST_BODY) {
      await reader?.cancel();
      throw new IcecoreError('network', `${withoutQuery(url)} sends more than 1 GiB`, {
        place: withoutQuery(url),
        advice:
          'The server sends whole files where a part was asked for. Download the table’s folder and drop it here.',
      });
    }
    chunks.push(part.value);
  }
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function refusal(url: string, response: Response): Failure {
  const { status } = response;
  const place = withoutQuery(url);
  const words = response.statusText === '' ? `${status}` : `${status} ${response.statusText}`;
  return {
    error: new IcecoreError('network', `The server answers ${words} for ${place}`, {
      place,
      advice:
        ADVICE_BY_STATUS[status] ??
        'Try again later, or download the table’s metadata folder and drop it here.',
      cause: { status },
    }),
    retry: RETRIED_STATUS.has(status),
    retryAfterMs: retryAfterMs(response.headers.get('Retry-After')),
  };
}

const ADVICE_BY_STATUS: Readonly<Record<number, string>> = {
  401: 'It wants credentials, which are never sent from here. Use a public or signed address, or download the table’s metadata folder and drop it here.',
  403: 'It refuses anonymous readers, or there is no such file and it does not say so. Use a public or signed address, or download the table’s metadata folder and drop it here.',
  404: 'There is no such file. Check the address; a table folder holds a folder named metadata.',
};

/** Seconds or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);
}

/**
 * `fetch` says the same TypeError for a dead server and for a CORS refusal. A request in `no-cors` mode, whose answer is
 * unreadable, tells them apart: it succeeds only where the server is there.
 */
async function unreachable(
  url: string,
  cause: unknown,
  options: HttpOptions,
  signal: AbortSignal | undefined,
): Promise<Failure> {
  const place = withoutQuery(url);
  const origin = options.pageOrigin ?? pageOrigin();
  const { host, origin: target } = new URL(url);
  if (origin !== undefined && origin !== target && (await answers(url, options, signal))) {
    return { error: corsRefusal(host, place, origin, cause), retry: false };
  }
  return {
    error: new IcecoreError('network', `${host} can’t be reached for ${place}`, {
      place,
      advice:
        'Check the address and the connection. In a browser, a blocker can also stop a request.',
      cause,
    }),
    retry: true,
  };
}

async function answers(
  url: string,
  options: HttpOptions,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const enough = new AbortController();
  const stop = () => enough.abort();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await (options.fetch ?? fetch)(url, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: enough.signal,
    });
    return true;
  } catch {
    // Not reachable either way: the answer to the question that was asked.
    return false;
  } finally {
    stop();
    signal?.removeEventListener('abort', stop);
  }
}

function pageOrigin(): string | undefined {
  return (globalThis as { location?: { origin: string } }).location?.origin;
}

function corsRefusal(host: string, place: string, origin: string, cause: unknown): IcecoreError {
  return new IcecoreError('network', `The server at ${host} does not let pages read it`, {
    place,
    advice: `Set this CORS policy on the bucket, or download the table’s metadata folder and drop it here:\n${corsPolicy(origin)}`,
    cause,
  });
}

/** The policy in the form that S3 and its kin take. */
function corsPolicy(origin: string): string {
  const rule = {
    AllowedOrigins: [origin],
    AllowedMethods: ['GET'],
    AllowedHeaders: ['Range', 'If-Match'],
    ExposeHeaders: ['Content-Range', 'Content-Length', 'ETag'],
    MaxAgeSeconds: 3600,
  };
  return JSON.stringify([rule], null, 2);
}
