/** Opening a manifest and running a plan over it, in one of the two ways in which `fixed` partition values are written. */
import type { LongColumn, RowGroup } from '../avro/columns.ts';
import { compile } from '../avro/compile.ts';
import { type Container, readContainer } from '../avro/container.ts';
import { decodeRows, type Pause } from '../avro/decode.ts';
import type { WantedField } from '../avro/program.ts';
import {
  type AvroRecord,
  type AvroSchema,
  findField,
  isWithoutIds,
  nonNullBranches,
} from '../avro/schema.ts';
import { IcecoreError } from '../base/errors.ts';
import { checkFormatVersion } from './manifest-version.ts';
import type { ManifestFile } from './records.ts';

const DATA_FILE = { id: 2, name: 'data_file' } as const;
export const PARTITION = { id: 102, name: 'partition' } as const;

export interface OpenedManifest {
  readonly container: Container;
  readonly entry: AvroRecord;
  /** The record of the partition tuple; undefined where the writer left it out. */
  readonly tuple: AvroRecord | undefined;
  /** No record has field ids: a writer that is not Iceberg's (MF-4). */
  readonly isWithoutIds: boolean;
}

/** Throws IcecoreError `invalid-data` for a damaged file or one that is no manifest, `unsupported` for version 4. */
export function openManifest(bytes: Uint8Array, place: string): OpenedManifest {
  const container = readContainer(bytes, place);
  checkFormatVersion(Number(container.header.get('format-version') ?? 1), place);
  const entry = recordOf(container.schema);
  const dataFile = entry && recordOf(findField(entry, DATA_FILE.id, [DATA_FILE.name])?.type);
  if (entry === undefined || dataFile === undefined) {
    throw new IcecoreError('invalid-data', 'The Avro file is not a manifest: it has no data_file', {
      place,
      offset: 0,
    });
  }
  return {
    container,
    entry,
    tuple: recordOf(findField(dataFile, PARTITION.id, [PARTITION.name])?.type),
    isWithoutIds: isWithoutIds(entry) && isWithoutIds(dataFile),
  };
}

function recordOf(schema: AvroSchema | undefined): AvroRecord | undefined {
  if (schema === undefined) return undefined;
  return nonNullBranches(schema).find((branch) => branch.kind === 'record');
}

/** Columns and what is to be read into them; made anew for each attempt. */
export interface Plan {
  readonly rows: RowGroup;
  readonly recordCount: LongColumn;
  readonly entry: readonly WantedField[];
  readonly file: readonly WantedField[];
}

export interface Decoded<P extends Plan> {
  readonly plan: P;
  readonly count: number;
  /** Fixed partition values had their length in front. */
  readonly isPrefixed: boolean;
  readonly unreadable: readonly number[];
}

/**
 * Runs a plan. Java writes `fixed` partition values with their length in front, under a schema that has none (rules.md
 * 16, MF-7), so both ways are tried where there are such fields. Either can come out even by chance: the schema's way
 * where a byte above 0x7f brings it back in step (`r7_08`), Java's where values begin with what looks like their
 * length. Then the row counts of the manifest list decide, and Java's way without them.
 */
export async function decodeEntries<P extends Plan>(
  opened: OpenedManifest,
  manifest: ManifestFile,
  makePlan: () => P,
  pause?: Pause,
): Promise<Decoded<P>> {
  if (!hasPlainFixed(opened.tuple)) return await decode(opened, makePlan(), false, pause);
  const prefixed = await attempt(decode(opened, makePlan(), true, pause));
  const plain = await attempt(decode(opened, makePlan(), false, pause));
  if (prefixed instanceof IcecoreError) {
    if (plain instanceof IcecoreError) throw plain;
    return plain;
  }
  if (plain instanceof IcecoreError) return prefixed;
  return hasListedRows(plain, manifest) && !hasListedRows(prefixed, manifest) ? plain : prefixed;
}

async function attempt<T>(decoding: Promise<T>): Promise<T | IcecoreError> {
  try {
    return await decoding;
  } catch (error) {
    if (error instanceof IcecoreError && error.kind === 'invalid-data') return error;
    throw error;
  }
}

function hasListedRows(decoded: Decoded<Plan>, manifest: ManifestFile): boolean {
  const { addedRowsCount, existingRowsCount, deletedRowsCount } = manifest;
  const listed = [addedRowsCount, existingRowsCount, deletedRowsCount];
  const sum = listed.reduce<bigint>((total, n) => total + (n ?? 0n), 0n);
  const { values } = decoded.plan.recordCount;
  return values.subarray(0, decoded.count).reduce((total, n) => total + n, 0n) === sum;
}

async function decode<P extends Plan>(
  { container }: OpenedManifest,
  plan: P,
  isPrefixed: boolean,
  pause: Pause | undefined,
): Promise<Decoded<P>> {
  const dataFile: WantedField = {
    id: DATA_FILE.id,
    names: [DATA_FILE.name],
    wanted: { kind: 'record', fields: plan.file },
  };
  const program = compile(
    container.schema,
    { kind: 'record', fields: [...plan.entry, dataFile] },
    plan.rows,
    { place: container.place, prefixedFixed: isPrefixed },
  );
  const count = await decodeRows(container, program, pause);
  return { plan, count, isPrefixed, unreadable: program.unreadable };
}

/** Whether the tuple has `fixed` fields that are neither decimals nor UUIDs. */
export function hasPlainFixed(tuple: AvroRecord | undefined): boolean {
  return (tuple?.fields ?? []).some((field) =>
    nonNullBranches(field.type).some((b) => b.kind === 'fixed' && b.logicalType === undefined),
  );
}
