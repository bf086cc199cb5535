/** The graph of snapshots, newest on top: commits, runs of them folded, and changes of layout between them. Pure. */
import type { Commit, EraModel, ErasModel } from '../eras/eras-model.ts';
import { DAY, isLate, paceWords, specOf } from '../overview/rhythm.ts';
import { bytes, count, day, plural } from '../ui/format.ts';
import type { SnapshotRow } from './snapshot-rows.ts';

/** What the times beside the graph leave out: the day where they are clock times of less than a day. */
export function clockContext(times: readonly number[]): string {
  const [from, to] = [Math.min(...times), Math.max(...times)];
  if (times.length === 0 || to - from >= DAY) return 'UTC';
  return day(from) === day(to) ? `${day(from)}, UTC` : `${day(from)} to ${day(to)}, UTC`;
}

interface Placed {
  readonly key: string;
  readonly ms: number;
  /** 0 = the line in hand; others stand beside it. */
  readonly lane: number;
  /** Era of what was written, by rank; undefined: not known. */
  readonly rank: number | undefined;
}

export interface CommitItem extends Placed {
  readonly kind: 'commit';
  readonly row: SnapshotRow;
  readonly words: string;
  /** Key of the item of its parent; undefined: none, or expired. */
  readonly parentKey: string | undefined;
}

export interface FoldItem extends Placed {
  readonly kind: 'fold';
  /** Newest first. */
  readonly ids: readonly string[];
  /** Time of the oldest. */
  readonly from: number;
  readonly words: string;
}

export interface DdlItem extends Placed {
  readonly kind: 'ddl';
  readonly full: string;
  readonly short: string;
  /** Its time is read, not inferred. */
  readonly certain: boolean;
}

export type GraphItem = CommitItem | FoldItem | DdlItem;

export interface GraphInput {
  readonly rows: readonly SnapshotRow[];
  readonly model: ErasModel;
  readonly tableName: string;
  /** Snapshots that must be seen: A and B. */
  readonly pinned: ReadonlySet<string>;
  /** Keys of folds that are open. */
  readonly open: ReadonlySet<string>;
}

/** As many rows as a person takes in; above it older runs fold whatever they are. */
const MANY = 18;
const LEAST_RUN = 3;
/** An open fold of more shows parts that fold again. */
const OPEN_AT_ONCE = 40;
const MOST_LANES = 4;

export function graphItems(input: GraphInput): readonly GraphItem[] {
  const items = placed(input);
  const commits = items.filter((item) => item.kind === 'commit');
  if (commits.length <= MANY) return items;
  const pinned = pinnedKeys(commits, input);
  const opened = new Set(pinned);
  const equal = foldRuns(items, { pinned, sameKind: true, open: input.open, opened });
  return foldOlder(equal, { pinned: opened, sameKind: false, open: input.open, opened });
}

/** Commits and changes of layout in order, with their lanes. */
function placed({ rows, model, tableName }: GraphInput): readonly GraphItem[] {
  const commits = new Map(model.commits.map((commit) => [commit.id, commit]));
  const newest = [...rows].sort((a, b) => b.ms - a.ms || order(b, a));
  const lanes = lanesOf(newest);
  const kept = new Set(rows.map(({ id }) => id));
  const items: GraphItem[] = newest.map((row) => {
    const commit = commits.get(row.id);
    return {
      kind: 'commit',
      key: row.id,
      ms: row.ms,
      lane: lanes.get(row.id) ?? 0,
      rank: rankOf(commit, row.ms, model.eras),
      row,
      words: commitWords(row, commit, model),
      parentKey: row.parentId !== undefined && kept.has(row.parentId) ? row.parentId : undefined,
    };
  });
  const changes = model.eras.flatMap((era) =>
    era.spans.map((span): DdlItem => {
      const prefix = `ALTER TABLE ${tableName} `;
      return {
        kind: 'ddl',
        key: `ddl ${era.specId} ${span.from}`,
        ms: span.from,
        lane: 0,
        rank: era.rank,
        full: span.ddl.full.replaceAll(prefix, ''),
        short: span.ddl.short,
        certain: span.certain,
      };
    }),
  );
  // A change inferred from a write stands below the write.
  return [...items, ...changes].sort(
    (a, b) => b.ms - a.ms || Number(a.kind === 'ddl') - Number(b.kind === 'ddl'),
  );
}

