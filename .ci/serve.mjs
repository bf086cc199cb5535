/**
 * Serves a built folder on this machine alone: strict policy, ranges, nothing outside the folder.
 *
 *     node .ci/serve.mjs [--port N] [--dir dist]
 *
 * Without --port it takes the first free one from 4173 on.
 */
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { headerPolicy } from './csp.mjs';

const FIRST_PORT = 4173;
const PORTS_TRIED = 100;

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.text': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.zip': 'application/zip',
};

/** Names that carry a hash of their content, so they never change: `assets/index-Bc3d_9xZ.js`. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/;

/**
 * The file that a request path names, or null: never outside `root`, never a dot file, no listing.
 * @param {string} root a real path
 * @param {string} urlPath as sent, still encoded
 */
async function fileFor(root, urlPath) {
  let path;
  try {
    path = decodeURIComponent(urlPath);
  } catch {
    return null;
  }
  if (path.includes('\0') || path.includes('\\')) return null;
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.some((part) => part.startsWith('.'))) return null;
  const wanted = path.endsWith('/') ? join(root, ...parts, 'index.html') : join(root, ...parts);
  try {
    const real = await realpath(wanted);
    if (!real.startsWith(root + sep)) return null;
    const info = await stat(real);
    return info.isFile() ? { real, size: info.size, mtimeMs: info.mtimeMs } : null;
  } catch {
    return null;
  }
}

/**
 * One range of a Range header. Null: serve the whole file (absent, several ranges, or not bytes).
 * 'unsatisfiable': answer 416.
 * @param {string | undefined} header
 * @param {number} size
 */
function parseRange(header, size) {
  const match = header === undefined ? null : /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (match === null || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(match[1]);
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1);
  if (match[2] !== '' && Number(match[2]) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/**
 * @param {string} root a real path
 * @param {string | undefined} frames who may have the page in a frame, as the policy writes it
 * @returns {import('node:http').RequestListener}
 */
function handler(root, frames) {
  const policy = headerPolicy(frames);
  return async (request, response) => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    /** @param {number} status @param {string} text */
    const plain = (status, text) => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : `${text}\n`);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      plain(405, 'Only GET and HEAD are answered here.');
      return;
    }
    const urlPath = (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
    const file = await fileFor(root, urlPath);
    if (file === null) {
      plain(404, 'No such file.');
      return;
    }
    const etag = `"${file.size.toString(36)}-${Math.trunc(file.mtimeMs).toString(36)}"`;
    response.setHeader('ETag', etag);
    response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader(
      'Cache-Control',
      HASHED.test(urlPath) ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
    const type = TYPES[extname(file.real).toLowerCase()] ?? 'application/octet-stream';
    response.setHeader('Content-Type', type);
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return;
    }
    const ifRange = request.headers['if-range'];
    const asked = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
    const range = parseRange(asked, file.size);
    if (range === 'unsatisfiable') {
      response.setHeader('Content-Range', `bytes */${file.size}`);
      plain(416, 'The file is shorter than that.');
      return;
    }
    const { start, end } = range ?? { start: 0, end: file.size - 1 };
    if (range !== null) response.setHeader('Content-Range', `bytes ${start}-${end}/${file.size}`);
    response.setHeader('Content-Length', end - start + 1);
    response.writeHead(range === null ? 200 : 206);
    if (request.method === 'HEAD' || file.size === 0) {
      response.end();
      return;
    }
    createReadStream(file.real, { start, end })
      .on('error', () => response.destroy())
      .pipe(response);
  };
}

/**
 * @param {import('node:http').RequestListener} listener
 * @param {string} host
 * @param {number} port
 * @returns {Promise<import('node:http').Server>}
 */
function listen(listener, host, port) {
  return new Promise((done, fail) => {
    const server = createServer(listener);
    server.once('error', fail);
    server.listen({ host, port, exclusive: true }, () => done(server));
  });
}

/**
 * Listens on both loopback addresses, since `localhost` may mean either.
 * @param {import('node:http').RequestListener} listener
 * @param {number} port
 */
async function listenOnLoopback(listener, port) {
  const v4 = await listen(listener, '127.0.0.1', port);
  const address = /** @type {import('node:net').AddressInfo} */ (v4.address());
  try {
    return [v4, await listen(listener, '::1', address.port)];
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'EADDRINUSE') return [v4]; // a machine without IPv6
    v4.close();
    throw error;
  }
}

/**
 * @param {{ dir: string, port?: number | undefined, frames?: string | undefined }} options port 0: any free port;
 *   frames: who may have the page in a frame
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function serve({ dir, port, frames }) {
  const listener = handler(await realpath(resolve(dir)), frames);
  const from = port ?? FIRST_PORT;
  const tries = port === undefined ? PORTS_TRIED : 1;
  for (let tried = 0; ; tried++) {
    try {
      const servers = await listenOnLoopback(listener, from + tried);
      const { port: taken } = /** @type {import('node:net').AddressInfo} */ (
        /** @type {import('node:http').Server} */ (servers[0]).address()
      );
      return {
        url: `http://localhost:${taken}/`,
        close: () => {
          for (const server of servers) {
            server.close();
            server.closeAllConnections();
          }
        },
      };
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'EADDRINUSE' || tried + 1 >= tries) throw error;
    }
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({ options: { port: { type: 'string' }, dir: { type: 'string' } } });
  const port = values.port === undefined ? undefined : Number(values.port);
  const { url } = await serve({ dir: values.dir ?? 'dist', port });
  console.log(url);
}
