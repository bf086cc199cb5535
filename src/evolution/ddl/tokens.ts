/** What each part of a statement is, for colours; of a text that need not be whole. */
import type { ReadDialect } from '../dialects.ts';
import { parseLoosely } from './parse.ts';

export interface DdlToken {
  readonly from: number;
  readonly to: number;
  readonly kind: 'keyword' | 'column' | 'function' | 'string' | 'number' | 'comment';
}

const KINDS: Readonly<Record<string, DdlToken['kind']>> = {
  ColumnName: 'column',
  String: 'string',
  Number: 'number',
  LineComment: 'comment',
};

/** In order, without overlaps. */
export function ddlTokens(text: string, dialect: ReadDialect): readonly DdlToken[] {
  const tokens: DdlToken[] = [];
  parseLoosely(text, dialect).iterate({
    enter: ({ name, from, to }) => {
      const kind = name === 'FunctionName' ? 'function' : KINDS[name];
      const own = name.endsWith('Kw') ? 'keyword' : name === 'Transform' ? undefined : kind;
      if (own !== undefined && to > from && (tokens.at(-1)?.to ?? 0) <= from) {
        tokens.push({ from, to, kind: own });
      }
    },
  });
  return tokens;
}
