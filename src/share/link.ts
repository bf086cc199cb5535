/**
 * The link: everything a person chose, as text parameters of the hash, `#/eras?v=1&src=sample:clicks&unit=files`.
 * Ids are text; a file is named by a hash of its path; only what differs from the default is written. What a link says
 * and we cannot read is reported and left out, never fatal. No secret of an address ever stands in it.
 */
import { visibleText } from '../base/visible.ts';
import { parseSaved, type SavedPredicate } from './saved.ts';
import { withoutSecrets } from './secrets.ts';

/** Version of the parameters below. Raise it with a row in {@link UPGRADERS} when a meaning changes. */
const LINK_VERSION = 1;

export type Unit = 'bytes' | 'files' | 'rows';

/** Every choice; absent = default. */
export interface Search {
  /**
   * `sample:<name>`, an `https://` address, `local:<name>` for files given on this machine, or `inline:…`, the table
   * itself.
   */
  readonly src?: string | undefined;
  /** The address needs a key, which no link carries: whoever opens the link gives her own. */
  readonly key?: 'own' | undefined;
  /** Of a table that the link cannot carry: what tells it from others, see fingerprint.ts. */
  readonly table?: string | undefined;
  /** Folder of the table, where the source holds several. */
  readonly root?: string | undefined;
  /** The metadata file to read instead of the newest. */
  readonly meta?: string | undefined;
  /** The snapshot, by one of: its id, a reference, a time (`2026-03-01 09:00:00` UTC or ms). Default: current. */
  readonly snap?: string | undefined;
  readonly ref?: string | undefined;
  readonly asof?: string | undefined;
  /** SQL condition. */
  readonly where?: string | undefined;
  /** Conditions kept with the table, see {@link SavedPredicate}. */
  readonly saved?: string | undefined;
  /** Whose rules; default safe. */
  readonly profile?: 'java' | undefined;
  /** How names in the condition are compared; default case-insensitive, as Spark does. */
  readonly names?: 'exact' | undefined;
  /** The inspected data file: hash of its path, see `pathHash`. */
  readonly file?: string | undefined;
  /** The manifest in hand: hash of its path. */
  readonly manifest?: string | undefined;
  readonly unit?: Unit | undefined;
  /** Era filter: spec ids, comma-separated. */
  readonly era?: string | undefined;
  /** Brush over commit time, ms since the epoch, `from-to`. */
  readonly span?: string | undefined;
  /** Area of the map's cells. */
  readonly area?: 'equal' | undefined;
  /** Verdict filter of a list. */
  readonly show?: 'read' | 'manifest' | 'partition' | 'bounds' | 'all' | 'unknown' | undefined;
  /** Sorting of the view's table: column, `-` in front for descending. */
  readonly sort?: string | undefined;
  /** Field ids whose bounds the Files table shows, comma-separated. */
  readonly cols?: string | undefined;
  /** The schema version in hand, by its id. */
  readonly schema?: string | undefined;
  /** The snapshot that the one in hand is compared with, by its id; `none` = before the first. */
  readonly base?: string | undefined;
  /** Of the plan in slow motion: its step, 1 to 4. */
  readonly step?: string | undefined;
  /** What is asked of Pruning besides the predicate: a part of a path, or a row as `column = value, …`. */
  readonly ask?: string | undefined;
  /** Which table a view shows. Snapshots: default graph and difference; Files: default files. */
  readonly list?: 'table' | 'refs' | 'partitions' | 'manifests' | undefined;
  /** Statements tried in Evolve, in `dialect`. */
  readonly ddl?: string | undefined;
  /** How statements are written; default Spark. */
  readonly dialect?: 'hive' | 'impala' | 'trino' | undefined;
  /** Of Evolve: days of new writes; default 7. */
  readonly days?: string | undefined;
  /** Of Evolve: how writers distribute rows; default as the table says. */
  readonly mode?: 'none' | 'hash' | 'range' | undefined;
  /** Of Evolve: specs whose files are rewritten, comma-separated, or `range`; default what the condition reads. */
  readonly rewrite?: string | undefined;
  /** Of Evolve: SQL condition; files that may hold rows of it are rewritten. */
  readonly range?: string | undefined;
  /** What of the snapshot is read, where that is a matter of choice: see {@link LoadChoice}. Default: all that fits. */
  readonly load?: string | undefined;
}

