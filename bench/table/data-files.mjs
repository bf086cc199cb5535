/**
 * Invents data files as a steady ingest job would have written them over three years. Files come in
 * batches; a batch covers one span of time and is sorted by device, so its files split the devices
 * among them. One file in fifty holds late data, of an earlier partition. Counts, sizes and bounds
 * move with time and carry the noise that real ones carry, so that manifests compress as real ones do.
 *
 * @import { AvroBytes } from './avro.mjs'
 * @import { Column } from './columns.mjs'
 * @import { Random } from './random.mjs'
 * @typedef {{ first: number, from: number, span: number, uuid: string, task: number }} Batch
 * @typedef {{ partition: number, rows: number, bytes: number }} Made
 * @typedef {{ job: Batch, slice: number, from: number, until: number, random: Random }} Place
 */
import { KINDS } from './columns.mjs';
import { randomOf, uuidOf } from './random.mjs';

/** 2023-07-01, in microseconds since the epoch. */
export const START = Date.UTC(2023, 6, 1) * 1000;
export const DAYS = 1096;
export const DAY = 86_400_000_000;
const HOUR = 3_600_000_000;
const FILE_BYTES = 128 * 2 ** 20;
const FILE_ROWS = 1_500_000;
const DEVICES = 1_000_000;
const LATE = 50;

/** Null, of a union whose first branch is null. */
const ABSENT = 0;
const PRESENT = 2;

export class DataFiles {
  /**
   * @param {{ location: string, columns: readonly Column[], files: number, seed: number }} table
   */
  constructor({ location, columns, files, seed }) {
    this.location = location;
    this.columns = columns;
    this.measures = columns.filter((column) => column.kind === 'measure');
    this.files = files;
    this.seed = seed;
    this.batchFiles = Math.max(4, Math.floor(files / (DAYS * 24)));
    this.totalWeight = columns.reduce((sum, column) => sum + KINDS[column.kind].weight, 0);
    /** @type {Batch | undefined} */
    this.batch = undefined;
  }

  /**
   * Appends the manifest entry of file `index`, partitioned by hour or by day.
   * @param {number} index
   * @param {boolean} hourly
   * @param {AvroBytes} out
   * @returns {Made}
   */
  write(index, hourly, out) {
    const random = randomOf(this.seed, index);
    const job = this.batchOf(index);
    const unit = hourly ? HOUR : DAY;
    const from = random.below(LATE) === 0 ? job.from - unit : job.from;
    const partition = Math.floor(from / unit);
    const until = Math.min(from + job.span, (partition + 1) * unit) - 1;
    const slice = index - job.first;
    const rows = jitter(random, FILE_ROWS, 0.03);
    const bytes = jitter(random, FILE_BYTES, 0.04);
    out.long(1); // status: added
    for (let i = 0; i < 3; i++) out.long(ABSENT); // snapshot id and sequence numbers are inherited
    out.long(0); // content: data
    out.text(this.path(job, slice, partition, hourly));
    out.text('PARQUET');
    out.byte(PRESENT);
    out.long(partition);
    out.long(rows);
    out.long(bytes);
    this.writeCounts(random, rows, bytes, out);
    this.writeBounds({ job, slice, from, until, random }, out);
    out.long(ABSENT); // key metadata
    out.byte(PRESENT); // split offsets: [4]
    out.long(1);
    out.long(4);
    out.long(0);
    out.long(ABSENT); // equality ids
    out.byte(PRESENT); // sort order id
    out.long(0);
    out.long(ABSENT); // referenced data file
    return { partition, rows, bytes };
  }

  /** @param {number} index @returns {Batch} */
  batchOf(index) {
    const first = index - (index % this.batchFiles);
    if (this.batch?.first !== first) {
      const step = Math.floor((DAYS * DAY) / this.files);
      const span = Math.min(HOUR, this.batchFiles * step);
      // Its own stream: a batch that two manifests share is the same in both.
      const uuid = uuidOf(randomOf(~this.seed, first));
      this.batch = { first, from: START + first * step, span, uuid, task: first % 900_000 };
    }
    return /** @type {Batch} */ (this.batch);
  }

  /**
   * @param {Batch} job
   * @param {number} slice
   * @param {number} partition
   * @param {boolean} hourly
   */
  path(job, slice, partition, hourly) {
    const at = new Date(partition * (hourly ? HOUR : DAY) * 1e-3).toISOString();
    const folder = hourly
      ? `ts_hour=${at.slice(0, 13).replace('T', '-')}`
      : `ts_day=${at.slice(0, 10)}`;
    const task = `${String(slice).padStart(5, '0')}-${job.task + slice}-${job.uuid}-00001`;
    return `${this.location}/data/${folder}/${task}.parquet`;
  }

