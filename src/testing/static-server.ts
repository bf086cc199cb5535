/** A static server with directory indexes and CORS, as a plain host of tables is. */
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface StaticServer {
  readonly url: string;
  /** Paths that were asked for, as they stood in the request. */
  readonly asked: string[];
  close(): void;
}

/** `lists`: whether a folder answers with an index page or 404. */
export async function serveFolder(
  folder: string,
  { lists }: { lists: boolean },
): Promise<StaticServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const path = join(folder, decodeURIComponent(pathname));
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (!existsSync(path)) response.writeHead(404).end();
    else if (!statSync(path).isDirectory()) createReadStream(path).pipe(response);
    else if (!lists) response.writeHead(404).end();
    else {
      const links = readdirSync(path).map(
        (name) => `<a href="${encodeURIComponent(name)}">${name}</a>`,
      );
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(links.join('\n'));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
