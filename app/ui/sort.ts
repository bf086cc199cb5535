/** By which column a table is sorted, and how the link says it: `bytes`, or `-bytes` for the largest first. */

export interface Sort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

export function parseSort(text: string): Sort;
export function parseSort(text: string | undefined): Sort | undefined;
export function parseSort(text: string | undefined): Sort | undefined {
  if (text === undefined) return undefined;
  return text.startsWith('-')
    ? { column: text.slice(1), direction: 'desc' }
    : { column: text, direction: 'asc' };
}

export function printSort(sort: Sort | undefined): string | undefined {
  if (sort === undefined) return undefined;
  return sort.direction === 'desc' ? `-${sort.column}` : sort.column;
}

/** What a press on a column's head asks for: the largest first, the least first, then the table's own order again. */
export function nextSort(column: string, sort: Sort | undefined): Sort | undefined {
  if (sort?.column !== column) return { column, direction: 'desc' };
  return sort.direction === 'desc' ? { column, direction: 'asc' } : undefined;
}
