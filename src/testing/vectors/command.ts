/** `npm run vectors -- DIR [--only names]`. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printJson } from '../../base/json.ts';
import { EXCEPTIONS, type VectorException } from './exceptions.ts';
import { vectorsFolder } from './lines.ts';
import { checkFile, type FileReport, vectorFiles, type WrongLine } from './run.ts';

const SHOWN = 10;
const WIDTH = 300;

/** Checks the folder's vector files, the corpus's without one. Exit code 1 where a line is wrong. */
export async function vectorsCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' } },
    allowPositionals: true,
  });
  const folder = positionals[0] ?? vectorsFolder();
  const only = values.only?.split(',');
  if (!existsSync(folder)) {
    console.error(`There is no folder ${folder}.`);
    return 1;
  }
  const { checked, unknown } = vectorFiles(folder);
  const absent = (only ?? []).filter((name) => ![...checked, ...unknown].includes(name));
  for (const name of absent) console.log(`${name}: no such file in ${folder}.`);
  const isAsked = (name: string) => only === undefined || only.includes(name);
  for (const name of unknown.filter(isAsked)) console.log(`${name}: no checks for this file.`);
  const reports: FileReport[] = [];
  for (const name of checked.filter(isAsked)) {
    const report = await checkFile(folder, name);
    reports.push(report);
    console.log(`${name}: ${report.lines} lines, ${report.wrong.length} wrong`);
    for (const wrong of report.wrong.slice(0, SHOWN)) console.log(lineText(wrong));
  }
  printExceptions(reports);
  const lines = sum(reports, (report) => report.lines);
  const wrong = sum(reports, (report) => report.wrong.length);
  console.log(`${lines} lines, ${wrong} wrong`);
  return wrong > 0 || lines === 0 || absent.length > 0 || unknown.some(isAsked) ? 1 : 0;
}

function sum(reports: readonly FileReport[], of: (report: FileReport) => number): number {
  return reports.reduce((total, report) => total + of(report), 0);
}

function lineText({ number, line, difference }: WrongLine): string {
  const text = printJson(line);
  return `  ${number}: ${difference}\n    ${text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text}`;
}

function printExceptions(reports: readonly FileReport[]): void {
  const countOf = (row: VectorException) =>
    sum(reports, (report) => report.exceptions.get(row) ?? 0);
  const met = EXCEPTIONS.filter((row) => countOf(row) > 0);
  const all = met.reduce((total, row) => total + countOf(row), 0);
  console.log(
    `${all} lines of ${met.length} kinds where ours is not the reference’s, counted as right:`,
  );
  for (const row of met) {
    console.log(`  ${row.file} ${row.kind}, ${row.rule}: ${row.reason} (${countOf(row)} lines)`);
  }
}
