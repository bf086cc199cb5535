/** Deletion vectors: blobs `deletion-vector-v1` of Puffin files, the positions of the rows that are deleted (DL-20). */
import { crc32 } from '../base/crc32.ts';
import { IcecoreError } from '../base/errors.ts';
import { type Positions, readRoaring64 } from './roaring.ts';

const MAGIC = 0xd1d33964;
const LENGTH = 4;
const CRC = 4;

/**
 * @param blob all of it: its length, magic, bitmap, CRC-32
 * @param offset of the blob in the file, for errors
 * @throws IcecoreError `invalid-data` where any of these is wrong
 */
export function readDeletionVector(blob: Uint8Array, place: string, offset: number): Positions {
  const refuse = (at: number, finding: string): never => {
    throw new IcecoreError(
      'invalid-data',
      `${place} holds no readable deletion vector: ${finding}`,
      {
        place,
        offset: offset + at,
      },
    );
  };
  const end = blob.length - CRC;
  if (end < LENGTH + 4) return refuse(0, `it has ${blob.length} bytes`);
  const view = new DataView(blob.buffer, blob.byteOffset, blob.length);
  const length = view.getUint32(0, false);
  if (length !== end - LENGTH) {
    return refuse(0, `it claims ${length} bytes and has ${end - LENGTH}`);
  }
  if (view.getUint32(LENGTH, false) !== MAGIC) return refuse(LENGTH, 'its magic bytes are wrong');
  const crc = view.getUint32(end, false);
  if (crc32(blob.subarray(LENGTH, end)) !== crc) return refuse(end, 'its CRC-32 is wrong');
  return readRoaring64(blob.subarray(LENGTH + 4, end), place, offset + LENGTH + 4);
}
