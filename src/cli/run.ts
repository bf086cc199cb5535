/** `icecore describe` and `icecore plan`: the same core in Node, for people and for scripts. */
import { parseArgs } from 'node:util';
import { IcecoreError } from '../base/errors.ts';
import { printJson } from '../base/json.ts';
import { answersCommand } from './answers/command.ts';
import { describeTable, tableText } from './describe.ts';
import { type PlanOptions, planTable } from './plan.ts';
import { planText } from './plan-text.ts';
import { jsonOf } from './printed.ts';
import { profileNamed, snapshotIdNamed, UsageError } from './usage.ts';

export interface Output {
  out(text: string): void;
  err(text: string): void;
}

const USAGE = `icecore explains what a query reads of an Apache Iceberg table.

  icecore describe TABLE [--json]
  icecore plan TABLE --where SQL [--snapshot ID | --ref NAME | --as-of TIME]
               [--profile safe|java] [--json]
  icecore answers TABLE --predicates FILE --out FILE [--profile safe|java]
               [--older-every N] [--snapshot ID]
  icecore answers --compare FILE REFERENCE

TABLE is a table's folder, a metadata file, or an address of either (https://…).
TIME is a timestamp such as 2026-09-01T00:00:00, UTC where it names no zone, or milliseconds.
Profile safe (the default) never skips what could match; java does as Iceberg's Java library does.
Exit codes: 0; 1 for a table or predicate in error; 2 for usage.
`;

const OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  where: { type: 'string' },
  snapshot: { type: 'string' },
  ref: { type: 'string' },
  'as-of': { type: 'string' },
  profile: { type: 'string' },
} as const;

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
}

/** Runs one command; the exit code. */
export async function run(args: readonly string[], output: Output): Promise<number> {
  try {
    if (args[0] === 'answers') return await answersCommand(args.slice(1), output);
    const { values, positionals } = parseUsage(args);
    if (values.help === true || positionals[0] === 'help') {
      output.out(USAGE);
      return 0;
    }
    const { report, text } = await runCommand(positionals, values);
    output.out(values.json === true ? `${printJson(jsonOf(report))}\n` : text);
    return 0;
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

function parseUsage(args: readonly string[]): ReturnType<typeof parse> {
  try {
    return parse(args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function runCommand(
  [command, table, ...rest]: readonly string[],
  values: Values,
): Promise<{ report: unknown; text: string }> {
  if (command === undefined) throw new UsageError('No command is given.');
  if (command !== 'describe' && command !== 'plan') {
    throw new UsageError(`There is no command ${command}.`);
  }
  if (table === undefined) throw new UsageError('No table is given.');
  if (rest.length > 0) throw new UsageError(`One table at a time; what is ${rest[0]}?`);
  if (command === 'describe') {
    for (const name of ['where', 'snapshot', 'ref', 'as-of', 'profile'] as const) {
      if (values[name] !== undefined) throw new UsageError(`describe takes no --${name}.`);
    }
    const report = await describeTable(table);
    return { report, text: tableText(report) };
  }
  const report = await planTable(table, { ...planOptions(values), files: values.json === true });
  return { report, text: planText(report) };
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
    const width = Math.max(1, span.to - span.from);
    return [`  ${place}`, `  ${' '.repeat(span.from)}${'^'.repeat(width)}`];
  }
  if (message.includes(place)) return [];
  return [offset === undefined ? `  in ${place}` : `  in ${place}, byte ${offset}`];
}
