/** The change and what would come of it, as Markdown. */
import { type DdlChange, otherTableWords } from '../../src/evolution/ddl/apply.ts';
import { DIALECT_NAMES } from '../../src/evolution/dialects.ts';
import {
  basisWords,
  likelyWords,
  REWRITE_WORDS,
  rangeWords,
  spanWords,
  whyWords,
  writerWords,
} from '../../src/evolution/forecast/forecast-words.ts';
import type { Smell } from '../../src/evolution/smells.ts';
import { translationsOf } from '../../src/evolution/translate.ts';
import { defaultSpec } from '../../src/metadata/default-spec.ts';
import { describeSpec } from '../../src/metadata/spec-words.ts';
import { type Foreseen, payOff } from '../../src/table/evolve.ts';
import { fence, plain } from '../export/markdown.ts';
import { columnsOf } from '../specs.ts';
import { headline, outcomeWords, readWords, rewriteName, rewriteWords } from './evolve-words.ts';

/** What was asked, as the link has it. */
export interface ReportAsked {
  readonly where: string | undefined;
  readonly rewrite: string | undefined;
  readonly range: string | undefined;
}

export function evolveReport(
  table: string,
  asked: ReportAsked,
  change: DdlChange,
  foreseen: Foreseen | undefined,
  smells: readonly Smell[],
): string {
  const spec = defaultSpec(change.after);
  const said = translationsOf(change, table);
  const elsewhere = otherTableWords(change, table);
  const lines = [
    `# ${plain(table)}: ${plain(describeSpec(spec, columnsOf(change.before)))}`,
    '',
    plain(headline(change, foreseen, true, asked.rewrite)),
    '',
    plain(outcomeWords(change)),
    '',
    ...(elsewhere === undefined ? [] : [plain(elsewhere), '']),
    ...said.flatMap(({ dialect, text, notes }) => [
      `## ${DIALECT_NAMES[dialect]}`,
      '',
      ...(text === undefined ? [] : [fence(text), '']),
      ...notes.flatMap((note) => [plain(note), '']),
    ]),
    ...readLines(asked, foreseen),
    ...rewriteLines(asked, foreseen),
    ...commitLines(foreseen),
    ...(smells.length === 0 ? [] : ['## Worth knowing', '']),
    ...smells.map(
      ({ message, consequence, rule }) => `- ${plain(`${message} ${consequence ?? ''} ${rule}`)}`,
    ),
  ];
  return `${lines.join('\n').trim()}\n`;
}

function readLines(
  { where, rewrite }: ReportAsked,
  foreseen: Foreseen | undefined,
): readonly string[] {
  if (where === undefined || foreseen?.now === undefined) return [];
  const rows = [
    ['now', foreseen.now],
    ['later, layout kept', foreseen.kept],
    ['later, layout changed', foreseen.changed],
    [rewriteName(rewrite).replace('After', 'after'), foreseen.rewritten],
  ] as const;
  return [
    '## What the condition reads',
    '',
    fence(where, 'sql'),
    '',
    '| when | reads |',
    '| --- | --- |',
    ...rows.flatMap(([name, reading]) =>
      reading === undefined ? [] : [`| ${name} | ${readWords(reading.total, reading.atMost)} |`],
    ),
    '',
  ];
}

function rewriteLines(
  { rewrite, range }: ReportAsked,
  foreseen: Foreseen | undefined,
): readonly string[] {
  const cost = foreseen?.forecast.rewrite;
  if (foreseen === undefined || cost === undefined) return [];
  const pays = payOff(foreseen);
  return [
    '## What the rewrite costs',
    '',
    ...(rewrite === 'range' && range !== undefined ? [fence(range, 'sql'), ''] : []),
    rewriteWords(cost, pays),
    '',
    REWRITE_WORDS,
    '',
  ];
}

function commitLines(foreseen: Foreseen | undefined): readonly string[] {
  const { perCommit, writers, why, window, overhead } = foreseen?.forecast ?? {};
  if (perCommit === undefined || writers === undefined) return [];
  const { kept, changed } = perCommit;
  return [
    '## What a commit writes',
    '',
    `${likelyWords(kept)} files now, ${changed.likely === undefined ? '' : `about ${likelyWords(changed)} `}then (${rangeWords(changed)}).`,
    '',
    `- ${basisWords(perCommit)}`,
    ...(window === undefined ? [] : [`- ${plain(`New data: ${spanWords(window)}`)}`]),
    `- ${writerWords({ writers, perCommit, overhead })}`,
    ...(why ?? []).map((one) => `- ${plain(whyWords(one))}`),
    '',
  ];
}
