/**
 * Why one data file is read or skipped: the same judges as planning, run on that one entry, their bytes told as trees
 * and sentences with the evidence beside them.
 */
import { IcecoreError } from '../base/errors.ts';
import { onceFor } from '../base/memo.ts';
import type { BoundExpression } from '../expressions/bound.ts';
import { printBound } from '../expressions/print.ts';
import type { BoundSpec } from '../metadata/bound-spec.ts';
import { longAt, type ManifestEntries } from '../metadata/entries.ts';
import { pathText } from '../metadata/paths.ts';
import type { ManifestFile } from '../metadata/records.ts';
import { type Profile, SAFE } from '../types/profile.ts';
import { columnEvidence } from './column-evidence.ts';
import type { DeleteFile, DeleteIndex } from './delete-index.ts';
import { deletesOf } from './delete-match.ts';
import { oneEntry } from './entry-slice.ts';
import { type JudgedFile, sentenceOf } from './explain-sentence.ts';
import { stageTree } from './explain-tree.ts';
import type {
  DeleteExplanation,
  FileExplanation,
  Residual,
  StageExplanation,
  StageName,
} from './explanation.ts';
import { judgeManifest, judgePartitions } from './judges.ts';
import { boundsOrAll, judgeTogether, verdictOf } from './plan-manifest.ts';
import { type PreparedPlan, preparePlan, type Trace } from './plan-tree.ts';
import { PROFILE_WORDS, type ProfileRow } from './profile-words.ts';
import { residualOf } from './residual.ts';
import { rowsLeft } from './rows-left.ts';
import { partitionValue, partitionValueText } from './statistics.ts';
import { FILE_VERDICTS, type FileVerdict, rowsOf } from './verdict.ts';
import { wouldChange } from './would-change.ts';

export interface ExplainRequest {
  readonly manifestIndex: number;
  readonly manifest: ManifestFile;
  readonly entries: ManifestEntries;
  readonly entry: number;
  readonly spec: BoundSpec;
  readonly profile: Profile;
  /** The filter, bound by a profile's rules. */
  readonly bindAs: (profile: Profile) => BoundExpression;
  /** Profiles to compare with, as people call them: `Java’s rules`. */
  readonly others: readonly { readonly profile: Profile; readonly name: string }[];
  readonly deleteIndex?: DeleteIndex | undefined;
}

export function explainFile(request: ExplainRequest): FileExplanation {
  const { entries: all, entry, manifest, spec, profile } = request;
  const file = judgeFile(request, profile);
  const { entries, plan } = file;
  const stages = [
    manifestsOf(plan)(manifest).stage,
    stageOf(file, 'partition'),
    stageOf(file, 'bounds'),
  ];
  const known = (n: bigint | undefined) => (n === undefined || n < 0n ? undefined : n);
  const deletes = deletesOf(request.deleteIndex ?? NO_DELETES, all, entry);
  return {
    manifestIndex: request.manifestIndex,
    entry,
    filePath: pathText(entries.filePaths, 0),
    manifestPath: manifest.manifestPath,
    specId: spec.specId,
    partition: spec.fields
      .map((f) => `${f.name}=${partitionValueText(f, partitionValue(entries, 0, f, profile))}`)
      .join(' / '),
    fileFormat: entries.fileFormatNames[entries.fileFormats[0] as number] ?? '',
    recordCount: entries.recordCounts[0] as bigint,
    fileSizeInBytes: entries.fileSizesInBytes[0] as bigint,
    snapshotId: known(longAt(entries.snapshotIds, 0)),
    dataSequenceNumber: known(longAt(entries.dataSequenceNumbers, 0)),
    verdict: file.verdict,
    sentence: sentenceOf(file),
    skipIsProven: isSkip(file.verdict) && (profile === SAFE || isSkip(verdictBy(request, SAFE))),
    stages,
    residual: residualText(residualOf(plan, entries, 0)),
    deletes: deletes.map((f) => explainDelete(f, longAt(entries.dataSequenceNumbers, 0))),
    rowsLeft: rowsLeft(entries.recordCounts[0] as bigint, deletes),
    wouldChange: wouldChange(file),
    columns: file.columns,
    differences: request.others.flatMap((other) => differences(request, file.verdict, other)),
  };
}

