/**
 * Damaged, cut, swapped and odd files: always a result, with its problems, or an IcecoreError, soon. With no condition at all no
 * file is ever skipped; and where a file was cut or swapped for another of its table, none is skipped under a condition that the
 * whole table would read. (A flipped bit of a bound is another bound: nothing can tell.)
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { IcecoreError } from '../../base/errors.ts';
import { foldPredicate, parseQuestions, predicateSql } from '../../cli/answers/predicate.ts';
import { parseWhere } from '../../expressions/where.ts';
import { fileSet } from '../../io/file-set.ts';
import type { InputRef } from '../../io/input.ts';
import { openInput } from '../../io/open.ts';
import { bindSpec } from '../../metadata/bound-spec.ts';
import { decodeManifest } from '../../metadata/manifest.ts';
import { decodeManifestList } from '../../metadata/manifest-list.ts';
import type { ManifestFile } from '../../metadata/records.ts';
import { parseTableMetadata } from '../../metadata/table-metadata.ts';
import { addPositions } from '../../parquet/position-deletes.ts';
import { planManifest } from '../../planning/plan-manifest.ts';
import { SKIPPED_BY_BOUNDS, SKIPPED_BY_PARTITION } from '../../planning/verdict.ts';
import { readDeletionVector } from '../../puffin/deletion-vector.ts';
import { readPuffinFooter } from '../../puffin/puffin.ts';
import { localTableApi } from '../../table/local.ts';
import { openTable, snapshotView } from '../../table/session.ts';
import { SAFE } from '../../types/profile.ts';
import { indexSchema } from '../../types/schema.ts';
import { randomOf } from '../random.ts';
import { corpusFolder } from '../shared.ts';
import { damaged, oddJson, type Random } from './damage.ts';

/** Small tables of every version, writer and codec, with deletes of all kinds. */
const TABLES = [
  'codecs',
  'logs_dv',
  'logs_mor',
  'pyiceberg_v1',
  'pyiceberg_v2',
  'v3_types',
  'nulls_nan',
  'r7_08',
  'orders_v1',
];

interface Sample {
  readonly name: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What its corpus asks, by number. */
  readonly questions: ReturnType<typeof parseQuestions>;
  /** Files that the whole table skips under a question, by its number. */
  readonly skipped: Map<number, ReadonlySet<string>>;
  /** Its live files, once they were asked. */
  all?: ReadonlySet<string>;
}

export interface FuzzReport {
  readonly runs: number;
  readonly opened: number;
  readonly refused: number;
  readonly slowestMs: number;
  readonly failures: readonly string[];
}

/** Metadata files of a table, the newest of each kind first, few enough to open quickly. */
function sampleOf(name: string): Sample {
  const folder = join(corpusFolder(), 'tables', name);
  const metadata = join(folder, 'metadata');
  const files = readdirSync(metadata)
    .filter((file) => !file.endsWith('.crc'))
    .map((file) => join(metadata, file));
  const isMetadata = (file: string) => file.includes('.metadata.json');
  const newest = files.filter(isMetadata).sort().at(-1);
  const kept = files.filter((file) => !isMetadata(file) || file === newest);
  const deletes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(\.puffin|-deletes\.parquet)$/.test(file) && !file.endsWith('.crc'))
    .map((file) => join(folder, file));
  const predicates = join(corpusFolder(), 'predicates', `${name}.json`);
  return {
    name,
    files: new Map(
      [...kept, ...deletes].map((file) => [
        relative(folder, file),
        new Uint8Array(readFileSync(file)),
      ]),
    ),
    questions: parseQuestions(readFileSync(predicates, 'utf8'), predicates),
    skipped: new Map(),
  };
}

type Outcome = 'opened' | 'refused' | string;

/** One file in `WHOLE_EVERY` is read as part of its table, the others alone. */
const WHOLE_EVERY = 40;
/** The same of those that were cut or swapped. */
const PART_EVERY = 8;

