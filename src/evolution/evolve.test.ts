/** Changes of spec in our own words; what they lead to is in the reference's vectors (testing/vectors/evolution.ts). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartitionSpec, TableMetadata } from '../metadata/records.ts';
import { tableOf } from '../testing/metadata.ts';
import { drawnUpdates, takeUpdates } from '../testing/spec-changes.ts';
import { parseTransform, printTransform } from '../transforms/transform.ts';
import { type Evolved, evolve } from './evolve.ts';
import { changedMetadataJson } from './metadata-json.ts';
import type { Refusal } from './refusal.ts';
import type { Term } from './term.ts';
import type { SpecStep } from './update-spec.ts';

const COLUMNS = [
  { id: 1, name: 'id', required: true, type: 'long' },
  { id: 2, name: 'ts', required: false, type: 'timestamptz' },
  { id: 3, name: 'country', required: false, type: 'string' },
  {
    id: 4,
    name: 'tags',
    required: false,
    type: { type: 'list', 'element-id': 5, element: 'string', 'element-required': false },
  },
];

/** `1000 ts_day day(2)`. */
type FieldText = string;

function table(formatVersion: number, fields: readonly FieldText[]): TableMetadata {
  const spec = fields.map((text) => {
    const [, id, name, transform, source] = /^(\d+) (\w+) (.*)\((\d+)\)$/.exec(text) ?? [];
    return { 'field-id': Number(id), name, transform, 'source-id': Number(source) };
  });
  return tableOf({ formatVersion, columns: COLUMNS, lastColumnId: 5, partitionFields: spec });
}

function term(text: string): Term {
  const [, transform = 'identity', column = text] = /^(.*)\((.*)\)$/.exec(text) ?? [];
  return { transform: parseTransform(transform), column };
}

const add = (text: string, name?: string): SpecStep => ({ kind: 'add', term: term(text), name });
const drop = (name: string): SpecStep => ({ kind: 'remove', name });

function textOf(spec: PartitionSpec | undefined): string {
  return (spec?.fields ?? [])
    .map((f) => `${f.fieldId} ${f.name} ${printTransform(f.transform)}(${f.sourceIds[0]})`)
    .join(', ');
}

/** The specs that statements, each of several steps, lead to. */
function lead(start: TableMetadata, ...statements: readonly (readonly SpecStep[])[]) {
  let metadata = start;
  return statements.map((steps) => {
    const result = evolve(metadata, { steps });
    if ('code' in result) return result.code;
    metadata = result.metadata;
    return `${result.outcome} ${metadata.defaultSpecId}: ${textOf(result.spec)}`;
  });
}

describe('rules.md 10.2', () => {
  it('SE-19, version 2: a field that existed takes its id up again, and so does a spec', () => {
    const steps = lead(
      table(2, ['1000 ts_day day(2)']),
      [add('bucket[16](id)')],
      [drop('ts_day')],
      [add('day(ts)')],
      [{ kind: 'removeTerm', term: term('bucket[16](id)') }],
    );
    expect(steps).toEqual([
      'new 1: 1000 ts_day day(2), 1001 id_bucket_16 bucket[16](1)',
      'new 2: 1001 id_bucket_16 bucket[16](1)',
      'new 3: 1001 id_bucket_16 bucket[16](1), 1000 ts_day day(2)',
      'reused 0: 1000 ts_day day(2)',
    ]);
  });

  it('SE-20, version 1: a dropped field stays as void and gives its name up', () => {
    const steps = lead(
      table(1, ['1000 ts_day day(2)']),
      [drop('ts_day')],
      [add('hour(ts)')],
      [add('day(ts)', 'ts_day')],
    );
    expect(steps).toEqual([
      'new 1: 1000 ts_day void(2)',
      'new 2: 1000 ts_day void(2), 1001 ts_hour hour(2)',
      'new 3: 1000 ts_day_1000 void(2), 1001 ts_hour hour(2), 1002 ts_day day(2)',
    ]);
  });
});

describe('what teachers say', () => {
  it('32 buckets instead of 16 are another field: version 1 keeps the old one as void', () => {
    const more = [
      { kind: 'removeTerm', term: term('bucket[16](id)') },
      add('bucket[32](id)'),
    ] as const;
    expect(lead(table(2, ['1000 id_bucket_16 bucket[16](1)']), more)).toEqual([
      'new 1: 1001 id_bucket_32 bucket[32](1)',
    ]);
    expect(lead(table(1, ['1000 id_bucket_16 bucket[16](1)']), more)).toEqual([
      'new 1: 1000 id_bucket_16 void(1), 1001 id_bucket_32 bucket[32](1)',
    ]);
  });
});

