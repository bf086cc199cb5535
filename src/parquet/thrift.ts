/** Structs of Thrift's compact protocol, in which footers and page headers of Parquet files are written. */
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';
import type { Thrift } from './types.ts';

export interface ThriftReader {
  readonly view: DataView;
  /** Moves behind what is read. */
  offset: number;
}

/** Errors: plain ones of the decoder, and of the view it reads by. */
export function readThrift(reader: ThriftReader): Thrift {
  return deserializeTCompactProtocol(reader);
}
