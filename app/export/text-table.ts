/** Tables as text for elsewhere: tab-separated, CSV, JSON. Values are exact, as the table has them; nothing is rounded. */

export type Cell = string | number | bigint | undefined;

export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** For spreadsheets. A cell cannot hold what separates cells, so such characters become a blank. */
export function asTsv({ head, rows }: TextTable): string {
  const line = (cells: readonly Cell[]) =>
    cells.map((cell) => textOf(cell).replaceAll(/[\t\r\n]+/g, ' ')).join('\t');
  return [head, ...rows].map(line).join('\n');
}

/** RFC 4180: CRLF, and quotes where a cell needs them. */
export function asCsv({ head, rows }: TextTable): string {
  const line = (cells: readonly Cell[]) =>
    cells
      .map((cell) => {
        const text = textOf(cell);
        return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
      })
      .join(',');
  return `${[head, ...rows].map(line).join('\r\n')}\r\n`;
}

/** An array of objects. Integers are numbers, all digits kept; what is not known is null. */
export function asJson({ head, rows }: TextTable): string {
  const object = (cells: readonly Cell[]) =>
    `{${head.map((name, i) => `${JSON.stringify(name)}:${jsonOf(cells[i])}`).join(',')}}`;
  return rows.length === 0 ? '[]' : `[\n${rows.map(object).join(',\n')}\n]`;
}

function textOf(cell: Cell): string {
  return cell === undefined ? '' : String(cell);
}

function jsonOf(cell: Cell): string {
  if (cell === undefined) return 'null';
  if (typeof cell === 'bigint') return String(cell);
  return typeof cell === 'number' && !Number.isFinite(cell) ? 'null' : JSON.stringify(cell);
}