function order(a: SnapshotRow, b: SnapshotRow): number {
  return Number(a.snapshot.sequenceNumber - b.snapshot.sequenceNumber);
}

function rankOf(
  commit: Commit | undefined,
  ms: number,
  eras: readonly EraModel[],
): number | undefined {
  const written = commit === undefined ? undefined : specOf(commit);
  const era =
    eras.find(({ specId }) => specId === written) ??
    eras.find(({ spans }) => spans.some((s) => ms >= s.from && (s.to === undefined || ms < s.to)));
  return era?.rank;
}

/** Snapshots that do not lead to the one in hand: each branch in a lane that is free over its rows. */
function lanesOf(newest: readonly SnapshotRow[]): ReadonlyMap<string, number> {
  const at = new Map(newest.map((row, i) => [row.id, i]));
  const byId = new Map(newest.map((row) => [row.id, row]));
  const lanes = new Map<string, number>();
  const taken: { lane: number; from: number; to: number }[] = [];
  for (const head of newest) {
    if (head.onLine || lanes.has(head.id)) continue;
    const chain: SnapshotRow[] = [];
    let next: SnapshotRow | undefined = head;
    while (next !== undefined && !next.onLine && !lanes.has(next.id)) {
      chain.push(next);
      lanes.set(next.id, 0);
      next = next.parentId === undefined ? undefined : byId.get(next.parentId);
    }
    const from = at.get(head.id) ?? 0;
    const to = at.get(next?.id ?? chain.at(-1)?.id ?? '') ?? from;
    let lane = 1;
    while (taken.some((one) => one.lane === lane && one.from <= to && from <= one.to)) lane++;
    taken.push({ lane, from, to });
    for (const { id } of chain) lanes.set(id, Math.min(lane, MOST_LANES));
  }
  return lanes;
}

export function commitWords(
  row: SnapshotRow,
  commit: Commit | undefined,
  model: ErasModel,
): string {
  // What the manifests say, once they are read; the summary may say nothing.
  const isRead = commit !== undefined && commit.added.size > 0;
  const added = isRead ? addedBytes(commit) : row.addedBytes;
  switch (row.kind) {
    case 'append': {
      const late = commit !== undefined && isLate(commit, model.eras);
      const under = late ? `, under spec ${specOf(commit)}` : '';
      return `append${added === undefined ? '' : `, ${bytes(added)}`}${under}`;
    }
    case 'rewrite':
      return rewriteWords(row, added, model);
    case 'delete':
      return deleteWords(row);
    case 'other':
      return added === undefined ? row.operation : `${row.operation}, ${bytes(added)} written`;
  }
}

function addedBytes(commit: Commit): number {
  return [...commit.added.values()].reduce((sum, tally) => sum + tally.bytes, 0);
}

function rewriteWords(row: SnapshotRow, added: number | undefined, model: ErasModel): string {
  const own = model.rewrites.filter(({ id }) => id === row.id);
  const [only, ...others] = own;
  if (only !== undefined && others.length === 0 && added !== undefined) {
    return `rewrite: ${bytes(only.removed.bytes)} of spec ${only.fromSpec} as ${bytes(added)}`;
  }
  if (row.removedBytes !== undefined && row.addedBytes !== undefined) {
    return `rewrite: ${bytes(row.removedBytes)} as ${bytes(row.addedBytes)}`;
  }
  return row.addedFiles === undefined ? 'rewrite of manifests' : 'rewrite';
}

function deleteWords({ removedFiles, operation, snapshot }: SnapshotRow): string {
  if ((removedFiles ?? 0) > 0) return `${operation}, ${plural(removedFiles ?? 0, 'file')} removed`;
  const deletes = Number(snapshot.summary['added-delete-files'] ?? 0);
  return deletes > 0 ? `${operation}, ${plural(deletes, 'delete file')} added` : operation;
}

/** A and B, names, and where other branches leave the line. */
function pinnedKeys(commits: readonly CommitItem[], { pinned }: GraphInput): ReadonlySet<string> {
  const keys = new Set(pinned);
  for (const { row, lane, parentKey, key } of commits) {
    if (row.refs.length > 0 || lane > 0) keys.add(key);
    if (lane > 0 && parentKey !== undefined) keys.add(parentKey);
  }
  return keys;
}

