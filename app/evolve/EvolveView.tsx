/** Evolve: a change of layout tried on a copy of the metadata, and what would come of it. */
import '../pruning/pruning.css';
import './evolve.css';
import { type ReactNode, useMemo } from 'react';
import type { ReadDialect } from '../../src/evolution/dialects.ts';
import { laterWords } from '../../src/evolution/forecast/forecast-words.ts';
import { type Condition, type Smell, smells } from '../../src/evolution/smells.ts';
import { defaultSpec } from '../../src/metadata/default-spec.ts';
import { changedMetadataText } from '../../src/table/changed-metadata.ts';
import { type Foreseen, payOff } from '../../src/table/evolve.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { saveBlob } from '../export/save.ts';
import type { Language } from '../pruning/language.ts';
import { PredicateBar } from '../pruning/PredicateBar.tsx';
import { useColumnRanges } from '../pruning/use-column-ranges.ts';
import { useExamples } from '../pruning/use-examples.ts';
import { useFiles } from '../pruning/use-files.ts';
import { usePredicate } from '../pruning/use-predicate.ts';
import { useSnapshot } from '../queries.ts';
import { useGo, useLink } from '../routes.ts';
import { specLabel } from '../specs.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Button, SegmentedControl } from '../ui/controls.tsx';
import { DialectChoice } from '../ui/DialectChoice.tsx';
import { ErrorBox } from '../ui/errors.tsx';
import { useMedia } from '../ui/useSize.ts';
import { Changes } from './Changes.tsx';
import { DdlEditor } from './DdlEditor.tsx';
import { DirectEdit } from './DirectEdit.tsx';
import { Earlier } from './Earlier.tsx';
import { headline, noRewriteWords, oldSnapshotWords, rewriteName } from './evolve-words.ts';
import { PayOff } from './PayOff.tsx';
import { ReadTable } from './ReadTable.tsx';
import { RewriteWhat } from './RewriteWhat.tsx';
import { evolveReport } from './report.ts';
import { Smells } from './Smells.tsx';
import { Statements } from './Statements.tsx';
import { triesOf } from './tries.ts';
import { useDdl, useForeseen, useKnobs } from './use-evolve.ts';
import { Writes } from './Writes.tsx';

export default function EvolveView() {
  const view = useSnapshot().data;
  return view === undefined ? null : <Evolve view={view} />;
}

