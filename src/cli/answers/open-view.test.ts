import { expect, it } from 'vitest';
import { utf8 } from '../../base/bytes.ts';
import { partitionPath } from '../../transforms/partition-path.ts';
import { parseTransform } from '../../transforms/transform.ts';
import { asCome } from './open-view.ts';

it('prints bytes of a column that is gone as the reference does (seed 8004: truncate[2] of a binary)', () => {
  const field = { name: 'code_truncate2', transform: parseTransform('truncate[2]') };
  const value = Uint8Array.of(0x61, 0xff);
  const gone = asCome(value, undefined, { kind: 'binary' });
  expect(partitionPath([{ ...field, sourceType: undefined }], [gone])).toBe(
    'code_truncate2=java.nio.HeapByteBuffer%5Bpos%3D0+lim%3D2+cap%3D2%5D',
  );
  const there = asCome(value, { kind: 'binary' }, { kind: 'binary' });
  expect(partitionPath([{ ...field, sourceType: { kind: 'binary' } }], [there])).toBe(
    'code_truncate2=Yf8%3D',
  );
  const text = asCome(utf8('NO'), undefined, { kind: 'string' });
  expect(partitionPath([{ ...field, sourceType: undefined }], [text])).toBe('code_truncate2=NO');
});
