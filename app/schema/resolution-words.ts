/** How a column resolves, in words. Pure. */
import { printJson } from '../../src/base/json.ts';
import type {
  ColumnSource,
  FileColumn,
  Resolution,
  ResolvedColumn,
  UnreadColumn,
} from '../../src/metadata/resolve-columns.ts';
import { displayValue, sqlLiteral } from '../../src/types/format.ts';
import { isPrimitive, printType, sameType } from '../../src/types/parse-type.ts';
import { singleValueFromJson } from '../../src/types/single-value.ts';
import type { Type, Value } from '../../src/types/type.ts';
import { plural } from '../ui/format.ts';
import type { FileGroup } from './file-groups.ts';

/** The shape of the arrow: read, a value that is not the file's, a null, nothing read. */
export type ArrowKind = 'read' | 'value' | 'null' | 'unread';

export interface Words {
  readonly arrow: ArrowKind;
  /** `by id`, `partition`, `null`, `not read`. */
  readonly rule: string;
  /** The usual case recedes, all others stand out. */
  readonly isPlain: boolean;
  readonly note: string;
  /** A trap: the row is lifted. */
  readonly isTrap: boolean;
}

export function resolvedWords(resolved: ResolvedColumn): Words {
  const { source, namesake, type, name } = resolved;
  const isTrap = namesake !== undefined;
  const words = (arrow: ArrowKind, rule: string, note: string): Words => ({
    arrow,
    rule,
    note,
    isTrap,
    isPlain: rule === 'by id',
  });
  switch (source.rule) {
    case 'id':
      return words('read', 'by id', readNotes(source.column, name, type));
    case 'mapping':
      return words('read', 'by name', readNotes(source.column, name, type));
    case 'partition':
      return words('value', 'partition', partitionNote(source.field, source.value, type));
    case 'default':
      return words('value', 'default', `${defaultText(type, source.value)}, its initial default`);
    case 'missing':
      return words('null', 'fails', 'required, and nothing gives it a value');
    case 'null':
      return words('null', 'null', nullNote(resolved));
  }
}

/** `name` is full: a dot may stand within a column's own name. */
function readNotes(column: FileColumn, name: string, type: Type): string {
  const notes: string[] = [];
  if (column.name !== name && !name.endsWith(`.${column.name}`)) notes.push('renamed since');
  if (column.type !== undefined && isPrimitive(type) && !sameType(column.type, type)) {
    notes.push(`${printType(column.type)} read as ${printType(type)}`);
  }
  return notes.join(', ');
}

function partitionNote(field: string, value: unknown, type: Type): string {
  if (value === undefined) return `of ${field}`;
  return `${valueText(type, value as Value | null)}, of ${field}`;
}

/** Text in quotes, null as null. */
function valueText(type: Type, value: Value | null): string {
  if (value === null) return 'null';
  if (!isPrimitive(type)) return '…';
  return type.kind === 'string' ? sqlLiteral(type, value) : displayValue(type, value);
}

function defaultText(type: Type, json: unknown): string {
  if (!isPrimitive(type)) return printJson(json);
  try {
    return valueText(type, singleValueFromJson(type, json, 'initial-default'));
  } catch {
    // It is no value of the type; as it is written it says the most.
    return printJson(json);
  }
}

function nullNote({ source, namesake, fieldId, name }: ResolvedColumn): string {
  if (namesake !== undefined) {
    const other = namesake.fieldId === undefined ? 'has no id' : `is id ${namesake.fieldId}`;
    return `the file’s ${name} ${other}, not ${fieldId}`;
  }
  if (source.rule !== 'null') return '';
  if (source.because === 'unstored') return 'type unknown is in no file';
  return source.because === 'within' ? '' : 'not in the file, no default';
}

export function unreadWords({ column, why }: UnreadColumn): Words {
  return {
    arrow: 'unread',
    rule: 'not read',
    isPlain: false,
    isTrap: why === 'dropped',
    note: unreadNote(column, why),
  };
}

