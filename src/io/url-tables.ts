/**
 * From an address that a person typed to a table's metadata files. Only addresses below the one given are asked, but
 * for listings: a bucket's own, and those of the hosts whose page links are turned into file addresses.
 */
import { utf8Text } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import { gotNoAnswer, type HttpOptions, httpInput, httpStatus, withoutQuery } from './http.ts';
import { joinUrl } from './locations.ts';
import { byVersionDescending, isMetadataFile, parseHint, spellings } from './metadata-names.ts';

export interface UrlTable {
  /** The table's folder; no slash at its end; a query is kept. */
  readonly tableUrl: string;
  readonly metadataUrl: string;
  /** Addresses of metadata files, the current one first as far as names and the hint tell. */
  readonly metadataFiles: readonly string[];
  /** True where its host was asked, and answered. */
  readonly hasAnswered: boolean;
}

/**
 * Errors: `invalid-input` for text that is no address and where no metadata file is found, `network`, `forbidden` where
 * the page may not ask.
 */
export async function findUrlTable(
  typed: string,
  options: HttpOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<UrlTable> {
  const { url, listing } = rawAddress(typed);
  const path = url.pathname.replace(/\/+$/, '');
  if (/\.(json|gz|zst)$/i.test(path)) return ofMetadataFile(url, path);
  const tablePath = path.replace(/\/metadata$/, '');
  const tableUrl = `${url.origin}${tablePath}${url.search}`;
  const metadataUrl = `${url.origin}${tablePath}/metadata${url.search}`;
  const refusals: unknown[] = [];
  const ask = asker(options, refusals);
  const listed = await listMetadata(metadataUrl, listing, ask);
  const metadataFiles = await currentFirst(metadataUrl, listed, ask);
  if (metadataFiles.length === 0) throw refusals[0] ?? notFound(withoutQuery(tableUrl));
  return { tableUrl, metadataUrl, metadataFiles, hasAnswered: true };
}

function ofMetadataFile(url: URL, path: string): UrlTable {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const table = folder.replace(/\/metadata$/, '');
  return {
    tableUrl: `${url.origin}${table}${url.search}`,
    metadataUrl: `${url.origin}${folder}${url.search}`,
    metadataFiles: [url.href],
    hasAnswered: false,
  };
}

function notFound(table: string): IcecoreError {
  return new IcecoreError('invalid-input', `No metadata file is found at ${table}`, {
    place: table,
    advice:
      'The server gives no version hint and no listing. Give the address of the newest …metadata.json itself.',
  });
}

interface RawAddress {
  readonly url: URL;
  /** Where the host lists the folder, for hosts that need their own way; `{}` stands for `/metadata`. */
  readonly listing?: string | undefined;
}

/** Page links of repository hosts, which answer with a page about the file, become addresses of the file. */
export function rawAddress(typed: string): RawAddress {
  const url = parseUrl(typed.trim());
  const path = url.pathname;
  if (url.hostname === 'github.com') {
    const [, repo, rest] = /^\/([^/]+\/[^/]+)\/(?:blob|tree|raw)\/(.+)$/.exec(path) ?? [];
    if (repo !== undefined && rest !== undefined) {
      const [ref, ...folders] = rest.replace(/\/+$/, '').split('/');
      const folder = folders.join('/').replace(/(^|\/)metadata$/, '');
      const inRepo = folder === '' ? 'metadata' : `${folder}/metadata`;
      return {
        url: new URL(`https://raw.githubusercontent.com/${repo}/${rest}`),
        listing: `https://api.github.com/repos/${repo}/contents/${inRepo}?ref=${ref}`,
      };
    }
  }
  if (url.hostname === 'huggingface.co') {
    const [, repo, rest] =
      /^\/((?:datasets\/|spaces\/)?[^/]+\/[^/]+)\/(?:blob|tree|resolve)\/(.+)$/.exec(path) ?? [];
    if (repo !== undefined && rest !== undefined) {
      const [ref, ...folders] = rest.replace(/\/+$/, '').split('/');
      const folder = folders.join('/').replace(/(^|\/)metadata$/, '');
      const inRepo = folder === '' ? 'metadata' : `${folder}/metadata`;
      const kind =
        repo.includes('/') && /^(datasets|spaces)\//.test(repo) ? repo : `models/${repo}`;
      return {
        url: new URL(`https://huggingface.co/${repo}/resolve/${rest}`),
        listing: `https://huggingface.co/api/${kind}/tree/${ref}/${inRepo}`,
      };
    }
  }
  return { url };
}

function parseUrl(typed: string): URL {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed) ?? [];
  if (scheme === undefined || !URL.canParse(typed)) {
    const whole = withScheme(typed);
    throw new IcecoreError('invalid-input', `“${typed}” is no address`, {
      advice: whole === undefined ? 'An address begins with https://.' : `Write ${whole}.`,
    });
  }
  const url = new URL(typed);
  if (url.protocol === 'https:' || url.protocol === 'http:') return url;
  const bucket = /^(s3|s3a|s3n):$/.test(url.protocol)
    ? ` A public bucket has the address https://${url.host}.s3.amazonaws.com${url.pathname}.`
    : '';
  throw new IcecoreError('invalid-input', `${scheme}:// can’t be read from here`, {
    advice: `Only https:// addresses can be read.${bucket} Or download the folder and drop it here.`,
  });
}

