/** A bundle in the page itself, as share/page.ts puts it there. */
import { IcecoreError } from '../../src/base/errors.ts';
import { filesFromZip } from '../../src/io/zip.ts';
import { placeOfHref } from '../link.ts';
import { hrefOf } from '../routes.ts';
import { addLocal } from './local-sources.ts';

export interface PageBundle {
  /** Of its file. */
  readonly name: string;
  /** What is shown first, from `#/` on, without a source. */
  readonly link: string;
  /** In base64. */
  readonly zip: string;
}

/**
 * Call before the first rendering. What a link in the address says is shown instead of the bundle's first view. Errors:
 * `invalid-data` for a page that was cut or changed.
 */
export async function openPageBundle(json: string): Promise<void> {
  const { name, link, zip } = parsed(json);
  const src = addLocal(await filesFromZip(name, zip));
  if (window.location.hash !== '') return;
  const { view, search } = placeOfHref(link);
  window.history.replaceState(null, '', hrefOf(view, { ...search, src }));
}

function parsed(json: string): {
  readonly name: string;
  readonly link: string;
  readonly zip: Blob;
} {
  try {
    const { name, link, zip } = JSON.parse(json) as PageBundle;
    const bytes = Uint8Array.from(atob(zip), (char) => char.charCodeAt(0));
    return { name: String(name), link: String(link), zip: new Blob([bytes]) };
  } catch (cause) {
    throw new IcecoreError('invalid-data', 'The table in this page can’t be read', {
      place: 'this page',
      advice: 'Ask for it again, or for a bundle.',
      cause,
    });
  }
}
