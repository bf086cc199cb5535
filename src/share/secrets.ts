/** Addresses without what must never be handed on: user names, passwords, signed queries, tokens. */

export interface PublicAddress {
  /** What may stand in a link, in history, in storage, in a bundle. */
  readonly url: string;
  /** What was taken out, by name alone: `X-Amz-Signature`, `user name`. */
  readonly removed: readonly string[];
}

/**
 * Queries that name a version of a file, and nothing else, are kept: everything not in this table may be a key. Their
 * values are short words.
 */
const HARMLESS = new Set(['ref', 'versionid', 'versionId', 'generation', 'alt', 'raw', 'download']);
const WORD = /^[\w./-]{0,64}$/;

/** Other text than an address with a host is returned as it is. */
export function withoutSecrets(text: string): PublicAddress {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) {
    return { url: text, removed: [] };
  }
  const url = new URL(text);
  const removed: string[] = [];
  if (url.username !== '') removed.push('user name');
  if (url.password !== '') removed.push('password');
  const kept: string[] = [];
  for (const part of url.search.slice(1).split('&')) {
    const [name = '', value = ''] = part.split('=', 2);
    if (part === '') continue;
    if (HARMLESS.has(name) && WORD.test(value)) kept.push(part);
    else removed.push(name.slice(0, 40));
  }
  if (url.hash !== '') removed.push('fragment');
  if (removed.length === 0) return { url: text, removed };
  url.username = '';
  url.password = '';
  url.hash = '';
  url.search = kept.join('&');
  return { url: url.href, removed };
}
