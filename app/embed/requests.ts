/** What a message of the page around us asks for. */
import { cleanSearch, type Search, withoutSecrets } from '../link.ts';
import { type ViewId, viewById } from '../view-names.ts';
import type { IcecoreSource } from './client.ts';

export type Request =
  | {
      readonly kind: 'open';
      readonly view: ViewId;
      readonly search: Search;
      readonly given: string;
    }
  | { readonly kind: 'predicate'; readonly where: string | undefined }
  | { readonly kind: 'refused'; readonly message: string };

const SOURCE_NAMES = [
  'src',
  'root',
  'meta',
  'snap',
  'ref',
  'asof',
  'where',
  'profile',
  'unit',
] as const satisfies readonly (keyof Search & keyof IcecoreSource)[];

const refused = (message: string): Request => ({ kind: 'refused', message });

/** Reads whatever another page sent: each part is checked, and one that is wrong refuses all. */
export function requestOf(data: unknown): Request {
  if (!isPlain(data) || data['icecore'] !== 1) return refused('icecore is not 1');
  switch (data['type']) {
    case 'open':
      return openRequest(data['source']);
    case 'predicate': {
      const { where } = data;
      if (where === null) return { kind: 'predicate', where: undefined };
      const taken = typeof where === 'string' ? cleanSearch({ where }).where : undefined;
      if (taken === undefined) return refused('where is no text that can be taken');
      return { kind: 'predicate', where: taken };
    }
    default:
      return refused('type is neither open nor predicate');
  }
}

function openRequest(source: unknown): Request {
  if (!isPlain(source)) return refused('source is no object');
  const { view = 'overview', ...params } = source;
  const known = typeof view === 'string' ? viewById(view) : undefined;
  if (known === undefined) return refused('view is none of Icecore’s');
  const names: readonly string[] = SOURCE_NAMES;
  for (const [name, value] of Object.entries(params)) {
    if (!names.includes(name)) return refused('source has a part that is not known');
    if (value !== undefined && cleanSearch({ [name]: value })[name as keyof Search] === undefined) {
      return refused(`${name} is no text that can be taken`);
    }
  }
  const { src } = params;
  if (typeof src !== 'string' || !/^(https?:\/\/|sample:|inline:)/.test(src)) {
    return refused('src is neither an address, a sample nor a table itself');
  }
  const key = withoutSecrets(src).removed.length > 0 ? 'own' : undefined;
  return { kind: 'open', view: known.id, search: cleanSearch({ ...params, key }), given: src };
}

/** A message's objects come from another page's realm as plain copies. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  return Object.getPrototypeOf(value) === Object.prototype;
}
