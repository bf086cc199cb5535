/** What a bundle is told by. */
import type { FileSet } from '../io/file-set.ts';

export const BUNDLE_FILE = 'icecore.json';

export function isBundle(files: FileSet): boolean {
  return files.get(BUNDLE_FILE) !== undefined;
}
