/** What `npm start`, `npm test` and the command line share. Needs Node alone, no package. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

const OLDEST_NODE = [20, 19];

/** Output that is kept in a log has no colours. */
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: undefined };

/** Why this Node can't run Icecore, or null. */
export function nodeTooOld(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = OLDEST_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return null;
  return `Icecore needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${version}.`;
}

/**
 * Whether node_modules holds what package-lock.json says. npm writes what it installed to
 * node_modules/.package-lock.json; packages for other platforms are rightly absent there.
 */
export function installed(root = ROOT) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const read = (/** @type {string} */ path) =>
    /** @type {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean }> }} */ (
      JSON.parse(readFileSync(path, 'utf8'))
    ).packages;
  const has = read(record);
  return Object.entries(read(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (path === '') return true;
    const got = has[path];
    if (got === undefined) return wanted.optional === true;
    return got.version === wanted.version && got.integrity === wanted.integrity;
  });
}

/** @param {string[]} args @returns {[string, string[]]} how to run npm from here */
export function npm(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return [process.execPath, [cli, ...args]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}

/** Installs exactly what the lockfile says, tools included, whatever NODE_ENV is. */
export const INSTALL = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=notice'];

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ onOutput?: (text: string) => void, timeoutMs?: number, env?: NodeJS.ProcessEnv }} options
 *   without onOutput the command writes to our own output
 * @returns {Promise<number>} its exit code; 124 when it took too long
 */
export function run(command, args, { onOutput, timeoutMs, env } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...(onOutput ? PLAIN : {}), ...env },
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: process.platform === 'win32' && command.endsWith('.cmd'),
    });
    let late = false;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            late = true;
            onOutput?.(`\nStopped after ${timeoutMs / 1000} s.\n`);
            child.kill();
          }, timeoutMs);
    child.stdout?.setEncoding('utf8').on('data', (text) => onOutput?.(text));
    child.stderr?.setEncoding('utf8').on('data', (text) => onOutput?.(text));
    child.on('error', (error) => {
      clearTimeout(timer);
      onOutput?.(`${error.message}\n`);
      done(127);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      done(late ? 124 : (code ?? 1));
    });
  });
}

/**
 * A digest of names, sizes and times of files, folders walked through: changes when any of them does.
 * @param {string[]} paths relative to the root; missing ones are allowed
 * @param {string} extra anything else the result depends on
 */
export function digest(paths, extra = '') {
  const hash = createHash('sha256').update(extra);
  const walk = (/** @type {string} */ path) => {
    const info = statSync(join(ROOT, path), { throwIfNoEntry: false });
    if (info === undefined) return;
    if (info.isDirectory()) {
      for (const name of readdirSync(join(ROOT, path)).sort()) walk(`${path}/${name}`);
      return;
    }
    hash.update(`${path}\0${info.size}\0${info.mtimeMs}\n`);
  };
  for (const path of paths) walk(path);
  return hash.digest('hex').slice(0, 16);
}
