/**
 * From the bytes of a metadata file to its text (MD-1), and the words for a file that is something else: people drop
 * the wrong file, a page instead of a file, or a pointer instead of the content.
 */
import { inflateBytes } from '../avro/codecs.ts';
import { utf8Text } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { formatCount } from '../types/format.ts';
import { isObject, note, type Reading } from './json-reader.ts';

/** The longest text that browsers make, in bytes; a metadata file that is larger is an attack or an accident. */
const TEXT_LIMIT = 2 ** 29 - 24;

const LFS_MAGIC = 'version https://git-lfs.github.com/spec/';
const OPEN_METADATA = 'Open the table’s folder, or its newest …metadata.json file.';

type Compression = 'none' | 'gzip' | 'zstd';

/** By the magic bytes, whatever the name says: writers compress without renaming (MD-1 SAFE, B168). */
function compressionOf(bytes: Uint8Array): Compression {
  if (startsWith(bytes, 0x1f, 0x8b)) return 'gzip';
  if (startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd)) return 'zstd';
  return 'none';
}

/** What readers that go by the name assume; undefined where the name is not a metadata file's. */
function compressionInName(place: string): Compression | undefined {
  const name = place.slice(place.lastIndexOf('/') + 1);
  if (!name.includes('.metadata.json')) return undefined;
  if (/\.gz\.metadata\.json$|\.metadata\.json\.gz$/.test(name)) return 'gzip';
  return name.endsWith('.metadata.json') ? 'none' : undefined;
}

function noteCompression(reading: Reading, found: Compression): void {
  const named = compressionInName(reading.place);
  if (named === undefined || named === found) return;
  const is = found === 'none' ? 'not compressed' : `compressed with ${found}`;
  const says = named === 'none' ? 'nothing of it' : named;
  const message =
    found === 'zstd'
      ? 'The file is compressed with zstd; the format knows gzip only.'
      : `The file is ${is}; its name says ${says}.`;
  note(reading, 'compression-not-in-name', '', message);
}

/**
 * The text of a metadata file.
 * @throws IcecoreError invalid-data when the bytes are no text, with what they are instead.
 */
export async function metadataText(bytes: Uint8Array, reading: Reading): Promise<string> {
  const compression = compressionOf(bytes);
  noteCompression(reading, compression);
  const plain =
    compression === 'none'
      ? bytes
      : await inflateBytes(bytes, compression, TEXT_LIMIT, reading.place);
  refuseOtherBytes(plain, reading.place);
  if (plain.length > TEXT_LIMIT) {
    const [has, most] = [plain.length, TEXT_LIMIT].map(formatCount);
    throw new IcecoreError(
      'unsupported',
      `The file has ${has} bytes, and at most ${most} are read of the metadata of a table.`,
      { place: reading.place, advice: OPEN_METADATA },
    );
  }
  return utf8Text(plain).replace(/^\uFEFF/, '');
}

/**
 * The JSON of a metadata file's text.
 * @throws IcecoreError invalid-data when it is not JSON, with what it is instead and what to do.
 */
export function metadataJson(text: string, place: string): unknown {
  try {
    return parseJson(text, place);
  } catch (error) {
    const other = otherText(text, place);
    if (other !== undefined) throw refusal(place, ...other);
    throw error;
  }
}

/** @throws IcecoreError unless the JSON is an object that could be a table's metadata. */
export function refuseOtherJson(json: unknown, place: string): void {
  if (!isObject(json)) {
    const what = Array.isArray(json) ? 'a JSON list' : `the JSON value ${String(json)}`;
    const isHint = place.endsWith('version-hint.text');
    throw refusal(place, isHint ? 'This is a version hint' : `This is ${what}`, OPEN_METADATA);
  }
  const other = otherObject(json);
  if (other !== undefined) throw refusal(place, ...other);
}

function refusal(place: string, found: string, advice: string): IcecoreError {
  return new IcecoreError('invalid-data', `${found}, not the metadata of an Iceberg table.`, {
    place,
    advice,
  });
}

type Refusal = readonly [found: string, advice: string];

function refuseOtherBytes(bytes: Uint8Array, place: string): void {
  const other = otherBytes(bytes);
  if (other !== undefined) throw refusal(place, ...other);
}

