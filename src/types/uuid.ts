import { fromHex, toHex } from '../base/bytes.ts';

const UUID = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** 16 bytes, big-endian, of the 8-4-4-4-12 form in any case; undefined for anything else. */
export function parseUuid(text: string): Uint8Array | undefined {
  return UUID.test(text) ? fromHex(text.replaceAll('-', '')) : undefined;
}

/** Lower case, 8-4-4-4-12. */
export function formatUuid(bytes: Uint8Array): string {
  const hex = toHex(bytes);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