function stageOf(file: JudgedFile, stage: StageName): StageExplanation {
  const trace = file.traces[stage];
  return { stage, rows: rowsOf(file.bytes[stage]), tree: stageTree(file, stage, trace) };
}

const NO_DELETES = { files: [] as readonly DeleteFile[] } as DeleteIndex;

/** The verdict of the entry under a profile, with the bytes of every node. */
function judgeFile(request: ExplainRequest, rules: Profile): JudgedFile {
  const { manifest, spec } = request;
  const entries = oneEntry(request.entries, request.entry);
  const filter = request.bindAs(rules);
  const plan = preparePlan(filter, spec, rules);
  const ofManifest = manifestsOf(plan)(manifest);
  const traces = { ...ofManifest.traces, partition: new Map(), bounds: new Map() };
  const bytes = {
    manifest: ofManifest.bytes.manifest,
    partition: judgePartitions(plan, entries, traces.partition)[0] as number,
    bounds: boundsOrAll(plan, entries, traces.bounds)[0] as number,
  };
  const together = judgeTogether(plan, 1, [traces.partition, traces.bounds])[0] as number;
  const verdict = verdictOf(bytes.manifest, bytes.partition, bytes.bounds, together);
  const columns = columnEvidence({ filter, manifest, entries, row: 0, spec, rules });
  return {
    plan,
    manifest,
    whose: OF_FILE,
    entries,
    rules,
    traces,
    bytes,
    columns,
    verdict: FILE_VERDICTS[verdict] as FileVerdict,
  };
}

/** Of a file, `its` would be taken for the file’s. */
const OF_FILE = 'the manifest’s';

/** What all files of a manifest share: its verdict, of no file in particular, and its stage. */
const manifestsOf = onceFor((plan: PreparedPlan) =>
  onceFor((manifest: ManifestFile) => {
    const trace: Trace = new Map();
    const byte = judgeManifest(plan, manifest, trace);
    const file: JudgedFile = {
      plan,
      manifest,
      whose: 'its',
      entries: NO_ENTRIES,
      rules: plan.rules,
      traces: { manifest: trace, partition: new Map(), bounds: new Map() },
      bytes: { manifest: byte, partition: byte, bounds: byte },
      columns: [],
      verdict: 'skippedByManifest',
    };
    return { ...file, stage: stageOf({ ...file, whose: OF_FILE }, 'manifest') };
  }),
);

/** The sentence on a manifest, by its row alone. */
export function explainManifest(
  filter: BoundExpression,
  manifest: ManifestFile,
  spec: BoundSpec,
  rules: Profile,
): string {
  const ofManifest = manifestsOf(preparePlan(filter, spec, rules))(manifest);
  const sentence = sentenceOf(ofManifest).replace('Skipped by manifest: ', '');
  return ofManifest.stage.rows === 'cannot' ? `Skipped: ${sentence}` : `Opened: ${sentence}`;
}

/** Explaining a manifest looks at no entry. */
const NO_ENTRIES = { partition: [], metrics: new Map() } as unknown as ManifestEntries;

function residualText(residual: BoundExpression): Residual {
  const kind = residual.kind === 'true' || residual.kind === 'false' ? residual.kind : 'predicate';
  return { text: kind === 'predicate' ? printBound(residual) : kind, kind };
}

