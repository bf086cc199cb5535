/** Servers of tables beside the app's own, each with its habits, for what a person meets on the web. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface Habits {
  /** Lets pages of other origins read. */
  readonly cors?: boolean;
  /** Answers a folder with an HTML index. */
  readonly lists?: boolean;
  /** Answers a range with that range; else with everything. */
  readonly ranges?: boolean;
  /** Refuses the first request for each path with 429. */
  readonly busy?: boolean;
}

interface Asked {
  readonly path: string;
  readonly range: string | undefined;
  readonly status: number;
}

export interface TableServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  close(): void;
}

export async function serveTables(folder: string, habits: Habits): Promise<TableServer> {
  const asked: Asked[] = [];
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const range = request.headers.range;
    if (habits.cors === true) response.setHeader('Access-Control-Allow-Origin', '*');
    const busy = habits.busy === true && !seen.has(path);
    seen.add(path);
    if (busy) response.writeHead(429).end();
    else answer(response, join(folder, path), habits, range);
    asked.push({ path, range, status: response.statusCode });
  });
  // `localhost` and not an address: the page's policy names it so.
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(
  response: ServerResponse,
  path: string,
  habits: Habits,
  range: string | undefined,
): void {
  if (!existsSync(path)) {
    response.writeHead(404).end();
  } else if (statSync(path).isDirectory()) {
    if (habits.lists !== true) {
      response.writeHead(404).end();
      return;
    }
    const links = readdirSync(path).map(
      (name) => `<a href="${encodeURIComponent(name)}">${name}</a>`,
    );
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(links.join('\n'));
  } else {
    const bytes = readFileSync(path);
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (habits.ranges !== true || from === undefined || to === undefined) {
      response.writeHead(200).end(bytes);
      return;
    }
    response.writeHead(206).end(bytes.subarray(Number(from), Number(to) + 1));
  }
}
