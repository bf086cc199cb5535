/** The languages in which a change of layout is written here, and how each writes names. */

import { quoteName } from '../metadata/spec-words.ts';

/** Those that are read, too. */
export const READ_DIALECTS = ['spark', 'hive', 'impala', 'trino'] as const;
export type ReadDialect = (typeof READ_DIALECTS)[number];

export const DIALECTS = [...READ_DIALECTS, 'java', 'pyiceberg'] as const;
export type Dialect = (typeof DIALECTS)[number];

export const DIALECT_NAMES: Readonly<Record<Dialect, string>> = {
  spark: 'Spark',
  hive: 'Hive 4',
  impala: 'Impala',
  trino: 'Trino',
  java: 'Java API',
  pyiceberg: 'PyIceberg',
};

/** Around a name that is not plain. */
export const QUOTES: Readonly<Record<ReadDialect, '`' | '"'>> = {
  spark: '`',
  hive: '`',
  impala: '`',
  trino: '"',
};

/** A table's or column's name of several parts. */
export function quoteParts(parts: readonly string[], dialect: ReadDialect): string {
  return parts.map((part) => quoteName(part, QUOTES[dialect])).join('.');
}

/** A source column: Trino takes a nested one as a single quoted name. */
export function quoteColumn(parts: readonly string[], dialect: ReadDialect): string {
  return quoteParts(dialect === 'trino' ? [parts.join('.')] : parts, dialect);
}