describe('refusals', () => {
  const DAY = ['1000 ts_day day(2)'];
  it.each<[string, number, readonly SpecStep[], string, string | undefined]>([
    [
      'a misspelt column',
      2,
      [add('contry')],
      'There is no column contry.',
      'Did you mean country, a string?',
    ],
    [
      'a name in another case',
      2,
      [add('TS')],
      'There is no column TS.',
      'Did you mean ts, a timestamptz?',
    ],
    [
      'a transform on a wrong type',
      2,
      [add('day(country)')],
      'day can’t be applied to country, a string.',
      'It takes identity, bucket, truncate.',
    ],
    [
      'a duplicate field',
      2,
      [add('day(ts)')],
      'The layout has day(ts) already: the field ts_day.',
      'A field of one column and one transform can stand in a layout once.',
    ],
    [
      'a list',
      2,
      [{ kind: 'add', term: { ...term('tags'), isBare: true } }],
      'tags is a list, which can’t partition a table.',
      undefined,
    ],
    [
      'a field that is not there',
      2,
      [drop('ts_hour')],
      'The layout has no partition field called ts_hour: it has ts_day.',
      'Name the field, or the transform that it is made by.',
    ],
    [
      'a name taken',
      2,
      [add('id', 'ts_day')],
      'The layout has a partition field called ts_day already.',
      'Give the new field another name with AS, or replace the old one.',
    ],
    [
      'the name of a column',
      2,
      [add('bucket[4](id)', 'country')],
      'A partition field can’t be called country: that is a column which it is not made from.',
      'Give the field another name with AS.',
    ],
  ])('%s', (_, version, steps, message, advice) => {
    const result = evolve(table(version, DAY), { steps }) as Refusal;
    expect([result.message, result.advice]).toEqual([message, advice]);
  });

  it('a field that is void already, by its old transform', () => {
    const steps: readonly SpecStep[] = [{ kind: 'removeTerm', term: term('day(ts)') }];
    const result = evolve(table(1, ['1000 ts_day void(2)', '1001 id identity(1)']), {
      steps,
    }) as Refusal;
    expect([result.message, result.advice]).toEqual([
      'The layout has no field day(ts): it has ts_day (void), id.',
      'ts_day is void: it was dropped before, and divides nothing any more.',
    ]);
  });

  it('says which step made the field that is refused', () => {
    const steps = [
      add('bucket[4](id)'),
      add('bucket[8](id)', 'country'),
      add('truncate[2](country)'),
    ];
    expect(evolve(table(2, DAY), { steps })).toMatchObject({ code: 'name-of-column', madeBy: 1 });
    // Nobody's step: the column of a field that was there is gone.
    const gone = table(2, ['1000 gone day(99)']);
    expect(evolve(gone, { steps: [add('country')] })).toMatchObject({
      code: 'source-missing',
      madeBy: undefined,
    });
  });

  it('says which step', () => {
    const steps = [add('bucket[4](id)'), drop('nope')];
    expect(evolve(table(2, DAY), { steps })).toMatchObject({ step: 1 });
  });
});

describe('any sequence of changes', () => {
  it.each([1, 2, 3])(
    'version %i: old specs stay, an id means one column and transform',
    (version) => {
      let went = 0;
      fc.assert(
        fc.property(drawnUpdates, (updates) => {
          const start = table(version, ['1000 ts_day day(2)', '1001 id_bucket_4 bucket[4](1)']);
          went += takeUpdates(start, updates).changes.length;
        }),
        { numRuns: 300 },
      );
      expect(went).toBeGreaterThan(300);
    },
  );
});

describe('the new metadata file', () => {
  it('changes four parts in version 2, five in version 1, and keeps what it does not know', () => {
    for (const version of [1, 2]) {
      const metadata = table(version, ['1000 ts_day day(2)']);
      const json = { 'format-version': version, 'last-updated-ms': 1, unknown: { deep: [1n] } };
      const evolved = evolve(metadata, { steps: [add('country')] }) as Evolved;
      const after = changedMetadataJson(json, evolved, { metadataFile: 'v1', nowMs: 2n });
      const changed = Object.keys(after).filter(
        (key) => after[key] !== (json as Record<string, unknown>)[key],
      );
      expect(changed).toEqual([
        'last-updated-ms',
        ...(version === 1 ? ['partition-spec'] : []),
        'default-spec-id',
        'partition-specs',
        'last-partition-id',
        'metadata-log',
      ]);
      expect(after.unknown).toBe(json.unknown);
      expect(after['metadata-log']).toEqual([{ 'timestamp-ms': 1n, 'metadata-file': 'v1' }]);
    }
  });

  it('writes no file where nothing changes (SE-3)', () => {
    const metadata = table(2, ['1000 ts_day day(2)']);
    const evolved = evolve(metadata, { steps: [] }) as Evolved;
    const json = {};
    expect(changedMetadataJson(json, evolved, { metadataFile: 'v1', nowMs: 2n })).toBe(json);
  });
});
