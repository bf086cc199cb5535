/** How far a file came: a rung for each stage it passed, and the one where it stops. */
import type {
  FileExplanation,
  StageExplanation,
  VerdictNode,
} from '../../src/planning/explanation.ts';

export interface Rung {
  readonly title: string;
  readonly passed: boolean;
  readonly words: string;
}

/** In the order of planning; nothing after the rung where it stops. */
export function ladder(why: FileExplanation): readonly Rung[] {
  const rungs: Rung[] = [];
  for (const stage of why.stages) {
    for (const rung of rungsOf(stage, why)) {
      rungs.push(rung);
      if (!rung.passed) return rungs;
    }
  }
  return rungs;
}

const TITLES = { manifest: 'manifest list', partition: 'partition', bounds: 'bounds' } as const;

function rungsOf(stage: StageExplanation, why: FileExplanation): readonly Rung[] {
  const passed = stage.rows !== 'cannot';
  if (stage.stage !== 'bounds' || stage.tree.kind !== 'and') {
    return [{ title: TITLES[stage.stage], passed, words: wordsOf(stage.tree, !passed) }];
  }
  // A rung a column: those that let it through first.
  const byColumn = new Map<string, VerdictNode[]>();
  for (const node of conjuncts(stage.tree)) {
    const name = columnOf(node, why);
    byColumn.set(name, [...(byColumn.get(name) ?? []), node]);
  }
  return [...byColumn]
    .map(([name, nodes]) => {
      const stops = nodes.filter(({ rows }) => rows === 'cannot');
      return {
        title: name === '' ? 'bounds' : `bounds of ${name}`,
        passed: stops.length === 0,
        words: sentence(stops.length === 0 ? nodes : stops),
      };
    })
    .sort((a, b) => Number(b.passed) - Number(a.passed));
}

function conjuncts(node: VerdictNode): readonly VerdictNode[] {
  return node.kind === 'and' ? node.children.flatMap(conjuncts) : [node];
}

function columnOf(node: VerdictNode, { columns }: FileExplanation): string {
  const text = node.kind === 'or' ? (node.children[0]?.text ?? '') : node.text;
  return (
    columns.find(({ name }) => text.startsWith(name) || text.startsWith(`"${name}`))?.name ?? ''
  );
}

/** What decides: of a stage that stops, the conditions that cannot hold. */
function wordsOf(node: VerdictNode, stops: boolean): string {
  const all = conjuncts(node);
  const deciding = stops ? all.filter(({ rows }) => rows === 'cannot') : all;
  return sentence(deciding.length === 0 ? all : deciding);
}

function sentence(nodes: readonly VerdictNode[]): string {
  const said = nodes.filter(({ text }) => !text.endsWith(' IS NOT NULL'));
  const findings = (said.length === 0 ? nodes : said).map(
    ({ finding, text, kind }) => finding ?? (kind === 'or' ? 'one of several conditions' : text),
  );
  return [...new Set(findings)].join('; ');
}
