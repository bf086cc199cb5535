/** Overview: what the table is, and what is odd about it. */
import './overview.css';
import { type ReactNode, useMemo } from 'react';
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import type { ManifestTotals } from '../../src/table/api.ts';
import { manifestBytes, type SnapshotInHand } from '../data.ts';
import type { ErasModel } from '../eras/eras-model.ts';
import { type ErasInHand, useEras } from '../eras/use-eras.ts';
import { pathHash } from '../link.ts';
import {
  type Arriving,
  usePictures,
  usePlan,
  useQuestion,
  useSnapshot,
  useTotals,
} from '../queries.ts';
import { hrefOf, useLink } from '../routes.ts';
import { isWhole } from '../totals.ts';
import { Chip } from '../ui/Chip.tsx';
import { Kbd } from '../ui/controls.tsx';
import { ProblemList, type ShownProblem } from '../ui/errors.tsx';
import { bytes, count, plural } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { useNarrow, useSize } from '../ui/useSize.ts';
import { viewById } from '../view-names.ts';
import { CommitLegend, CommitPicture } from './CommitPicture.tsx';
import { deletesFact } from './deletes-fact.ts';
import { otherLayouts } from './facts.ts';
import { type Finding, findings } from './findings.ts';
import { overviewSentence } from './overview-words.ts';
import { rhythmWords } from './rhythm.ts';
import { type Fact, TableFacts } from './TableFacts.tsx';
import { useDuplicateFiles } from './use-duplicate-files.ts';

/** So many leave room below them. */
const FEW_PROBLEMS = 3;

export default function OverviewView() {
  const view = useSnapshot().data;
  const eras = useEras();
  const totals = useTotals().data;
  const narrow = useNarrow();
  const [ref, size] = useSize<HTMLDivElement>();
  const problems = useProblems(view, eras, totals);
  if (view === undefined || eras === undefined) return null;
  const live = liveOf(totals);
  const whole = isWhole(totals);
  const sentence = overviewSentence({
    model: eras.model,
    liveBytes: view.manifests.length > 0 && totals === undefined ? undefined : live.bytes,
    atLeast: !whole,
    problems,
  });
  const next = (
    <section className="overview-next">
      <h2>Look at next</h2>
      <LookAtNext view={view} eras={eras} />
    </section>
  );
  const aside = !narrow && problems.length <= FEW_PROBLEMS;
  return (
    <div className="overview">
      <div className="view-head">
        <h1>{sentence}</h1>
      </div>
      <p className="view-lead overview-lead">{rhythmWords(eras.model)}</p>
      <div data-picture="Commits">
        <div ref={ref} className="overview-picture">
          {size === undefined ? null : (
            <CommitPicture
              model={eras.model}
              width={Math.floor(size.width)}
              height={Math.floor(size.height)}
              narrow={narrow}
            />
          )}
        </div>
        {narrow ? <CommitLegend model={eras.model} width={Math.floor(size?.width ?? 0)} /> : null}
      </div>
      <div className="overview-columns">
        {narrow && problems.length > 0 ? <Problems problems={problems} /> : null}
        <div>
          <section>
            <h2>The table</h2>
            <Facts view={view} eras={eras} live={live} whole={whole} />
          </section>
          {aside ? null : next}
        </div>
        {narrow ? null : (
          <div>
            <Problems problems={problems} />
            {aside ? next : null}
          </div>
        )}
      </div>
    </div>
  );
}

/** Beside the facts, or before them on a narrow screen, where few come to the end. */
function Problems({ problems }: { readonly problems: readonly ShownProblem[] }) {
  return (
    <section>
      <h2>
        Problems found{' '}
        <span className="dim overview-count">
          {problems.length === 0
            ? 'none'
            : `${count(problems.length)}, the worst first; each with its place and what it does to reading`}
        </span>
      </h2>
      <ProblemList problems={problems} />
    </section>
  );
}

interface Live {
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  readonly deleteFiles: number;
  readonly deleteEntries: number;
}

function liveOf(totals: Arriving<ManifestTotals> | undefined): Live {
  const live = { files: 0, rows: 0, bytes: 0, deleteFiles: 0, deleteEntries: 0 };
  for (const one of totals?.items.values() ?? []) {
    if (one.content === 'data') {
      live.files += Number(one.live.files);
      live.rows += Number(one.live.records);
      live.bytes += Number(one.live.bytes);
    } else {
      live.deleteFiles += Number(one.live.files);
      live.deleteEntries += Number(one.live.records);
    }
  }
  return live;
}

const SEVERITY = { 'can-change-answer': 0, 'costs-reading': 1, 'worth-knowing': 2 } as const;

