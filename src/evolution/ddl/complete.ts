/** What may be typed next in a statement: words of the grammar, columns that a transform takes, fields to drop. */

import { defaultSpec } from '../../metadata/default-spec.ts';
import type { TableMetadata } from '../../metadata/records.ts';
import { currentSchema } from '../../metadata/snapshots.ts';
import { canTransform } from '../../transforms/transform.ts';
import type { Transform } from '../../transforms/transform-type.ts';
import { printType } from '../../types/parse-type.ts';
import { type ColumnInfo, indexSchema } from '../../types/schema.ts';
import { quoteColumn, quoteParts, type ReadDialect } from '../dialects.ts';
import { transformsOf } from '../term.ts';
import { accepts, TRANSFORM_NAMES } from './parse.ts';

export interface DdlCompletion {
  readonly label: string;
  readonly kind: 'keyword' | 'column' | 'transform' | 'field';
  /** A column's type, a field's transform. */
  readonly detail?: string | undefined;
  /** What is put in for the word at the caret. */
  readonly insert: string;
  /** Where the caret goes, from the start of `insert`; absent: behind it. */
  readonly caret?: number | undefined;
}

export interface DdlCompletions {
  /** Start of the word that is replaced. */
  readonly from: number;
  readonly items: readonly DdlCompletion[];
}

/** Words, and what must follow each for the grammar to take it. */
const WORDS: readonly (readonly [string, string])[] = [
  ['ALTER TABLE', 'ALTER'],
  ['TABLE', 'TABLE'],
  ['ADD PARTITION FIELD', 'ADD PARTITION'],
  ['DROP PARTITION FIELD', 'DROP PARTITION'],
  ['REPLACE PARTITION FIELD', 'REPLACE PARTITION'],
  ['WRITE DISTRIBUTED BY PARTITION', 'WRITE DISTRIBUTED'],
  ['WRITE ORDERED BY', 'WRITE ORDERED'],
  ['SET PARTITION SPEC (', 'SET PARTITION'],
  ["SET PROPERTIES partitioning = ARRAY['", 'SET PROPERTIES'],
  ['PARTITION FIELD', 'PARTITION FIELD'],
  ['FIELD', 'FIELD x9'],
  ['WITH', 'WITH x9'],
  ['AS', 'AS x9'],
];

export function ddlCompletions(
  text: string,
  position: number,
  dialect: ReadDialect,
  metadata: TableMetadata,
  table: string,
): DdlCompletions {
  const word = /[\p{L}\p{N}_$.]*$/u.exec(text.slice(0, position))?.[0] ?? '';
  const from = position - word.length;
  const before = text.slice(0, from);
  const items = [
    ...argumentItems(before, dialect, metadata),
    ...termItems(before, dialect, metadata),
    ...tableItems(before, dialect, table),
    ...wordItems(before, dialect),
  ];
  const lower = word.toLowerCase();
  const isMeant = ({ label }: DdlCompletion) =>
    label.toLowerCase().startsWith(lower) || label.toLowerCase().split('.').at(-1) === lower;
  return { from, items: items.filter(isMeant) };
}

/** Not where a name stands: every word can be one. */
function wordItems(before: string, dialect: ReadDialect): readonly DdlCompletion[] {
  if (accepts(before, 'x9', dialect)) return [];
  return WORDS.filter(([, sample]) => accepts(before, sample, dialect)).map(([label]) => {
    const isOpen = /[('"]$/.test(label);
    return { label, kind: 'keyword', insert: isOpen ? label : `${label} ` };
  });
}

function tableItems(before: string, dialect: ReadDialect, table: string): readonly DdlCompletion[] {
  if (!/\btable\s+$/i.test(before)) return [];
  const name = quoteParts(table.split('.'), dialect);
  return [{ label: table, kind: 'field', detail: 'this table', insert: `${name} ` }];
}

function sourceColumns(metadata: TableMetadata): readonly ColumnInfo[] {
  return indexSchema(currentSchema(metadata)).columns.filter(
    (column) => transformsOf(column).length > 0,
  );
}

function columnItem(column: ColumnInfo, dialect: ReadDialect): DdlCompletion {
  return {
    label: column.name,
    kind: 'column',
    detail: printType(column.type),
    insert: quoteColumn(column.name.split('.'), dialect),
  };
}

const SAMPLES: Readonly<Record<string, Transform>> = {
  bucket: { kind: 'bucket', numBuckets: 16 },
  truncate: { kind: 'truncate', width: 4 },
  year: { kind: 'year' },
  month: { kind: 'month' },
  day: { kind: 'day' },
  hour: { kind: 'hour' },
  void: { kind: 'void' },
};

function sampleOf(word: string): Transform | undefined {
  const lower = word.toLowerCase();
  return SAMPLES[lower] ?? SAMPLES[lower.replace(/s$/, '')];
}

/** Inside the parentheses of a transform: the columns whose type it takes. */
function argumentItems(
  before: string,
  dialect: ReadDialect,
  metadata: TableMetadata,
): readonly DdlCompletion[] {
  const call = /([\p{L}_]+)\s*\(\s*(?:\d+\s*,\s*)?$/u.exec(before);
  const sample = call === null ? undefined : sampleOf(call[1] ?? '');
  if (sample === undefined) return [];
  return sourceColumns(metadata)
    .filter((column) => canTransform(sample, column.type))
    .map((column) => columnItem(column, dialect));
}

/** Where a term may stand: fields of the layout to drop, columns, transforms. */
function termItems(
  before: string,
  dialect: ReadDialect,
  metadata: TableMetadata,
): readonly DdlCompletion[] {
  const isInText = dialect === 'trino' && /(?:\[|,)\s*'$/.test(before);
  const isTerm =
    isInText ||
    (/(field|with|by|[(,])\s+$|\($/i.test(before) && accepts(before, 'x9(x9)', dialect));
  if (!isTerm) return [];
  const isOld = /\b(drop|replace)\s+partition\s+field\s+$/i.test(before);
  if (isOld) {
    return defaultSpec(metadata).fields.map(({ name, transform }) => ({
      label: name,
      kind: 'field',
      detail: transform.kind,
      insert: quoteParts([name], dialect),
    }));
  }
  const calls = TRANSFORM_NAMES[dialect].map((name) => callItem(name, dialect));
  return [...sourceColumns(metadata).map((column) => columnItem(column, dialect)), ...calls];
}

function callItem(name: string, dialect: ReadDialect): DdlCompletion {
  const number = name === 'bucket' ? '16' : name === 'truncate' ? '4' : undefined;
  if (number === undefined) {
    return { label: name, kind: 'transform', insert: `${name}()`, caret: name.length + 1 };
  }
  const insert = dialect === 'trino' ? `${name}(, ${number})` : `${name}(${number}, )`;
  const caret = dialect === 'trino' ? name.length + 1 : insert.length - 1;
  return { label: name, kind: 'transform', insert, caret };
}
