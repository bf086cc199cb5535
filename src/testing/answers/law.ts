/**
 * The law on recorded rows: what is skipped holds no matching row, what must match matches whole, and a residual that is
 * settled is settled rightly. Judged by the counts of rows that the reference's answers hold.
 */

export type Json = Readonly<Record<string, unknown>>;

/** A claim of our answer that the rows contradict. */
export interface Breach {
  readonly file: number;
  readonly claim: string;
}

interface FileRows {
  readonly records: number;
  /** Matching rows, deletes ignored; −1: not at hand. */
  readonly matching: number;
  /** After deletes. */
  readonly live: number;
}

/** Rows of every file as a case of the reference tells them; none where it could not. */
function rowsOf(view: Json, reference: Json): readonly FileRows[] {
  const files = view['files'] as readonly { readonly records: number }[];
  const matching = (reference['matching'] ?? []) as readonly number[];
  const live = (reference['matchingLive'] ?? matching) as readonly number[];
  return files.map(({ records }, i) => ({
    records: Number(records),
    matching: matching[i] ?? -1,
    live: live[i] ?? -1,
  }));
}

/** Breaches of one case. `ours` are of the same view, file by file. */
export function breaches(view: Json, ours: Json, reference: Json): readonly Breach[] {
  const planned = String(ours['planned'] ?? '');
  const residuals = settledResiduals(ours, planned.length);
  const says = (field: string, i: number) => String(ours[field] ?? '')[i] === '1';
  return rowsOf(view, reference).flatMap(({ records, matching, live }, i) => {
    if (matching < 0 || planned === '') return [];
    const claims = [
      live > 0 && planned[i] === '0' && 'skipped',
      live > 0 && !says('partitionMight', i) && 'skipped by its partition',
      live > 0 && !says('metricsMight', i) && 'skipped by its bounds',
      matching < records && says('partitionMust', i) && 'matches whole by its partition',
      matching < records && says('metricsMust', i) && 'matches whole by its bounds',
      live > 0 && residuals[i] === false && 'residual false',
      matching < records && residuals[i] === true && 'residual true',
    ];
    return claims.filter((claim) => claim !== false).map((claim) => ({ file: i, claim }));
  });
}

/** Where a residual is TRUE or FALSE. */
function settledResiduals(answer: Json, files: number): readonly (boolean | undefined)[] {
  const settled = new Array<boolean | undefined>(files).fill(undefined);
  for (const [expression, bits] of (answer['residuals'] ?? []) as [unknown, string][]) {
    if (typeof expression !== 'boolean') continue;
    for (let i = 0; i < files; i++) if (bits[i] === '1') settled[i] = expression;
  }
  return settled;
}

/** Files whose deletes Java chose wrongly by the rows, and for which ours are the same. */
export function deleteBreaches(ours: Json, reference: Json): readonly Breach[] {
  const wrong = (reference['javaUnsoundDeletes'] ?? []) as readonly number[];
  const own = (ours['taskDeletes'] ?? {}) as Readonly<Record<string, unknown>>;
  const java = (reference['taskDeletes'] ?? {}) as Readonly<Record<string, unknown>>;
  return wrong
    .filter((i) => JSON.stringify(own[i] ?? []) === JSON.stringify(java[i] ?? []))
    .map((file) => ({ file, claim: 'has the deletes that are wrong' }));
}

/** Files that one plan reads and the other does not. */
export function readOnlyBy(
  ours: Json,
  reference: Json,
): {
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
} {
  const a = String(ours['planned'] ?? '');
  const b = String(reference['planned'] ?? a);
  const files = [...a].map((_, i) => i);
  return {
    ours: files.filter((i) => a[i] === '1' && b[i] === '0'),
    theirs: files.filter((i) => a[i] === '0' && b[i] === '1'),
  };
}
