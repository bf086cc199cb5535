import { parseArgs } from 'node:util';

/** The command line was not understood: exit code 2, and the usage is printed. */
export class UsageError extends Error {}

/** The profile that is named, safe where none is. */
export function profileNamed(name: string | undefined): 'safe' | 'java' {
  if (name === undefined) return 'safe';
  if (name === 'safe' || name === 'java') return name;
  throw new UsageError(`There is no profile ${name}: safe or java.`);
}

/** A snapshot's id by its text. */
export function snapshotIdNamed(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (/^-?\d+$/.test(text)) return BigInt(text);
  throw new UsageError(`--snapshot takes an id, a whole number, not ${text}.`);
}

type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

type Read<O extends Options> = Pick<
  ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>,
  'values' | 'positionals'
>;

/** Options and what stands beside them. Errors: an option that is unknown, without its value, or given twice (SN-5). */
export function readArgs<const O extends Options>(args: readonly string[], options: O): Read<O> {
  const config = { args: [...args], options, allowPositionals: true, tokens: true } as const;
  try {
    const { tokens, values, positionals } = parseArgs(config);
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = names.find((name, i) => names.indexOf(name) < i);
    if (twice !== undefined) throw new UsageError(`--${twice} is given twice.`);
    return { values, positionals } as Read<O>;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
