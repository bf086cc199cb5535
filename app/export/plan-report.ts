/** The plan as a Markdown report: what is read and why, by layout, with the files that are read. Pure. */
import type { DescribedProjection } from '../../src/planning/describe-projection.ts';
import type { FileExplanation } from '../../src/planning/explanation.ts';
import { ALL_MATCH } from '../../src/planning/verdict.ts';
import type { FileRow } from '../../src/table/api.ts';
import {
  readOf,
  type SieveRow,
  stagesOf,
  sumRows,
  tallyOf,
  unknownOf,
} from '../pruning/sieve-layout.ts';
import { bytes, count, exactBytes, plural } from '../ui/format.ts';
import { cell, code, fence, plain } from './markdown.ts';

export interface ReportedFile {
  readonly row: FileRow;
  readonly verdict: number;
  readonly deletes: number;
}

export interface PlanReport {
  readonly table: string;
  readonly location: string;
  /** Absent where the table has none. */
  readonly snapshot: { readonly id: string; readonly time: string } | undefined;
  /** What alone was loaded, where that was not all. */
  readonly part?: string | undefined;
  readonly where: string;
  readonly rules: string;
  readonly sentence: string;
  readonly layouts: ReadonlyMap<number, string>;
  readonly sieve: readonly SieveRow[];
  readonly projections: ReadonlyMap<number, DescribedProjection>;
  /** Those that are read, at most a number of them; `readCount` says how many there are. */
  readonly files: readonly ReportedFile[];
  readonly readCount: number;
  /** The file in hand. */
  readonly inHand: FileExplanation | undefined;
  readonly problems: readonly string[];
  readonly link: string;
}

export function planReport(report: PlanReport): string {
  return [
    `# ${plain(report.table)}: ${plain(report.sentence)}`,
    '',
    fence(`WHERE ${report.where}`, 'sql'),
    '',
    ...facts(report),
    '',
    '## What each layout skips and reads',
    '',
    ...sieveTable(report),
    '',
    '## What each layout makes of the predicate',
    '',
    ...report.sieve.flatMap((row) => projectionLines(row, report)),
    ...fileInHand(report.inHand),
    '## Files that are read',
    '',
    ...fileLines(report),
    ...problemLines(report.problems),
    '',
    `[Look at it in Icecore](<${report.link.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`,
    '',
  ].join('\n');
}

function facts({ location, snapshot, part, rules }: PlanReport): readonly string[] {
  return [
    `- Location: ${code(location)}`,
    snapshot === undefined
      ? '- No snapshot'
      : `- Snapshot ${code(snapshot.id)}, ${snapshot.time} UTC`,
    ...(part === undefined ? [] : [`- ${plain(part)} All below is said of these.`]),
    `- Rules: ${rules}`,
  ];
}

function sieveTable({ sieve, layouts }: PlanReport): readonly string[] {
  const all = [...sieve].map((row) => ({
    name: `spec ${row.specId}, ${plain(layouts.get(row.specId) ?? '')}`,
    row,
  }));
  const rows = all.length > 1 ? [...all, { name: '**all**', row: sumRows(sieve) }] : all;
  return [
    '| layout | live files | − manifest | − partition | − bounds | = read | of these fully | bytes read | unknown |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map(({ name, row }) => {
      const read = readOf(row);
      const cells = [
        count(row.live.files),
        ...stagesOf(row, 'files').map(({ gone }) => count(gone.files)),
        count(read.files),
        count(tallyOf(row, ALL_MATCH).files),
        `${bytes(read.bytes)} (${exactBytes(read.bytes)})`,
        count(unknownOf(row).files),
      ];
      return `| ${cell(name)} | ${cells.join(' | ')} |`;
    }),
  ];
}

function projectionLines(row: SieveRow, { projections }: PlanReport): readonly string[] {
  const words = projections.get(row.specId);
  if (words === undefined) return [];
  const unused = words.unused.map(
    ({ text, reason }) => `  - ${code(text)} does not help: ${plain(reason)}`,
  );
  return [
    `- **spec ${row.specId}** can match if ${plain(words.inclusive.words)}: ${code(words.inclusive.formula)}`,
    strictLine(words.strict),
    ...unused,
    '',
  ];
}

function strictLine({ words, formula }: DescribedProjection['strict']): string {
  return formula === 'FALSE'
    ? `  - surely matches ${plain(words)}`
    : `  - surely matches if ${plain(words)}: ${code(formula)}`;
}

function fileInHand(file: FileExplanation | undefined): readonly string[] {
  if (file === undefined) return [];
  return [
    '## The file in hand',
    '',
    code(file.filePath),
    '',
    plain(file.sentence),
    '',
    `What is left to ask of its rows: ${code(file.residual.text)}`,
    '',
  ];
}

function fileLines({ files, readCount }: PlanReport): readonly string[] {
  if (readCount === 0) return ['None.'];
  const rest = readCount - files.length;
  return [
    '| verdict | spec | partition | bytes | rows | deletes | path |',
    '| --- | ---: | --- | ---: | ---: | ---: | --- |',
    ...files.map(({ row, verdict, deletes }) => {
      const rows = row.recordCount < 0n ? 'not counted' : count(row.recordCount);
      const cells = [
        verdict === ALL_MATCH ? 'every row matches' : 'rows may match',
        String(row.specId),
        cell(plain(row.partition)),
        count(row.fileSizeInBytes),
        rows,
        count(deletes),
        cell(code(row.filePath)),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
    ...(rest <= 0 ? [] : ['', `And ${plural(rest, 'file')} more.`]),
  ];
}

function problemLines(problems: readonly string[]): readonly string[] {
  if (problems.length === 0) return [];
  return ['', '## Problems', '', ...problems.map((problem) => `- ${plain(problem)}`)];
}
