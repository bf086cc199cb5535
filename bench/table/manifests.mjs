/**
 * Writes manifests and manifest lists in the form of Iceberg Java's, format version 2.
 *
 * @import { Column } from './columns.mjs'
 * @typedef {{ files: number, columns: number, manifests: number, codec: string, name: string, seed: number }} Plan
 * @typedef {{
 *   path: string, length: number, specId: number, snapshotId: string, sequence: number,
 *   files: number, rows: number, bytes: number, rawBytes: number, low: number, high: number,
 * }} Manifest what a manifest list holds of one, and its size inflated
 */
import { AvroFile } from './avro.mjs';
import { columnsOf, schemaJson } from './columns.mjs';
import { DataFiles } from './data-files.mjs';
import { LIST_SCHEMA, manifestSchema } from './iceberg-schemas.mjs';
import { randomOf, uuidOf } from './random.mjs';

/** The share of manifests before the table went from days to hours. */
const DAILY = 0.6;

/** Streams of a table's generator beside those of its files, which count from 0. */
export const STREAM = {
  snapshot: 0x40000000,
  manifest: 0x50000000,
  list: 0x60000000,
  table: 0x70000000,
};

export const SPECS = [
  {
    'spec-id': 0,
    fields: [{ name: 'ts_day', transform: 'day', 'source-id': 2, 'field-id': 1000 }],
  },
  {
    'spec-id': 1,
    fields: [{ name: 'ts_hour', transform: 'hour', 'source-id': 2, 'field-id': 1001 }],
  },
];

/** @param {Plan} plan @param {number} index */
function specOf(plan, index) {
  return index < Math.round(plan.manifests * DAILY) ? 0 : 1;
}

/** The id of the snapshot that adds manifest `index`. @param {Plan} plan @param {number} index */
function snapshotIdOf(plan, index) {
  const random = randomOf(plan.seed, STREAM.snapshot + index);
  return ((BigInt(random.bits() >>> 1) << 32n) | BigInt(random.bits())).toString();
}

/**
 * The bytes of manifest `index` and what is to be said of it in lists.
 * @param {Plan} plan
 * @param {number} index
 * @returns {{ file: string, bytes: Buffer, manifest: Manifest }}
 */
export function writeManifest(plan, index) {
  const location = `s3://lake/${plan.name}`;
  const columns = columnsOf(plan.columns);
  const specId = specOf(plan, index);
  const random = randomOf(plan.seed, STREAM.manifest + index);
  const file = `${uuidOf(random)}-m0.avro`;
  const avro = new AvroFile({
    codec: plan.codec,
    metadata: manifestMetadata(columns, specId),
    sync: Buffer.from(random.hex(32), 'hex'),
  });
  const dataFiles = new DataFiles({ location, columns, files: plan.files, seed: plan.seed });
  const from = Math.floor((plan.files * index) / plan.manifests);
  const to = Math.floor((plan.files * (index + 1)) / plan.manifests);
  const sum = { rows: 0, bytes: 0, low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  for (let i = from; i < to; i++) {
    const { partition, rows, bytes } = dataFiles.write(i, specId === 1, avro.record);
    avro.endRecord();
    sum.rows += rows;
    sum.bytes += bytes;
    sum.low = Math.min(sum.low, partition);
    sum.high = Math.max(sum.high, partition);
  }
  const bytes = avro.finish();
  const manifest = {
    path: `${location}/metadata/${file}`,
    length: bytes.length,
    specId,
    snapshotId: snapshotIdOf(plan, index),
    sequence: index + 1,
    files: to - from,
    rawBytes: avro.rawBytes,
    ...sum,
  };
  return { file, bytes, manifest };
}

/** @param {readonly Column[]} columns @param {number} specId */
function manifestMetadata(columns, specId) {
  const field = SPECS[specId]?.fields[0];
  const type = specId === 0 ? { type: 'int', logicalType: 'date' } : 'int';
  return {
    schema: JSON.stringify(schemaJson(columns)),
    'avro.schema': JSON.stringify(manifestSchema([{ ...field, type }])),
    'format-version': '2',
    'partition-spec-id': String(specId),
    'partition-spec': JSON.stringify(SPECS[specId]?.fields),
    content: 'data',
  };
}

/**
 * The manifest list of the snapshot that adds the last of `manifests`.
 * @param {Plan} plan
 * @param {readonly Manifest[]} manifests oldest first; lists name the newest first
 */
export function writeManifestList(plan, manifests) {
  const last = /** @type {Manifest} */ (manifests.at(-1));
  const parent = manifests.at(-2);
  const random = randomOf(plan.seed, STREAM.list + manifests.length);
  const avro = new AvroFile({
    codec: plan.codec,
    metadata: {
      'avro.schema': JSON.stringify(LIST_SCHEMA),
      'snapshot-id': last.snapshotId,
      ...(parent === undefined ? {} : { 'parent-snapshot-id': parent.snapshotId }),
      'sequence-number': String(last.sequence),
      'format-version': '2',
    },
    sync: Buffer.from(random.hex(32), 'hex'),
  });
  for (const manifest of manifests.toReversed()) {
    writeListEntry(avro, manifest);
    avro.endRecord();
  }
  return { file: `snap-${last.snapshotId}-1-${uuidOf(random)}.avro`, bytes: avro.finish() };
}

/**
 * @param {AvroFile} avro
 * @param {Manifest} manifest
 */
function writeListEntry({ record }, manifest) {
  record.text(manifest.path);
  record.long(manifest.length);
  record.long(manifest.specId);
  record.long(0); // content: data
  record.long(manifest.sequence);
  record.long(manifest.sequence);
  record.bigLong(BigInt(manifest.snapshotId));
  // Added, existing and deleted; all entries of a manifest were added by its own snapshot.
  for (const count of [manifest.files, 0, 0, manifest.rows, 0, 0]) record.long(count);
  record.byte(2);
  record.long(1);
  record.byte(0); // no null
  record.byte(2);
  record.byte(0); // no NaN
  for (const bound of [manifest.low, manifest.high]) {
    record.byte(2);
    record.int32(bound);
  }
  record.long(0);
  record.long(0); // no key metadata
}
