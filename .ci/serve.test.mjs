import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from './serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'icecore-serve-'));
const dist = join(folder, 'dist');
/** @type {{ url: string, close: () => void }} */
let server;

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  writeFileSync(join(dist, 'assets/index-Bc3d_9xZ.js'), '0123456789');
  writeFileSync(join(dist, '.hidden'), 'hidden');
  writeFileSync(join(dist, 'empty.json'), '');
  writeFileSync(join(dist, 'a b=ä.avro'), 'avro');
  symlinkSync(join(folder, 'secret.txt'), join(dist, 'link.txt'));
  server = await serve({ dir: dist, port: 0 });
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/**
 * Sends the path as it stands; fetch would tidy it up.
 * @param {string} path
 * @param {{ method?: string, headers?: Record<string, string> }} options
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: string }>}
 */
function get(path, { method = 'GET', headers = {} } = {}) {
  const { port } = new URL(server.url);
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    })
      .on('error', fail)
      .end();
  });
}

const SCRIPT = '/assets/index-Bc3d_9xZ.js';

test.each([
  ['/', 200, 'text/html; charset=utf-8'],
  ['/?a=b', 200, 'text/html; charset=utf-8'],
  [SCRIPT, 200, 'text/javascript; charset=utf-8'],
  ['/empty.json', 200, 'application/json; charset=utf-8'],
  ['/a%20b=%C3%A4.avro', 200, 'application/octet-stream'],
  ['/missing.js', 404, 'text/plain; charset=utf-8'],
  ['/assets/', 404, 'text/plain; charset=utf-8'],
  ['/assets', 404, 'text/plain; charset=utf-8'],
  ['/../secret.txt', 404, 'text/plain; charset=utf-8'],
  ['/%2e%2e/secret.txt', 404, 'text/plain; charset=utf-8'],
  ['/assets/..%2f..%2fsecret.txt', 404, 'text/plain; charset=utf-8'],
  ['/..%5csecret.txt', 404, 'text/plain; charset=utf-8'],
  ['/link.txt', 404, 'text/plain; charset=utf-8'],
  ['/.hidden', 404, 'text/plain; charset=utf-8'],
  ['/%00', 404, 'text/plain; charset=utf-8'],
  ['/%', 404, 'text/plain; charset=utf-8'],
])('GET %s: %i, %s', async (path, status, type) => {
  const answer = await get(path);
  expect([answer.status, answer.headers['content-type']]).toEqual([status, type]);
  expect(answer.body).not.toContain('secret');
});

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=8-', 206, '89', 'bytes 8-9/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=5-100', 206, '56789', 'bytes 5-9/10'],
  ['bytes=0-1,4-5', 200, '0123456789', undefined],
  ['bytes=5-2', 200, '0123456789', undefined],
  ['lines=0-3', 200, '0123456789', undefined],
  ['bytes=10-', 416, 'The file is shorter than that.\n', 'bytes */10'],
  ['bytes=-0', 416, 'The file is shorter than that.\n', 'bytes */10'],
])('range %s: %i', async (range, status, body, contentRange) => {
  const answer = await get(SCRIPT, { headers: { range } });
  expect([answer.status, answer.body, answer.headers['content-range']]).toEqual([
    status,
    body,
    contentRange,
  ]);
});

test('every answer carries the policy', async () => {
  for (const path of ['/', SCRIPT, '/missing']) {
    const policy = (await get(path)).headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/'unsafe-(inline|eval)'/);
  }
});

test('hashed files never expire; the page is asked for again each time', async () => {
  expect((await get(SCRIPT)).headers['cache-control']).toContain('immutable');
  const page = await get('/');
  expect(page.headers['cache-control']).toBe('no-cache');
  const again = await get('/', { headers: { 'if-none-match': String(page.headers.etag) } });
  expect([again.status, again.body]).toEqual([304, '']);
});

test('HEAD has a length and no body; other methods are refused', async () => {
  const head = await get(SCRIPT, { method: 'HEAD' });
  expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '10', '']);
  const post = await get('/', { method: 'POST' });
  expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
});

test('a taken port is said, not shared', async () => {
  const { port } = new URL(server.url);
  await expect(serve({ dir: dist, port: Number(port) })).rejects.toThrow('EADDRINUSE');
});
