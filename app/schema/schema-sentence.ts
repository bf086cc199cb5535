/** The schema's finding in one sentence, made from the data. Pure. */

import type { ResolvedColumn } from '../../src/metadata/resolve-columns.ts';
import type { FieldChange, SchemaHistory } from '../../src/metadata/schema-history.ts';
import { joinWords } from '../../src/types/format.ts';
import { capital, count, day, inWords, plural } from '../ui/format.ts';
import type { FileGroup } from './file-groups.ts';
import { wholeChanges } from './schema-words.ts';

/** Words and names: names are set in mono. */
export type Part = string | { readonly code: string };

export interface Grouped {
  readonly groups: readonly FileGroup[];
  /** False while manifests are still read. */
  readonly complete: boolean;
  /** Files whose footer was read; what the others hold is told by the metadata. */
  readonly footers: number;
}

export function schemaSentence(history: SchemaHistory, grouped: Grouped): readonly Part[] {
  return (
    reusedSentence(history, grouped) ??
    takenOverSentence(grouped) ??
    (history.versions.length > 1
      ? changedSentence(history, grouped)
      : unchangedSentence(history, grouped))
  );
}

function filesOf(groups: readonly FileGroup[]): number {
  return groups.reduce((sum, group) => sum + group.files, 0);
}

/** A name of two columns is the trap that most needs a picture. */
function reusedSentence(history: SchemaHistory, { groups }: Grouped): readonly Part[] | undefined {
  const current = history.versions.find(({ isCurrent }) => isCurrent);
  const reused = history.reused.findLast(({ to }) => current?.schema.byId.has(to) === true);
  if (reused === undefined) return undefined;
  const { name, to, from } = reused;
  const stillThere = current?.schema.byId.has(from) === true;
  const head = stillThere
    ? ' is the name of another column than before'
    : ' was dropped and added again';
  const columnIn = (group: FileGroup) =>
    group.resolution?.columns.find(({ fieldId }) => fieldId === to);
  const nulls = groups.filter((group) => columnIn(group)?.source.rule === 'null');
  if (nulls.length === 0) return [{ code: name }, `${head}; a column is found by its id.`];
  const held = nulls.filter((group) => columnIn(group)?.namesake !== undefined);
  const though =
    held.length === 0
      ? ''
      : `, though ${count(filesOf(held))} of them hold${filesOf(held) === 1 ? 's' : ''} a column of that name`;
  return [
    { code: name },
    `${head}: in ${plural(filesOf(nulls), 'file')} it reads as null${though}.`,
  ];
}

function takenOverSentence({ groups, complete }: Grouped): readonly Part[] | undefined {
  const taken = groups.filter(({ isTakenOver }) => isTakenOver);
  const [first] = taken;
  if (first?.resolution === undefined) return undefined;
  const top = first.resolution.columns.filter(({ name }) => !name.includes('.'));
  const by = (rule: string) => top.filter(({ source }) => source.rule === rule);
  const [named, inPath] = [by('mapping'), by('partition')];
  const [files, total] = [filesOf(taken), filesOf(groups)];
  const some = `${complete ? '' : 'At least '}${count(files)} of ${plural(total, 'file')}`;
  const of = complete && total === 1 ? 'Its one file' : some;
  const parts = [
    ...(named.length > 0 ? [listed(namesOf(named), 'by name')] : []),
    ...(inPath.length > 0 ? [listed(namesOf(inPath), 'by partition value')] : []),
  ];
  return [
    files === 1 ? `${of} carries no field ids: it gives ` : `${of} carry no field ids: they give `,
    ...parts.flatMap((part, i) => (i === 0 ? part : [', ', ...part])),
    '.',
  ];
}

function namesOf(columns: readonly ResolvedColumn[]): readonly string[] {
  return columns.map(({ name }) => name);
}

/** `id, total and ts by name`; many names are counted. */
function listed(names: readonly string[], how: string): readonly Part[] {
  if (names.length > 4) return [`${inWords(names.length)} columns ${how}`];
  const parts = names.flatMap((name, i): Part[] => {
    if (i === 0) return [{ code: name }];
    return [i === names.length - 1 ? ' and ' : ', ', { code: name }];
  });
  return [...parts, ` ${how}`];
}

const VERBS: readonly (readonly [FieldChange['kind'], string])[] = [
  ['renamed', 'renamed'],
  ['widened', 'widened'],
  ['added', 'added'],
  ['dropped', 'dropped'],
  ['moved', 'moved'],
  ['retyped', 'given another type'],
];

