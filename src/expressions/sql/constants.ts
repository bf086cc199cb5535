/** Constants in SQL: what a literal node of the syntax tree says, before it meets a column. */
import type { SyntaxNode } from '@lezer/common';
import { fromHex } from '../../base/bytes.ts';
import { parseDecimal } from '../../types/decimal.ts';
import { unquote } from './names.ts';

export type TextType = 'date' | 'time' | 'timestamp' | 'timestamptz' | 'uuid';

export type Constant =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Decimal digits with sign and exponent, exact. */
  | { readonly kind: 'number'; readonly text: string }
  /** A number said to be a float or a double. */
  | { readonly kind: 'float' | 'double'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'typed'; readonly type: TextType; readonly text: string }
  | { readonly kind: 'bytes'; readonly value: Uint8Array };

const TEXT_TYPES: Readonly<Record<string, TextType>> = {
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  datetime: 'timestamp',
  timestamp_ntz: 'timestamp',
  timestamp_ns: 'timestamp',
  'timestamp without time zone': 'timestamp',
  timestamptz: 'timestamptz',
  timestamp_ltz: 'timestamptz',
  timestamptz_ns: 'timestamptz',
  'timestamp with time zone': 'timestamptz',
  'timestamp with local time zone': 'timestamptz',
  uuid: 'uuid',
};

const INTEGER_TYPES = new Set(['int', 'integer', 'bigint', 'long', 'smallint', 'tinyint']);
const DECIMAL_TYPES = new Set(['decimal', 'numeric', 'dec']);
const TEXT_NAMES = new Set(['string', 'varchar', 'text', 'char', 'character varying']);
const FLOATS: Readonly<Record<string, 'float' | 'double'>> = {
  float: 'float',
  real: 'float',
  float4: 'float',
  double: 'double',
  'double precision': 'double',
  float8: 'double',
};

/** Without parentheses around it. */
export function inner(node: SyntaxNode): SyntaxNode {
  let at = node;
  while (at.name === 'Parens') {
    const content = at.firstChild?.nextSibling;
    if (content === null || content === undefined) break;
    at = content;
  }
  return at;
}

/** Lower case, blanks single, without parameters: `timestamp with time zone` of `TIMESTAMP(6) WITH TIME ZONE`. */
export function typeName(node: SyntaxNode, text: string): string {
  const written = text.slice(node.from, node.to).toLowerCase();
  return written
    .replace(/\([^)]*\)/g, ' ')
    .trim()
    .replace(/\s+/g, ' ');
}

/** The constant that a node stands for, or undefined if it is none or says what it can't hold. */
export function constantOf(outer: SyntaxNode, text: string): Constant | undefined {
  const node = inner(outer);
  const written = text.slice(node.from, node.to);
  switch (node.name) {
    case 'Null':
      return { kind: 'null' };
    case 'True':
    case 'False':
      return { kind: 'boolean', value: node.name === 'True' };
    case 'Number':
      return numberOf(written);
    case 'String':
      return { kind: 'text', text: unquote(written) };
    case 'HexText': {
      const value = fromHex(unquote(written.slice(1)));
      return value === undefined ? undefined : { kind: 'bytes', value };
    }
    case 'Signed':
      return signedOf(node, text);
    case 'TypedText':
      return typedOf(node, text);
    case 'Cast':
    case 'DoubleColon':
      return castOf(node, text);
    default:
      return undefined;
  }
}

function numberOf(written: string): Constant {
  const match = /^(.*?)(BD|[LSYDF])?$/i.exec(written);
  const digits = match?.[1] ?? written;
  switch (match?.[2]?.toUpperCase()) {
    case 'D':
      return { kind: 'double', value: Number(digits) };
    case 'F':
      return { kind: 'float', value: Math.fround(Number(digits)) };
    default:
      return { kind: 'number', text: digits };
  }
}

function signedOf(node: SyntaxNode, text: string): Constant | undefined {
  const operand = node.lastChild;
  const sign = node.firstChild;
  if (operand === null || sign === null) return undefined;
  const constant = constantOf(operand, text);
  if (sign.name === 'Plus') return isNumber(constant) ? constant : undefined;
  return constant === undefined ? undefined : negated(constant);
}

function isNumber(constant: Constant | undefined): boolean {
  return constant !== undefined && ['number', 'float', 'double'].includes(constant.kind);
}

function negated(constant: Constant): Constant | undefined {
  switch (constant.kind) {
    case 'number': {
      const { text } = constant;
      return { kind: 'number', text: text.startsWith('-') ? text.slice(1) : `-${text}` };
    }
    case 'float':
    case 'double':
      return { ...constant, value: -constant.value };
    case 'null':
      return constant;
    default:
      return undefined;
  }
}

