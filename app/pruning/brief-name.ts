import { middleCut } from '../ui/format.ts';

/** Both ends of a file's name, without its format: files of one writer differ at the end. */
export function briefName(path: string): string {
  return middleCut(path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/, ''), 8, 8);
}
