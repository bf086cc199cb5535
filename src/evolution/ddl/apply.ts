/** What statements do to a table: each is a commit of its own, and all of them go through or none (SE-30 to SE-33). */
import type { Span } from '../../base/errors.ts';
import { defaultSpec } from '../../metadata/default-spec.ts';
import type { TableMetadata } from '../../metadata/records.ts';
import { currentSchema } from '../../metadata/snapshots.ts';
import { indexSchema } from '../../types/schema.ts';
import { quoteColumn, type ReadDialect } from '../dialects.ts';
import { type Evolved, evolve } from '../evolve.ts';
import type { Refusal, RefusalCode } from '../refusal.ts';
import { bindTerm, printTerm } from '../term.ts';
import type { SpecStep } from '../update-spec.ts';
import { type Listed, refuseList } from '../whole-list.ts';
import { type Distribution, nearestTransform, parseDdl, type Statement } from './parse.ts';
import type { DdlProblem } from './problems.ts';

export interface Applied {
  readonly statement: Statement;
  /** undefined: the statement is about how writers distribute rows, not about the layout. */
  readonly evolved: Evolved | undefined;
}

export interface DdlChange {
  readonly statements: readonly Applied[];
  readonly before: TableMetadata;
  readonly after: TableMetadata;
  /** The distribution mode that the last `WRITE …` sets. */
  readonly distribution: Distribution | undefined;
}

/** The `WRITE …` of each statement that says how rows are sorted and distributed. */
export function writesOf({ statements }: DdlChange): readonly string[] {
  return statements.flatMap(({ statement }) => (statement.kind === 'write' ? statement.words : []));
}

