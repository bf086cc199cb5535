/** `icecore describe`, `icecore plan` and the others: the same core in Node, for people and for scripts. */
import { IcecoreError, type Problem } from '../base/errors.ts';
import { printJson } from '../base/json.ts';
import { visibleText } from '../base/visible.ts';
import { answersCommand } from './answers/command.ts';
import { bundleCommand } from './bundle.ts';
import { describeTable, tableText } from './describe.ts';
import { dialectNamed, type EvolveOptions, evolveTable, evolveText } from './evolve.ts';
import { type PlanOptions, planTable } from './plan.ts';
import { planText } from './plan-text.ts';
import { jsonOf, warningsText } from './printed.ts';
import { profileNamed, readArgs, snapshotIdNamed, UsageError } from './usage.ts';

export interface Output {
  out(text: string): void;
  err(text: string): void;
}

const USAGE = `icecore explains what a query reads of an Apache Iceberg table.

  icecore describe TABLE [--json]
  icecore plan TABLE --where SQL [--snapshot ID | --ref NAME | --as-of TIME]
               [--profile safe|java] [--json]
  icecore evolve TABLE --ddl SQL [--dialect spark|hive|impala|trino] [--where SQL]
               [--days N] [--mode none|hash|range] [--rewrite SQL] [--profile safe|java] [--json]
  icecore bundle TABLE --out FILE.icecore.zip [--snapshot ID | --ref NAME] [--where SQL]
               [--redact names,paths,text,numbers,times] [--profile safe|java]
  icecore answers TABLE --predicates FILE --out FILE [--profile safe|java]
               [--older-every N] [--snapshot ID]
  icecore answers --compare FILE REFERENCE

TABLE is a table's folder, a zip or bundle of it, a metadata file, or an address of one of these (https://…).
TIME is a timestamp such as 2026-09-01T00:00:00, UTC where it names no zone, or milliseconds.
evolve tries statements that change the layout on a copy; nothing at hand is changed. --rewrite is a
condition: the files of older layouts that may hold its rows are rewritten (“true”: all of them);
without it, those that --where reads.
bundle writes the table's metadata, one snapshot, or with --where only what the predicate keeps; the
rest is then recorded. --redact replaces names and values, so that verdicts stay, of one snapshot;
paths and snapshot ids are replaced with each of them.
Profile safe (the default) never skips what could match; java does as Iceberg's Java library does.
Figures are “at least” where a manifest can’t be read: the manifest list still tells how many files it
holds, and these count as unknown. Problems that can change an answer are printed on stderr, too.
Exit codes: 0; 1 for a table, predicate or statement in error, and for a table of which no manifest
can be read; 2 for usage.
`;

const OPTIONS = {
  json: { type: 'boolean' },
  where: { type: 'string' },
  snapshot: { type: 'string' },
  ref: { type: 'string' },
  'as-of': { type: 'string' },
  profile: { type: 'string' },
  ddl: { type: 'string' },
  dialect: { type: 'string' },
  days: { type: 'string' },
  mode: { type: 'string' },
  rewrite: { type: 'string' },
} as const;

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  return readArgs(args, OPTIONS);
}