  /**
   * @param {Random} random
   * @param {number} rows
   * @param {number} bytes
   * @param {AvroBytes} out
   */
  writeCounts(random, rows, bytes, out) {
    writeMap(out, this.columns, ({ kind }) =>
      out.long(jitter(random, Math.floor((bytes * KINDS[kind].weight) / this.totalWeight), 0.02)),
    );
    writeMap(out, this.columns, () => out.long(rows));
    writeMap(out, this.columns, ({ nullShare }) =>
      out.long(nullShare === 0 ? 0 : jitter(random, Math.floor(rows * nullShare), 0.05)),
    );
    writeMap(out, this.measures, () => out.long(0));
  }

  /**
   * @param {Place} place
   * @param {AvroBytes} out
   */
  writeBounds(place, out) {
    writeMap(out, this.columns, (column) =>
      BOUNDS[column.kind][0](out, place, column.id, this.batchFiles),
    );
    writeMap(out, this.columns, (column) =>
      BOUNDS[column.kind][1](out, place, column.id, this.batchFiles),
    );
  }
}

/**
 * Iceberg's maps with integer keys: an array of pairs.
 * @param {AvroBytes} out
 * @param {readonly Column[]} columns
 * @param {(column: Column) => void} value
 */
function writeMap(out, columns, value) {
  out.byte(PRESENT);
  if (columns.length > 0) out.long(columns.length);
  for (const column of columns) {
    out.long(column.id);
    value(column);
  }
  out.long(0);
}

/** @typedef {(out: AvroBytes, place: Place, id: number, batchFiles: number) => void} Bound */

/** Writes a column's lower and upper bound, by kind. @type {Record<keyof typeof KINDS, readonly [Bound, Bound]>} */
const BOUNDS = {
  id: [
    (out, { job, random }) => out.long64(job.first * FILE_ROWS + random.below(1000)),
    (out, { job, random }, _id, batchFiles) =>
      out.long64((job.first + batchFiles) * FILE_ROWS - random.below(1000)),
  ],
  ts: [
    (out, { from, random }) => out.long64(from + random.below(2_000_000)),
    (out, { until, random }) => out.long64(until - random.below(2_000_000)),
  ],
  region: [(out) => out.text('ap-north'), (out) => out.text('us-west')],
  device: [
    (out, { slice }, _id, batchFiles) => out.text(device(slice, 0, batchFiles)),
    (out, { slice }, _id, batchFiles) => out.text(device(slice + 1, -1, batchFiles)),
  ],
  amount: [
    (out, { random }) => out.bytes(cents(1 + random.below(300))),
    // Mostly just under 1000.00; one file in forty has an outlier up to 6000.00.
    (out, { random }) =>
      out.bytes(
        cents(
          random.below(40) === 0 ? 100_000 + random.below(500_000) : 95_000 + random.below(5000),
        ),
      ),
  ],
  measure: [
    (out, place, id) =>
      out.float64(rounded(id, id * 3 - 20 + 8 * season(place, id) - place.random.unit() * 4)),
    (out, place, id) =>
      out.float64(rounded(id, id * 3 + 40 + 8 * season(place, id) + place.random.unit() * 4)),
  ],
  counter: [
    (out) => out.int32(0),
    (out, { random }, id) => out.int32(200 + 10 * id + random.below(60)),
  ],
  label: [
    (out) => out.text('active'),
    (out, { random }) => out.text(random.below(10) === 0 ? 'unknown' : 'retired'),
  ],
  clock: [
    (out, { from, random }) => out.long64(Math.floor(from / 1000) - 90 + random.below(90)),
    (out, { until, random }) => out.long64(Math.floor(until / 1000) + random.below(5000)),
  ],
  token: [
    (out, { random }) => out.text(`0000${random.hex(12)}`),
    (out, { random }) => out.text(`ffff${random.hex(12)}`),
  ],
};

/**
 * The device at a slice's edge.
 * @param {number} slice
 * @param {number} offset
 * @param {number} slices
 */
function device(slice, offset, slices) {
  return `dev-${String(Math.floor((DEVICES * slice) / slices) + offset).padStart(7, '0')}`;
}

/** A decimal's unscaled value: big endian, as few bytes as keep its sign. @param {number} unscaled positive */
function cents(unscaled) {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(unscaled);
  let first = 0;
  while (bytes[first] === 0 && (bytes[first + 1] ?? 0) < 128) first++;
  return bytes.subarray(first);
}

/** @param {Place} place @param {number} id */
function season({ from }, id) {
  return Math.sin((from - START) / DAY / 58 + id);
}

/** Every other sensor reports hundredths, the rest report halves. @param {number} id @param {number} value */
function rounded(id, value) {
  const steps = id % 2 === 0 ? 100 : 2;
  return Math.round(value * steps) / steps;
}

/** @param {Random} random @param {number} value @param {number} share */
function jitter(random, value, share) {
  return value + Math.trunc(value * share * (random.unit() * 2 - 1));
}
