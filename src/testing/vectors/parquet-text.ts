/** Parquet schemas in the text form of vectors, and the paths that a name mapping knows their columns by. */

export interface ParquetNode {
  readonly name: string;
  readonly repeated: boolean;
  readonly annotation: string | undefined;
  /** undefined for a primitive. */
  readonly fields: readonly ParquetNode[] | undefined;
  readonly id: number | undefined;
}

const TOKEN = /\s*([{};]|=\s*\d+|\((?:[^()]|\([^()]*\))*\)|[^\s{};()=]+)/y;

/** Reads `message t { required int64 id = 1; optional group st { … } }`. */
export function parseMessage(text: string): readonly ParquetNode[] {
  TOKEN.lastIndex = 0;
  const tokens: string[] = [];
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    tokens.push(match[1] as string);
  }
  // `message`, its name, the brace.
  return readFields(tokens.reverse(), 3);
}

/** `tokens` is a stack, the next one last. */
function readFields(tokens: string[], skipped = 0): readonly ParquetNode[] {
  for (let i = 0; i < skipped; i++) tokens.pop();
  const fields: ParquetNode[] = [];
  while (tokens.length > 0 && tokens.at(-1) !== '}') fields.push(readField(tokens));
  tokens.pop();
  return fields;
}

function readField(tokens: string[]): ParquetNode {
  const repetition = tokens.pop();
  tokens.pop(); // its type, or `group`
  const name = tokens.pop() ?? '';
  const annotation = tokens.at(-1)?.startsWith('(') ? tokens.pop()?.slice(1, -1) : undefined;
  const id = tokens.at(-1)?.startsWith('=') ? Number(tokens.pop()?.slice(1)) : undefined;
  const isGroup = tokens.pop() === '{';
  const fields = isGroup ? readFields(tokens) : undefined;
  return { name, repeated: repetition === 'repeated', annotation, fields, id };
}

/** Each node that a mapping may give an id, with its path of names; the wrappers of lists and maps have none. */
export function mappedNodes(
  fields: readonly ParquetNode[],
  above: readonly string[] = [],
): (readonly [path: readonly string[], node: ParquetNode])[] {
  return fields.flatMap((node) => nodesOf(node, [...above, node.name]));
}

type Found = readonly [path: readonly string[], node: ParquetNode];

function nodesOf(node: ParquetNode, path: readonly string[]): Found[] {
  const [only] = node.fields ?? [];
  if (node.annotation === 'LIST' && only !== undefined) {
    const element = isElement(only, node.name) ? only : (only.fields?.[0] ?? only);
    return [[path, node], ...nodesOf(element, [...path, 'element'])];
  }
  if (node.annotation === 'MAP' && only !== undefined) {
    const [key, value] = only.fields ?? [];
    return [
      [path, node],
      ...(key === undefined ? [] : nodesOf(key, [...path, 'key'])),
      ...(value === undefined ? [] : nodesOf(value, [...path, 'value'])),
    ];
  }
  return [[path, node], ...mappedNodes(node.fields ?? [], path)];
}

/** Old writers' lists of two levels: the repeated field is the element itself. */
function isElement({ fields, name }: ParquetNode, list: string): boolean {
  return fields === undefined || fields.length > 1 || name === 'array' || name === `${list}_tuple`;
}
