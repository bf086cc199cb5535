/**
 * How much memory tables may take: a part of what the machine has, or the person's choice kept in local storage. Decoded
 * manifests are let go within it, and a table that would pass it says so before it is read.
 */
import { useSyncExternalStore } from 'react';

const KEY = 'icecore.memory';
const listeners = new Set<() => void>();

/** Browsers tell the machine's memory in steps up to 8 GiB, or not at all. */
const { deviceMemory = 4 } =
  (globalThis as { navigator?: { deviceMemory?: number } }).navigator ?? {};

export const DEFAULT_BUDGET = (deviceMemory / 4) * 2 ** 30;

function stored(): number | undefined {
  try {
    const text = localStorage.getItem(KEY) ?? '';
    return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
  } catch {
    // Storage may be forbidden; the machine then decides.
    return undefined;
  }
}

let budget = stored() ?? DEFAULT_BUDGET;

/** In bytes. */
export function memoryBudget(): number {
  return budget;
}

export function chooseBudget(bytes: number): void {
  budget = bytes;
  try {
    if (bytes === DEFAULT_BUDGET) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, String(bytes));
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Calls back at each change, until the function it gives is called. */
export function onBudget(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useBudget(): number {
  return useSyncExternalStore(onBudget, memoryBudget);
}
