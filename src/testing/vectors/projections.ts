/** `projections.json`: inclusive and strict projections (section 6), in the reference's own JSON. */
import { parseJson } from '../../base/json.ts';
import { canonical } from '../../cli/answers/canonical.ts';
import { bind } from '../../expressions/bind.ts';
import { expressionFromJson } from '../../expressions/json.ts';
import { type BoundSpec, bindSpec } from '../../metadata/bound-spec.ts';
import { partitionToJson } from '../../planning/partition-json.ts';
import { projectInclusive, projectStrict } from '../../planning/project.ts';
import { parseTransform } from '../../transforms/transform.ts';
import { parseSchema } from '../../types/parse-type.ts';
import { JAVA } from '../../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../../types/schema.ts';
import { attempt, differs, type FileChecks, type VectorLine } from './lines.ts';

interface SpecJson {
  readonly 'spec-id': number;
  readonly fields: readonly Readonly<Record<string, unknown>>[];
}

interface Target {
  readonly schema: SchemaIndex;
  readonly spec: BoundSpec;
}

export const PROJECTIONS: FileChecks = (lines) => {
  const schemas = new Map<unknown, SchemaIndex>();
  const targets = new Map<unknown, Target>();
  for (const line of lines) {
    if (line.kind === 'schema') {
      schemas.set(line.name, indexSchema(parseSchema(line.schema, String(line.name))));
    } else if (line.kind === 'spec') {
      const schema = schemas.get(line.schema);
      if (schema === undefined) throw new Error(`No schema ${String(line.schema)}`);
      targets.set(line.name, { schema, spec: specOf(line.spec as SpecJson, schema) });
    }
  }
  const named = () => undefined;
  return { schema: named, spec: named, case: (line) => project(line, targets.get(line.spec)) };
};

function specOf(json: SpecJson, schema: SchemaIndex): BoundSpec {
  const fields = json.fields.map((field) => ({
    sourceIds: [field['source-id'] as number],
    fieldId: field['field-id'] as number,
    name: field['name'] as string,
    transform: parseTransform(field['transform'] as string),
  }));
  return bindSpec({ specId: json['spec-id'], fields }, schema);
}

function project(line: VectorLine, target: Target | undefined): string | undefined {
  if (target === undefined) return `no spec ${String(line.spec)}`;
  const json = parseJson(String(line.predicate), 'predicate');
  const options = { caseSensitive: line.caseSensitive !== false, profile: JAVA };
  const bound = attempt(() => bind(expressionFromJson(json), target.schema, options));
  if ('refused' in bound) return line.error === undefined ? `refused: ${bound.refused}` : undefined;
  const texts = (kind: 'inclusive' | 'strict') => {
    const projection = (kind === 'inclusive' ? projectInclusive : projectStrict)(
      bound.value,
      target.spec,
      JAVA,
    );
    return [
      kind,
      canonical(partitionToJson(projection)),
      canonical(parseJson(String(line[kind]), kind)),
    ] as const;
  };
  // Where the reference throws, there is nothing to equal (section 16); ours must not.
  const kinds = (['inclusive', 'strict'] as const).filter((kind) => line[kind] !== undefined);
  return kinds
    .map(texts)
    .map(([kind, ours, java]) => differs(kind, ours, java))
    .find((d) => d !== undefined);
}