/** Of fields that were dropped before and are dropped again, which version 1 takes without a change (SE-10). */
export function alreadyVoidWords({ statements, before }: DdlChange): string | undefined {
  if (before.formatVersion > 1) return undefined;
  const dropped = statements.flatMap(({ statement }) =>
    statement.kind === 'drop' ? statement.term.parts.join('.') : [],
  );
  const names = defaultSpec(before)
    .fields.filter(({ transform, name }) => transform.kind === 'void' && dropped.includes(name))
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  const [are, they] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${names.join(', ')} ${are} void already: dropped before, and format version 1 keeps ${they} in place.`;
}

/** How many commits of the layout the statements are: one that changes nothing is none (SE-3). */
export function commitsOf({ statements }: DdlChange): number {
  return statements.filter(({ evolved }) => (evolved?.outcome ?? 'unchanged') !== 'unchanged')
    .length;
}

/** Of statements that name another table than the one at hand, to which they are applied all the same. */
export function otherTableWords({ statements }: DdlChange, table: string): string | undefined {
  const own = table.split('.').at(-1)?.toLowerCase();
  const others = statements
    .map(({ statement }) => statement.table)
    .filter((parts) => parts.at(-1)?.toLowerCase() !== own)
    .map((parts) => parts.join('.'));
  if (others.length === 0) return undefined;
  const names = [...new Set(others)].join(', ');
  return `The table here is ${table}: what is said of ${names} is tried on it.`;
}

/**
 * What the statements before a wrong one do, and their text; undefined where none comes before it, or they can't be
 * told apart from it.
 */
export function appliedBefore(
  text: string,
  { span }: DdlProblem,
  dialect: ReadDialect,
  metadata: TableMetadata,
): { readonly text: string; readonly change: DdlChange } | undefined {
  const end = span.from < 1 ? -1 : text.lastIndexOf(';', span.from - 1);
  if (end < 0) return undefined;
  const before = text.slice(0, end);
  const change = applyDdl(before, dialect, metadata);
  return 'message' in change ? undefined : { text: before, change };
}

/** Reads statements and applies them to a copy of the metadata. */
export function applyDdl(
  text: string,
  dialect: ReadDialect,
  metadata: TableMetadata,
): DdlChange | DdlProblem {
  const statements = parseDdl(text, dialect);
  return 'message' in statements ? statements : applyStatements(statements, dialect, metadata);
}

function applyStatements(
  statements: readonly Statement[],
  dialect: ReadDialect,
  before: TableMetadata,
): DdlChange | DdlProblem {
  const applied: Applied[] = [];
  let after = before;
  let distribution: Distribution | undefined;
  for (const statement of statements) {
    const steps = stepsOf(statement, after);
    // Spark and the reference match case by default; the other three do not.
    const caseSensitive = dialect === 'spark';
    if (statement.kind === 'write') {
      const refused = orderRefusal(steps, after, caseSensitive);
      if (refused !== undefined) return problemOf(refused, steps, statement, dialect, after);
      distribution = statement.distribution;
      applied.push({ statement, evolved: undefined });
      continue;
    }
    const evolved =
      listRefusal(statement, dialect, after, steps.length) ??
      evolve(after, { steps: steps.map(({ step }) => step), caseSensitive });
    if ('code' in evolved) return problemOf(evolved, steps, statement, dialect, after);
    applied.push({ statement, evolved });
    after = evolved.metadata;
  }
  return { statements: applied, before, after, distribution };
}

/** Of a sort order, whose terms are those of a layout, though nothing comes of them here. */
function orderRefusal(
  steps: readonly PlacedStep[],
  metadata: TableMetadata,
  caseSensitive: boolean,
): Refusal | undefined {
  const schema = indexSchema(currentSchema(metadata));
  for (const [i, { step }] of steps.entries()) {
    const bound = step.kind === 'add' ? bindTerm(step.term, schema, caseSensitive) : undefined;
    if (bound !== undefined && 'code' in bound) return { ...bound, step: i };
  }
  return undefined;
}

/** What is refused of a whole list as such, at the step of its later field; `stepCount`: those of the list come last. */
function listRefusal(
  statement: Statement,
  dialect: ReadDialect,
  metadata: TableMetadata,
  stepCount: number,
): Refusal | undefined {
  if (statement.kind !== 'whole' || dialect === 'spark') return undefined;
  const schema = indexSchema(currentSchema(metadata));
  const list: Listed[] = [];
  for (const { term } of statement.terms) {
    const bound = bindTerm(term, schema, false);
    // The update refuses it at its own place.
    if ('code' in bound) break;
    const { source, transform } = bound;
    list.push({ sourceId: source.fieldId, column: source.name, transform, text: printTerm(term) });
  }
  const refused = refuseList(list, dialect, defaultSpec(metadata).fields);
  if (refused?.field === undefined) return undefined;
  return { ...refused, step: stepCount - statement.terms.length + refused.field };
}

interface PlacedStep {
  readonly step: SpecStep;
  readonly span: Span;
  readonly columnSpan: Span;
  /** Where the field's name is given; the term where it is not. */
  readonly nameSpan: Span;
}

function stepsOf(statement: Statement, metadata: TableMetadata): readonly PlacedStep[] {
  switch (statement.kind) {
    case 'add':
      return [added(statement.term, statement.alias)];
    case 'drop':
      return [dropped(statement.term, metadata)];
    case 'replace':
      return [dropped(statement.old, metadata), added(statement.term, statement.alias)];
    case 'whole':
      return whole(statement, metadata);
    case 'write':
      return statement.terms.map((term) => added(term));
  }
}

type TermNode = Extract<Statement, { kind: 'add' }>['term'];
type NameNode = Extract<Statement, { kind: 'add' }>['alias'];

function added({ term, span, columnSpan }: TermNode, alias?: NameNode): PlacedStep {
  return {
    step: { kind: 'add', term, name: alias?.name },
    span,
    columnSpan,
    nameSpan: alias?.span ?? span,
  };
}

/** SE-30: a single name that is no column's is a partition field's. */
function dropped(
  { term, span, columnSpan, parts, isBare }: TermNode,
  metadata: TableMetadata,
): PlacedStep {
  const name = parts.length === 1 && isBare ? parts[0] : undefined;
  const isField =
    name !== undefined && indexSchema(currentSchema(metadata)).find(name, true) === undefined;
  const step: SpecStep = isField ? { kind: 'remove', name } : { kind: 'removeTerm', term };
  return { step, span, columnSpan, nameSpan: span };
}

/** SE-31 to SE-33: every field goes, and those of the list come; one that is in both stays as it was (SE-6.3). */
function whole(
  { terms, span }: Extract<Statement, { kind: 'whole' }>,
  metadata: TableMetadata,
): readonly PlacedStep[] {
  const removed = defaultSpec(metadata).fields.map(
    ({ name }): PlacedStep => ({
      step: { kind: 'remove', name },
      span,
      columnSpan: span,
      nameSpan: span,
    }),
  );
  return [...removed, ...terms.map((term) => added(term))];
}

function problemOf(
  refusal: Refusal,
  steps: readonly PlacedStep[],
  statement: Statement,
  dialect: ReadDialect,
  metadata: TableMetadata,
): DdlProblem {
  const at = steps[refusal.step ?? refusal.madeBy ?? -1];
  const near = refusal.nearFieldId;
  return {
    span: at === undefined ? statement.span : placeOf(refusal, at),
    message: refusal.message,
    suggestion: transformMeant(refusal, at, dialect) ?? refusal.advice,
    replacement: near === undefined ? undefined : quoteColumn(columnParts(near, metadata), dialect),
  };
}

const OF_COLUMN: ReadonlySet<RefusalCode> = new Set(['unknown-column', 'ambiguous-column']);
const OF_NAME: ReadonlySet<RefusalCode> = new Set([
  'name-added-twice',
  'name-taken',
  'name-of-column',
  'name-twice',
  'name-empty',
]);

function placeOf({ code }: Refusal, { span, columnSpan, nameSpan }: PlacedStep): Span {
  if (OF_COLUMN.has(code)) return columnSpan;
  return OF_NAME.has(code) ? nameSpan : span;
}

/** A transform whose parentheses are not typed yet reads as a column that there is not. */
function transformMeant(
  { code, nearFieldId }: Refusal,
  at: PlacedStep | undefined,
  dialect: ReadDialect,
): string | undefined {
  const term = at?.step.kind === 'add' ? at.step.term : undefined;
  if (code !== 'unknown-column' || term?.isBare !== true || nearFieldId !== undefined) return;
  const usual = nearestTransform(term.column, dialect);
  return usual === undefined ? undefined : `Did you mean a transform? Write ${usual}.`;
}

function columnParts(fieldId: number, metadata: TableMetadata): readonly string[] {
  const column = indexSchema(currentSchema(metadata)).byId.get(fieldId);
  return column === undefined ? [] : column.name.split('.');
}
