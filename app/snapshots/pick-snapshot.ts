/** What a person means by an id, a reference's name or a time. */
import { IcecoreError } from '../../src/base/errors.ts';
import type { TableMetadata } from '../../src/metadata/records.ts';
import { chooseSnapshot } from '../../src/metadata/snapshots.ts';
import { parseAsOf } from '../data.ts';
import type { Search } from '../link.ts';

/** The choice for the link, or why there is none. */
export function choiceOf(
  metadata: TableMetadata,
  text: string,
): Pick<Search, 'snap' | 'ref' | 'asof'> | string {
  if (text === '') return 'Write an id, a reference’s name, or a time such as 2026-03-01 09:00.';
  if (metadata.refs.some(({ name }) => name === text)) return { ref: text };
  const byId = idsLike(metadata, text);
  const [only, ...others] = byId;
  if (only !== undefined) {
    return others.length === 0 ? { snap: only } : `${byId.length} snapshots have such an id.`;
  }
  try {
    const asOfMs = parseAsOf(text);
    chooseSnapshot(metadata, { asOfMs });
    return { asof: text };
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    return [error.message, error.advice ?? ''].join(' ').trim();
  }
}

/** A whole id, or its ends as the page shows them: `8413…8771`. */
function idsLike(metadata: TableMetadata, text: string): readonly string[] {
  const ids = metadata.snapshots.map(({ snapshotId }) => String(snapshotId));
  const [head = '', tail = ''] = text.split(/…|\.\.\./);
  const isCut = head !== text;
  if (!/^-?\d+$/.test(head) || (isCut && !/^\d*$/.test(tail))) return [];
  return ids.filter((id) => (isCut ? id.startsWith(head) && id.endsWith(tail) : id === text));
}