function useProblems(
  view: SnapshotInHand | undefined,
  eras: ErasInHand | undefined,
  totals: Arriving<ManifestTotals> | undefined,
): readonly ShownProblem[] {
  const pictures = usePictures().data;
  const twice = useDuplicateFiles(view, totals);
  const link = useLink();
  return useMemo(() => {
    if (view === undefined || eras === undefined) return [];
    const sums = [...(totals?.items.values() ?? [])];
    const found: readonly Finding[] = [
      ...view.table.problems,
      ...view.problems,
      ...sums.flatMap((one) => one.problems),
      ...twice,
      ...(eras.versions?.problems ?? []),
      ...(eras.history?.problems ?? []),
      ...findings({
        metadata: view.table.metadata,
        model: eras.model,
        totals: sums,
        pictures: [...(pictures?.items.values() ?? [])],
      }),
    ];
    const manifests = new Set(view.manifests.map(({ manifest }) => manifest.manifestPath));
    // A missing manifest is found when the list is read, and again when the manifest is.
    const same = (p: Finding) => (p.code === 'manifest-missing' ? '' : p.message);
    const unique = new Map<string, Finding>();
    for (const p of found) {
      const key = `${p.code} ${p.place} ${same(p)}`;
      if (!unique.has(key)) unique.set(key, p);
    }
    return [...unique.values()]
      .sort((a, b) => SEVERITY[a.severity] - SEVERITY[b.severity])
      .map((problem) => ({
        ...problem,
        link: manifests.has(problem.place)
          ? linkToManifest(problem.place, link)
          : linkTo(problem.view, link),
      }));
  }, [view, eras, totals, pictures, twice, link]);
}

function linkTo(id: string | undefined, link: ReturnType<typeof useLink>): ReactNode {
  const view = id === undefined ? undefined : viewById(id);
  if (view === undefined) return null;
  return <ViewLink id={view.id} title={view.title} href={hrefOf(view.id, link)} />;
}

function linkToManifest(path: string, link: ReturnType<typeof useLink>): ReactNode {
  // An era that is chosen might not be the manifest's.
  const there = { ...link, era: undefined, list: 'manifests', manifest: pathHash(path) } as const;
  return <ViewLink id="files" title="Manifest" href={hrefOf('files', there)} />;
}

function ViewLink(props: { readonly id: string; readonly title: string; readonly href: string }) {
  return (
    <a href={props.href} className="overview-link">
      {props.title} <Icon name="arrow" size={11} />
    </a>
  );
}

function Facts(props: {
  readonly view: SnapshotInHand;
  readonly eras: ErasInHand;
  readonly live: Live;
  readonly whole: boolean;
}) {
  const { view, live, eras } = props;
  const atLeast = props.whole ? '' : 'at least ';
  // There the picture's legend has them.
  const narrow = useNarrow();
  return (
    <TableFacts table={view.table} schema={view.schema} versions={eras.versions}>
      {[
        [
          'Live',
          `${atLeast}${bytes(live.bytes)}, ${plural(live.files, 'file')}, ${plural(live.rows, 'row')}`,
        ],
        ['Deletes', deletesFact(live.deleteFiles, live.deleteEntries)],
        ['Manifests', manifestsFact(view)],
        ...(narrow ? [] : layoutFacts(eras.model)),
      ]}
    </TableFacts>
  );
}

/** Whole, since the picture has room for the beginning of each alone. */
function layoutFacts({ eras }: ErasModel): readonly Fact[] {
  const { name, shown, more } = otherLayouts(eras);
  if (shown.length === 0) return [];
  const list = (
    <ul>
      {shown.map(({ specId, rank, label }) => (
        <li key={specId}>
          <Chip specId={specId} rank={rank} /> <span className="mono">{label}</span>
        </li>
      ))}
      {more === 0 ? null : <li className="dim">and {count(more)} more, in Eras</li>}
    </ul>
  );
  return [[name, list]];
}

function manifestsFact(view: SnapshotInHand): string {
  const size = manifestBytes(view);
  const known = size === undefined ? 'size not recorded' : bytes(size);
  const listed = view.manifests.length;
  return listed === 0
    ? 'none'
    : `${count(listed)}, ${listed === 1 || size === undefined ? '' : 'together '}${known}`;
}

function LookAtNext({ view, eras }: { readonly view: SnapshotInHand; readonly eras: ErasInHand }) {
  const link = useLink();
  const question = useQuestion();
  const plan = usePlan(question).data;
  const steps: (readonly [string, string])[] = [['pruning', pruningWords(plan, question?.where)]];
  if (eras.model.eras.length > 1) {
    steps.push(['eras', 'how what each layout holds ages out']);
  }
  steps.push(
    view.table.metadata.snapshots.length > 1
      ? ['snapshots', 'what each commit did']
      : ['files', 'each file with its bounds'],
  );
  return (
    <ul className="next">
      {steps.slice(0, 3).map(([id, words]) => {
        const target = viewById(id);
        if (target === undefined) return null;
        return (
          <li key={id}>
            <Kbd>g {target.key}</Kbd>
            <ViewLink id={id} title={target.title} href={hrefOf(id, link)} />
            <span className="soft">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}

function pruningWords(plan: ReturnType<typeof usePlan>['data'], where: string | undefined): string {
  if (where === undefined) return 'write a condition, and see which files it reads and why';
  if (plan === undefined) return 'judging your condition…';
  let read = 0n;
  let all = 0n;
  for (const manifest of plan.items.values()) {
    for (const [i, tally] of manifest.totals.entries()) {
      all += tally.files;
      if (FILE_VERDICTS[i] === 'read' || FILE_VERDICTS[i] === 'allMatch') read += tally.files;
    }
  }
  return `your condition reads ${count(read)} of ${plural(all, 'file')}`;
}
