/** Random predicates over a random table, near the values in its rows. */
import fc from 'fast-check';
import { toHex, utf8Text } from '../../base/bytes.ts';
import type { Raw } from '../../cli/answers/raw-json.ts';
import { decimalToPlainText } from '../../types/decimal.ts';
import { singleValueToJson } from '../../types/single-value.ts';
import { formatTimestampNanos } from '../../types/time.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import { type LawColumn, type LawTable, valuesLike } from './table.ts';

/** A predicate tree as answers hold it. */
export function predicatesOf(table: LawTable): fc.Arbitrary<Raw> {
  const leaf = fc.nat(table.columns.length - 1).chain((c) => leafOf(table, c));
  const { tree } = fc.letrec<{ tree: Raw }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      { weight: 3, arbitrary: leaf },
      { weight: 1, arbitrary: tie('tree').map((child): Raw => ['not', child]) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom('and', 'or'), tie('tree'), tie('tree'))
          .map((parts): Raw => parts as Raw),
      },
    ),
  }));
  return tree;
}

const COMPARISONS = ['=', '!=', '<', '<=', '>', '>='];

function leafOf(table: LawTable, index: number): fc.Arbitrary<Raw> {
  const column = table.columns[index] as LawColumn;
  const { type, name } = column;
  const literal = literalOf(table, index);
  const list = fc.array(literal, { minLength: 1, maxLength: 4 });
  const isFloating = type.kind === 'float' || type.kind === 'double';
  const of = (arbitrary: fc.Arbitrary<readonly Raw[]>) =>
    arbitrary.map(([op, ...rest]): Raw => [op as Raw, name, ...rest]);
  const pair = fc.tuple(literal, literal);
  const compared = type.kind === 'boolean' ? ['=', '!='] : COMPARISONS;
  const kinds: fc.Arbitrary<readonly Raw[]>[] = [
    fc.constantFrom('is_null', 'not_null').map((op) => [op]),
    fc.tuple(fc.constantFrom(...compared), literal),
    fc.tuple(fc.constantFrom(...compared), literal),
    fc.tuple(fc.constantFrom('in', 'not_in'), list),
  ];
  if (type.kind !== 'boolean') {
    kinds.push(
      fc
        .tuple(fc.constantFrom('between', 'not_between'), pair)
        .map(([op, [low, high]]) => [op, low, high]),
    );
  }
  if (isFloating) kinds.push(fc.constantFrom('is_nan', 'not_nan').map((op) => [op]));
  if (type.kind === 'string') {
    const prefix = fc
      .tuple(literal, fc.nat(3))
      .map(([text, n]) => [...String(text)].slice(0, n).join(''));
    kinds.push(fc.tuple(fc.constantFrom('starts_with', 'not_starts_with'), prefix));
  }
  return of(fc.oneof(...kinds));
}

function isNan(value: unknown): boolean {
  return typeof value === 'number' && Number.isNaN(value);
}

/** Half of them values of the rows; some written in another form than the column's own. */
function literalOf(table: LawTable, index: number): fc.Arbitrary<Raw> {
  const { type } = table.columns[index] as LawColumn;
  const inRows = table.files
    .flatMap(({ rows }) => rows.map((row) => row[index] ?? null))
    .filter((cell): cell is Value => cell !== null && !isNan(cell));
  const any = valuesLike(type).filter((value) => !isNan(value));
  const value = inRows.length === 0 ? any : fc.oneof(fc.constantFrom(...inRows), any);
  return fc
    .tuple(value, fc.nat(9))
    .map(([v, form]) => (form < 7 ? plain(type, v) : twisted(type, v, form)));
}

function typed(type: string, text: string): Raw {
  return new Map([[type, text]]);
}

/** The value as a literal of its own kind. */
function plain(type: PrimitiveType, value: Value): Raw {
  switch (type.kind) {
    case 'boolean':
      return value as boolean;
    case 'int':
    case 'long':
      return { number: String(value) };
    case 'float':
    case 'double': {
      const number = value as number;
      if (Object.is(number, -0)) return typed(type.kind, '-0.0');
      return Number.isFinite(number)
        ? { number: String(number) }
        : typed(type.kind, String(number));
    }
    case 'decimal':
      return typed('decimal', decimalToPlainText(value as bigint, type.scale));
    case 'string':
      return utf8Text(value as Uint8Array);
    case 'fixed':
    case 'binary':
      return typed(type.kind, toHex(value as Uint8Array));
    case 'timestamptz':
    case 'timestamptz_ns':
      return typed(type.kind, String(singleValueToJson(type, value)).replace('+00:00', 'Z'));
    default:
      return typed(type.kind, String(singleValueToJson(type, value)));
  }
}

/** Finer than the column, of another scale, beyond its range, or of a wider type. */
function twisted(type: PrimitiveType, value: Value, form: number): Raw {
  switch (type.kind) {
    case 'int':
      return { number: form === 7 ? `${value}.5` : form === 8 ? '3000000000' : '-3000000000' };
    case 'long':
      return {
        number:
          form === 7 ? `${value}.5` : form === 8 ? '9223372036854775808' : '-9223372036854775809',
      };
    case 'float':
    case 'double':
      return form === 7 ? typed('double', '0.1') : { number: form === 8 ? '1e39' : '-1e39' };
    case 'decimal': {
      const text = decimalToPlainText(value as bigint, type.scale);
      return typed(
        'decimal',
        form === 7 ? `${text}5` : form === 8 ? text.slice(0, -1) : `${text}0`,
      );
    }
    case 'date':
      return typed(
        'timestamp',
        formatTimestampNanos((BigInt(value as number) * 86_400n + 3600n) * 1_000_000_000n),
      );
    case 'timestamp':
      return typed('timestamp_ns', formatTimestampNanos((value as bigint) * 1000n + BigInt(form)));
    case 'timestamptz':
      return typed(
        'timestamptz_ns',
        `${formatTimestampNanos((value as bigint) * 1000n + BigInt(form))}Z`,
      );
    default:
      return plain(type, value);
  }
}