function Evolve({ view }: { readonly view: SnapshotInHand }) {
  const ddl = useDdl(view);
  const { change } = ddl;
  const knobs = useKnobs(change);
  const hasStatement = ddl.text.trim() !== '';
  const asked = hasStatement ? change : undefined;
  const { data: foreseen, error, isPlaceholderData } = useForeseen(view, asked, knobs);
  const predicate = usePredicate(view);
  const files = useFiles();
  const examples = useExamples(view, files, predicate.language, predicate.text.trim() === '');
  const ranges = useColumnRanges(view, files.index, files.complete, predicate.language);
  const { metadata, name } = view.table;
  const { language, past } = predicate;
  const { where, rewrite, range } = useLink();
  const found = useMemo(
    () => smellsOf(asked, foreseen, conditionsOf([where, ...past], language)),
    [asked, foreseen, where, past, language],
  );
  const old = oldSnapshotWords(view.table, view);
  const ranks = specRanks(asked?.after ?? metadata);
  const isOneColumn = useMedia('(width < 1100px)');
  const heading = (
    <h1>
      {error === null
        ? headline(asked, foreseen, hasStatement, rewrite)
        : 'What follows from this change can’t be told here.'}
    </h1>
  );
  return (
    <div className="evolve">
      <PredicateBar
        predicate={predicate}
        view={view}
        examples={examples}
        ranges={ranges}
        busy={false}
      />
      {isOneColumn ? <div className="view-head">{heading}</div> : null}
      <div className="evolve-left">
        <div className="evolve-title">
          <h2>Change the layout of a copy</h2>
          <DialectChoice value={ddl.dialect} onChange={ddl.setDialect} />
        </div>
        {old === undefined ? null : <p className="small soft">{old}</p>}
        <DdlEditor ddl={ddl} view={view} />
        <DirectEdit ddl={ddl} view={view} />
      </div>
      <div
        className="evolve-right"
        data-old={asked !== undefined && (isPlaceholderData || ddl.isStale) ? '' : undefined}
      >
        {isOneColumn ? null : heading}
        {error === null ? null : <ErrorBox error={error} />}
        {asked === undefined ? (
          <Tries view={view} dialect={ddl.dialect} isWrong={hasStatement} onTake={ddl.take} />
        ) : foreseen === undefined ? null : (
          <Answer
            view={view}
            change={asked}
            foreseen={foreseen}
            ranks={ranks}
            language={predicate.language}
          >
            <Earlier
              view={view}
              change={asked}
              knobs={knobs}
              past={predicate.past}
              onTake={predicate.take}
            />
          </Answer>
        )}
      </div>
      <div className="evolve-more">
        {asked === undefined ? null : (
          <>
            <Statements change={asked} table={name} typed={ddl.dialect} />
            <Changes change={asked} foreseen={foreseen} ranks={ranks} />
            <Smells smells={foreseen === undefined ? undefined : found} before={asked.before} />
            <Exports
              view={view}
              change={asked}
              ddl={ddl.meant}
              report={() => evolveReport(name, { where, rewrite, range }, asked, foreseen, found)}
            />
          </>
        )}
      </div>
    </div>
  );
}

type Change = NonNullable<ReturnType<typeof useDdl>['change']>;

function smellsOf(
  change: Change | undefined,
  foreseen: Foreseen | undefined,
  conditions: readonly Condition[],
): readonly Smell[] {
  if (change === undefined || foreseen === undefined) return [];
  const { before, after } = change;
  return smells({
    before,
    after,
    forecast: foreseen.forecast,
    live: foreseen.untouched,
    conditions,
    kept: foreseen.kept,
    changed: foreseen.changed,
  });
}

function conditionsOf(
  wheres: readonly (string | undefined)[],
  language: Language | undefined,
): readonly Condition[] {
  return [...new Set(wheres)].flatMap((where) => {
    const parsed = where === undefined ? undefined : language?.parse(where);
    return where === undefined || parsed === undefined || parsed.errors.length > 0
      ? []
      : [{ where, filter: parsed.expression }];
  });
}

const DAYS = ['1', '7', '30'].map((value) => ({ value, label: `${value} d` }));

function Answer(props: {
  readonly view: SnapshotInHand;
  readonly change: Change;
  readonly foreseen: Foreseen;
  readonly ranks: ReadonlyMap<number, number>;
  readonly language: Language | undefined;
  readonly children: ReactNode;
}) {
  const { view, change, foreseen, ranks } = props;
  const go = useGo();
  const { days = '7', rewrite } = useLink();
  const { now, rewritten, forecast } = foreseen;
  const [from, to] = [defaultSpec(change.before), defaultSpec(change.after)];
  const isNew = from.specId !== to.specId;
  const pays = payOff(foreseen);
  const sides = {
    before: { specId: from.specId, rank: ranks.get(from.specId) ?? 0 },
    after: { specId: to.specId, rank: ranks.get(to.specId) ?? 0 },
  };
  return (
    <>
      {now === undefined ? (
        <p className="soft">Type a condition above to see what it reads in three futures.</p>
      ) : (
        <>
          <div className="evolve-knobs">
            <SegmentedControl
              label="Days of new writes"
              value={days}
              options={DAYS}
              onChange={(value) => go({ days: value === '7' ? undefined : value })}
            />
            <RewriteWhat
              specs={change.before.partitionSpecs}
              newId={to.specId}
              timeColumn={forecast.window?.eventColumn?.name}
              lastDays={lastDaysOf(forecast.window)}
              language={props.language}
            />
          </div>
          <ReadTable
            foreseen={foreseen}
            specs={change.after.partitionSpecs}
            newSpecId={isNew ? to.specId : undefined}
            atMostId={to.specId}
            isReused={change.before.partitionSpecs.includes(to)}
            ranks={ranks}
            label={(spec) => specLabel(spec, change.after)}
            rewriteName={rewriteName(rewrite)}
          />
          {forecast.window === undefined ? null : (
            <p className="dim small">{laterWords(forecast.window)}</p>
          )}
          {rewritten === undefined && isNew ? (
            <p className="dim small">{noRewriteWords(rewrite)}</p>
          ) : null}
          {props.children}
        </>
      )}
      <div className="evolve-pair">
        <Writes forecast={forecast} {...sides} />
        {now === undefined ||
        rewritten === undefined ||
        forecast.rewrite === undefined ||
        pays === undefined ||
        !isNew ? null : (
          <PayOff
            key={view.key}
            now={now.total}
            after={rewritten.total}
            rewrite={forecast.rewrite}
            pays={pays}
            rank={sides.after.rank}
          />
        )}
      </div>
    </>
  );
}

