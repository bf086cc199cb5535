/** `expressions.json`: expression JSON, rewriting of NOT, folding, and hiding of literals (RC-21, EX-3, EX-9, EX-22). */
import { parseJson } from '../../base/json.ts';
import { and, not, or, rewriteNot } from '../../expressions/fold.ts';
import { expressionFromJson, expressionToJson } from '../../expressions/json.ts';
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

export const EXPRESSIONS: FileChecks = () => ({ parse, rewriteNot: rewrite, fold });