/** An address whose scheme was left out. undefined for what names no host. */
export function withScheme(typed: string): string | undefined {
  const [, host, port = ''] =
    /^(localhost|\d+\.\d+\.\d+\.\d+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})(:\d+)?(?=\/|$)/i.exec(
      typed,
    ) ?? [];
  if (host === undefined) return undefined;
  const isHere = host === 'localhost' || host.startsWith('127.');
  const rest = typed.slice(host.length + port.length);
  return `${isHere ? 'http://localhost' : `https://${host}`}${port}${rest}`;
}

/** undefined where the server says that there is nothing, or does not let it be seen. */
type Ask = (url: string, from?: number, to?: number) => Promise<Uint8Array | undefined>;

/**
 * `refusals` takes the errors without a status: many servers send no CORS headers with a 404. A host that was not there
 * for the first question is asked no more.
 */
function asker(
  options: HttpOptions & { readonly signal?: AbortSignal | undefined },
  refusals: unknown[],
): Ask {
  const answered = new Set<string>();
  const dead = new Set<string>();
  return async (url, from, to) => {
    const { origin } = new URL(url);
    if (dead.has(origin)) return undefined;
    const isFirst = !answered.has(origin);
    const input = httpInput({ kind: 'url', name: withoutQuery(url), url, isFirst }, options);
    try {
      const whole = from === undefined || to === undefined;
      const bytes = whole
        ? await input.whole(options.signal)
        : await input.read(from, to, options.signal);
      answered.add(origin);
      return bytes;
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof IcecoreError && error.kind === 'forbidden') throw error;
      if (!gotNoAnswer(error)) answered.add(origin);
      else if (isFirst) dead.add(origin);
      const status = httpStatus(error);
      if (status === undefined) refusals.push(error);
      // Buckets answer 403 for what is not there; the other refusals mean that there is no such page.
      if (status === undefined || (status < 500 && status !== 429)) return undefined;
      throw error;
    }
  };
}

/** MD-3: the hint's version, or the last one behind it that exists without a gap; then the rest by number. */
async function currentFirst(
  metadataUrl: string,
  listed: readonly string[],
  ask: Ask,
): Promise<readonly string[]> {
  const files = [...listed].sort(byVersionDescending);
  const hint = await ask(joinUrl(metadataUrl, 'version-hint.text'));
  const hinted = hint === undefined ? undefined : parseHint(utf8Text(hint));
  if (hinted === undefined) return files;
  const exists = async (n: number): Promise<string | undefined> => {
    for (const name of spellings(n)) {
      const url = joinUrl(metadataUrl, name);
      const there = listed.length > 0 ? listed.includes(url) : (await ask(url, 0, 1)) !== undefined;
      if (there) return url;
    }
    return undefined;
  };
  let current = await exists(hinted);
  for (let n = hinted + 1; current !== undefined; n++) {
    const next = await exists(n);
    if (next === undefined) break;
    current = next;
  }
  if (current === undefined) return files;
  return [current, ...files.filter((file) => file !== current)];
}

/** Addresses of the metadata files that the server lists; none where it lists nothing. */
async function listMetadata(
  metadataUrl: string,
  listing: string | undefined,
  ask: Ask,
): Promise<readonly string[]> {
  for (const address of listing === undefined ? listingAddresses(metadataUrl) : [listing]) {
    const answer = await ask(address);
    if (answer === undefined) continue;
    const names = namesOf(utf8Text(answer));
    const files = [...new Set(names)].filter(isMetadataFile);
    if (files.length > 0) return files.map((name) => joinUrl(metadataUrl, name));
  }
  return [];
}

/** A plain index page; then a bucket's listing with the bucket as host, then as the first folder. */
function listingAddresses(metadataUrl: string): readonly string[] {
  const { origin, pathname, search } = new URL(metadataUrl);
  const [bucket = '', ...folders] = pathname.slice(1).split('/');
  const query = (prefix: string) =>
    `?list-type=2&prefix=${encodeURIComponent(`${decodeURIComponent(prefix)}/`)}${search.replace('?', '&')}`;
  return [
    `${origin}${pathname}/${search}`,
    `${origin}/${query(pathname.slice(1))}`,
    `${origin}/${bucket}${query(folders.join('/'))}`,
  ];
}

/** Last segments of what a listing names: S3's XML, JSON of repository hosts, or links of an index page. */
function namesOf(text: string): readonly string[] {
  const start = text.trimStart();
  if (start.startsWith('[')) {
    return [...text.matchAll(/"path"\s*:\s*"([^"]*)"/g)].map((m) => lastSegment(m[1] ?? ''));
  }
  if (/<ListBucketResult/.test(text)) {
    return [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map((m) =>
      lastSegment(unescapeXml(m[1] ?? '')),
    );
  }
  return [...text.matchAll(/href\s*=\s*["']?([^"'\s>]+)/gi)].map((m) =>
    lastSegment(decodeSafely(unescapeXml((m[1] ?? '').replace(/[?#].*$/, '')))),
  );
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % in a link: the text as it stands.
    return text;
  }
}

function unescapeXml(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#(?:39|x27);/g, "'")
    .replace(/&amp;/g, '&');
}