/** Which manifests of the snapshot are read; delete manifests always are. */
export type LoadChoice =
  /** All, whatever they take. */
  | { readonly kind: 'all' }
  /** Those of specs. */
  | { readonly kind: 'era'; readonly specIds: readonly number[] }
  /** The first of every `n`. */
  | { readonly kind: 'sample'; readonly n: number }
  /** Those that their rows in the manifest list do not rule out for a condition. */
  | { readonly kind: 'where'; readonly where: string };

export interface LinkProblem {
  readonly param: string;
  readonly message: string;
}

type Reader = (text: string) => string | undefined;

const any: Reader = (text) => (text === '' ? undefined : text);
/** Of what people type and tables say; longer is not meant. */
const LONGEST_TEXT = 20_000;
const words: Reader = (text) => (text.length > LONGEST_TEXT ? undefined : any(text));
/** Of a predicate as it stands in a link, percent-encoded; what is typed is measured by it, too. */
const LONGEST_PREDICATE = 60_000;
const predicate: Reader = (text) => (isPredicateTooLong(text) ? undefined : any(text));
const address: Reader = (text) => any(withoutSecrets(text).url);
const oneOf =
  (...values: readonly string[]): Reader =>
  (text) =>
    values.includes(text) ? text : undefined;
const matching =
  (pattern: RegExp): Reader =>
  (text) =>
    pattern.test(text) ? text : undefined;
/** Of specs and fields: 32-bit whole numbers. */
const ids = matching(/^\d{1,10}(,\d{1,10}){0,999}$/);

const LOAD_WHERE = 'where:';

/** `all` · `era:0,3` · `sample:10` · `where:` and an SQL condition. */
const load: Reader = (text) => {
  if (text.startsWith(LOAD_WHERE)) return text.length > LOAD_WHERE.length ? words(text) : undefined;
  return /^(all|era:\d{1,9}(,\d{1,9})*|sample:([2-9]|[1-9]\d{1,5}))$/.test(text) ? text : undefined;
};

const READERS: Readonly<Record<keyof Search, Reader>> = {
  src: address,
  key: oneOf('own'),
  table: matching(/^[0-9a-f-]{0,36}~[0-9a-f]{16}~-?\d{1,16}$/),
  root: words,
  meta: address,
  snap: matching(/^-?\d{1,19}$/),
  ref: words,
  asof: matching(/^(-?\d{1,16}|\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?)$/),
  where: predicate,
  saved: (text) => (isPredicateTooLong(text) || parseSaved(text) === undefined ? undefined : text),
  profile: oneOf('java'),
  names: oneOf('exact'),
  file: matching(/^[0-9a-f]{8,16}$/),
  manifest: matching(/^[0-9a-f]{8,16}$/),
  unit: oneOf('bytes', 'files', 'rows'),
  era: ids,
  span: matching(/^-?\d{1,16}--?\d{1,16}$/),
  area: oneOf('equal'),
  show: oneOf('read', 'manifest', 'partition', 'bounds', 'all', 'unknown'),
  sort: matching(/^-?[\w.]{1,60}$/),
  cols: ids,
  schema: matching(/^\d{1,9}$/),
  base: matching(/^(-?\d{1,19}|none)$/),
  step: matching(/^[1-4]$/),
  ask: words,
  list: oneOf('table', 'refs', 'partitions', 'manifests'),
  ddl: words,
  dialect: oneOf('hive', 'impala', 'trino'),
  days: matching(/^[1-9]\d{0,3}$/),
  mode: oneOf('none', 'hash', 'range'),
  rewrite: (text) => (text === 'range' ? text : ids(text)),
  range: words,
  load,
};

/** Each turns parameters of version i + 1 into those of version i + 2. */
const UPGRADERS: readonly ((params: Map<string, string>) => void)[] = [];