function otherBytes(bytes: Uint8Array): Refusal | undefined {
  if (bytes.length === 0) {
    return ['The file is empty', 'Fetch it again: the download may have been cut off.'];
  }
  if (startsWithText(bytes, 'Obj\x01')) {
    return ['This is an Avro file, as manifests and manifest lists are', OPEN_METADATA];
  }
  if (startsWithText(bytes, 'PAR1')) return ['This is a Parquet file', OPEN_METADATA];
  if (startsWithText(bytes, 'ORC')) return ['This is an ORC file', OPEN_METADATA];
  if (startsWithText(bytes, 'PFA1')) return ['This is a Puffin file', OPEN_METADATA];
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    return ['This is a zip archive', 'Give it under a name that ends in .zip, or unpack it.'];
  }
  return undefined;
}

/** Text that is not JSON, or several JSON values one after another. */
function otherText(text: string, place: string): Refusal | undefined {
  const head = text.trimStart().slice(0, 4096);
  if (head === '')
    return ['The file is blank', 'Fetch it again: the download may have been cut off.'];
  if (head.startsWith(LFS_MAGIC)) return lfsPointer(head);
  if (/^<!doctype html|^<html/i.test(head)) {
    return [
      'This is an HTML page',
      'On a code hosting site, use the link to the raw file; behind a login, download the file first.',
    ];
  }
  if (head.startsWith('<')) {
    const code = /<Code>([^<]{1,60})<\/Code>/.exec(head)?.[1];
    const says = code === undefined ? '' : ` that says ${code}`;
    return [`This is an XML answer${says}`, 'Check the address and that you may read it.'];
  }
  if (/^#|^hoodie\./.test(head) && head.includes('hoodie.')) return HUDI;
  return laterLines(text, place);
}

function lfsPointer(head: string): Refusal {
  const size = /^size (\d+)$/m.exec(head)?.[1];
  const content = size === undefined ? 'the file' : `the file of ${size} bytes`;
  return [
    `This is a Git LFS pointer to ${content}`,
    'Run “git lfs pull” in the clone and open the folder again.',
  ];
}

/** A Delta commit holds one JSON object a line, so its first line alone is JSON. */
function laterLines(text: string, place: string): Refusal | undefined {
  const end = text.indexOf('\n');
  if (end < 0 || text.slice(end).trim() === '') return undefined;
  let first: unknown;
  try {
    first = parseJson(text.slice(0, end), place);
  } catch {
    // The first line is no JSON either: the error of the whole text, with its offset, says more.
    return undefined;
  }
  return isObject(first) ? otherObject(first) : undefined;
}

const DELTA: Refusal = [
  'This is a Delta Lake commit',
  'This version reads Iceberg tables only. A Delta table that writes Iceberg metadata too has a folder named metadata.',
];
const HUDI: Refusal = ['This belongs to a Hudi table', 'This version reads Iceberg tables only.'];
const DELTA_ACTIONS = [
  'commitInfo',
  'protocol',
  'metaData',
  'add',
  'remove',
  'txn',
  'cdc',
  'domainMetadata',
];

function otherObject(json: Readonly<Record<string, unknown>>): Refusal | undefined {
  if ('format-version' in json) {
    if (!('view-uuid' in json) && !('current-version-id' in json)) return undefined;
    return ['This is the metadata of a view', 'Open one of the tables that the view reads.'];
  }
  const keys = Object.keys(json);
  if (keys.length <= 2 && keys.some((key) => DELTA_ACTIONS.includes(key))) return DELTA;
  if ('partitionToWriteStats' in json || 'operationType' in json) return HUDI;
  if ('version' in json && 'size' in json && !('schema' in json)) {
    return ['This is Delta Lake’s _last_checkpoint', DELTA[1]];
  }
  if ('error' in json) {
    const message = isObject(json.error) ? String(json.error.message ?? '') : '';
    return [
      `This is an error answer of a server${message === '' ? '' : ` (“${message}”)`}`,
      'Check the address.',
    ];
  }
  const shown = keys.slice(0, 5).join(', ');
  const what = keys.length === 0 ? 'an empty JSON object' : `a JSON object with ${shown}`;
  return [`This is ${what} and without format-version`, OPEN_METADATA];
}

function startsWith(bytes: Uint8Array, ...magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

function startsWithText(bytes: Uint8Array, magic: string): boolean {
  return startsWith(bytes, ...Array.from(magic, (c) => c.charCodeAt(0)));
}
