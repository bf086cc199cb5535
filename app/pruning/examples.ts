/** Predicates to try, made from real bounds of the table. */
import type { FileBounds, FileRow } from '../../src/table/api.ts';
import { bareText } from '../../src/types/format.ts';

export interface Example {
  readonly label: string;
  readonly where: string;
}

/** A column to make an example from. */
export interface ExampleColumn {
  readonly fieldId: number;
  /** As SQL: quoted where it must be. */
  readonly name: string;
  /** Kind of its type. */
  readonly kind: string;
  readonly partitions: boolean;
}

const MOST = 3;

/** `row` is a typical file's, with bounds of the columns. The columns that partition come first. */
export function examplesOf(columns: readonly ExampleColumn[], row: FileRow): readonly Example[] {
  const examples: Example[] = [];
  const kinds = new Set<string>();
  const ordered = [...columns].sort((a, b) => Number(b.partitions) - Number(a.partitions));
  for (const column of ordered) {
    const bounds = row.bounds.find(({ fieldId }) => fieldId === column.fieldId);
    const example = bounds === undefined ? undefined : exampleOf(column, bounds);
    // One of a kind teaches more than three of one.
    const key = column.partitions ? column.name : column.kind;
    if (example === undefined || kinds.has(key)) continue;
    kinds.add(key);
    examples.push(example);
    if (examples.length === MOST) break;
  }
  return examples;
}

function exampleOf({ name: column, kind }: ExampleColumn, bounds: FileBounds): Example | undefined {
  const { lower, upper } = bounds;
  if (lower === undefined || upper === undefined) return undefined;
  switch (kind) {
    case 'timestamp':
    case 'timestamptz':
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return hourFrom(column, lower);
    case 'date':
      return same(`${column} = DATE '${lower}'`);
    case 'string': {
      const text = bareText(lower);
      return text.length > 24 || text === ''
        ? undefined
        : same(`${column} = '${text.replaceAll("'", "''")}'`);
    }
    case 'int':
    case 'long':
    case 'decimal':
      return lower === upper
        ? same(`${column} = ${lower}`)
        : same(`${column} BETWEEN ${lower} AND ${upper}`);
    default:
      return undefined;
  }
}

function same(where: string): Example {
  return { label: where, where };
}

/** The hour that a time lies in. */
function hourFrom(column: string, time: string): Example | undefined {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d):/.exec(time);
  if (match === null) return undefined;
  const [, day, hour] = match;
  const from = `${day} ${hour}:00:00`;
  const next = new Date(Date.parse(`${day}T${hour}:00:00Z`) + 3_600_000).toISOString();
  const to = next.slice(0, 19).replace('T', ' ');
  return {
    label: `${column} in the hour from ${day} ${hour}:00`,
    where: `${column} >= TIMESTAMP '${from}' AND ${column} < TIMESTAMP '${to}'`,
  };
}
