/** Whether single keys act; kept in local storage, on by default. */
import { readStored, store } from './ui/stored.ts';

const SINGLE_KEYS = 'icecore.single-keys';

export function singleKeys(): boolean {
  return readStored(SINGLE_KEYS) !== 'off';
}

/** Returns what holds from now on: a forbidden storage keeps the default. */
export function chooseSingleKeys(on: boolean): boolean {
  return store(SINGLE_KEYS, on ? 'on' : 'off') ? on : true;
}
