/** The page as one file with a bundle in it: opens from a disk, on a machine without Icecore. */
import { IcecoreError } from '../../src/base/errors.ts';
import { PAGE_BUNDLE } from '../open/local-sources.ts';
import type { PageBundle } from '../open/page-bundle.ts';

/** In base64, in one text, in the memory of whoever opens it. */
const LARGEST = 32 << 20;

/** Errors: `unsupported` where the bundle is too large, or where this page has no such file beside it. */
export async function pageWith(
  bundle: Blob,
  name: string,
  link: string,
  signal: AbortSignal,
): Promise<Blob> {
  if (bundle.size > LARGEST) {
    throw new IcecoreError('unsupported', 'The bundle is too large for a page', {
      advice: 'Save it as a file of its own.',
    });
  }
  const html = await emptyPage(signal);
  const place = `<script type="application/json" id="${PAGE_BUNDLE}">`;
  // The script of the page has this text, too; the place is behind it.
  const at = html.lastIndexOf(place);
  if (at < 0) throw missing();
  const content: PageBundle = { name, link, zip: await base64(bundle) };
  // Nothing in it may end the element.
  const json = JSON.stringify(content).replaceAll('<', '\\u003c');
  const parts = [html.slice(0, at + place.length), json, html.slice(at + place.length)];
  return new Blob(parts, { type: 'text/html' });
}

async function emptyPage(signal: AbortSignal): Promise<string> {
  const response = await fetch(new URL('icecore.html', document.baseURI), { signal }).catch(
    (cause: unknown) => {
      signal.throwIfAborted();
      throw missing(cause);
    },
  );
  if (!response.ok) throw missing();
  return response.text();
}

function missing(cause?: unknown): IcecoreError {
  return new IcecoreError('missing-file', 'The page as one file could not be had', {
    place: 'icecore.html',
    advice: 'It is read from where this page came from, which may be out of reach.',
    cause,
  });
}

async function base64(blob: Blob): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}