function changedSentence(history: SchemaHistory, grouped: Grouped): readonly Part[] {
  const changes = history.versions.flatMap((version) => wholeChanges(version.changes));
  const counted = VERBS.flatMap(([kind, verb]) => {
    const n = new Set(changes.filter((c) => c.kind === kind).map(({ fieldId }) => fieldId)).size;
    return n === 0 ? [] : [{ n, verb }];
  });
  const what = counted.map(({ n, verb }, i) => {
    const noun = i === 0 ? ` column${n === 1 ? '' : 's'}` : '';
    return `${inWords(n)}${noun} ${verb}`;
  });
  const head = `${capital(inWords(history.versions.length))} schemas: ${joinWords(what, 'and')}`;
  return [`${what.length === 0 ? head.replace(/: $/, '') : head}; ${feeding(grouped, 'still ')}.`];
}

/** What files make of it. */
function feeding(grouped: Grouped, still: string): string {
  const { groups, complete } = grouped;
  const total = filesOf(groups);
  if (!complete) return 'files are being read';
  if (total === 0) return 'no file is live';
  const whole = groups.filter(({ resolution }) =>
    resolution?.columns.every(({ source }) => source.rule === 'id'),
  );
  const fed = filesOf(whole);
  const by = grouped.footers >= total ? '' : 'as recorded, ';
  if (fed === total) {
    return total === 1
      ? `${by}its one file feeds them all by id`
      : `${by}all ${count(total)} files ${still}feed every column by id`;
  }
  const unknown = filesOf(groups.filter(({ resolution }) => resolution === undefined));
  const files = total - fed - unknown;
  const told = files === 0 ? [] : [lacking(groups, files, total)];
  const parts = [...told, ...(unknown === 0 ? [] : [untold(unknown, total)])];
  return `${told.length === 0 ? '' : by}${parts.join(', and ')}`;
}

function untold(files: number, total: number): string {
  const all = total === 1 ? 'its one file' : `its ${count(total)} files`;
  const which = files === total ? all : `${count(files)} of ${plural(total, 'file')}`;
  return `nothing tells what ${which} hold${files === 1 ? 's' : ''}`;
}

const READS: Readonly<Record<string, string>> = {
  null: 'null',
  default: 'default',
  partition: 'partition value',
};

/** `2 of 9 files hold no level2 or label and read its default`. */
function lacking(groups: readonly FileGroup[], files: number, total: number): string {
  const outcomes = new Map<string, Set<string>>();
  for (const { resolution } of groups) {
    for (const { name, source } of resolution?.columns ?? []) {
      if (source.rule === 'id' || name.includes('.')) continue;
      outcomes.set(source.rule, (outcomes.get(source.rule) ?? new Set()).add(name));
    }
  }
  const who =
    files === total
      ? `none of the ${count(total)} files holds`
      : `${count(files)} of ${plural(total, 'file')} hold${files === 1 ? 's' : ''} no`;
  const [only, ...others] = outcomes;
  const reads = only === undefined ? undefined : READS[only[0]];
  const names = [...(only?.[1] ?? [])];
  if (others.length > 0 || reads === undefined || names.length > 3) {
    return `${count(files)} of ${plural(total, 'file')} lack${files === 1 ? 's' : ''} a column of today`;
  }
  const as = names.length === 1 ? `which reads as ${reads}` : `which read as ${reads}`;
  return `${who} ${joinWords(names, 'or')}, ${as}`;
}

function unchangedSentence(history: SchemaHistory, grouped: Grouped): readonly Part[] {
  const [only] = history.versions;
  if (only === undefined) return ['No schema is recorded.'];
  const columns = only.schema.schema.fields.length;
  const since = only.since === undefined || !only.certain ? '' : ` since ${day(only.since)}`;
  const head = `${capital(inWords(columns))} column${columns === 1 ? '' : 's'}${since}, never changed`;
  return [`${head}; ${feeding(grouped, '')}.`];
}

/** How columns are found, and on what the sentence above rests. */
export function schemaLead({ groups, footers }: Grouped): string {
  const total = filesOf(groups);
  const how = groups.some(({ isTakenOver }) => isTakenOver)
    ? 'Columns are found by field id; in files that carry none, by the table’s name mapping.'
    : 'Columns are found by field id. A name is only a label on it; an id is never given twice.';
  if (footers >= total) return how;
  const read =
    footers === 0
      ? 'no footer was read'
      : `${plural(footers, 'footer')} of ${count(total)} ${footers === 1 ? 'was' : 'were'} read`;
  return `${how} What files hold is told by the metadata; ${read}.`;
}
