/** Overview: what the table is, and what is odd about it. */
import './overview.css';
import { type ReactNode, useMemo } from 'react';
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import type { ManifestTotals } from '../../src/table/api.ts';
import type { OpenTable, SnapshotInHand } from '../data.ts';
import { specRanks } from '../data.ts';
import { type ErasInHand, useEras } from '../eras/use-eras.ts';
import {
  type Arriving,
  usePictures,
  usePlan,
  useQuestion,
  useSnapshot,
  useTotals,
} from '../queries.ts';
import { refRank } from '../refs.ts';
import { hrefOf, useLink } from '../routes.ts';
import { columnNames, specLabel } from '../specs.ts';
import { isUnread } from '../totals.ts';
import { Chip } from '../ui/Chip.tsx';
import { Kbd, RefName } from '../ui/controls.tsx';
import { ProblemList, type ShownProblem } from '../ui/errors.tsx';
import { bytes, count, day, percent, plural } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { useNarrow, useSize } from '../ui/useSize.ts';
import { viewById } from '../view-names.ts';
import { CommitPicture } from './CommitPicture.tsx';
import { columnList, fileName, schemaFact, sortFact, writers } from './facts.ts';
import { type Finding, findings } from './findings.ts';
import { overviewSentence } from './overview-words.ts';
import { rhythmWords } from './rhythm.ts';
import { useDuplicateFiles } from './use-duplicate-files.ts';

export default function OverviewView() {
  const view = useSnapshot().data;
  const eras = useEras();
  const totals = useTotals().data;
  const narrow = useNarrow();
  const [ref, size] = useSize<HTMLDivElement>();
  const problems = useProblems(view, eras, totals);
  if (view === undefined || eras === undefined) return null;
  const live = liveOf(totals);
  const complete = totals?.complete === true;
  const sentence = overviewSentence({
    model: eras.model,
    liveBytes: view.manifests.length > 0 && totals === undefined ? undefined : live.bytes,
    atLeast: !complete || live.damaged,
    problems,
  });
  return (
    <div className="overview">
      <div className="view-head">
        <h1>{sentence}</h1>
      </div>
      <p className="view-lead overview-lead">{rhythmWords(eras.model)}</p>
      <div ref={ref} className="overview-picture" data-picture="Commits">
        {size === undefined ? null : (
          <CommitPicture
            model={eras.model}
            width={Math.floor(size.width)}
            height={Math.floor(size.height)}
            narrow={narrow}
          />
        )}
      </div>
      <div className="overview-columns">
        <div>
          <section>
            <h2>The table</h2>
            <Facts view={view} eras={eras} live={live} complete={complete} />
          </section>
          <section className="overview-next">
            <h2>Look at next</h2>
            <LookAtNext view={view} eras={eras} />
          </section>
        </div>
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
      </div>
    </div>
  );
}

interface Live {
  readonly files: number;
  readonly rows: number;
  readonly bytes: number;
  readonly deleteFiles: number;
  readonly deleteRows: number;
  readonly damaged: boolean;
}

function liveOf(totals: Arriving<ManifestTotals> | undefined): Live {
  const live = { files: 0, rows: 0, bytes: 0, deleteFiles: 0, deleteRows: 0, damaged: false };
  for (const one of totals?.items.values() ?? []) {
    if (isUnread(one)) live.damaged = true;
    if (one.content === 'data') {
      live.files += Number(one.live.files);
      live.rows += Number(one.live.records);
      live.bytes += Number(one.live.bytes);
    } else {
      live.deleteFiles += Number(one.live.files);
      live.deleteRows += Number(one.live.records);
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
    // A missing manifest is found when the list is read, and again when the manifest is.
    const same = (p: Finding) => (p.code === 'manifest-missing' ? '' : p.message);
    const unique = new Map<string, Finding>();
    for (const p of found) {
      const key = `${p.code} ${p.place} ${same(p)}`;
      if (!unique.has(key)) unique.set(key, p);
    }
    return [...unique.values()]
      .sort((a, b) => SEVERITY[a.severity] - SEVERITY[b.severity])
      .map((problem) => ({ ...problem, link: linkTo(problem.view, link) }));
  }, [view, eras, totals, pictures, twice, link]);
}

