import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { IcecoreError } from '../base/errors.ts';
import { gotNoAnswer, httpInput, httpStatus, withoutQuery } from './http.ts';

const CONTENT = new Uint8Array(1000).map((_, i) => i % 251);

let base = '';
let requests: IncomingMessage[] = [];
let routes: Record<
  string,
  (request: IncomingMessage, response: ServerResponse, n: number) => void
> = {};

const server = createServer((request, response) => {
  const path = (request.url ?? '').replace(/\?.*/, '');
  const earlier = requests.filter((r) => r.url === request.url).length;
  requests.push(request);
  const route = routes[path];
  if (route === undefined) response.writeHead(404).end('no');
  else route(request, response, earlier);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
});

function ranged(request: IncomingMessage, response: ServerResponse): void {
  const match = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (match === null) {
    response.writeHead(200).end(CONTENT);
    return;
  }
  const [from, to] = [Number(match[1]), Number(match[2])];
  if (from >= CONTENT.length) response.writeHead(416).end('beyond');
  else response.writeHead(206).end(CONTENT.subarray(from, to + 1));
}

routes = {
  '/ranged': ranged,
  '/ignores-ranges': (_request, response) => response.writeHead(200).end(CONTENT),
  '/busy-once': (request, response, n) => {
    if (n === 0) response.writeHead(429, { 'Retry-After': '3' }).end();
    else ranged(request, response);
  },
  '/broken-twice': (request, response, n) => {
    if (n === 0) response.writeHead(503).end();
    else if (n === 1) request.socket.destroy();
    else ranged(request, response);
  },
  '/always-busy': (_request, response) => response.writeHead(500).end(),
  '/forbidden': (_request, response) => response.writeHead(403).end(),
  '/cut': (_request, response) => {
    response.writeHead(200, { 'Content-Length': '1000' }).write(CONTENT.subarray(0, 10));
    setTimeout(() => response.destroy(), 5);
  },
  '/slow': () => undefined,
};

const waits: number[] = [];
const wait = async (ms: number) => {
  waits.push(ms);
};

function input(path: string, options: Parameters<typeof httpInput>[1] = {}) {
  return httpInput({ kind: 'url', name: path, url: `${base}${path}` }, { wait, ...options });
}

async function failure(promise: Promise<unknown>): Promise<IcecoreError> {
  const error = await promise.then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(error).toBeInstanceOf(IcecoreError);
  return error as IcecoreError;
}

describe('ranges', () => {
  const rows: [from: number, to: number, bytes: number][] = [
    [0, 10, 10],
    [990, 1000, 10],
    [990, 2000, 10],
    [1000, 1010, 0],
    [5, 5, 0],
  ];
  it.each(rows)('[%i, %i) gives %i bytes', async (from, to, count) => {
    const bytes = await input('/ranged').read(from, to);
    expect([...bytes]).toEqual([...CONTENT.subarray(from, to)]);
    expect(bytes.length).toBe(count);
  });

  it('asks for explicit ranges by GET, without credentials or referrer', async () => {
    await input('/ranged').read(3, 9);
    const [request] = requests;
    expect(request?.method).toBe('GET');
    expect(request?.headers.range).toBe('bytes=3-8');
    expect(request?.headers.cookie).toBeUndefined();
    expect(request?.headers.referer).toBeUndefined();
  });

  it('takes what it needs of a whole body, and asks no second time', async () => {
    const whole = input('/ignores-ranges');
    expect([...(await whole.read(3, 6))]).toEqual([3, 4, 5]);
    expect((await whole.read(999, 1200)).length).toBe(1);
    expect((await whole.whole()).length).toBe(1000);
    expect(requests.length).toBe(1);
  });
});

describe('retries', () => {
  it('waits as long as Retry-After says', async () => {
    waits.length = 0;
    expect((await input('/busy-once').read(0, 4)).length).toBe(4);
    expect(waits).toEqual([3000]);
  });

  it('goes on after a 503 and a broken connection, waiting longer each time', async () => {
    waits.length = 0;
    expect((await input('/broken-twice').whole()).length).toBe(1000);
    expect(waits.length).toBe(2);
    expect(waits[0]).toBeLessThanOrEqual(250);
    expect(waits[1]).toBeGreaterThanOrEqual(250);
  });

  it('gives up after five tries', async () => {
    const error = await failure(input('/always-busy').whole());
    expect(error.kind).toBe('network');
    expect(httpStatus(error)).toBe(500);
    expect(requests.length).toBe(5);
  });

  it('tells of a host that is not there after two tries, where it was never there', async () => {
    for (const [isFirst, tries] of [
      [true, 2],
      [false, 5],
    ] as const) {
      let asked = 0;
      const dead: typeof fetch = async () => {
        asked++;
        throw new TypeError('fetch failed');
      };
      const ref = { kind: 'url', name: 'x', url: 'https://h.example/x', isFirst } as const;
      const error = await failure(httpInput(ref, { wait, fetch: dead }).whole());
      expect([error.kind, asked, gotNoAnswer(error)]).toEqual(['network', tries, true]);
    }
  });

  it('tries again when a body is cut', async () => {
    const error = await failure(input('/cut').whole());
    expect(error.message).toContain('can’t be reached');
    expect(requests.length).toBe(5);
  });

  it('does not try again what was refused', async () => {
    for (const path of ['/forbidden', '/absent']) await failure(input(path).whole());
    expect(requests.length).toBe(2);
  });
});

