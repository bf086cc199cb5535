/** Every projection of the reference's vectors, bit for bit in its own JSON. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseJson, printJson } from '../base/json.ts';
import { bind } from '../expressions/bind.ts';
import { expressionFromJson } from '../expressions/json.ts';
import { bindSpec } from '../metadata/bound-spec.ts';
import { canonical } from '../testing/expression-json.ts';
import { corpusFolder } from '../testing/shared.ts';
import { parseTransform } from '../transforms/transform.ts';
import { parseSchema } from '../types/parse-type.ts';
import { JAVA } from '../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import { partitionToJson } from './partition-json.ts';
import { projectInclusive, projectStrict } from './project.ts';

interface Line {
  readonly kind: 'schema' | 'spec' | 'case';
  readonly name: string;
  readonly schema: unknown;
  readonly spec: {
    readonly 'spec-id': number;
    readonly fields: readonly Record<string, unknown>[];
  };
  readonly predicate: string;
  readonly inclusive?: string;
  readonly strict?: string;
  readonly error?: string;
}

const lines = parseJson(
  readFileSync(join(corpusFolder(), 'vectors/projections.json'), 'utf8'),
  'projections.json',
) as Line[];

const schemas = new Map<string, SchemaIndex>();
const specs = new Map<string, Line>();
const cases: Line[] = [];
for (const line of lines) {
  if (line.kind === 'schema')
    schemas.set(line.name, indexSchema(parseSchema(line.schema, line.name)));
  else if (line.kind === 'spec') specs.set(line.name, line);
  else cases.push(line);
}

function project(line: Line): { inclusive: string; strict: string } {
  const specLine = specs.get(line.spec as unknown as string) as Line;
  const schema = schemas.get(specLine.schema as string) as SchemaIndex;
  const fields = specLine.spec.fields.map((field) => ({
    sourceIds: [field['source-id'] as number],
    fieldId: field['field-id'] as number,
    name: field['name'] as string,
    transform: parseTransform(field['transform'] as string),
  }));
  const spec = bindSpec({ specId: specLine.spec['spec-id'], fields }, schema);
  const json = parseJson(line.predicate, 'predicate');
  const bound = bind(expressionFromJson(json), schema, { caseSensitive: true, profile: JAVA });
  return {
    inclusive: canonical(partitionToJson(projectInclusive(bound, spec, JAVA))),
    strict: canonical(partitionToJson(projectStrict(bound, spec, JAVA))),
  };
}

describe('projections.json', () => {
  test('has cases', () => expect(cases.length).toBeGreaterThan(6000));

  for (const name of specs.keys()) {
    const own = cases.filter((line) => (line.spec as unknown as string) === name);
    test(`${name}: ${own.length} cases as Java`, () => {
      const wrong = own.flatMap((line) => {
        if (line.inclusive === undefined || line.strict === undefined) return [];
        const ours = project(line);
        const java = {
          inclusive: canonical(parseJson(line.inclusive, 'inclusive')),
          strict: canonical(parseJson(line.strict, 'strict')),
        };
        return printJson(ours) === printJson(java)
          ? []
          : [{ predicate: line.predicate, ours, java }];
      });
      expect(wrong.slice(0, 3)).toEqual([]);
    });
  }
});
