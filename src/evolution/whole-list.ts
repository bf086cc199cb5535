/**
 * What engines refuse of a list that states a whole layout, before the table's own layout is asked (SE-15, SE-31 to
 * SE-33). Hive 4 and Trino build it as that of a new table, where a column is divided by time once (TR-25) and a name
 * stands once. Impala goes by the update alone, to which a field that stays is no rival (SE-6.7).
 */
import type { PartitionField } from '../metadata/records.ts';
import { sameTransform } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { formatCount } from '../types/format.ts';
import { DIALECT_NAMES, type ReadDialect } from './dialects.ts';
import { type Refusal, refusal } from './refusal.ts';
import { defaultFieldName, isByTime } from './update-spec.ts';

export interface Listed {
  readonly sourceId: number;
  /** The source's full name. */
  readonly column: string;
  readonly transform: Transform;
  /** As the list writes it. */
  readonly text: string;
}

/** Why the list is refused; `field` is the index of the later of the two that meet. `before`: the fields of now. */
export function refuseList(
  list: readonly Listed[],
  dialect: Exclude<ReadDialect, 'spark'>,
  before: readonly PartitionField[],
): Refusal | undefined {
  for (const [field, later] of list.entries()) {
    for (const earlier of list.slice(0, field)) {
      const refused = refusePair(earlier, later, list, dialect, before);
      if (refused !== undefined) return { ...refused, field };
    }
  }
  return undefined;
}

/** Year, month, day and hour are all that there are, unless one stands twice. */
const NUMBERS: Readonly<Record<number, string>> = { 2: 'two', 3: 'three', 4: 'four' };

function refusePair(
  a: Listed,
  b: Listed,
  list: readonly Listed[],
  dialect: Exclude<ReadDialect, 'spark'>,
  before: readonly PartitionField[],
): Refusal | undefined {
  if (a.sourceId !== b.sourceId) return undefined;
  const engine = DIALECT_NAMES[dialect];
  if (sameTransform(a.transform, b.transform)) {
    const message = `The list names ${b.text} twice.`;
    return refusal('field-added-twice', message, 'Leave one of them out.');
  }
  if (dialect === 'impala') return undefined;
  if (isByTime(a.transform) && isByTime(b.transform)) {
    const all = list.filter((one) => one.sourceId === a.sourceId && isByTime(one.transform));
    return refusal(
      'time-added-twice',
      `${engine} takes one field by time of a column, and the list has ${NUMBERS[all.length] ?? formatCount(all.length)}: ${all.map(({ text }) => text).join(', ')}.`,
      all.length === 2
        ? 'Keep the finer one: it contains the coarser.'
        : 'Keep the finest one: it contains the others.',
    );
  }
  const name = nameInList(a, dialect, before);
  if (name !== nameInList(b, dialect, before)) return undefined;
  return refusal(
    'name-twice',
    `${engine} calls both ${a.text} and ${b.text} ${name}, and a name stands in a layout once.`,
    'Keep one of them; ADD PARTITION FIELD of Spark can name each.',
  );
}

/** SE-9, SE-31: without the number, which Trino adds where another field has that name. */
function nameInList(
  { transform, column }: Listed,
  dialect: ReadDialect,
  before: readonly PartitionField[],
): string {
  const full = defaultFieldName(transform, column);
  if (transform.kind !== 'bucket' && transform.kind !== 'truncate') return full;
  const short = full.replace(/_\d+$/, '');
  const isTaken = before.some(
    (field) =>
      field.name.toLowerCase() === short.toLowerCase() &&
      !sameTransform(field.transform, transform),
  );
  return dialect === 'trino' && isTaken ? full : short;
}
