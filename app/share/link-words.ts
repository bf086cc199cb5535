/** What a link does on another machine. Pure. */
import type { Search } from '../link.ts';
import { localKey } from '../open/local-sources.ts';

/** Names of this machine, which mean another one elsewhere. */
function isOwn(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/i.test(host);
}

type Page = Pick<Location, 'protocol' | 'hostname' | 'host'>;

/** The page itself is of this machine alone; where it is, by name. */
export function ownPage({ protocol, hostname, host }: Page): string | undefined {
  if (protocol === 'file:') return 'this file';
  return isOwn(hostname) ? host : undefined;
}

/** Of a link to a page of this machine alone: what it opens, and what to do elsewhere. */
export function ownPageWords(at: Page): string | undefined {
  const page = ownPage(at);
  if (page === undefined) return undefined;
  const isFile = page === 'this file';
  return `It opens ${isFile ? page : `Icecore at ${page}`}, which is on this machine alone. On another machine, paste it into the address field of the Icecore there${isFile ? ', or send this file itself' : ''}.`;
}

/** What the receiver will see, and whether she can. `isInside`: the link carries the table. */
export function sharedSentence(
  { what, search }: { readonly what: string; readonly search: Search },
  isInside: boolean,
): string {
  const { src = '', key } = search;
  if (isInside) return `This link shows ${what} to everybody: the table is in it.`;
  if (localKey(src) !== undefined) {
    return `This link shows ${what} to whoever has the table’s files too; a file carries them.`;
  }
  if (src.startsWith('sample:') || src.startsWith('inline:')) {
    return `This link shows ${what} to everybody.`;
  }
  const url = URL.canParse(src) ? new URL(src) : undefined;
  if (url === undefined) return `This link shows ${what} to whoever can reach its server.`;
  if (isOwn(url.hostname)) {
    return `This link shows ${what} on this machine alone: ${url.host} is another one elsewhere.`;
  }
  const reader =
    key === undefined ? `can reach ${url.host}` : `has a key of her own to ${url.host}`;
  return `This link shows ${what} to whoever ${reader}.`;
}