/** Runs one command; the exit code. */
export async function run(args: readonly string[], raw: Output): Promise<number> {
  // What a table says of itself must not steer a terminal; reports as JSON are data and stay as they are.
  const output: Output = {
    out: (text) => raw.out(visibleText(text)),
    err: (text) => raw.err(visibleText(text)),
  };
  try {
    if (args.includes('--help') || args.includes('-h') || args[0] === 'help') {
      output.out(USAGE);
      return 0;
    }
    if (args[0] === 'bundle') return await bundleCommand(args.slice(1), output.out);
    if (args[0] === 'answers') return await answersCommand(args.slice(1), output);
    const { values, positionals } = parse(args);
    const { report, text, failed, problems } = await runCommand(positionals, values);
    if (values.json === true) raw.out(`${printJson(jsonOf(report))}\n`);
    else output.out(text);
    if (failed !== undefined) output.err(messageOf(failed));
    output.err(warningsText(problems));
    return failed === undefined ? 0 : 1;
  } catch (error) {
    if (error instanceof UsageError) {
      output.err(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    if (!(error instanceof IcecoreError)) throw error;
    output.err(messageOf(error));
    return 1;
  }
}

async function runCommand(
  [command, table, ...rest]: readonly string[],
  values: Values,
): Promise<Result> {
  if (command === undefined) throw new UsageError('No command is given.');
  if (command !== 'describe' && command !== 'plan' && command !== 'evolve') {
    throw new UsageError(`There is no command ${command}.`);
  }
  if (table === undefined) throw new UsageError('No table is given.');
  if (rest.length > 0) throw new UsageError(`One table at a time; what is ${rest[0]}?`);
  refuseOptions(command, values);
  if (command === 'evolve') return evolveResult(table, values);
  if (command === 'describe') {
    const { report, failed } = await describeTable(table);
    return { report, text: tableText(report), failed, problems: report.problems };
  }
  const options = { ...planOptions(values), files: values.json === true };
  const { report, failed } = await planTable(table, options);
  return { report, text: planText(report), failed, problems: report.problems };
}

interface Result {
  readonly report: unknown;
  readonly text: string;
  /** Why the table or the statement is in error, where there is a report all the same. */
  readonly failed?: IcecoreError | undefined;
  readonly problems: readonly Problem[];
}

const PLAN_ONLY = ['snapshot', 'ref', 'as-of'] as const;
const EVOLVE_ONLY = ['ddl', 'dialect', 'days', 'mode', 'rewrite'] as const;

const NOT_FOR: Readonly<Record<'describe' | 'plan' | 'evolve', readonly (keyof Values)[]>> = {
  describe: ['where', 'profile', ...PLAN_ONLY, ...EVOLVE_ONLY],
  plan: EVOLVE_ONLY,
  evolve: PLAN_ONLY,
};

function refuseOptions(command: keyof typeof NOT_FOR, values: Values): void {
  for (const name of NOT_FOR[command]) {
    if (values[name] !== undefined) throw new UsageError(`${command} takes no --${name}.`);
  }
}

async function evolveResult(table: string, values: Values): Promise<Result> {
  const report = await evolveTable(table, evolveOptions(values));
  if (!('refusal' in report)) return { report, text: evolveText(report), problems: [] };
  const { message, advice, at, text: place } = report.refusal;
  const failed = new IcecoreError('invalid-input', message, { place, span: at, advice });
  return { report, text: '', failed, problems: [] };
}

function evolveOptions(values: Values): EvolveOptions {
  const { ddl, where, mode, rewrite, days = '7' } = values;
  if (ddl === undefined || ddl.trim() === '') throw new UsageError('evolve needs --ddl.');
  if (rewrite?.trim() === '') throw new UsageError('--rewrite takes a condition; “true” is all.');
  if (!/^[1-9]\d{0,3}$/.test(days)) throw new UsageError(`--days takes a number, not ${days}.`);
  if (mode !== undefined && mode !== 'none' && mode !== 'hash' && mode !== 'range') {
    throw new UsageError(`There is no mode ${mode}: none, hash or range.`);
  }
  const profile = profileNamed(values.profile);
  const dialect = dialectNamed(values.dialect);
  return { ddl, dialect, where, profile, days: Number(days), mode, rewrite };
}

function planOptions(values: Values): Omit<PlanOptions, 'files'> {
  const { where, ref } = values;
  const asOf = values['as-of'];
  if (where === undefined) throw new UsageError('plan needs --where.');
  const profile = profileNamed(values.profile);
  const asked = [values.snapshot, ref, asOf].filter((part) => part !== undefined);
  if (asked.length > 1) throw new UsageError('Only one of --snapshot, --ref and --as-of.');
  return {
    where,
    profile,
    snapshot: snapshotIdNamed(values.snapshot),
    ref,
    asOf,
  };
}

/** What happened, where, and what can be done, each in its line. */
function messageOf(error: IcecoreError): string {
  const lines = [`icecore: ${error.message}`, ...placeLines(error)];
  if (error.advice !== undefined) lines.push(`  ${error.advice.replaceAll('\n', '\n  ')}`);
  return `${lines.join('\n')}\n`;
}

function placeLines({ place, span, offset, message }: IcecoreError): readonly string[] {
  if (place === undefined) return [];
  if (span !== undefined) {
    // Under the line that it begins in, and no further.
    const from = place.lastIndexOf('\n', span.from - 1) + 1;
    const next = place.indexOf('\n', span.from);
    const end = next === -1 ? place.length : next;
    const width = Math.max(1, Math.min(span.to, end) - span.from);
    const carets = ' '.repeat(span.from - from) + '^'.repeat(width);
    const lines = [...place.slice(0, end).split('\n'), carets, ...place.slice(end + 1).split('\n')];
    return lines.filter((line) => line !== '').map((line) => `  ${line}`);
  }
  if (message.includes(place)) return [];
  return [offset === undefined ? `  in ${place}` : `  in ${place}, byte ${offset}`];
}