async function runOnce(sample: Sample, random: Random): Promise<Outcome> {
  const paths = [...sample.files.keys()];
  const path = paths[random(paths.length)] as string;
  const bytes = sample.files.get(path) as Uint8Array;
  const isJson = bytes[0] === 0x7b && random(2) === 0;
  const other = sample.files.get(paths[random(paths.length)] as string) as Uint8Array;
  const way = random(12);
  const isPart = way < 2;
  const odd =
    way === 0
      ? other
      : way === 1
        ? bytes.slice(0, random(bytes.length))
        : isJson
          ? oddJson(bytes, random)
          : damaged(bytes, random);
  try {
    const isWhole = random(isPart ? PART_EVERY : WHOLE_EVERY) === 0 && path.startsWith('metadata');
    const skipped = isWhole ? await planTable(sample, path, odd) : await readAlone(path, odd);
    if (skipped === 0 && isWhole && isPart) {
      const wrong = await wronglySkipped(sample, path, odd, random(sample.questions.length));
      if (wrong !== undefined) return `${sample.name} ${path}: ${wrong}`;
    }
    if (skipped === 0) return 'opened';
    return `${sample.name} ${path}: ${skipped} files are skipped without a condition`;
  } catch (error) {
    if (error instanceof IcecoreError) return 'refused';
    return `${sample.name} ${path}: ${error instanceof Error ? error.stack : String(error)}`;
  }
}

/** The table with one file replaced. */
async function openWith(sample: Sample, path: string | undefined, odd: Uint8Array) {
  const refs = [...sample.files].map(([name, bytes]): readonly [string, InputRef] => [
    name,
    { kind: 'bytes', name, bytes: name === path ? odd : bytes },
  ]);
  const api = localTableApi();
  const outcome = await openTable({ kind: 'files', files: fileSet(sample.name, refs) }, api);
  if (outcome.kind !== 'table') return undefined;
  return { api, view: await snapshotView(outcome.table, api) };
}

/** Files that the plan without a condition skips: none, if nothing is wrong. */
async function planTable(sample: Sample, path: string, odd: Uint8Array): Promise<number> {
  const opened = await openWith(sample, path, odd);
  if (opened === undefined) return 0;
  const {
    api,
    view: { context, manifests },
  } = opened;
  const question = { filter: { kind: 'true' }, caseSensitive: false, profile: 'safe' } as const;
  let skipped = 0;
  const onManifest = ({ fileVerdicts }: { readonly fileVerdicts: Uint8Array }) => {
    skipped += skippedByFilter(fileVerdicts);
  };
  await api.plan({ context, manifests, ...question }, { onManifest });
  return skipped;
}

const NOTHING = new Uint8Array(0);

/** A file that is skipped under a question, and that the whole table reads. */
async function wronglySkipped(
  sample: Sample,
  path: string,
  odd: Uint8Array,
  question: number,
): Promise<string | undefined> {
  const whole =
    sample.skipped.get(question) ?? (await verdicts(sample, undefined, NOTHING, question)).skipped;
  sample.skipped.set(question, whole);
  const intact = sample.all ?? (await verdicts(sample, undefined, NOTHING, question)).all;
  sample.all = intact;
  const { skipped } = await verdicts(sample, path, odd, question);
  const wrong = [...skipped].find((file) => intact.has(file) && !whole.has(file));
  return wrong && `${wrong} is skipped under question ${question}, and the whole table reads it`;
}

