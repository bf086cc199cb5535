/** The words of the grammar, without regard to case. Imported by the generated parser. */
import * as terms from './where.terms.ts';

const RESERVED: ReadonlyMap<string, number> = new Map([
  ['and', terms.AndKw],
  ['or', terms.OrKw],
  ['not', terms.NotKw],
  ['is', terms.IsKw],
  ['in', terms.InKw],
  ['between', terms.BetweenKw],
  ['like', terms.LikeKw],
  ['where', terms.WhereKw],
  ['true', terms.True],
  ['false', terms.False],
  ['null', terms.Null],
]);

const TYPE_WORDS = [
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'timestamp_ntz',
  'timestamp_ltz',
  'timestamp_ns',
  'timestamptz_ns',
  'datetime',
  'uuid',
  'decimal',
  'numeric',
  'double',
  'float',
];

const OTHERS: ReadonlyMap<string, number> = new Map([
  ['unknown', terms.Unknown],
  ['distinct', terms.DistinctKw],
  ['from', terms.FromKw],
  ['ilike', terms.PatternKw],
  ['rlike', terms.PatternKw],
  ['regexp', terms.PatternKw],
  ['escape', terms.EscapeKw],
  ['cast', terms.CastKw],
  ['extract', terms.ExtractKw],
  ['as', terms.AsKw],
  ...TYPE_WORDS.map((word): [string, number] => [word, terms.TypeKw]),
  ['with', terms.WithKw],
  ['zone', terms.ZoneKw],
  ['interval', terms.IntervalKw],
  ['case', terms.CaseKw],
  ['when', terms.WhenKw],
  ['then', terms.ThenKw],
  ['else', terms.ElseKw],
  ['end', terms.EndKw],
]);

/** The term of a word that can't name a column unless quoted, or −1. The parser passes its stack, too. */
export function reservedWord(word: string, _stack?: unknown): number {
  return RESERVED.get(word.toLowerCase()) ?? -1;
}

/** The term of a word that means something in its place only, or −1. */
export function otherWord(word: string, _stack?: unknown): number {
  return OTHERS.get(word.toLowerCase()) ?? -1;
}