describe('refusals say what to do', () => {
  it('404', async () => {
    const error = await failure(input('/absent?signature=secret').whole());
    expect(error.message).toBe(`The server answers 404 Not Found for ${base}/absent`);
    expect(error.place).toBe(`${base}/absent`);
    expect(error.advice).toContain('no such file');
    expect(httpStatus(error)).toBe(404);
  });

  it('403', async () => {
    const error = await failure(input('/forbidden').whole());
    expect(error.advice).toContain('anonymous');
  });

  it('a dead server', async () => {
    const dead = httpInput(
      { kind: 'url', name: 'x', url: 'http://127.0.0.1:1/x' },
      { wait, pageOrigin: 'https://icecore.example' },
    );
    expect((await failure(dead.whole())).message).toBe(
      '127.0.0.1:1 can’t be reached for http://127.0.0.1:1/x',
    );
  });

  it('a server that does not let pages read it, with the policy to set', async () => {
    const modes: (string | undefined)[] = [];
    // As a browser does it: the answer to a page of another origin without the header is a bare TypeError.
    const browserFetch: typeof fetch = async (_url, init) => {
      modes.push(init?.mode);
      if (init?.mode === 'no-cors') return new Response(null);
      throw new TypeError('Failed to fetch');
    };
    const error = await failure(
      input('/ranged', { fetch: browserFetch, pageOrigin: 'https://icecore.example' }).whole(),
    );
    expect(error.message).toMatch(/^The server at 127\.0\.0\.1:\d+ does not let pages read it$/);
    expect(modes).toEqual([undefined, 'no-cors']);
    const policy = JSON.parse((error.advice ?? '').split('\n').slice(1).join('\n')) as unknown;
    expect(policy).toEqual([
      expect.objectContaining({
        AllowedOrigins: ['https://icecore.example'],
        AllowedMethods: ['GET'],
      }),
    ]);
  });
});

describe('the page’s own policy', () => {
  const rows: [url: string, advice: RegExp][] = [
    [
      'http://lake.example.org/t?sig=1',
      /^Over http only localhost is read\. Use https, or download/,
    ],
    [
      'http://127.0.0.1:5002/clicks',
      /^Write http:\/\/localhost:5002 instead of http:\/\/127\.0\.0\.1:5002\.$/,
    ],
    ['https://lake.example.org/t', /^Instead, download .* ICECORE_CONNECT_SRC\.$/],
  ];
  it.each(rows)('%s: said at once, with what to do', async (url, advice) => {
    const scope = new EventTarget();
    vi.stubGlobal('addEventListener', scope.addEventListener.bind(scope));
    vi.stubGlobal('removeEventListener', scope.removeEventListener.bind(scope));
    let asked = 0;
    // As a browser does it: the event may come behind the failure.
    const browserFetch: typeof fetch = async () => {
      asked++;
      const violation = { blockedURI: url, disposition: 'enforce' };
      const event = Object.assign(new Event('securitypolicyviolation'), violation);
      setTimeout(() => scope.dispatchEvent(event), 0);
      throw new TypeError('Failed to fetch');
    };
    const options = { wait, fetch: browserFetch, pageOrigin: 'http://localhost:4180' };
    const error = await failure(httpInput({ kind: 'url', name: 'x', url }, options).whole());
    vi.unstubAllGlobals();
    const { origin } = new URL(url);
    expect(error.kind).toBe('forbidden');
    expect(error.message).toBe(`This page’s policy does not let it read ${origin}`);
    expect(error.advice).toMatch(advice);
    expect(asked).toBe(1);
  });
});

describe('abort', () => {
  it('ends a slow request with the signal’s reason', async () => {
    const abort = new AbortController();
    const call = input('/slow').whole(abort.signal);
    setTimeout(() => abort.abort(new Error('outdated')), 20);
    await expect(call).rejects.toThrow('outdated');
    expect(requests.length).toBe(1);
  });

  it('ends the wait before a retry', async () => {
    const abort = new AbortController();
    const call = httpInput({ kind: 'url', name: 'x', url: `${base}/busy-once?abort` }).whole(
      abort.signal,
    );
    setTimeout(() => abort.abort(new Error('outdated')), 50);
    await expect(call).rejects.toThrow('outdated');
    expect(requests.length).toBe(1);
  });
});

it.each([
  ['https://h/p?a=b#c', 'https://h/p'],
  ['https://h/p#c?d', 'https://h/p'],
  ['https://h/p', 'https://h/p'],
])('%s is named %s', (url, named) => {
  expect(withoutQuery(url)).toBe(named);
});
