/**
 * Where tests find tables and answers. The corpus is ours and packed in this folder; the fixtures are others' tables,
 * never copied into the project, and their tests skip visibly where the folder is absent.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
// By the root: in a bundle this file is elsewhere, at the same depth.
const packed = join(root, 'src/testing/corpus');

/** `../shared` beside the project, or undefined where it is not there. */
export function sharedFolder(): string | undefined {
  const folder = resolve(root, '../shared');
  return existsSync(folder) ? folder : undefined;
}

/** The folder of others' tables, or undefined. */
export function fixturesFolder(): string | undefined {
  const shared = sharedFolder();
  const folder = shared === undefined ? undefined : join(shared, 'fixtures');
  return folder !== undefined && existsSync(join(folder, 'index.json')) ? folder : undefined;
}

let unpacked: string | undefined;

/** The unpacked corpus: `tables/`, `answers/`, `predicates/`, `vectors/`, `public/`, `stories/`. */
export function corpusFolder(): string {
  unpacked ??= unpackCorpus();
  return unpacked;
}

function unpackCorpus(): string {
  const archives = readdirSync(packed).filter((name) => name.endsWith('.tgz'));
  const hash = createHash('sha256');
  for (const name of archives) hash.update(name).update(readFileSync(join(packed, name)));
  const folder = join(root, '.cache', `corpus-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  // Several test workers may unpack at once: each into its own folder, the first rename wins.
  const own = `${folder}.${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  for (const name of archives) unpackTar(gunzipSync(readFileSync(join(packed, name))), own);
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Reads the ustar and GNU forms that `tar` writes: regular files, folders, and GNU long names. */
function unpackTar(bytes: Buffer, into: string): void {
  let longName: string | undefined;
  for (let at = 0; at + 512 <= bytes.length; ) {
    const header = bytes.subarray(at, at + 512);
    if (header[0] === 0) break;
    const size = Number.parseInt(cString(header.subarray(124, 136)), 8);
    const body = bytes.subarray(at + 512, at + 512 + size);
    const kind = String.fromCharCode(header[156] ?? 0);
    if (kind === 'L') longName = cString(body);
    else {
      const prefix = cString(header.subarray(345, 500));
      const short = cString(header.subarray(0, 100));
      const name = longName ?? (prefix === '' ? short : `${prefix}/${short}`);
      longName = undefined;
      if (kind === '5') mkdirSync(join(into, name), { recursive: true });
      else {
        mkdirSync(dirname(join(into, name)), { recursive: true });
        writeFileSync(join(into, name), body);
      }
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

function cString(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end)).trim();
}
