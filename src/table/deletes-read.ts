/** The delete files that a plan reads beside its data files, each once, and how that is said. */
import { ALL_MATCH, READ } from '../planning/verdict.ts';
import { formatBytes, formatCount, joinWords } from '../types/format.ts';
import type { DeletePlan, ManifestPlan } from './api.ts';

export interface DeletesRead {
  /** Of position and equality deletes. */
  readonly files: number;
  readonly vectors: number;
  readonly bytes: bigint;
  /** Others may be read too: a manifest of deletes, or of data files that may be read, is not known. */
  readonly atLeast: boolean;
}

export const NO_DELETES_READ: DeletesRead = { files: 0, vectors: 0, bytes: 0n, atLeast: false };

/** What applies to files of several manifests counts once; scan metrics count it with every file. */
export function sumDeletesRead(
  plans: Iterable<Pick<ManifestPlan, 'usedDeletes' | 'verdict' | 'totals'>>,
  { indexed, problems }: Pick<DeletePlan, 'indexed' | 'problems'>,
): DeletesRead {
  const seen = new Set<number>();
  let vectors = 0;
  let bytes = 0n;
  let atLeast = problems.some(({ code }) => code === 'delete-manifest-damaged');
  for (const { usedDeletes: used, verdict, totals } of plans) {
    if (used === undefined) {
      atLeast ||= indexed > 0 && (verdict === 'unknown' || readFiles(totals) > 0n);
      continue;
    }
    for (let i = 0; i < used.entries.length; i++) {
      const key = (used.manifests[i] as number) * 2 ** 32 + (used.entries[i] as number);
      if (seen.has(key)) continue;
      seen.add(key);
      vectors += used.isVector[i] as number;
      bytes += used.bytes[i] as bigint;
    }
  }
  return { files: seen.size - vectors, vectors, bytes, atLeast };
}

function readFiles(totals: ManifestPlan['totals']): bigint {
  return (totals[READ]?.files ?? 0n) + (totals[ALL_MATCH]?.files ?? 0n);
}

/** `2 delete files, 1.40 KiB`; undefined where none is read. */
export function deletesReadWords(deletes: DeletesRead): string | undefined {
  const { files, vectors, bytes, atLeast } = deletes;
  if (files + vectors === 0) return atLeast ? 'delete files that are not known' : undefined;
  const kinds = [counted(files, 'delete file'), counted(vectors, 'deletion vector')];
  return `${atLeast ? 'at least ' : ''}${joinWords(kinds.flat(), 'and')}, ${formatBytes(bytes)}`;
}

function counted(n: number, what: string): readonly string[] {
  return n === 0 ? [] : [`${formatCount(n)} ${what}${n === 1 ? '' : 's'}`];
}