function unreadNote({ fieldId }: FileColumn, why: UnreadColumn['why']): string {
  const id = fieldId === undefined ? 'its column' : `id ${fieldId}`;
  switch (why) {
    case 'dropped':
      return `feeds no column: ${id} was dropped`;
    case 'foreign':
      return `feeds no column: the table has no ${id}`;
    case 'unnamed':
      return 'no id, and no mapping names it';
    case 'partition':
      return 'the partition value is taken instead';
    case 'superseded':
      return 'another column of the file is';
  }
}

/** `schema 0, 1`, `taken over, no ids`, `unknown`. */
export function groupLabel(group: FileGroup): string {
  if (group.schemaIds.length === 0) return 'unknown schema';
  const ids = [...group.schemaIds].reverse();
  const shown = ids.length > 4 ? `${ids[0]}–${ids.at(-1)}` : ids.join(', ');
  return group.isTakenOver ? 'taken over, no ids' : `schema ${shown}`;
}

export interface Consequence {
  readonly text: string;
  /** It may surprise: marked. */
  readonly alert: boolean;
}

/** What follows for a reader of a group's files, the gravest first; none where all comes as it was written. */
export function consequences({
  resolution,
  idsThen,
}: Pick<FileGroup, 'resolution' | 'idsThen'>): readonly Consequence[] {
  if (resolution === undefined) {
    return [{ text: 'no statistics, and the snapshot that wrote them has expired', alert: true }];
  }
  const found: Consequence[] = [];
  const top = resolution.columns.filter(({ name, source }) => {
    return !name.includes('.') || source.rule === 'missing';
  });
  const names = (of: readonly ResolvedColumn[]) => of.map(({ name }) => name).join(', ');
  const missing = top.filter(({ source }) => source.rule === 'missing');
  if (missing.length > 0) {
    found.push({ text: `reading fails: ${names(missing)} required`, alert: true });
  }
  const swapped = top.filter(({ source, name, fieldId }) => {
    const former = idsThen.get(name);
    return source.rule === 'mapping' && former !== undefined && former !== fieldId;
  });
  if (swapped.length > 0) {
    found.push({ text: `${names(swapped)} gives values of another column`, alert: true });
  }
  const nulls = top.filter(({ source }) => source.rule === 'null');
  const unread = nulls.filter(({ namesake }) => namesake !== undefined);
  const plain = nulls.filter(({ namesake }) => namesake === undefined);
  if (unread.length > 0) {
    const be = unread.length === 1 ? 'is' : 'are';
    found.push({ text: `${names(unread)} ${be} null; old values unread`, alert: false });
  }
  if (plain.length > 3)
    found.push({ text: `${plural(plain.length, 'column')} are null`, alert: false });
  else if (plain.length > 0) {
    found.push({ text: `${names(plain)} ${plain.length === 1 ? 'is' : 'are'} null`, alert: false });
  }
  return found;
}

const BY: readonly (readonly [ResolvedColumn['source']['rule'], string])[] = [
  ['mapping', 'by name'],
  ['partition', 'by partition'],
  ['default', 'by default'],
];

/** `3 by name, 2 by partition`: top-level columns that have a value, but not by id. Empty where none has. */
export function ruleCounts({ columns }: Resolution): string {
  const top = columns.filter(({ name }) => !name.includes('.'));
  return BY.flatMap(([rule, words]) => {
    const n = top.filter(({ source }) => source.rule === rule).length;
    return n === 0 ? [] : [`${n} ${words}`];
  }).join(', ');
}

export const RULE_WORDS: Readonly<Record<ColumnSource['rule'], string>> = {
  id: 'id',
  mapping: 'name',
  partition: 'partition',
  default: 'default',
  null: 'null',
  missing: 'fails',
};

/** `id` where all of the columns come so, else how many come how: `3 null, 1 id`. */
export function restWords({ columns }: Resolution, fieldIds: readonly number[]): string {
  const counts = new Map<ColumnSource['rule'], number>();
  for (const { fieldId, source } of columns) {
    if (fieldIds.includes(fieldId)) counts.set(source.rule, (counts.get(source.rule) ?? 0) + 1);
  }
  const [only, ...others] = [...counts].sort(([, a], [, b]) => b - a);
  if (only === undefined) return '';
  if (others.length === 0) return RULE_WORDS[only[0]];
  return [only, ...others].map(([rule, n]) => `${n} ${RULE_WORDS[rule]}`).join(', ');
}
