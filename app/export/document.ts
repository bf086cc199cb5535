/** A report as what it consists of, for Markdown (below) and for paper (share/Paper.tsx). Pure. */
import { cell, code, fence, plain } from './markdown.ts';

/** A run of a line. Text of a table is only ever text, or code. */
export type Run = string | { readonly code: string } | { readonly strong: string };
type Line = readonly Run[];

export interface Item {
  readonly line: Line;
  readonly inner?: readonly Line[] | undefined;
}

export interface Column {
  readonly title: string;
  /** Of figures. */
  readonly right?: boolean | undefined;
}

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'line'; readonly line: Line }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Line[])[];
    }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export function markdownOf(blocks: readonly Block[]): string {
  return `${blocks.map((block) => linesOf(block).join('\n')).join('\n\n')}\n`;
}

function linesOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
      return [`${'#'.repeat(block.level)} ${plain(block.text)}`];
    case 'line':
      return [markdownLine(block.line)];
    case 'code':
      return [fence(block.text, block.language)];
    case 'list':
      return block.items.flatMap(({ line, inner = [] }) => [
        `- ${markdownLine(line)}`,
        ...inner.map((one) => `  - ${markdownLine(one)}`),
      ]);
    case 'table':
      return [
        row(block.columns.map(({ title }) => title)),
        row(block.columns.map(({ right }) => (right === true ? '---:' : '---'))),
        ...block.rows.map((cells) => row(cells.map((line) => cell(markdownLine(line))))),
      ];
    case 'link':
      return [`[${plain(block.text)}](<${block.href.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`];
  }
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function markdownLine(line: Line): string {
  return line
    .map((run) => {
      if (typeof run === 'string') return plain(run);
      return 'code' in run ? code(run.code) : `**${plain(run.strong)}**`;
    })
    .join('');
}
