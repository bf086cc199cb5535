/**
 * How much memory tables may take: a part of what the machine has, or the person's choice kept in local storage. Decoded
 * manifests are let go within it, and a table that would pass it says so before it is read.
 */
import { useSyncExternalStore } from 'react';
import { readStored, store } from './ui/stored.ts';

const KEY = 'icecore.memory';
const listeners = new Set<() => void>();

/** Browsers tell the machine's memory in steps up to 8 GiB, or not at all. */
const { deviceMemory = 4 } =
  (globalThis as { navigator?: { deviceMemory?: number } }).navigator ?? {};

export const DEFAULT_BUDGET = (deviceMemory / 4) * 2 ** 30;

function stored(): number | undefined {
  const text = readStored(KEY) ?? '';
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

let budget = stored() ?? DEFAULT_BUDGET;

/** In bytes. */
export function memoryBudget(): number {
  return budget;
}

export function chooseBudget(bytes: number): void {
  budget = bytes;
  store(KEY, bytes === DEFAULT_BUDGET ? undefined : String(bytes));
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
