/** `evolution.json` and `evolution-metadata.json`: sequences of spec changes, and the files they leave (section 10). */

import { parseJson } from '../../base/json.ts';
import {
  type PartitionTypeField,
  partitionType,
  unionPartitionType,
} from '../../evolution/partition-type.ts';
import type { Refusal, RefusalCode } from '../../evolution/refusal.ts';
import type { PartitionSpec, TableMetadata } from '../../metadata/records.ts';
import { currentSchema } from '../../metadata/snapshots.ts';
import { printTransform } from '../../transforms/transform.ts';
import { printType } from '../../types/parse-type.ts';
import { indexSchema } from '../../types/schema.ts';
import { commit, type Op, startTable, type VectorTable } from './evolution-table.ts';
import { differs, type FileChecks, readLines, type VectorLine } from './lines.ts';

/** What the reference says of one commit. */
interface Commit {
  readonly ops: readonly Op[];
  readonly error?: string;
  /** Index of the refused step; `commit`: all of them together; absent: before the first. */
  readonly at?: number | 'commit';
  readonly outcome?: 'new' | 'reused' | 'unchanged';
  readonly defaultSpec: number;
  readonly lastPartitionId: number;
  readonly specId?: number;
  readonly specIds?: readonly number[];
  readonly fields?: unknown;
  readonly union?: unknown;
  readonly unionError?: string;
  readonly type?: unknown;
}

/** How the reference begins to say what our code means; a union of texts where it says one thing in several ways. */
const REFERENCE: Readonly<Record<RefusalCode, RegExp>> = {
  'unknown-transform-in-spec': /^Cannot update partition spec with unknown transform/,
  'unknown-column': /^Cannot find field|^Cannot (delete|rename|update) missing column/,
  'ambiguous-column': /^Cannot build lower case index|^Multiple entries/,
  'unsupported-transform': /^Cannot bind unsupported transform/,
  'transform-not-on-type': /^Cannot bind: |^Invalid source type|^Cannot change column type/,
  'name-added-twice': /^Cannot add duplicate partition field: /,
  'field-exists': /^Cannot add duplicate partition field .*, conflicts with/,
  'field-added-twice': /^Cannot add duplicate partition field .*, already added/,
  'time-added-twice': /^Cannot add redundant partition field/,
  'name-taken': /^Cannot add duplicate partition field name/,
  'remove-added': /^Cannot delete newly added field/,
  'remove-renamed': /^Cannot rename and delete partition field/,
  'remove-missing': /^Cannot find partition field to remove/,
  'rename-added': /^Cannot rename newly added partition field/,
  'rename-removed': /^Cannot delete and rename partition field/,
  'rename-missing': /^Cannot find partition field to rename/,
  'name-empty': /^Invalid column name: \(empty\)|^Cannot use empty partition name/,
  'name-of-column': /^Cannot create (identity partition sourced from|partition from name)/,
  'name-twice': /^Cannot use partition name more than once/,
  'source-missing': /^Cannot find source column for partition field|^Cannot read field "fields"/,
  'source-nested': /^Cannot partition by non-primitive source field/,
  'source-in-list': /^Invalid partition field parent/,
  'ids-not-sequential': /^Spec does not use sequential IDs/,
};

function startsOf(lines: readonly VectorLine[]): ReadonlyMap<string, VectorTable> {
  const starts = lines.filter((line) => line.kind === 'start');
  return new Map(starts.map((line) => [String(line.name), startTable(line)]));
}

/** The table after all commits that go through, or what differs on the way. */
function replay(line: VectorLine, start: VectorTable): VectorTable | string {
  let table = start;
  for (const [i, expected] of (line.commits as readonly Commit[]).entries()) {
    const result = commit(table, expected.ops);
    const difference = 'code' in result ? refused(result, expected) : went(table, result, expected);
    if (difference !== undefined) return `commit ${i}: ${difference}`;
    if (!('code' in result)) table = result;
  }
  return table;
}

function refused(result: Refusal, { error, at }: Commit): string | undefined {
  if (error === undefined) return `refused: ${result.message}`;
  if (!REFERENCE[result.code].test(error)) return `refused as ${result.code}, not as: ${error}`;
  // Before the first step there is no place.
  return at === undefined ? undefined : differs('at', result.step ?? 'commit', at);
}

