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