/** Live files of the current snapshot by path, and those that are skipped under a question. */
async function verdicts(
  sample: Sample,
  path: string | undefined,
  odd: Uint8Array,
  question: number,
): Promise<{ readonly all: ReadonlySet<string>; readonly skipped: ReadonlySet<string> }> {
  const all = new Set<string>();
  const skipped = new Set<string>();
  // A swapped manifest lists what another one lists too, which is then read by that.
  const read = new Set<string>();
  const opened = await openWith(sample, path, odd);
  if (opened === undefined) return { all, skipped };
  const {
    api,
    view: { context, manifests, schema },
  } = opened;
  const columns = indexSchema(schema);
  const { predicate, caseSensitive } = sample.questions[question] as Sample['questions'][0];
  const sql = predicateSql(foldPredicate(predicate), columns, 'exact');
  const { expression: filter, errors } = parseWhere(sql, columns, { caseSensitive });
  if (errors.length > 0) return { all, skipped };
  const plans: { index: number; fileVerdicts: Uint8Array }[] = [];
  const entries = new Map<number, Uint32Array>();
  const data = manifests.filter(({ manifest }) => manifest.content === 'data');
  await api.drawManifests(
    { context, manifests: data },
    { onPicture: (picture) => entries.set(picture.index, picture.entries) },
  );
  await api.plan(
    { context, manifests, filter, caseSensitive, profile: 'safe' },
    { onManifest: (plan) => plans.push(plan) },
  );
  for (const { index, fileVerdicts } of plans) {
    const manifest = manifests.find((source) => source.index === index);
    const live = [...(entries.get(index) ?? [])];
    if (manifest === undefined || live.length !== fileVerdicts.length) continue;
    const rows = await api.fileRows({ context, manifest, entries: live, fieldIds: [] });
    rows.forEach(({ filePath }, i) => {
      all.add(filePath);
      const isSkipped = (fileVerdicts[i] as number) <= SKIPPED_BY_BOUNDS;
      (isSkipped ? skipped : read).add(filePath);
    });
  }
  for (const file of read) skipped.delete(file);
  return { all, skipped };
}

/** A manifest's own row may say that it has no live files; nothing else rules out without a condition. */
function skippedByFilter(fileVerdicts: Uint8Array): number {
  return fileVerdicts.filter((v) => v === SKIPPED_BY_BOUNDS || v === SKIPPED_BY_PARTITION).length;
}

const MANIFEST: ManifestFile = {
  manifestPath: 'm.avro',
  partitionSpecId: 0,
  content: 'data',
  sequenceNumber: 1n,
  minSequenceNumber: 1n,
  addedFilesCount: 1,
};

async function readAlone(path: string, odd: Uint8Array): Promise<number> {
  const input = openInput({ kind: 'bytes', name: path, bytes: odd });
  if (path.endsWith('.parquet')) {
    await addPositions(input, odd.length, 's3://lake/t/data/0.parquet', new Set());
    return 0;
  }
  if (path.endsWith('.puffin')) {
    const { blobs } = await readPuffinFooter(input, odd.length);
    for (const { offset, length } of blobs) {
      readDeletionVector(odd.subarray(offset, offset + length), path, offset);
    }
    return 0;
  }
  if (path.includes('.metadata.json')) {
    await parseTableMetadata(odd, path);
    return 0;
  }
  if (path.includes('snap-')) {
    await decodeManifestList(odd, path, { formatVersion: 3 });
    return 0;
  }
  const request = { manifest: MANIFEST, specs: [], schemas: [], formatVersion: 3 };
  const { entries } = await decodeManifest(odd, { ...request, metricsFieldIds: [1, 2, 3] });
  const spec = bindSpec(entries.spec, NO_COLUMNS);
  const filter = { kind: 'true' } as const;
  const plan = planManifest({ entries, manifest: MANIFEST, filter, spec, profile: SAFE });
  return skippedByFilter(plan.fileVerdicts);
}

const NO_COLUMNS = indexSchema({ schemaId: 0, identifierFieldIds: [], fields: [] });

const LATE_MS = 10_000;

/** Runs of one seed are equal. */
export async function runFuzz(
  runs: number,
  seed: number,
  onProgress?: (done: number) => void,
): Promise<FuzzReport> {
  const samples = TABLES.map(sampleOf);
  const random = randomOf(seed);
  const failures: string[] = [];
  let [opened, refused, slowestMs] = [0, 0, 0];
  for (let i = 0; i < runs; i++) {
    const sample = samples[i % samples.length] as Sample;
    const started = performance.now();
    const outcome = await runOnce(sample, random);
    const ms = performance.now() - started;
    slowestMs = Math.max(slowestMs, ms);
    if (outcome === 'opened') opened++;
    else if (outcome === 'refused') refused++;
    else failures.push(outcome);
    if (ms > LATE_MS) failures.push(`${sample.name}: run ${i} took ${ms.toFixed(0)} ms`);
    if (i % 1000 === 999) onProgress?.(i + 1);
  }
  return { runs, opened, refused, slowestMs, failures };
}
