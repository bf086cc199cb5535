/**
 * Nothing is fetched from another origin before a person said so, once in this tab: a link alone is not her word. What
 * she typed herself is.
 */
import { useSyncExternalStore } from 'react';
import { pathHash, type Search } from './link.ts';

type Source = Pick<Search, 'src' | 'meta'>;

const KEY = 'icecore.agreed';
const listeners = new Set<() => void>();
let agreed: Set<string> | undefined;

/** Addresses of other origins that a source reads from. */
export function foreignAddresses({ src, meta }: Source): readonly string[] {
  return [src, meta].filter((text) => text !== undefined && isForeign(text)) as readonly string[];
}

function isForeign(text: string): boolean {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin !== window.location.origin;
}

/** Hashes of the addresses, so that a reload asks nothing again and the storage holds no address. */
function known(): Set<string> {
  agreed ??= new Set(stored().split(','));
  return agreed;
}

function stored(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    // Storage may be refused: then a reload asks again.
    return '';
  }
}

export function agree(source: Source): void {
  for (const address of foreignAddresses(source)) known().add(pathHash(address));
  try {
    sessionStorage.setItem(KEY, [...known()].join(','));
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

function isAgreed(source: Source): boolean {
  return foreignAddresses(source).every((address) => known().has(pathHash(address)));
}

/** Resolves once the person agreed to read the source. */
export function agreement(source: Source, signal: AbortSignal): Promise<void> {
  if (isAgreed(source)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!isAgreed(source)) return;
      listeners.delete(look);
      resolve();
    };
    listeners.add(look);
    signal.addEventListener('abort', () => {
      listeners.delete(look);
      reject(signal.reason);
    });
  });
}

/** Whether the person has still to be asked. */
export function useMustAsk(source: Source): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => !isAgreed(source),
  );
}