function went(before: VectorTable, after: VectorTable, expected: Commit): string | undefined {
  if (expected.error !== undefined) return `not refused: ${expected.error}`;
  const { metadata } = after;
  return (
    differs('outcome', outcomeOf(before.metadata, metadata), expected.outcome) ??
    differs('default', metadata.defaultSpecId, expected.defaultSpec) ??
    differs('last-partition-id', metadata.lastPartitionId, expected.lastPartitionId) ??
    newSpec(metadata, expected) ??
    (expected.specIds && differs('specs', idsOf(metadata), expected.specIds)) ??
    types(metadata, expected)
  );
}

function outcomeOf(before: TableMetadata, after: TableMetadata): Commit['outcome'] {
  if (after.partitionSpecs.length > before.partitionSpecs.length) return 'new';
  return after.defaultSpecId === before.defaultSpecId ? 'unchanged' : 'reused';
}

function idsOf(metadata: TableMetadata): readonly number[] {
  return metadata.partitionSpecs.map((spec) => spec.specId);
}

function newSpec(metadata: TableMetadata, expected: Commit): string | undefined {
  if (expected.specId === undefined) return undefined;
  const spec = metadata.partitionSpecs.at(-1);
  return differs('spec', spec && [spec.specId, fieldsOf(spec)], [expected.specId, expected.fields]);
}

function fieldsOf(spec: PartitionSpec) {
  return spec.fields.map((field) => [
    field.sourceIds[0],
    field.fieldId,
    field.name,
    printTransform(field.transform),
  ]);
}

/** The union type stands on lines that changed it; the newest spec's own where it differs from that. */
function types(metadata: TableMetadata, expected: Commit): string | undefined {
  const union = unionPartitionType(metadata)?.map(textsOf);
  if (expected.unionError !== undefined) return differs('union', union, undefined);
  if (expected.union === undefined) return undefined;
  const own = expected.specId === undefined ? undefined : ownType(metadata);
  return (
    differs('union', union, expected.union) ??
    (own && differs('type', own, expected.type ?? expected.union))
  );
}

function ownType(metadata: TableMetadata) {
  const spec = metadata.partitionSpecs.at(-1) as PartitionSpec;
  return partitionType(spec, indexSchema(currentSchema(metadata))).map(textsOf);
}

function textsOf({ fieldId, name, type }: PartitionTypeField) {
  return [fieldId, name, printType(type)];
}

export const EVOLUTION: FileChecks = (lines) => {
  const starts = startsOf(lines);
  const replayed = (line: VectorLine) => {
    const start = starts.get(String(line.start));
    return start === undefined ? `no start ${line.start}` : replay(line, start);
  };
  return {
    start: () => undefined,
    sequence(line) {
      const result = replayed(line);
      return typeof result === 'string' ? result : undefined;
    },
    /** Of several fields that could be taken up again the reference takes any, ours the smallest id (SE-18a). */
    unspecified(line) {
      const table = replayed(line);
      if (typeof table === 'string') return table;
      const next = commit(table, [line.next as Op]);
      if ('code' in next) return `refused: ${next.message}`;
      const spec = next.metadata.partitionSpecs.find(
        (candidate) => candidate.specId === next.metadata.defaultSpecId,
      );
      return differs(
        'field',
        spec?.fields.map((field) => field.fieldId),
        [Math.min(...(line.candidates as readonly number[]))],
      );
    },
  };
};

/** The whole file, key by key in the reference's order, with its log; times are those of the vectors. */
export const EVOLUTION_METADATA: FileChecks = (_, folder) => {
  const lines = readLines(folder, 'evolution');
  const starts = startsOf(lines);
  const sequences = new Map(lines.map((line) => [`${line.kind} ${line.name}`, line]));
  return {
    metadata(line) {
      const start = starts.get(String(line.start));
      const sequence = sequences.get(`sequence ${line.name}`);
      if (start === undefined || sequence === undefined) return `no sequence ${line.name}`;
      const table = replay(sequence, start);
      if (typeof table === 'string') return table;
      return differs('file', table.json, parseJson(String(line.metadata), 'vector'));
    },
  };
};
