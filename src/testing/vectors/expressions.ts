/** `expressions.json`: expression JSON, rewriting of NOT, folding, and hiding of literals (RC-21, EX-3, EX-9, EX-22). */
import { parseJson } from '../../base/json.ts';
import { bind } from '../../expressions/bind.ts';
import type { Expression } from '../../expressions/expression.ts';
import { and, not, or, rewriteNot } from '../../expressions/fold.ts';
import { expressionFromJson, expressionToJson } from '../../expressions/json.ts';
import { sanitize, sanitizedText } from '../../expressions/sanitize.ts';
import { JAVA } from '../../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../../types/schema.ts';
import type { NestedField, PrimitiveType } from '../../types/type.ts';
import { attempt, differs, type FileChecks, type VectorLine } from './lines.ts';

function read(text: unknown) {
  return expressionFromJson(parseJson(String(text), 'vector'));
}

/** Our JSON has one number for 1 and 1.0. */
function agrees(what: string, ours: ReturnType<typeof read>, text: unknown): string | undefined {
  return differs(what, expressionToJson(ours), parseJson(String(text), 'vector'));
}

function parse(line: VectorLine): string | undefined {
  const parsed = attempt(() => read(line['json']));
  if ('refused' in parsed)
    return line.error === undefined ? `refused: ${parsed.refused}` : undefined;
  if (line.error !== undefined) return `accepted; refused there: ${String(line.error)}`;
  return agrees('JSON', parsed.value, line['out']);
}

function rewrite(line: VectorLine): string | undefined {
  const expression = read(line['json']);
  return (
    agrees('rewritten', rewriteNot(expression), line['out']) ??
    agrees('negated', rewriteNot(not(expression)), line['negated'])
  );
}

function fold(line: VectorLine): string | undefined {
  const [left, right] = [read(line['left']), read(line['right'])];
  return (
    agrees('AND', and(left, right), line['and']) ??
    agrees('OR', or(left, right), line['or']) ??
    agrees('NOT', not(left), line['notLeft'])
  );
}

/** The columns that the oracle binds these conditions to. */
const COLUMNS: readonly (readonly [string, PrimitiveType['kind'], boolean])[] = [
  ['id', 'long', true],
  ['i', 'int', false],
  ['f', 'float', false],
  ['d', 'double', false],
  ['s', 'string', false],
  ['b', 'boolean', false],
  ['req', 'string', true],
];

function hiddenColumns(): SchemaIndex {
  const field = (id: number, name: string, kind: string, required: boolean): NestedField => ({
    id,
    name,
    required,
    type: { kind } as PrimitiveType,
  });
  const struct: NestedField = {
    id: 100,
    name: 'st',
    required: false,
    type: {
      kind: 'struct',
      fields: [field(101, 'n', 'long', false), field(102, 'label', 'string', false)],
    },
  };
  const fields = [
    ...COLUMNS.map(([name, kind, required], i) => field(i + 1, name, kind, required)),
    struct,
  ];
  return indexSchema({ schemaId: 0, identifierFieldIds: [], fields });
}

function hide(line: VectorLine, schema: SchemaIndex): string | undefined {
  const expression = read(line['json']);
  return (
    agrees('JSON', sanitize(expression), line['out']) ??
    differs('text', sanitizedText(expression), line['text']) ??
    differs('bound', boundText(expression, schema), line['bound'])
  );
}

/** Binding pushes NOT to the leaves here (EX-9), and there only folds (EX-3): so leaves are bound one by one. */
function boundText(expression: Expression, schema: SchemaIndex): string {
  switch (expression.kind) {
    case 'not': {
      const child = boundText(expression.child, schema);
      return child === 'true' ? 'false' : child === 'false' ? 'true' : `NOT (${child})`;
    }
    case 'and':
    case 'or': {
      const [left, right] = [expression.left, expression.right].map((e) => boundText(e, schema));
      const [neutral, settling] = expression.kind === 'and' ? ['true', 'false'] : ['false', 'true'];
      if (left === settling || right === settling) return settling as string;
      if (left === neutral) return right as string;
      if (right === neutral) return left as string;
      return `(${left} ${expression.kind.toUpperCase()} ${right})`;
    }
    default:
      return sanitizedText(bind(expression, schema, { caseSensitive: true, profile: JAVA }));
  }
}

export const EXPRESSIONS: FileChecks = () => {
  const schema = hiddenColumns();
  return { parse, rewriteNot: rewrite, fold, sanitize: (line) => hide(line, schema) };
};
