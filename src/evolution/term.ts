/** A column under a transform, as a change of spec names it: by text until it meets a schema. */
import { IcecoreError } from '../base/errors.ts';
import { nearestColumn } from '../expressions/sql/near.ts';
import { canTransform, printTransform } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { printType } from '../types/parse-type.ts';
import type { ColumnInfo, SchemaIndex } from '../types/schema.ts';
import { type Refusal, refusal } from './refusal.ts';

export interface Term {
  readonly transform: Transform;
  /** Full name of the column, dotted. */
  readonly column: string;
  /** The bare column, which is not checked against identity before the spec is (SE-6.2). */
  readonly isBare?: boolean | undefined;
}

/** A term in the schema's words: the source's id, and the transform by its canonical text. */
export interface BoundTerm {
  readonly source: ColumnInfo;
  readonly transform: Transform;
}

export function printTerm({ transform, column }: Term): string {
  return transform.kind === 'identity' ? column : `${printTransform(transform)}(${column})`;
}

/** SE-6.2: finds the column and asks whether its type takes the transform. */
export function bindTerm(
  term: Term,
  schema: SchemaIndex,
  caseSensitive: boolean,
): BoundTerm | Refusal {
  const { transform } = term;
  const source = findColumn(term.column, schema, caseSensitive);
  if ('code' in source) return source;
  if (transform.kind === 'unknown') {
    return refusal(
      'unsupported-transform',
      `The transform ${transform.text} is not known.`,
      'The transforms are identity, bucket, truncate, year, month, day, hour and void.',
    );
  }
  if (term.isBare !== true && !canTransform(transform, source.type)) {
    return refusal(
      'transform-not-on-type',
      `${printTransform(transform)} can’t be applied to ${source.name}, a ${printType(source.type)}.`,
      transformsAdvice(source),
    );
  }
  return { source, transform };
}

function findColumn(
  name: string,
  schema: SchemaIndex,
  caseSensitive: boolean,
): ColumnInfo | Refusal {
  try {
    const column = schema.find(name, caseSensitive);
    if (column !== undefined) return column;
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    return refusal('ambiguous-column', error.message, error.advice);
  }
  const near = nearestColumn(name, schema);
  const advice =
    near === undefined ? undefined : `Did you mean ${near.name}, a ${printType(near.type)}?`;
  const refused = refusal('unknown-column', `There is no column ${name}.`, advice);
  return { ...refused, nearFieldId: near?.fieldId };
}

const SAMPLES: readonly Transform[] = [
  { kind: 'identity' },
  { kind: 'bucket', numBuckets: 16 },
  { kind: 'truncate', width: 4 },
  { kind: 'year' },
  { kind: 'month' },
  { kind: 'day' },
  { kind: 'hour' },
];

/** The kinds of transform that a column's type takes, `void` left out. */
export function transformsOf(source: ColumnInfo): readonly Transform['kind'][] {
  if (!source.accessible) return [];
  return SAMPLES.filter((sample) => canTransform(sample, source.type)).map(({ kind }) => kind);
}

function transformsAdvice(source: ColumnInfo): string | undefined {
  const kinds = transformsOf(source);
  return kinds.length === 0 ? undefined : `It takes ${kinds.join(', ')}.`;
}
