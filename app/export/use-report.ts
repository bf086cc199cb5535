/** Gathers what the report of the plan says. */
import type { FileExplanation } from '../../src/planning/explanation.ts';
import { ALL_MATCH, READ } from '../../src/planning/verdict.ts';
import type { ManifestPicture } from '../../src/table/api.ts';
import { sumDeletesRead } from '../../src/table/deletes-read.ts';
import { tableApi } from '../client.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { ofPart, partWords } from '../large/words.ts';
import { pathHash } from '../link.ts';
import { planSentence } from '../pruning/sentence.ts';
import { sieveRows, sumRows } from '../pruning/sieve-layout.ts';
import { loadLanguage } from '../pruning/where.ts';
import {
  type PlanInHand,
  queryClient,
  usePictures,
  usePlan,
  useQuestion,
  useSnapshot,
  useTotals,
} from '../queries.ts';
import { useLink, useViewId } from '../routes.ts';
import { ownPageWords } from '../share/link-words.ts';
import { useShared } from '../share/use-shared.ts';
import { specLabel } from '../specs.ts';
import { exactPlans } from '../totals.ts';
import { time } from '../ui/format.ts';
import { type Block, markdownOf } from './document.ts';
import { planReport, type ReportedFile } from './plan-report.ts';
import { fileName, saveBlob } from './save.ts';

const READ_VERDICTS: ReadonlySet<number> = new Set([READ, ALL_MATCH]);
/** Files that the report names one by one: what a ticket bears. */
const MOST = 200;

export interface Report {
  /** Stands for all that the report is of. */
  readonly key: string;
  readonly fileName: string;
  /** Errors: of reading manifests. */
  readonly blocks: () => Promise<readonly Block[]>;
}

/** undefined where nothing is asked, or the plan is not complete. */
export function useReport(): Report | undefined {
  const view = useSnapshot().data;
  const question = useQuestion();
  const search = useLink();
  const { link } = useShared(view, search, useViewId() ?? 'pruning', question);
  const { data: plan, isPlaceholderData } = usePlan(question);
  const totals = useTotals().data;
  const pictures = usePictures().data;
  if (view === undefined || plan?.complete !== true || isPlaceholderData) return undefined;
  if (pictures?.complete !== true) return undefined;
  const blocks = async () => {
    const { metadata, name } = view.table;
    const { question: asked } = plan;
    const language = await loadLanguage(view.schema, asked.caseSensitive);
    const sieve = sieveRows(exactPlans(plan.items.values(), totals?.items), specRanks(metadata));
    const deletes = plan.summary && sumDeletesRead(plan.items.values(), plan.summary);
    const progress = { complete: true, judged: plan.of, of: plan.of };
    return planReport({
      table: name,
      location: metadata.location,
      snapshot:
        view.snapshot === undefined
          ? undefined
          : { id: String(view.snapshot.snapshotId), time: time(view.snapshot.timestampMs) },
      where: asked.where,
      rules:
        asked.profile === 'java' ? 'those of Java' : 'safe: nothing that could match is skipped',
      sentence: ofPart(view, planSentence(sumRows(sieve), progress, { deletes })),
      part: partWords(view),
      layouts: new Map(
        metadata.partitionSpecs.map((spec) => [spec.specId, specLabel(spec, metadata)]),
      ),
      sieve,
      projections: language.projections(
        language.parse(asked.where),
        metadata.partitionSpecs,
        asked.profile,
      ),
      ...(await readFiles(view, plan, pictures.items)),
      inHand: explained(view.key, search.file),
      problems: [...plan.items.values()]
        .flatMap(({ problems }) => problems)
        .concat(plan.summary?.problems ?? [])
        .map(({ message, consequence }) =>
          [message, consequence].filter((part) => part !== undefined).join(' '),
        ),
      link: link.text,
      linkWarning: ownPageWords(window.location),
    });
  };
  const file = fileName([view.table.name, 'plan'], 'md');
  return { key: `${view.key} ${link.text}`, fileName: file, blocks };
}

export function saveReport(blocks: readonly Block[], name: string): void {
  saveBlob(new Blob([markdownOf(blocks)], { type: 'text/markdown' }), name);
}

/** Of the file in hand, as the inspector has it. */
function explained(viewKey: string, file: string | undefined): FileExplanation | undefined {
  if (file === undefined) return undefined;
  return queryClient
    .getQueriesData<FileExplanation>({ queryKey: ['explain', viewKey] })
    .map(([, found]) => found)
    .find((found) => found !== undefined && pathHash(found.filePath) === file);
}

async function readFiles(
  view: SnapshotInHand,
  plan: PlanInHand,
  pictures: ReadonlyMap<number, ManifestPicture>,
): Promise<{ readonly files: readonly ReportedFile[]; readonly readCount: number }> {
  const files: ReportedFile[] = [];
  let readCount = 0;
  for (const [index, { fileVerdicts, deleteCounts }] of [...plan.items].sort(
    (a, b) => a[0] - b[0],
  )) {
    const entries = pictures.get(index)?.entries;
    const manifest = view.manifests.find((source) => source.index === index);
    const read = [...fileVerdicts.keys()].filter((i) => READ_VERDICTS.has(fileVerdicts[i] ?? -1));
    readCount += read.length;
    const wanted = read.slice(0, MOST - files.length);
    if (entries === undefined || manifest === undefined || wanted.length === 0) continue;
    const rows = await tableApi().fileRows({
      context: view.context,
      manifest,
      entries: wanted.map((i) => entries[i] as number),
      fieldIds: [],
    });
    const byEntry = new Map(rows.map((row) => [row.entry, row]));
    for (const i of wanted) {
      const row = byEntry.get(entries[i] as number);
      if (row === undefined) continue;
      files.push({ row, verdict: fileVerdicts[i] as number, deletes: deleteCounts[i] ?? 0 });
    }
  }
  return { files, readCount };
}