function explainDelete(file: DeleteFile, sequence: bigint): DeleteExplanation {
  const { kind, equalityIds, filePath, entries, entry, sequenceNumber, referencedPath } = file;
  const order =
    kind === 'equality'
      ? `sequence ${sequenceNumber} is after the file’s ${sequence}`
      : `sequence ${sequenceNumber} is not before the file’s ${sequence}`;
  const placed = (column: BigInt64Array) => {
    const value = column[entry];
    return kind !== 'deletion vector' || value === undefined || value < 0n ? undefined : value;
  };
  return {
    kind,
    equalityIds: kind === 'equality' ? equalityIds : [],
    filePath,
    fileFormat: entries.fileFormatNames[entries.fileFormats[entry] as number] ?? '',
    fileSizeInBytes: entries.fileSizesInBytes[entry] as bigint,
    recordCount: entries.recordCounts[entry] as bigint,
    contentOffset: placed(entries.contentOffsets),
    contentSizeInBytes: placed(entries.contentSizesInBytes),
    because: `${scopeWords(kind, file.isGlobal, referencedPath)}, and its ${order}.`,
  };
}

function scopeWords(kind: DeleteFile['kind'], isGlobal: boolean, path: string | undefined): string {
  if (path !== undefined) return 'It names this file';
  return kind === 'equality' && isGlobal
    ? 'Its spec has no partitions, so it is for all files'
    : 'It is of the same partition';
}

/** Where another profile decides otherwise, and by which of its rules. */
function differences(
  request: ExplainRequest,
  verdict: FileVerdict,
  other: { readonly profile: Profile; readonly name: string },
): string[] {
  const theirs = verdictBy(request, other.profile);
  if (theirs instanceof IcecoreError) {
    return [`${here(verdict, 'skippedByManifest')}, refused by ${other.name}: ${theirs.message}`];
  }
  if (theirs === verdict) return [];
  const causes = rowsThatDiffer(request.profile, other.profile).filter((row) => {
    const mixed = { ...request.profile, [row]: other.profile[row] };
    return verdictBy(request, mixed) === theirs;
  });
  const clauses = causes.slice(0, 2).map((row) => {
    const { unsound, sound, rule } = PROFILE_WORDS[row];
    return `they ${other.profile[row] ? sound : unsound} (${rule})`;
  });
  const why = clauses.length === 0 ? '' : `: ${clauses.join(' and ')}`;
  return [`${here(verdict, theirs)}, ${there(verdict, theirs)} by ${other.name}${why}.`];
}

/** The verdict by other rules, or why they refuse the condition: a literal may be of no use to them (EX-18). */
function verdictBy(request: ExplainRequest, rules: Profile): FileVerdict | IcecoreError {
  try {
    return judgeFile(request, rules).verdict;
  } catch (error) {
    if (error instanceof IcecoreError && error.kind === 'invalid-input') return error;
    throw error;
  }
}

function rowsThatDiffer(a: Profile, b: Profile): ProfileRow[] {
  return (Object.keys(PROFILE_WORDS) as ProfileRow[]).filter((row) => a[row] !== b[row]);
}

function isSkip(verdict: FileVerdict | IcecoreError): boolean {
  return typeof verdict === 'string' && verdict.startsWith('skipped');
}

function isRead(verdict: FileVerdict): boolean {
  return verdict === 'read' || verdict === 'allMatch';
}

const STAGE_WORDS: Readonly<Partial<Record<FileVerdict, string>>> = {
  skippedByManifest: 'skipped by manifest',
  skippedByPartition: 'skipped by partition',
  skippedByBounds: 'skipped by bounds',
};

/** The stage is named only where both skip, or both read. */
function here(verdict: FileVerdict, theirs: FileVerdict): string {
  if (isRead(verdict)) {
    if (!isRead(theirs)) return 'Read here';
    return verdict === 'allMatch' ? 'Every row matches here' : 'Rows may match here';
  }
  if (isRead(theirs)) return 'Skipped here';
  return `${STAGE_WORDS[verdict]} here`.replace(/^s/, 'S');
}

function there(verdict: FileVerdict, theirs: FileVerdict): string {
  if (!isRead(theirs)) return isRead(verdict) ? 'skipped' : (STAGE_WORDS[theirs] ?? 'unknown');
  if (!isRead(verdict)) return 'read';
  return theirs === 'allMatch' ? 'every row does' : 'that is not proven';
}