/** Three times the longest link that is made; a longer one is refused unread, whatever is in it. */
const LONGEST_LINK = 100_000;

export interface ParsedLink {
  readonly search: Search;
  readonly problems: readonly LinkProblem[];
  /** Addresses with the secrets that were in the link, by what stands for them in `search`. Keep them in memory alone. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** Reads the parameters of a link, e.g. `?v=1&unit=files`. */
export function parseLink(text: string): ParsedLink {
  const addresses = new Map<string, string>();
  if (text.length > LONGEST_LINK) {
    const message = `it has ${text.length} characters, and at most ${LONGEST_LINK} are read`;
    return { search: {}, problems: [{ param: 'link', message }], addresses };
  }
  const params = new Map<string, string>();
  const problems: LinkProblem[] = [];
  for (const part of text.replace(/^\?/, '').split('&')) {
    if (part === '') continue;
    const [name = '', ...rest] = part.split('=');
    const value = decode(rest.join('='));
    if (value === undefined)
      problems.push({ param: shown(name), message: 'its text is not readable' });
    else if (params.has(name))
      problems.push({ param: shown(name), message: 'it stands there twice' });
    else params.set(name, value);
  }
  upgrade(params, problems);
  const search = readParams(params, problems);
  const withKey = takeSecrets(params, problems, addresses);
  return { search: withKey ? { ...search, key: 'own' } : search, problems, addresses };
}

/** From `#/` on, of a link of any Icecore, wherever it stands; undefined for other text. */
export function hashOfLink(text: string): string | undefined {
  return /^(?:(?:https?|file):\/\/[^#]*)?(#\/[a-z]+\?v=\d{1,4}&.+)$/is.exec(text)?.[1];
}

/** What a bundle says of its view, from `#/` on; the overview where it says nothing. */
export function placeOfHref(href = ''): { readonly view: string; readonly search: Search } {
  const [, view = 'overview', params = ''] = /^#\/([a-z]+)(\?.*)?$/s.exec(href) ?? [];
  return { view, search: parseLink(params).search };
}

/** What was given with a secret in it, into `addresses`; whether anything was. */
function takeSecrets(
  params: ReadonlyMap<string, string>,
  problems: LinkProblem[],
  addresses: Map<string, string>,
): boolean {
  for (const param of ['src', 'meta']) {
    const given = params.get(param);
    const { url, removed } = withoutSecrets(given ?? '');
    if (given === undefined || removed.length === 0) continue;
    addresses.set(url, given);
    const message = `its ${removed.map(shown).join(', ')} ${removed.length === 1 ? 'was' : 'were'} taken out of the address bar and will not be shared`;
    problems.push({ param, message });
  }
  return addresses.size > 0;
}

const SHOWN = 60;

/** Text of a link for a message: cut, and what would not be seen or would turn the line around made visible. */
function shown(text: string): string {
  return visibleText(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

function upgrade(params: Map<string, string>, problems: LinkProblem[]): void {
  const text = params.get('v') ?? String(LINK_VERSION);
  params.delete('v');
  const version = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (version < 1 || version > LINK_VERSION) {
    problems.push({
      param: 'v',
      message: `the link has version ${shown(text)}, and this page knows 1 to ${LINK_VERSION}`,
    });
    return;
  }
  for (const step of UPGRADERS.slice(version - 1)) step(params);
}

function readParams(params: ReadonlyMap<string, string>, problems: LinkProblem[]): Search {
  const search: Record<string, string> = {};
  for (const [name, text] of params) {
    if (!isParam(name)) {
      problems.push({ param: shown(name), message: 'it is not known here' });
      continue;
    }
    const value = READERS[name](text);
    if (value === undefined)
      problems.push({ param: name, message: `“${shown(text)}” has no meaning` });
    else search[name] = value;
  }
  return search as Search;
}

/** The search of a navigation inside the page: unknown names and values are dropped. */
export function cleanSearch(input: Readonly<Record<string, unknown>>): Search {
  const params = new Map<string, string>();
  for (const [name, value] of Object.entries(input)) {
    if (isParam(name) && typeof value === 'string') params.set(name, value);
  }
  return readParams(params, []);
}

/** What a person chose for herself, whatever the table. */
const HABITS: ReadonlySet<string> = new Set([
  'profile',
  'names',
  'unit',
  'area',
  'dialect',
] satisfies (keyof Search)[]);

/** Takes out of a link what was chosen of a table, before another is opened. */
export const NOTHING_CHOSEN: Search = Object.fromEntries(
  Object.keys(READERS).flatMap((name) => (HABITS.has(name) ? [] : [[name, undefined]])),
);

function isParam(name: string): name is keyof Search {
  return Object.hasOwn(READERS, name);
}

/** Prints the parameters in their fixed order, with the version; empty where nothing was chosen. */
export function printLink(search: Search): string {
  const parts: string[] = [];
  for (const name of Object.keys(READERS) as (keyof Search)[]) {
    const value = search[name];
    if (value !== undefined) parts.push(`${name}=${encode(value)}`);
  }
  return parts.length === 0 ? '' : `?v=${LINK_VERSION}&${whole(parts.join('&'))}`;
}

/** Programs that make links of addresses in text take punctuation at the end for the sentence's, and cut it off. */
function whole(text: string): string {
  return text.replace(/[^A-Za-z\d=&/-]$/, (char) =>
    char === '+' ? '%20' : `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Whether a predicate is longer than links hold. */
export function isPredicateTooLong(text: string): boolean {
  return encode(text).length > LONGEST_PREDICATE;
}

/** Keeps what is legal in a fragment, so that an address and a condition stay legible. */
function encode(text: string): string {
  // Half a surrogate pair has no place in an address.
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /%(?:20|2C|2F|3A|3D|40|3F)/g,
    (code) => (code === '%20' ? '+' : decodeURIComponent(code)),
  );
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Spec ids of the era filter; undefined = all. */
export function eraFilter(search: Search): ReadonlySet<number> | undefined {
  return search.era === undefined ? undefined : new Set(search.era.split(',').map(Number));
}

export function printEraFilter(ids: Iterable<number>): string | undefined {
  const sorted = [...ids].sort((a, b) => a - b);
  return sorted.length === 0 ? undefined : sorted.join(',');
}

/** The conditions kept with the table, in the order they were kept. */
export function savedPredicates({ saved }: Pick<Search, 'saved'>): readonly SavedPredicate[] {
  return saved === undefined ? [] : (parseSaved(saved) ?? []);
}

/** What is chosen to be read; undefined = all, if it fits. */
export function loadChoice({ load: text }: Pick<Search, 'load'>): LoadChoice | undefined {
  if (text === undefined) return undefined;
  if (text.startsWith(LOAD_WHERE)) return { kind: 'where', where: text.slice(LOAD_WHERE.length) };
  const [kind, given = ''] = text.split(':');
  if (kind === 'era') return { kind, specIds: given.split(',').map(Number) };
  return kind === 'sample' ? { kind, n: Number(given) } : { kind: 'all' };
}

export function printLoad(choice: LoadChoice): string {
  switch (choice.kind) {
    case 'all':
      return 'all';
    case 'era':
      return `era:${choice.specIds.join(',')}`;
    case 'sample':
      return `sample:${choice.n}`;
    case 'where':
      return `${LOAD_WHERE}${choice.where}`;
  }
}

/** The brush, ms since the epoch. */
export function spanFilter(
  search: Search,
): { readonly from: number; readonly to: number } | undefined {
  const match = /^(-?\d+)-(-?\d+)$/.exec(search.span ?? '');
  return match === null ? undefined : { from: Number(match[1]), to: Number(match[2]) };
}

/** FNV-1a over UTF-16 code units, twice with other seeds: names a path in a link, 16 hex digits. */
export function pathHash(path: string): string {
  const half = (seed: number) => {
    let hash = seed;
    for (let i = 0; i < path.length; i++) {
      hash = Math.imul(hash ^ path.charCodeAt(i), 0x01000193);
    }
    return (hash >>> 0).toString(16).padStart(8, '0');
  };
  return half(0x811c9dc5) + half(0x9e3779b9);
}
