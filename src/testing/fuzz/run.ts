/**
 * Damaged and odd files: always a result, with its problems, or an IcecoreError, soon; and with no condition at all no file is ever
 * skipped.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { IcecoreError } from '../../base/errors.ts';
import { fileSet } from '../../io/file-set.ts';
import type { InputRef } from '../../io/input.ts';
import { bindSpec } from '../../metadata/bound-spec.ts';
import { decodeManifest } from '../../metadata/manifest.ts';
import { decodeManifestList } from '../../metadata/manifest-list.ts';
import type { ManifestFile } from '../../metadata/records.ts';
import { parseTableMetadata } from '../../metadata/table-metadata.ts';
import { planManifest } from '../../planning/plan-manifest.ts';
import { SKIPPED_BY_BOUNDS, SKIPPED_BY_PARTITION } from '../../planning/verdict.ts';
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
  return {
    name,
    files: new Map(
      kept.map((file) => [relative(folder, file), new Uint8Array(readFileSync(file))]),
    ),
  };
}

type Outcome = 'opened' | 'refused' | string;

/** One file in `WHOLE_EVERY` is read as part of its table, the others alone. */
const WHOLE_EVERY = 40;

async function runOnce(sample: Sample, random: Random): Promise<Outcome> {
  const paths = [...sample.files.keys()];
  const path = paths[random(paths.length)] as string;
  const bytes = sample.files.get(path) as Uint8Array;
  const isJson = bytes[0] === 0x7b && random(2) === 0;
  const other = sample.files.get(paths[random(paths.length)] as string) as Uint8Array;
  const isSwapped = random(12) === 0;
  const odd = isSwapped ? other : isJson ? oddJson(bytes, random) : damaged(bytes, random);
  try {
    const isWhole = random(WHOLE_EVERY) === 0;
    const skipped = isWhole ? await planTable(sample, path, odd) : await readAlone(path, odd);
    if (skipped === 0) return 'opened';
    return `${sample.name} ${path}: ${skipped} files are skipped without a condition`;
  } catch (error) {
    if (error instanceof IcecoreError) return 'refused';
    return `${sample.name} ${path}: ${error instanceof Error ? error.stack : String(error)}`;
  }
}

/** Files that the plan without a condition skips: none, if nothing is wrong. */
async function planTable(sample: Sample, path: string, odd: Uint8Array): Promise<number> {
  const refs = [...sample.files].map(([name, bytes]): readonly [string, InputRef] => [
    name,
    { kind: 'bytes', name, bytes: name === path ? odd : bytes },
  ]);
  const api = localTableApi();
  const outcome = await openTable({ kind: 'files', files: fileSet(sample.name, refs) }, api);
  if (outcome.kind !== 'table') return 0;
  const { context, manifests } = await snapshotView(outcome.table, api);
  const question = { filter: { kind: 'true' }, caseSensitive: false, profile: 'safe' } as const;
  let skipped = 0;
  const onManifest = ({ fileVerdicts }: { readonly fileVerdicts: Uint8Array }) => {
    skipped += skippedByFilter(fileVerdicts);
  };
  await api.plan({ context, manifests, ...question }, { onManifest });
  return skipped;
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
