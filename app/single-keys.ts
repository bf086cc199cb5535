/** Whether single keys act; kept in local storage, on by default. */
const SINGLE_KEYS = 'icecore.single-keys';

export function singleKeys(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== 'off';
  } catch {
    // Without storage the default holds.
    return true;
  }
}

/** Returns what holds from now on: a forbidden storage keeps the default. */
export function chooseSingleKeys(on: boolean): boolean {
  try {
    localStorage.setItem(SINGLE_KEYS, on ? 'on' : 'off');
    return on;
  } catch {
    return true;
  }
}