/** As many as the knob has: a range of them is another choice than what a question of the last day reads. */
function lastDaysOf(window: Foreseen['forecast']['window']) {
  if (window?.lastDay === undefined) return undefined;
  return { from: window.lastDay - window.days + 1, to: window.lastDay };
}

/** Statements to begin with, from the layout in use. */
function Tries(props: {
  readonly view: SnapshotInHand;
  readonly dialect: ReadDialect;
  /** Something was typed that can’t be applied. */
  readonly isWrong: boolean;
  readonly onTake: (text: string) => void;
}) {
  const { metadata, name } = props.view.table;
  const texts = useMemo(
    () => triesOf(metadata, name, props.dialect),
    [metadata, name, props.dialect],
  );
  return (
    <div className="evolve-tries">
      <p className="soft">
        The layout is <span className="mono">{specLabel(defaultSpec(metadata), metadata)}</span>.{' '}
        {props.isWrong
          ? 'What would come of the statement is told here once the marked place is mended. Or'
          : 'Type a statement, change it by hand, or'}{' '}
        begin with {texts.length === 1 ? 'this one' : 'one of these'}.
      </p>
      <ul>
        {texts.map((text) => (
          <li key={text}>
            <Button onClick={() => props.onTake(text)}>
              <span className="mono">{text}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What one takes along. */
function Exports(props: {
  readonly view: SnapshotInHand;
  readonly change: Change;
  readonly ddl: string;
  readonly report: () => string;
}) {
  const { table } = props.view;
  const isSame = props.change.before === props.change.after;
  const save = async () => {
    const input = table.metadataInput;
    if (input === undefined) return;
    const changes = props.change.statements.flatMap(({ evolved }) => evolved ?? []);
    const options = {
      location: `${table.metadata.location}/metadata/${nameOf(table.metadataFile)}`,
      nowMs: BigInt(Date.now()),
    };
    const text = await changedMetadataText(input, changes, options);
    saveText(text, 'application/json', `${table.name}.metadata.json`);
  };
  return (
    <section aria-label="Take it along" className="evolve-exports">
      <CopyButton text={props.report} label="Copy report" what="as Markdown" />
      <Button onClick={() => saveText(props.report(), 'text/markdown', `${table.name}.evolve.md`)}>
        Save report
      </Button>
      <Button onClick={() => saveText(`${props.ddl}\n`, 'application/sql', `${table.name}.sql`)}>
        Save DDL
      </Button>
      {table.metadataInput === undefined || isSame ? null : (
        <Button onClick={save}>Save metadata.json</Button>
      )}
    </section>
  );
}

function saveText(text: string, type: string, name: string): void {
  saveBlob(new Blob([text], { type }), name);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
