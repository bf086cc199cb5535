import { count, plural } from '../ui/format.ts';

/**
 * Delete files by what they hold, which is not how many rows they delete: a position may be named twice, and a key may
 * be that of no row or of many.
 */
export function deletesFact(files: number, entries: number): string {
  if (files === 0) return 'none';
  const each = entries === 1 ? '' : 'each ';
  const held = `${count(entries)} ${entries === 1 ? 'entry' : 'entries'}`;
  return `${plural(files, 'delete file')} with ${held}, ${each}a row’s position or a key that rows may have`;
}