function linkTo(id: string | undefined, link: ReturnType<typeof useLink>): ReactNode {
  const view = id === undefined ? undefined : viewById(id);
  if (view === undefined) return null;
  return <ViewLink id={view.id} title={view.title} href={hrefOf(view.id, link)} />;
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
  readonly complete: boolean;
}) {
  const { view, live } = props;
  const { table } = view;
  const { metadata } = table;
  const atLeast = props.complete && !live.damaged ? '' : '≥ ';
  const manifestBytes = view.manifests.reduce((s, m) => s + (m.manifest.manifestLength ?? 0), 0);
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Format', <FormatFact key="f" table={table} eras={props.eras} />],
    ['Location', <Mono key="l" text={metadata.location} />],
    ['Metadata', <Mono key="m" text={fileName(table.metadataFile)} title={table.metadataFile} />],
    ['Layout', <LayoutFact key="y" table={table} />],
    ['Schema', schemaFact(metadata)],
    ['Columns', <Columns key="c" view={view} />],
    [
      'Live',
      `${atLeast}${bytes(live.bytes)}, ${plural(live.files, 'file')}, ${plural(live.rows, 'row')}`,
    ],
    ['Deletes', deletesFact(live)],
    ['Manifests', `${count(view.manifests.length)}, together ${bytes(manifestBytes)}`],
    ['Refs', <Refs key="r" table={table} />],
    ['Snapshots', snapshotsFact(table)],
    ['Writers', writersFact(table)],
  ];
  return (
    <table className="facts">
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Mono({ text, title }: { readonly text: string; readonly title?: string }) {
  return (
    <span className="mono" title={title ?? text}>
      {text}
    </span>
  );
}

function FormatFact({ table, eras }: { readonly table: OpenTable; readonly eras: ErasInHand }) {
  const version = table.metadata.formatVersion;
  const versions = eras.versions?.versions ?? [];
  const at = versions.findIndex((one) => one.metadata.formatVersion === version);
  const before = versions[at - 1];
  return (
    <>
      Iceberg v{version}{' '}
      {before === undefined ? null : (
        <span className="dim">
          v{before.metadata.formatVersion} until {day(versions[at]?.timestampMs ?? 0n)}
        </span>
      )}
    </>
  );
}

function LayoutFact({ table }: { readonly table: OpenTable }) {
  const { metadata } = table;
  const name = columnNames(metadata);
  const spec = metadata.partitionSpecs.find((one) => one.specId === metadata.defaultSpecId);
  return (
    <>
      <Chip
        specId={metadata.defaultSpecId}
        rank={specRanks(metadata).get(metadata.defaultSpecId) ?? 0}
      />{' '}
      {spec === undefined ? (
        'not recorded'
      ) : (
        <span className="mono">{specLabel(spec, metadata)}</span>
      )}
      ; {sortFact(metadata, name)}
    </>
  );
}

function Columns({ view }: { readonly view: SnapshotInHand }) {
  return <span className="mono soft facts-columns">{columnList(view.schema.fields)}</span>;
}

function deletesFact(live: Live): string {
  if (live.deleteFiles === 0) return 'none';
  const share = live.rows === 0 ? '' : `, ${percent(live.deleteRows, live.rows)} of rows`;
  return `${plural(live.deleteFiles, 'delete file')}${share}`;
}

function Refs({ table }: { readonly table: OpenTable }) {
  const refs = [...table.metadata.refs].sort((a, b) => refRank(a) - refRank(b));
  if (refs.length === 0) return <span className="dim">none</span>;
  return (
    <span className="facts-refs">
      {refs.slice(0, 8).map((ref) => (
        <RefName key={ref.name} name={ref.name} type={ref.type} />
      ))}
      {refs.length > 8 ? <span className="dim">and {refs.length - 8} more</span> : null}
    </span>
  );
}

function snapshotsFact({ metadata }: OpenTable): string {
  const [first] = metadata.snapshots;
  if (first === undefined) return 'none yet';
  const kept = new Set(metadata.snapshots.map((s) => s.snapshotId));
  const expired = metadata.snapshotLog.filter((entry) => !kept.has(entry.snapshotId)).length;
  const since = `${count(metadata.snapshots.length)} since ${day(first.timestampMs)}`;
  return expired === 0 ? since : `${since}; ${count(expired)} of the log expired`;
}

function writersFact(table: OpenTable): string {
  const all = writers(table.metadata.snapshots);
  if (all.length === 0) return 'none yet';
  return all
    .slice(0, 3)
    .map(([name, commits]) => `${name}, ${plural(commits, 'commit')}`)
    .join('; ');
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