interface Folding {
  readonly pinned: ReadonlySet<string>;
  /** Only commits of one kind and era fold together. */
  readonly sameKind: boolean;
  readonly open: ReadonlySet<string>;
  /** Collects what was opened, which must not fold again. */
  readonly opened: Set<string>;
}

/** Runs of what may fold become one item each, unless they are short or open. */
function foldRuns(items: readonly GraphItem[], folding: Folding): readonly GraphItem[] {
  const { pinned, sameKind } = folding;
  const out: GraphItem[] = [];
  let run: (CommitItem | FoldItem)[] = [];
  const close = () => {
    out.push(...foldOf(run, folding));
    run = [];
  };
  for (const item of items) {
    const folds = item.kind !== 'ddl' && !pinned.has(item.key);
    const [first] = run;
    const joins = first === undefined || !sameKind || isAlike(first, item);
    if (folds && joins) run.push(item);
    else {
      close();
      if (folds) run.push(item);
      else out.push(item);
    }
  }
  close();
  return out;
}

function isAlike(a: GraphItem, b: GraphItem): boolean {
  return (
    a.kind === 'commit' &&
    b.kind === 'commit' &&
    a.row.kind === b.row.kind &&
    a.row.operation === b.row.operation &&
    a.rank === b.rank
  );
}

function foldOf(run: readonly (CommitItem | FoldItem)[], folding: Folding): readonly GraphItem[] {
  if (run.length < LEAST_RUN) return run;
  // A part of a run begins with the same commit as the run.
  const key = `fold ${run[0]?.key} ${run.length}`;
  if (!folding.open.has(key)) return [oneFold(key, run)];
  const size = Math.ceil(run.length / OPEN_AT_ONCE);
  const parts = Array.from({ length: Math.ceil(run.length / size) }, (_, i) =>
    foldOf(run.slice(i * size, (i + 1) * size), folding),
  ).flat();
  for (const part of parts) folding.opened.add(part.key);
  return parts;
}

function oneFold(key: string, run: readonly (CommitItem | FoldItem)[]): FoldItem {
  const ids = run.flatMap((item) => (item.kind === 'commit' ? [item.key] : item.ids));
  const [first] = run as readonly [CommitItem | FoldItem];
  const last = run.at(-1) ?? first;
  return {
    kind: 'fold',
    key,
    ms: first.ms,
    from: last.kind === 'fold' ? last.from : last.ms,
    lane: 0,
    rank: first.rank,
    ids,
    words: foldWords(run, ids.length),
  };
}

function foldWords(run: readonly (CommitItem | FoldItem)[], total: number): string {
  const commits = run.filter((item) => item.kind === 'commit');
  const kinds = new Set(commits.map(({ row }) => row.kind));
  const [kind] = kinds;
  if (commits.length === run.length && kinds.size === 1 && kind !== 'other') {
    const pace = paceWords(commits.map(({ ms }) => ms).reverse());
    return `${plural(total, kind ?? 'commit')}${pace === undefined ? '' : `, ${pace}`}`;
  }
  const rewrites = countKind(run, 'rewrite');
  const among = rewrites === 0 ? '' : `, ${plural(rewrites, 'rewrite')} among them`;
  return `${count(total)} commits${among}`;
}

function countKind(run: readonly (CommitItem | FoldItem)[], kind: string): number {
  return run.filter((item) => item.kind === 'commit' && item.row.kind === kind).length;
}

/** Between changes of layout, the oldest first: all that may fold folds, until few rows are left. */
function foldOlder(items: readonly GraphItem[], folding: Folding): readonly GraphItem[] {
  let rows = [...items];
  const cuts = rows.flatMap((item, i) => (item.kind === 'ddl' ? [i] : [])).reverse();
  for (const cut of [...cuts, 0]) {
    if (rows.length <= MANY) break;
    const from = cut === 0 && rows[0]?.kind !== 'ddl' ? 0 : cut + 1;
    const next = rows.findIndex((item, i) => i >= from && item.kind === 'ddl');
    const to = next < 0 ? rows.length : next;
    const folded = foldRuns(rows.slice(from, to), folding);
    rows = [...rows.slice(0, from), ...folded, ...rows.slice(to)];
  }
  return rows;
}
