/** Zips of more entries than a zip without extensions can hold. */
import { strToU8, zipSync } from 'fflate';

/** The directory of a zip64 with empty entries, and nothing else; `claimed` is what its end says that it has. */
export function hugeZip(count: number, claimed = count): Uint8Array {
  const one = zipSync({ aaaaaa: new Uint8Array(0) }, { level: 0 });
  const entry = one.subarray(36, one.length - 22);
  const length = entry.length * count;
  const all = new Uint8Array(length + 56 + 20 + 22);
  for (let i = 0; i < count; i++) {
    all.set(entry, i * entry.length);
    all.set(strToU8(String(100_000 + i)), i * entry.length + 46);
  }
  const view = new DataView(all.buffer);
  view.setUint32(length, 0x06064b50, true);
  view.setBigUint64(length + 32, BigInt(claimed), true);
  view.setBigUint64(length + 40, BigInt(length), true);
  view.setUint32(length + 56, 0x07064b50, true);
  view.setBigUint64(length + 64, BigInt(length), true);
  view.setUint32(length + 76, 0x06054b50, true);
  view.setUint16(length + 86, 0xffff, true);
  view.setUint32(length + 88, 0xffffffff, true);
  view.setUint32(length + 92, 0xffffffff, true);
  return all;
}
