/** A plan as Markdown: question, answer, what each layout skips and reads, the selected file's evidence, the link. */
import type { FileExplanation } from '../../src/planning/explanation.ts';
import { planSentence } from '../pruning/sentence.ts';
import { readOf, type SieveRow, sumRows, tallyOf, unknownOf } from '../pruning/sieve-layout.ts';
import { bytes, count } from '../ui/format.ts';

export interface ReportInput {
  readonly table: string;
  readonly location: string;
  readonly snapshot: string;
  readonly where: string;
  readonly rules: string;
  readonly rows: readonly SieveRow[];
  readonly manifests: number;
  /** By spec id. */
  readonly layoutOf: (specId: number) => string;
  readonly file: FileExplanation | undefined;
  readonly link: string;
}

const HEAD = [
  'era',
  'layout',
  'live files',
  'by manifest',
  'by partition',
  'by bounds',
  'read',
  'bytes read',
];

export function reportMarkdown(input: ReportInput): string {
  const { rows, manifests, file } = input;
  const sum = sumRows(rows);
  const progress = { complete: true, judged: manifests, of: manifests };
  const lines = [
    `# What a query reads of ${plain(input.table)}`,
    '',
    `Table ${code(input.location)}, snapshot ${code(input.snapshot)}, ${input.rules} rules.`,
    '',
    '```sql',
    // A fence of its own length would be needed for text with one in it.
    input.where.replaceAll('```', "'''"),
    '```',
    '',
    `**${planSentence(sum, progress)}**`,
    '',
    row(HEAD),
    row(HEAD.map(() => '---')),
    ...rows.map((one) => row(cells(one, input.layoutOf(one.specId)))),
    row(cells(sum, 'all').map((cell, i) => (i === 0 ? '' : cell))),
    '',
    ...(file === undefined ? [] : evidence(file)),
    `Look at it: <${input.link}>`,
    '',
  ];
  return lines.join('\n');
}

function cells(one: SieveRow, layout: string): readonly string[] {
  const unknown = unknownOf(one).files;
  const read = readOf(one);
  return [
    String(one.specId),
    plain(layout),
    count(one.live.files),
    ...[0, 1, 2].map((verdict) => count(tallyOf(one, verdict).files)),
    unknown === 0n ? count(read.files) : `${count(read.files)} and ${count(unknown)} unknown`,
    bytes(read.bytes),
  ];
}

function evidence({ filePath, sentence, residual }: FileExplanation): readonly string[] {
  return [
    `## ${code(filePath)}`,
    '',
    plain(sentence),
    '',
    `What is left to ask of its rows: ${code(residual.text)}`,
    '',
  ];
}

function row(values: readonly string[]): string {
  return `| ${values.join(' | ')} |`;
}

/** Text of a table is only ever text: what Markdown or HTML would take for a sign is escaped. */
function plain(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]<>()#+!|~&-]/g, (sign) => `\\${sign}`);
}

/** As code, in a fence longer than any in it. */
function code(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${text.replace(/[\r\n]+/g, ' ').replaceAll('|', '¦')}${space}${fence}`;
}
