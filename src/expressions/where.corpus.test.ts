/** Every case of the corpus: its SQL must mean the recorded expression, and what the reference refuses must fail. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseJson, printJson } from '../base/json.ts';
import { corpusFolder, fixturesFolder } from '../testing/shared.ts';
import { parseSchema } from '../types/parse-type.ts';
import { JAVA, SAFE } from '../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import { parseTimestamp } from '../types/time.ts';
import { bind } from './bind.ts';
import { expressionToJson } from './json.ts';
import { parseWhere } from './where.ts';

interface Case {
  readonly where: string;
  readonly caseSensitive: boolean;
  readonly expression: unknown;
  readonly error?: string;
  readonly errorIn?: unknown;
}

interface Answers {
  readonly table: string;
  readonly metadata: string;
  readonly snapshots?: readonly { readonly schemaId: number; readonly cases?: readonly Case[] }[];
}

const answers = join(corpusFolder(), 'answers');

function names(folder: string, under = ''): string[] {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? names(folder, join(under, entry.name))
      : entry.name.endsWith('.json')
        ? [join(under, entry.name.slice(0, -5))]
        : [],
  );
}

interface Table {
  readonly answers: Answers;
  readonly schemas: ReadonlyMap<number, SchemaIndex>;
}

/** @param tables the folder that holds the table under `name`, or under the name that its answers tell */
function readTable(file: string, tables: string, name?: string): Table {
  const parsed = parseJson(readFileSync(file, 'utf8'), file) as Answers;
  const path = join(tables, name ?? parsed.table, parsed.metadata);
  const bytes = readFileSync(path);
  const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8');
  const metadata = parseJson(text, path) as { schemas?: unknown[]; schema?: unknown };
  const schemas = (metadata.schemas ?? [metadata.schema]).map((json) => parseSchema(json, path));
  return { answers: parsed, schemas: new Map(schemas.map((s) => [s.schemaId, indexSchema(s)])) };
}

/** IN lists are sets, an instant has many texts, and a JSON number has one value. */
function canonical(json: unknown): unknown {
  if (Array.isArray(json))
    return [...new Set(json.map((item) => printJson(canonical(item))))].sort();
  if (typeof json === 'string') {
    const time = parseTimestamp(json);
    return time === undefined ? json : `${time.nanos} ${time.hasOffset}`;
  }
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, canonical(value)]));
}

function refusal(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}

const counts = { equal: 0, refused: 0, tables: 0 };

function checkTable({ answers: recorded, schemas }: Table): void {
  counts.tables++;
  for (const { schemaId, cases } of recorded.snapshots ?? []) {
    const schema = schemas.get(schemaId);
    if (schema === undefined) throw new Error(`${recorded.table} has no schema ${schemaId}`);
    for (const recordedCase of cases ?? []) check(recordedCase, schema);
  }
}

function report(): void {
  const { equal, refused, tables } = counts;
  console.log(`${equal} expressions equal, ${refused} refused as recorded, in ${tables} tables`);
}

describe('the corpus', () => {
  const tables = join(corpusFolder(), 'tables');

  it.each(names(answers).sort())('%s', (name) => {
    checkTable(readTable(join(answers, `${name}.json`), tables, name));
  });

  it('has 13,720 cases', () => {
    report();
    expect(counts.equal + counts.refused).toBe(13_720);
    expect(counts.tables).toBe(93);
  });
});

const fixtures = fixturesFolder();

describe.skipIf(fixtures === undefined)('public tables', () => {
  const folder = join(corpusFolder(), 'public', 'answers');

  // Tables that Java does not open have no cases.
  const withCases = names(folder).filter((name) =>
    readFileSync(join(folder, `${name}.json`), 'utf8').includes('"cases":'),
  );

  it.each(withCases.sort())('%s', (name) => {
    checkTable(readTable(join(folder, `${name}.json`), fixtures ?? ''));
  });

  it('are counted', report);
});

function check(recorded: Case, schema: SchemaIndex): void {
  const { caseSensitive, where } = recorded;
  const parsed = parseWhere(where, schema, { caseSensitive });
  if (recorded.error !== undefined && recorded.errorIn === undefined) {
    const refused =
      parsed.errors.length > 0 ||
      refusal(() => bind(parsed.expression, schema, { caseSensitive, profile: JAVA })) !==
        undefined;
    expect(refused, `must be refused: ${where} (${recorded.error})`).toBe(true);
    counts.refused++;
    return;
  }
  expect(parsed.errors, where).toEqual([]);
  expect(canonical(expressionToJson(parsed.expression)), where).toEqual(
    canonical(recorded.expression),
  );
  counts.equal++;
  bind(parsed.expression, schema, { caseSensitive, profile: JAVA });
  bind(parsed.expression, schema, { caseSensitive, profile: SAFE });
}
