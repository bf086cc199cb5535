/** The plan as a report: what is read and why, by layout, with the files that are read. Pure. */
import type { DescribedProjection } from '../../src/planning/describe-projection.ts';
import type { FileExplanation, StageName, VerdictNode } from '../../src/planning/explanation.ts';
import { ALL_MATCH, type Rows } from '../../src/planning/verdict.ts';
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
import type { Block, Item, Run } from './document.ts';

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
  /** Where the link leads to this machine alone: what it opens elsewhere. */
  readonly linkWarning: string | undefined;
}

export function planReport(report: PlanReport): readonly Block[] {
  return [
    { kind: 'heading', level: 1, text: `${report.table}: ${report.sentence}` },
    { kind: 'code', text: `WHERE ${report.where}`, language: 'sql' },
    { kind: 'list', items: facts(report) },
    heading('What each layout skips and reads'),
    sieveTable(report),
    heading('What each layout makes of the predicate'),
    { kind: 'list', items: report.sieve.flatMap((row) => projectionItems(row, report)) },
    ...fileInHand(report.inHand),
    heading('Files that are read'),
    ...fileBlocks(report),
    ...problemBlocks(report.problems),
    { kind: 'link', text: 'Look at it in Icecore', href: report.link },
    ...(report.linkWarning === undefined
      ? []
      : [{ kind: 'line', line: [report.linkWarning] } as const]),
  ];
}

function heading(text: string): Block {
  return { kind: 'heading', level: 2, text };
}

function facts({ location, snapshot, part, rules }: PlanReport): readonly Item[] {
  return [
    { line: ['Location: ', { code: location }] },
    {
      line:
        snapshot === undefined
          ? ['No snapshot']
          : ['Snapshot ', { code: snapshot.id }, `, ${snapshot.time} UTC`],
    },
    ...(part === undefined ? [] : [{ line: [`${part} All below is said of these.`] }]),
    { line: [`Rules: ${rules}`] },
  ];
}

const FIGURES = [
  'live files',
  // A sign stays with its word.
  '−\u00a0manifest',
  '−\u00a0partition',
  '−\u00a0bounds',
  '=\u00a0read',
  'of these fully',
  'bytes read',
  'unknown',
];

function sieveTable({ sieve, layouts }: PlanReport): Block {
  const rows = sieve.map((row) => {
    const name = `spec ${row.specId}, ${layouts.get(row.specId) ?? ''}`;
    return [[name], ...figures(row)];
  });
  const all: readonly Run[] = [{ strong: 'all' }];
  return {
    kind: 'table',
    columns: [{ title: 'layout' }, ...FIGURES.map((title) => ({ title, right: true }))],
    rows: rows.length > 1 ? [...rows, [all, ...figures(sumRows(sieve))]] : rows,
  };
}

function figures(row: SieveRow): readonly (readonly Run[])[] {
  const read = readOf(row);
  return [
    count(row.live.files),
    ...stagesOf(row, 'files').map(({ gone }) => count(gone.files)),
    count(read.files),
    count(tallyOf(row, ALL_MATCH).files),
    read.bytes < 1024n ? exactBytes(read.bytes) : `${bytes(read.bytes)}, ${exactBytes(read.bytes)}`,
    count(unknownOf(row).files),
  ].map((text) => [text]);
}

function projectionItems(row: SieveRow, { projections }: PlanReport): readonly Item[] {
  const words = projections.get(row.specId);
  if (words === undefined) return [];
  const { inclusive, strict, unused } = words;
  return [
    {
      line: [
        { strong: `spec ${row.specId}` },
        ` can match if ${inclusive.words}: `,
        { code: inclusive.formula },
      ],
      inner: [
        strictLine(strict),
        ...unused.map(({ text, reason }) => [{ code: text }, ` does not help: ${reason}`]),
      ],
    },
  ];
}

function strictLine({ words, formula }: DescribedProjection['strict']): readonly Run[] {
  return formula === 'FALSE'
    ? [`surely matches ${words}`]
    : [`surely matches if ${words}: `, { code: formula }];
}

const STAGES: Readonly<Record<StageName, string>> = {
  manifest: 'By its manifest',
  partition: 'By its partition',
  bounds: 'By its bounds',
};

const ROWS: Readonly<Record<Rows, string>> = {
  cannot: 'no row can match',
  might: 'rows may match',
  must: 'every row matches',
};

/** Its verdict, and for each stage what every condition of the predicate found. */
function fileInHand(file: FileExplanation | undefined): readonly Block[] {
  if (file === undefined) return [];
  return [
    heading('The file in hand'),
    { kind: 'line', line: [{ code: file.filePath }] },
    { kind: 'line', line: [file.sentence] },
    {
      kind: 'list',
      items: file.stages.map(({ stage, rows, tree }) => ({
        line: [`${STAGES[stage]} ${ROWS[rows]}:`],
        inner: leavesOf(tree).map(({ text, finding }) => [
          { code: text },
          finding === undefined ? '' : ` ${finding}`,
        ]),
      })),
    },
    {
      kind: 'line',
      line: ['What is left to ask of its rows: ', { code: file.residual.text }],
    },
  ];
}

function leavesOf(node: VerdictNode): readonly VerdictNode[] {
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf);
}

function fileBlocks({ files, readCount }: PlanReport): readonly Block[] {
  if (readCount === 0) return [{ kind: 'line', line: ['None.'] }];
  const rest = readCount - files.length;
  return [
    {
      kind: 'table',
      columns: [
        { title: 'verdict' },
        { title: 'spec', right: true },
        { title: 'partition' },
        { title: 'bytes', right: true },
        { title: 'rows', right: true },
        { title: 'deletes', right: true },
        { title: 'path' },
      ],
      rows: files.map(({ row, verdict, deletes }) => [
        [verdict === ALL_MATCH ? 'every row matches' : 'rows may match'],
        [String(row.specId)],
        [row.partition],
        [count(row.fileSizeInBytes)],
        [row.recordCount < 0n ? 'not counted' : count(row.recordCount)],
        [count(deletes)],
        [{ code: row.filePath }],
      ]),
    },
    ...(rest <= 0 ? [] : [{ kind: 'line' as const, line: [`And ${plural(rest, 'file')} more.`] }]),
  ];
}

function problemBlocks(problems: readonly string[]): readonly Block[] {
  if (problems.length === 0) return [];
  return [
    heading('Problems'),
    { kind: 'list', items: problems.map((problem) => ({ line: [problem] })) },
  ];
}
