/** A bundle as text, for a link that carries the table itself: `inline:` and the files, deflated, in base64url. */
import { joined, utf8, utf8Text } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { type FileSet, fileSet } from '../io/file-set.ts';
import { openInput } from '../io/open.ts';
import { printBundle } from './bundle.ts';
import { BUNDLE_FILE } from './bundle-file.ts';
import type { BundleRequest } from './make-bundle.ts';
import { deflated } from './zip-writer.ts';

export const INLINE = 'inline:';

/** Inflated. A link of 100,000 characters that holds more is no table of ours. */
const LARGEST_INLINE = 16 << 20;
const NEWLINE = 10;

/** The source of a link. Errors: of reading the files. */
export async function inlineText({ bundle, files }: BundleRequest): Promise<string> {
  const parts = [utf8(printBundle(bundle))];
  const named: [string, number][] = [[BUNDLE_FILE, parts[0]?.length ?? 0]];
  for (const { path, input } of files) {
    const bytes = await openInput(input).whole();
    named.push([path, bytes.length]);
    parts.push(bytes);
  }
  const all = [utf8(`${JSON.stringify(named)}\n`), ...parts];
  const total = all.reduce((sum, { length }) => sum + length, 0);
  return INLINE + toBase64Url(await deflated(joined(all, total)));
}

/** Errors: `invalid-data` for text that is cut or was never one of ours. */
export async function filesFromInline(src: string): Promise<FileSet> {
  const bytes = await inflated(fromBase64Url(src.slice(INLINE.length)));
  const end = bytes.indexOf(NEWLINE);
  if (end < 0) throw damaged('it has no list of files');
  const list = parseJson(utf8Text(bytes.subarray(0, end)), 'the link');
  if (!Array.isArray(list)) throw damaged('its list of files is none');
  let at = end + 1;
  return fileSet(
    'link',
    list.map((item: unknown) => {
      const [path, size] = Array.isArray(item) ? (item as unknown[]) : [];
      if (typeof path !== 'string' || typeof size !== 'number' || !Number.isInteger(size)) {
        throw damaged('its list of files is none');
      }
      if (size < 0 || at + size > bytes.length) throw damaged('it ends inside a file');
      const content = bytes.slice(at, at + size);
      at += size;
      return [path, { kind: 'bytes', name: path, bytes: content }] as const;
    }),
  );
}

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array {
  if (!/^[\w-]*$/.test(text)) throw damaged('it has characters that none of ours has');
  let decoded: string;
  try {
    decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch (cause) {
    throw damaged('it is cut', cause);
  }
  return Uint8Array.from(decoded, (char) => char.charCodeAt(0));
}

async function inflated(packed: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw damaged('it is cut or changed', cause);
    });
    if (done) return joined(parts, total);
    total += value.length;
    if (total > LARGEST_INLINE) {
      await reader.cancel();
      throw damaged(`it unfolds to more than ${LARGEST_INLINE} bytes`);
    }
    parts.push(value);
  }
}

function damaged(what: string, cause?: unknown): IcecoreError {
  return new IcecoreError('invalid-data', `The table in the link can’t be read: ${what}`, {
    place: 'the link',
    advice: 'Long links are cut by some programs. Ask for it again, or for a bundle.',
    cause,
  });
}
