/** A report as a page of paper: headings, tables and lists; text of a table is only ever text. */
import { visibleText } from '../../src/base/visible.ts';
import type { Block, Item, Run } from '../export/document.ts';

export function Paper({ blocks }: { readonly blocks: readonly Block[] }) {
  return (
    <article className="paper">
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report is made whole, and parts of it may be alike.
        <Part key={i} block={block} />
      ))}
    </article>
  );
}

function Part({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 1 ? 'h1' : 'h2';
      return <Heading>{block.text}</Heading>;
    }
    case 'line':
      return (
        <p>
          <Line line={block.line} />
        </p>
      );
    case 'code':
      return <pre className="mono">{block.text}</pre>;
    case 'list':
      return <List items={block.items} />;
    case 'table':
      return <Table {...block} />;
    case 'link':
      return (
        <p>
          {block.text}: <a href={block.href}>{block.href}</a>
        </p>
      );
  }
}

/* biome-ignore-start lint/suspicious/noArrayIndexKey: as above. */
function Line({ line }: { readonly line: readonly Run[] }) {
  return line.map((run, i) => {
    if (typeof run === 'string') return visibleText(run);
    if ('strong' in run) return <strong key={i}>{run.strong}</strong>;
    return (
      <code key={i} className="mono">
        {run.code}
      </code>
    );
  });
}

function List({ items }: { readonly items: readonly Item[] }) {
  return (
    <ul>
      {items.map(({ line, inner = [] }, i) => (
        <li key={i}>
          <Line line={line} />
          {inner.length === 0 ? null : (
            <ul>
              {inner.map((one, k) => (
                <li key={k}>
                  <Line line={one} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function Table({ columns, rows }: Extract<Block, { readonly kind: 'table' }>) {
  const alignment = (i: number) => (columns[i]?.right === true ? 'num' : undefined);
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ title }, i) => (
            <th key={title} scope="col" className={alignment(i)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, k) => (
          <tr key={k}>
            {cells.map((line, i) => (
              <td key={i} className={alignment(i)}>
                <Line line={line} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
/* biome-ignore-end lint/suspicious/noArrayIndexKey: as above. */
