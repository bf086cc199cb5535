/** A small planner for traps: columns, a layout, files, and what becomes of them under a condition. */
import { fromHex } from '../../base/bytes.ts';
import { bind } from '../../expressions/bind.ts';
import type { Expression } from '../../expressions/expression.ts';
import { expressionFromJson } from '../../expressions/json.ts';
import { printBound } from '../../expressions/print.ts';
import { parseWhere } from '../../expressions/where.ts';
import { bindSpec } from '../../metadata/bound-spec.ts';
import type { FieldSummary, ManifestFile, PartitionSpec } from '../../metadata/records.ts';
import { partitionToJson } from '../../planning/partition-json.ts';
import { planManifest } from '../../planning/plan-manifest.ts';
import { preparePlan } from '../../planning/plan-tree.ts';
import { projectInclusive } from '../../planning/project.ts';
import { residualOf } from '../../planning/residual.ts';
import { ALL_MATCH, MIGHT, READ } from '../../planning/verdict.ts';
import { parseTransform } from '../../transforms/transform.ts';
import { parsePrimitiveType } from '../../types/parse-type.ts';
import { type Profile, SAFE } from '../../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../../types/schema.ts';
import type { NestedField, PrimitiveType } from '../../types/type.ts';
import { buildEntries, type Row } from '../entries.ts';

export interface Trap {
  /** `id long`, `id long NOT NULL`, `st.x int` for a field of the optional struct `st`. Ids are 1, 2, … in this order. */
  readonly columns: readonly string[];
  /** `day(ts)`, `identity(x)`; partition fields have ids 1000, 1001, …. */
  readonly layout?: readonly string[];
  readonly files?: readonly Row[];
  readonly manifest?: Partial<ManifestFile>;
  /** SQL, or an expression in Iceberg's JSON. */
  readonly where: string | object;
  readonly profile?: Profile;
}

export interface TrapPlan {
  /** `keep`, `skip` or `all` (every row matches) of each file. */
  readonly files: readonly string[];
  readonly manifest: 'keep' | 'skip';
  /** The inclusive projection as Iceberg's JSON. */
  readonly projection: unknown;
  /** SQL text of what is left for each file. */
  readonly residuals: readonly string[];
}

function columnOf(text: string, i: number): NestedField {
  const [, name = '', type = '', required] = /^(\S+) (.*?)( NOT NULL)?$/.exec(text) ?? [];
  const parsed = parsePrimitiveType(type);
  if (parsed === undefined) throw new Error(`No type ${type}`);
  return { id: i + 1, name, required: required !== undefined, type: parsed };
}

export function trapSchema(columns: readonly string[]): SchemaIndex {
  const all = columns.map(columnOf);
  const inner = all.filter(({ name }) => name.startsWith('st.'));
  const outer = all.filter(({ name }) => !name.startsWith('st.'));
  const fields = inner.map((field) => ({ ...field, name: field.name.slice(3) }));
  const struct = { id: 50, name: 'st', required: false, type: { kind: 'struct' as const, fields } };
  return indexSchema({
    schemaId: 0,
    identifierFieldIds: [],
    fields: inner.length === 0 ? outer : [...outer, struct],
  });
}

export function trapSpec(
  layout: readonly string[],
  schema: SchemaIndex,
  specId = 0,
): PartitionSpec {
  return {
    specId,
    fields: layout.map((text, i) => {
      const [, transform = '', name = ''] = /^(.+)\((\S+)\)$/.exec(text) ?? [];
      const sourceId = schema.find(name, true)?.fieldId ?? 99;
      const kind = parseTransform(transform);
      return { sourceIds: [sourceId], fieldId: 1000 + i, name: `p${i}`, transform: kind };
    }),
  };
}

export function planTrap(trap: Trap): TrapPlan {
  const { columns, layout = [], files = [], where, profile = SAFE } = trap;
  const schema = trapSchema(columns);
  const plain = trapSpec(layout, schema);
  const spec = bindSpec(plain, schema);
  const types = Object.fromEntries(
    schema.columns.filter((c) => c.fieldId !== 50).map((c) => [c.fieldId, c.type as PrimitiveType]),
  );
  const resultTypes = spec.fields.map((field) => field.resultType ?? { kind: 'string' as const });
  const entries = buildEntries(files, types, plain, resultTypes);
  const manifest = { ...MANIFEST, ...trap.manifest };
  const filter = bind(expressionOf(where, schema), schema, { caseSensitive: false, profile });
  const verdicts = planManifest({ entries, manifest, filter, spec, profile });
  const plan = preparePlan(filter, spec, profile);
  return {
    files: Array.from(verdicts.fileVerdicts, (v) =>
      v === ALL_MATCH ? 'all' : v === READ ? 'keep' : 'skip',
    ),
    manifest: (verdicts.manifestByte & MIGHT) === 0 ? 'skip' : 'keep',
    projection: partitionToJson(projectInclusive(filter, spec, profile)),
    residuals: files.map((_, i) => printBound(residualOf(plan, entries, i))),
  };
}

const MANIFEST: ManifestFile = {
  manifestPath: 'm.avro',
  partitionSpecId: 0,
  content: 'data',
  sequenceNumber: 1n,
  minSequenceNumber: 1n,
  addedFilesCount: 1,
  existingFilesCount: 0,
};

function expressionOf(where: string | object, schema: SchemaIndex): Expression {
  if (typeof where !== 'string') return expressionFromJson(where);
  const { expression, errors } = parseWhere(where, schema, { caseSensitive: false });
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  return expression;
}

/** Bytes of hexadecimal text. */
export function hex(text: string): Uint8Array {
  return fromHex(text) ?? new Uint8Array();
}

export function summary(
  lower: string | undefined,
  upper: string | undefined,
  containsNull = false,
): FieldSummary {
  return {
    containsNull,
    lowerBound: lower === undefined ? undefined : hex(lower),
    upperBound: upper === undefined ? undefined : hex(upper),
  };
}
