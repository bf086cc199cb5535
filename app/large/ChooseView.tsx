/** Stands in place of a view that would read more than the budget has room for: what it would take, and what else may be done. */
import './large.css';
import { type FormEvent, lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { Estimate } from '../../src/table/estimate.ts';
import { indexSchema } from '../../src/types/schema.ts';
import { useBudget } from '../budget.ts';
import { WORKERS } from '../client.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { type LoadChoice, loadChoice, printLoad } from '../link.ts';
import { MetadataAlone } from '../overview/MetadataAlone.tsx';
import { chosenManifests, estimateOf } from '../part.ts';
import { conditionHint } from '../pruning/hints.ts';
import { useKept } from '../queries.ts';
import { hrefOf, useGo, useLink, useLinkParts, useViewId } from '../routes.ts';
import { specLabel } from '../specs.ts';
import { Chip } from '../ui/Chip.tsx';
import { Button } from '../ui/controls.tsx';
import { ErrorBox } from '../ui/errors.tsx';
import { bytes, count, duration, plural } from '../ui/format.ts';
import { VIEWS, viewById } from '../view-names.ts';
import { filesWords, partWords } from './words.ts';

const MemoryMenu = lazy(() =>
  import('../HeaderMenus.tsx').then((m) => ({ default: m.MemoryMenu })),
);

/** Heads every view of a part: what alone is loaded, and the ways back. */
export function PartNotice({ view }: { readonly view: SnapshotInHand }) {
  const go = useGo();
  return (
    <div className="link-problems large-notice" role="status">
      <strong>{partWords(view)}</strong>
      <span className="soft">All that is said here is said of these.</span>
      <span className="grow" />
      <Button look="link" onClick={() => go({ load: undefined }, { step: true })}>
        Choose again
      </Button>
      <Button look="link" onClick={() => go({ load: 'all' }, { step: true })}>
        Load all
      </Button>
    </div>
  );
}

/** `view`: the part that is loaded, where the view that was asked for tells of the whole. */
export default function ChooseView({
  listed,
  view,
}: {
  readonly listed: SnapshotInHand;
  readonly view: SnapshotInHand | undefined;
}) {
  const whole = estimateOf(listed.manifests);
  return (
    <div className="loading large">
      <Head listed={listed} view={view} whole={whole} />
      <Needs whole={whole} />
      <h2>What may be read</h2>
      <ul className="large-offers">
        <ByPredicate listed={listed} />
        <ByEra listed={listed} />
        <BySample listed={listed} whole={whole} />
        <Offer title="All of it">
          <Choice
            label="Read all the same"
            choice={{ kind: 'all' }}
            words="Beyond its memory the browser may become slow, or end the page."
          />
        </Offer>
        <Offer title="Nothing here: let the catalog plan">
          <p className="soft">
            A REST catalog that plans scans reads the manifests on its server, and sends the files
            of one query alone. Icecore does not ask one yet; engines that do need none of this
            memory.
          </p>
        </Offer>
      </ul>
      <OfMetadata />
      <MetadataAlone table={listed.table} />
    </div>
  );
}

/** What is told without a manifest. */
function OfMetadata() {
  const link = useLink();
  return (
    <p className="large-aside">
      No manifest is needed for the tables of{' '}
      <a href={hrefOf('snapshots', { ...link, list: 'table', sort: undefined })}>all snapshots</a>{' '}
      and of <a href={hrefOf('snapshots', { ...link, list: 'refs', sort: undefined })}>all refs</a>,
      nor for what follows.
    </p>
  );
}

function Head(props: {
  readonly listed: SnapshotInHand;
  readonly view: SnapshotInHand | undefined;
  readonly whole: Estimate;
}) {
  const { listed, view, whole } = props;
  const budget = useBudget();
  const link = useLink();
  const id = useViewId() ?? '';
  const choice = loadChoice(link);
  const kept = useKept(choice?.kind === 'where' ? choice.where : undefined);
  if (view !== undefined) {
    return (
      <>
        <h1>
          {viewById(id)?.title ?? 'This view'} tells of the whole table, and a part is loaded.
        </h1>
        <p>
          {partWords(view)} What is loaded is shown by{' '}
          {VIEWS.filter((one) => viewById(one.id)?.ofPart === true).map((one, i) => (
            <span key={one.id}>
              {i === 0 ? '' : ' and '}
              <a href={hrefOf(one.id, link)}>{one.title}</a>
            </span>
          ))}
          .
        </p>
      </>
    );
  }
  if (choice === undefined) {
    return (
      <>
        <h1>
          Reading this snapshot needs about {bytes(whole.memoryInBytes)} of memory, and{' '}
          {bytes(budget)} are set aside.
        </h1>
        <p>Only its manifest list has been read. Choose what else is.</p>
      </>
    );
  }
  if (choice.kind === 'where' && kept.error !== null) return <ErrorBox error={kept.error} heads />;
  if (choice.kind === 'where' && kept.data === undefined) {
    return <h1>Judging manifests by their rows in the manifest list…</h1>;
  }
  return (
    <>
      <h1>
        Of the snapshot’s {plural(whole.dataManifests, 'manifest')} of data none is in the part that
        the link names.
      </h1>
      <p className="mono">{printLoad(choice)}</p>
      {listed.manifests.length === 0 ? null : <p>Choose another.</p>}
    </>
  );
}

function Needs({ whole }: { readonly whole: Estimate }) {
  const about = whole.isCounted
    ? 'as its manifest list counts them'
    : 'estimated from the lengths of manifests: the manifest list does not count them all';
  const deletes = whole.deleteManifests === 0 ? '' : `, ${count(whole.deleteManifests)} of deletes`;
  return (
    <table className="facts-list large-needs">
      <caption className="sr-only">What the snapshot needs</caption>
      <tbody>
        <tr>
          <th scope="row">Data files</th>
          <td>
            {filesWords(whole)} <span className="soft">{about}</span>
          </td>
        </tr>
        <tr>
          <th scope="row">Manifests</th>
          <td>
            {count(whole.dataManifests)} of data{deletes}; together {bytes(whole.bytes)}
          </td>
        </tr>
        <tr>
          <th scope="row">Memory</th>
          <td>
            about {bytes(whole.memoryInBytes)}; <span className="soft">set aside:</span>{' '}
            <Suspense fallback={null}>
              <MemoryMenu />
            </Suspense>
          </td>
        </tr>
        <tr>
          <th scope="row">Time</th>
          <td>
            {secondsWords(whole)}{' '}
            <span className="soft">
              with {plural(WORKERS, 'worker')}, once the bytes are on this machine
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Offer({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <li>
      <h3>{title}</h3>
      {children}
    </li>
  );
}

/** A button that reads a part, and what that would take. */
function Choice(props: {
  readonly label: ReactNode;
  /** Spoken, where the label alone does not say which. */
  readonly name?: string | undefined;
  readonly choice: LoadChoice;
  readonly words: ReactNode;
  readonly disabled?: boolean | undefined;
}) {
  const go = useGo();
  return (
    <p className="large-choice">
      <Button
        aria-label={props.name}
        disabled={props.disabled}
        onClick={() => go({ load: printLoad(props.choice) }, { step: true })}
      >
        {props.label}
      </Button>
      <span className="soft">{props.words}</span>
    </p>
  );
}

function ByPredicate({ listed }: { readonly listed: SnapshotInHand }) {
  const { where, load } = useLinkParts('where', 'load');
  const chosen = loadChoice({ load });
  const before = chosen?.kind === 'where' ? chosen.where : (where ?? '');
  const [text, setText] = useState(before);
  const [asked, setAsked] = useState(before);
  const hint = useMemo(
    () =>
      conditionHint(
        indexSchema(listed.schema),
        listed.table.metadata,
        listed.manifests.map(({ manifest }) => manifest),
      ),
    [listed],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(text.trim());
  };
  return (
    <Offer title="Only what a predicate keeps">
      <form className="large-ask" onSubmit={submit}>
        <input
          className="field grow"
          aria-label="Predicate: manifests that it rules out are not read"
          placeholder={
            hint === undefined ? 'an SQL condition' : `an SQL condition, such as ${hint}`
          }
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={text.trim() === ''}>
          Count manifests
        </Button>
      </form>
      {asked === '' ? (
        <p className="soft">
          Manifests are judged by their rows in the manifest list; none is read for that.
        </p>
      ) : (
        <Judged key={asked} listed={listed} where={asked} />
      )}
    </Offer>
  );
}

function Judged({ listed, where }: { readonly listed: SnapshotInHand; readonly where: string }) {
  const { data: kept, error } = useKept(where);
  if (error !== null) return <p role="alert">{error.message}</p>;
  if (kept === undefined) return <p role="status">Judging…</p>;
  const choice = { kind: 'where', where } as const;
  const part = estimateOfPart(listed, choice, kept);
  return (
    <div role="status">
      <Choice
        label="Read these"
        name={`Read what may hold rows of ${where}`}
        choice={choice}
        disabled={part.dataManifests === 0}
        words={<PartWords part={part} of={estimateOf(listed.manifests)} />}
      />
    </div>
  );
}

function estimateOfPart(
  listed: SnapshotInHand,
  choice: LoadChoice,
  kept?: ReadonlySet<number>,
): Estimate {
  return estimateOf(chosenManifests(listed.manifests, choice, kept));
}

function PartWords({ part, of }: { readonly part: Estimate; readonly of: Estimate }) {
  const budget = useBudget();
  if (part.dataManifests === 0) {
    return `None of ${plural(of.dataManifests, 'manifest')} of data is left: there is nothing to read.`;
  }
  const size = `${count(part.dataManifests)} of ${plural(of.dataManifests, 'manifest')}, ${filesWords(part)} ${part.files === 1 ? 'file' : 'files'}`;
  const needs = `about ${bytes(part.memoryInBytes)} and ${secondsWords(part)}`;
  return `${size}: ${needs}${part.memoryInBytes > budget ? ', still more than is set aside' : ''}`;
}

function ByEra({ listed }: { readonly listed: SnapshotInHand }) {
  const { metadata } = listed.table;
  const ranks = specRanks(metadata);
  const of = estimateOf(listed.manifests);
  const listedSpecs = new Set(listed.manifests.map(({ manifest }) => manifest.partitionSpecId));
  const specs = metadata.partitionSpecs
    .filter(({ specId }) => listedSpecs.has(specId))
    .toSorted((a, b) => (ranks.get(b.specId) ?? 0) - (ranks.get(a.specId) ?? 0));
  return (
    <Offer title="Only one era">
      <div className="large-choices">
        {specs.map((spec) => {
          const { specId } = spec;
          const choice = { kind: 'era', specIds: [specId] } as const;
          const part = estimateOfPart(listed, choice);
          return (
            <Choice
              key={specId}
              label={
                <>
                  <Chip specId={specId} rank={ranks.get(specId) ?? 0} />{' '}
                  <span className="mono">{specLabel(spec, metadata)}</span>
                </>
              }
              name={`Read the era of spec ${specId}, ${specLabel(spec, metadata)}`}
              choice={choice}
              disabled={part.dataManifests === 0}
              words={<PartWords part={part} of={of} />}
            />
          );
        })}
      </div>
    </Offer>
  );
}

const LARGEST_STEP = 999_999;

function BySample({
  listed,
  whole,
}: {
  readonly listed: SnapshotInHand;
  readonly whole: Estimate;
}) {
  const budget = useBudget();
  const fitting = Math.ceil(whole.memoryInBytes / budget);
  const most = Math.max(2, Math.min(whole.dataManifests, LARGEST_STEP));
  const [text, setText] = useState<string>();
  const given = text ?? String(Math.min(Math.max(fitting, 2), most));
  const n = Number(given);
  const isRight = Number.isInteger(n) && n >= 2 && n <= most;
  const choice = { kind: 'sample', n } as const;
  return (
    <Offer title="A sample">
      <p className="large-ask">
        <label>
          One manifest in{' '}
          <input
            className="field large-step"
            type="number"
            min={2}
            max={most}
            value={given}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <span className="soft">in the order of the manifest list</span>
      </p>
      {isRight ? (
        <Choice
          label="Read the sample"
          choice={choice}
          words={<PartWords part={estimateOfPart(listed, choice)} of={whole} />}
        />
      ) : (
        <p className="soft">A whole number from 2 to {count(most)}.</p>
      )}
    </Offer>
  );
}

/** Less than a second is not told apart. */
function secondsWords({ seconds }: Estimate): string {
  return seconds < 1 ? 'less than a second' : `about ${duration(seconds * 1000)}`;
}
