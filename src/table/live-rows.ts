/** Rows of a data file after its deletes, by reading deletion vectors and position delete files (DL-1, DL-20, DL-22). */
import { IcecoreError, type Problem } from '../base/errors.ts';
import type { Input } from '../io/input.ts';
import { type OpenInputOptions, openInput } from '../io/open.ts';
import { addPositions } from '../parquet/position-deletes.ts';
import { readDeletionVector } from '../puffin/deletion-vector.ts';
import { type PuffinBlob, readPuffinFooter } from '../puffin/puffin.ts';
import { countBelow } from '../puffin/roaring.ts';
import type { DeleteSource, LiveRows, LiveRowsRequest } from './api.ts';

/** A bit a row: the vector of a file of 2^31 rows. */
const LARGEST_VECTOR = 256n << 20n;

/**
 * @throws IcecoreError `invalid-data` for a damaged file, `unsupported` for one that is larger or otherwise made than is
 * read here, and the errors of reading.
 */
export async function countLiveRows(
  request: LiveRowsRequest,
  options: OpenInputOptions,
  signal: AbortSignal | undefined,
): Promise<LiveRows> {
  const { dataFilePath, recordCount, deletes } = request;
  // A deletion vector replaces all position deletes of its file (DL-8).
  const vector = deletes.find(({ kind }) => kind === 'deletion vector');
  if (vector !== undefined) {
    return afterVector(request, vector, openInput(vector.input, options), signal);
  }
  const positions = new Set<bigint>();
  for (const { input, fileSizeInBytes } of deletes) {
    const file = openInput(input, options);
    await addPositions(file, Number(fileSizeInBytes), dataFilePath, positions, signal);
  }
  let rows = recordCount;
  for (const position of positions) if (position >= 0n && position < recordCount) rows--;
  return { rows, problems: [] };
}

async function afterVector(
  { dataFilePath, recordCount }: LiveRowsRequest,
  vector: DeleteSource,
  input: Input,
  signal: AbortSignal | undefined,
): Promise<LiveRows> {
  const { contentOffset, contentSizeInBytes, fileSizeInBytes } = vector;
  const place = input.name;
  if (contentOffset === undefined || contentSizeInBytes === undefined) {
    throw new IcecoreError(
      'invalid-data',
      `Its manifest does not say where in ${place} a deletion vector is`,
      { place },
    );
  }
  if (contentSizeInBytes > LARGEST_VECTOR) {
    throw new IcecoreError(
      'unsupported',
      `${place} holds a deletion vector of ${contentSizeInBytes} bytes`,
      { place, advice: `They are read up to ${LARGEST_VECTOR} bytes.` },
    );
  }
  const offset = Number(contentOffset);
  const blob = await input.read(offset, offset + Number(contentSizeInBytes), signal);
  const positions = readDeletionVector(blob, place, offset);
  const deleted = countBelow(positions, recordCount);
  const named = { count: positions.count, deleted, claimed: vector.recordCount };
  const expected = { dataFilePath, contentOffset, contentSizeInBytes };
  const problems = [
    ...countProblems(named, dataFilePath, place),
    ...(await footerProblems(input, Number(fileSizeInBytes), expected, signal)),
  ];
  return { rows: recordCount - deleted, problems };
}

interface NamedRows {
  /** By the vector, by it and in the file, by the manifest. */
  readonly count: bigint;
  readonly deleted: bigint;
  readonly claimed: bigint;
}

function countProblems(
  { count, deleted, claimed }: NamedRows,
  dataFilePath: string,
  place: string,
): readonly Problem[] {
  const problems: Problem[] = [];
  if (count !== claimed) {
    problems.push({
      severity: 'can-change-answer',
      code: 'deletion-vector-count',
      message: `A deletion vector names ${count} rows of ${dataFilePath}; its manifest counts ${claimed}.`,
      place,
      consequence: 'The rows that are left are counted by the vector.',
    });
  }
  if (deleted !== count) {
    problems.push({
      severity: 'worth-knowing',
      code: 'deletion-vector-beyond-file',
      message: `A deletion vector names ${count - deleted} rows beyond the end of ${dataFilePath}.`,
      place,
      consequence: 'They delete nothing.',
    });
  }
  return problems;
}

interface ExpectedBlob {
  readonly dataFilePath: string;
  readonly contentOffset: bigint;
  readonly contentSizeInBytes: bigint;
}

/** The footer must name the same blob (DL-20). No count depends on it: the manifest says where the blob is. */
async function footerProblems(
  input: Input,
  size: number,
  expected: ExpectedBlob,
  signal: AbortSignal | undefined,
): Promise<readonly Problem[]> {
  const odd = (message: string): readonly Problem[] => [
    {
      severity: 'worth-knowing',
      code: 'puffin-footer',
      message,
      place: input.name,
      consequence: 'Readers that look for a deletion vector by the footer may miss this one.',
    },
  ];
  try {
    const { blobs } = await readPuffinFooter(input, size, signal);
    const why = mismatch(blobs, expected);
    return why === undefined ? [] : odd(why);
  } catch (error) {
    if (error instanceof IcecoreError) return odd(`${error.message}.`);
    throw error;
  }
}

function mismatch(
  blobs: readonly PuffinBlob[],
  { contentOffset, contentSizeInBytes, dataFilePath }: ExpectedBlob,
): string | undefined {
  const at = `${contentSizeInBytes} bytes at ${contentOffset}`;
  const blob = blobs.find(
    ({ offset, length }) =>
      BigInt(offset) === contentOffset && BigInt(length) === contentSizeInBytes,
  );
  if (blob === undefined) return `Its footer names no blob of ${at}.`;
  const referenced = blob.properties['referenced-data-file'];
  if (blob.type !== 'deletion-vector-v1') return `Its blob of ${at} is of type ${blob.type}.`;
  if (referenced === dataFilePath) return undefined;
  return `Its blob of ${at} is for ${referenced ?? 'no data file'}, not for ${dataFilePath}.`;
}