function typedOf(node: SyntaxNode, text: string): Constant | undefined {
  const string = node.lastChild;
  if (string === null) return undefined;
  const words = text.slice(node.from, string.from).trim().toLowerCase().replace(/\s+/g, ' ');
  return convert({ kind: 'text', text: unquote(text.slice(string.from, string.to)) }, words);
}

function castOf(node: SyntaxNode, text: string): Constant | undefined {
  const type = node.getChild('TypeName');
  const operand = castOperand(node);
  if (type === null || operand === null) return undefined;
  const constant = constantOf(operand, text);
  if (constant === undefined) return undefined;
  const converted = convert(constant, typeName(type, text));
  const parameters = type
    .getChildren('Number')
    .map((node) => Number(text.slice(node.from, node.to)));
  return converted !== undefined && keepsAll(converted, typeName(type, text), parameters)
    ? converted
    : undefined;
}

/** Whether a cast loses nothing: it rounds decimals, and cuts text and fractions of a second, in each engine its own way. */
function keepsAll(constant: Constant, type: string, parameters: readonly number[]): boolean {
  const [first, scale = 0] = parameters;
  if (DECIMAL_TYPES.has(type) && constant.kind === 'number') {
    const decimal = parseDecimal(constant.text);
    if (decimal === undefined) return false;
    const { floor, exact } = atScale(decimal, scale);
    return exact && String(floor).replace('-', '').length <= (first ?? 38);
  }
  if (constant.kind === 'text') return first === undefined;
  if (constant.kind !== 'typed' || first === undefined) return true;
  return (/\.(\d+)/.exec(constant.text)?.[1]?.length ?? 0) <= first;
}

function atScale(
  { unscaled, scale }: { readonly unscaled: bigint; readonly scale: number },
  to: number,
): { readonly floor: bigint; readonly exact: boolean } {
  if (to >= scale) return { floor: unscaled * 10n ** BigInt(to - scale), exact: true };
  const divisor = 10n ** BigInt(scale - to);
  return { floor: unscaled / divisor, exact: unscaled % divisor === 0n };
}

/** What is cast: behind the parenthesis of CAST(…), or before `::`. */
export function castOperand(node: SyntaxNode): SyntaxNode | null {
  return node.name === 'DoubleColon'
    ? node.firstChild
    : (node.firstChild?.nextSibling?.nextSibling ?? null);
}

/** A constant cast to a type, where the result is beyond doubt. */
function convert(constant: Constant, type: string): Constant | undefined {
  if (constant.kind === 'null') return constant;
  const textType = TEXT_TYPES[type];
  if (textType !== undefined) return toTextType(constant, textType);
  const float = FLOATS[type];
  if (float !== undefined) return toFloat(constant, float);
  if (DECIMAL_TYPES.has(type))
    return toNumber(constant, /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i);
  if (INTEGER_TYPES.has(type)) return toNumber(constant, /^[+-]?\d+$/);
  if (TEXT_NAMES.has(type)) return constant.kind === 'text' ? constant : undefined;
  if (type === 'boolean') return constant.kind === 'boolean' ? constant : undefined;
  return (type === 'binary' || type === 'varbinary') && constant.kind === 'bytes'
    ? constant
    : undefined;
}

function toTextType(constant: Constant, type: TextType): Constant | undefined {
  if (constant.kind === 'text') return { kind: 'typed', type, text: constant.text.trim() };
  if (constant.kind !== 'typed') return undefined;
  if (constant.type === type) return constant;
  const widens = constant.type === 'date' && (type === 'timestamp' || type === 'timestamptz');
  return widens ? { ...constant, type } : undefined;
}

function toFloat(constant: Constant, kind: 'float' | 'double'): Constant | undefined {
  const value = constant.kind === 'text' ? floatOf(constant.text) : numberValue(constant);
  if (value === undefined) return undefined;
  return { kind, value: kind === 'float' ? Math.fround(value) : value };
}

function numberValue(constant: Constant): number | undefined {
  if (constant.kind === 'number') return Number(constant.text);
  return constant.kind === 'float' || constant.kind === 'double' ? constant.value : undefined;
}

function floatOf(text: string): number | undefined {
  const match = /^([+-]?)(?:(inf(?:inity)?)|(nan)|(.+))$/i.exec(text.trim());
  if (match === null) return undefined;
  if (match[3] !== undefined) return Number.NaN;
  const magnitude = match[2] === undefined ? Number(match[4]) : Infinity;
  if (Number.isNaN(magnitude)) return undefined;
  return match[1] === '-' ? -magnitude : magnitude;
}

function toNumber(constant: Constant, form: RegExp): Constant | undefined {
  const written = constant.kind === 'text' ? constant.text.trim() : undefined;
  const text = constant.kind === 'number' ? constant.text : written;
  return text !== undefined && form.test(text) ? { kind: 'number', text } : undefined;
}
