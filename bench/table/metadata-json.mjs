/**
 * The table's metadata file: two specs, one snapshot a manifest, commits spread over the table's life.
 *
 * @import { Manifest, Plan } from './manifests.mjs'
 * @typedef {{ file: string, manifest: Manifest }} Commit a manifest list's file and the manifest it adds
 */
import { columnsOf, schemaJson } from './columns.mjs';
import { DAY, DAYS, START } from './data-files.mjs';
import { SPECS, STREAM } from './manifests.mjs';
import { randomOf, uuidOf } from './random.mjs';

/** Ids are longer than JavaScript's numbers, so they are put in as text and lose their quotes at the end. */
const LONG = /"(snapshot-id|parent-snapshot-id|current-snapshot-id)":"(\d+)"/g;

/**
 * @param {Plan} plan
 * @param {readonly Commit[]} commits oldest first
 */
export function writeMetadata(plan, commits) {
  const random = randomOf(plan.seed, STREAM.table);
  const location = `s3://lake/${plan.name}`;
  const snapshots = snapshotsOf(plan, commits);
  const last = snapshots.at(-1);
  const json = JSON.stringify({
    'format-version': 2,
    'table-uuid': uuidOf(random),
    location,
    'last-sequence-number': commits.length,
    'last-updated-ms': last?.['timestamp-ms'],
    'last-column-id': plan.columns,
    'current-schema-id': 0,
    schemas: [schemaJson(columnsOf(plan.columns))],
    'default-spec-id': 1,
    'partition-specs': SPECS,
    'last-partition-id': 1001,
    'default-sort-order-id': 0,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    properties: { 'write.parquet.compression-codec': 'zstd' },
    'current-snapshot-id': last?.['snapshot-id'],
    refs: { main: { 'snapshot-id': last?.['snapshot-id'], type: 'branch' } },
    snapshots,
    statistics: [],
    'partition-statistics': [],
    'snapshot-log': snapshots.map((snapshot) => ({
      'timestamp-ms': snapshot['timestamp-ms'],
      'snapshot-id': snapshot['snapshot-id'],
    })),
    'metadata-log': [],
  });
  const file = `${String(commits.length).padStart(5, '0')}-${uuidOf(random)}.metadata.json`;
  return { file, text: json.replace(LONG, '"$1":$2') };
}

/** @param {Plan} plan @param {readonly Commit[]} commits */
function snapshotsOf(plan, commits) {
  const total = { files: 0, rows: 0, bytes: 0 };
  return commits.map(({ file, manifest }, i) => {
    total.files += manifest.files;
    total.rows += manifest.rows;
    total.bytes += manifest.bytes;
    const parent = commits[i - 1];
    return {
      'sequence-number': i + 1,
      'snapshot-id': manifest.snapshotId,
      ...(parent === undefined ? {} : { 'parent-snapshot-id': parent.manifest.snapshotId }),
      'timestamp-ms': Math.floor((START + (DAYS * DAY * (i + 1)) / commits.length) / 1000),
      summary: summaryOf(manifest, total, i),
      'manifest-list': `s3://lake/${plan.name}/metadata/${file}`,
      'schema-id': 0,
    };
  });
}

/**
 * @param {Manifest} manifest
 * @param {{ files: number, rows: number, bytes: number }} total
 * @param {number} kept manifests of before
 */
function summaryOf(manifest, total, kept) {
  return {
    operation: 'append',
    'manifests-created': '1',
    'manifests-kept': String(kept),
    'manifests-replaced': '0',
    'added-data-files': String(manifest.files),
    'added-records': String(manifest.rows),
    'added-files-size': String(manifest.bytes),
    'total-records': String(total.rows),
    'total-files-size': String(total.bytes),
    'total-data-files': String(total.files),
    'total-delete-files': '0',
    'total-position-deletes': '0',
    'total-equality-deletes': '0',
  };
}
