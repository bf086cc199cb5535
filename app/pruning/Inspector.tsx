/** Why one file is read or skipped: the sentence, the evidence, the tree, and what would change it. */
import type { ReactNode } from 'react';
import type {
  FileExplanation,
  Residual,
  StageExplanation,
  VerdictNode,
} from '../../src/planning/explanation.ts';
import type { FileVerdict, Rows } from '../../src/planning/verdict.ts';
import type { LiveRows } from '../../src/table/api.ts';
import { hrefOf, useLink } from '../routes.ts';
import type { ColumnName } from '../specs.ts';
import { Chip } from '../ui/Chip.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { bytes as bytesText, count, exactBytes, plural } from '../ui/format.ts';
import { TailCut } from '../ui/TailCut.tsx';
import { Unbroken } from '../ui/Unbroken.tsx';
import { type GlyphKind, glyphOf, VerdictGlyph } from '../ui/Verdict.tsx';
import { Evidence } from './Evidence.tsx';
import { certaintyWords, splitLead } from './verdict-words.ts';

export function Inspector(props: {
  readonly explanation: FileExplanation;
  /** Counted by reading the deletes. */
  readonly liveRows?: LiveRows | undefined;
  /** The snapshot has delete files. */
  readonly hasDeletes: boolean;
  /** Names of columns by field id. */
  readonly columnName: ColumnName;
  readonly rank: number;
  /** Of the charts, px. */
  readonly width: number;
}) {
  const { explanation: why, liveRows, rank, width } = props;
  const link = useLink();
  const certainty = certaintyWords(why, link.profile ?? 'safe');
  return (
    <>
      <p className="inspector-say" aria-live="polite">
        <Sentence text={why.sentence} />
      </p>
      {certainty === undefined ? null : <p className="soft">{certainty}</p>}
      {why.columns.length === 0 ? null : (
        <Section title="Evidence">
          {why.columns.map((column) => (
            <Evidence
              key={column.fieldId}
              column={column}
              rank={rank}
              verdict={why.verdict}
              width={width}
            />
          ))}
        </Section>
      )}
      <Sentences title="What would change it" lines={why.wouldChange}>
        <p>
          <a href={hrefOf('evolve', link)}>Try another layout</a>
        </p>
      </Sentences>
      <Section title="Verdict">
        <ul className="tree">
          {why.stages.map((stage) => (
            <Stage key={stage.stage} stage={stage} />
          ))}
        </ul>
      </Section>
      <ResidualSection residual={why.residual} stages={why.stages} verdict={why.verdict} />
      <Deletes
        why={why}
        liveRows={liveRows}
        hasDeletes={props.hasDeletes}
        columnName={props.columnName}
      />
      <Sentences title="Whose rules" lines={why.differences} />
      <Section title="Recorded as">
        <Path path={why.filePath} />
        <p className="dim small">
          {why.partition === '' ? null : (
            <>
              <span className="mono">{why.partition}</span>
              <br />
            </>
          )}
          <span title={exactBytes(why.fileSizeInBytes)}>{bytesText(why.fileSizeInBytes)}</span>,{' '}
          {why.recordCount < 0n ? 'rows not counted' : plural(why.recordCount, 'row')},{' '}
          {why.fileFormat}
          {why.snapshotId === undefined ? null : (
            <>
              <br />
              added by <span className="mono">{String(why.snapshotId)}</span>
            </>
          )}
          {why.dataSequenceNumber === undefined
            ? null
            : `, sequence ${count(why.dataSequenceNumber)}`}
        </p>
      </Section>
    </>
  );
}

export function InspectorHead(props: {
  readonly verdict: FileVerdict | undefined;
  readonly specId: number | undefined;
  readonly rank: number;
  readonly name: string;
}) {
  return (
    <div className="inspector-head">
      {props.verdict === undefined ? null : (
        <VerdictGlyph kind={glyphOf(props.verdict)} size={15} label={false} />
      )}
      {props.specId === undefined ? null : <Chip specId={props.specId} rank={props.rank} />}
      <span className="mono cut">
        <TailCut name={props.name} />
      </span>
    </div>
  );
}

export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="inspector-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The verdict in bold, the finding after it. */
export function Sentence({ text }: { readonly text: string }) {
  const [lead, rest] = splitLead(text);
  return (
    <>
      <strong>{lead}</strong>
      <Unbroken text={rest} />
    </>
  );
}

const GLYPHS: Readonly<Record<Rows, GlyphKind>> = {
  cannot: 'skipped',
  might: 'read',
  must: 'allMatch',
};

const STAGE_WORDS = {
  manifest: 'manifest',
  partition: 'partition',
  bounds: 'bounds',
} as const;

function Stage({ stage }: { readonly stage: StageExplanation }) {
  return <Node node={stage.tree} lead={STAGE_WORDS[stage.stage]} />;
}

function Node({ node, lead }: { readonly node: VerdictNode; readonly lead?: string | undefined }) {
  const joined = node.kind === 'and' || node.kind === 'or';
  const children = withoutImplied(node);
  return (
    <li>
      <div className="tree-node">
        <VerdictGlyph kind={GLYPHS[node.rows]} />
        <span>
          {lead === undefined ? null : <span className="soft">{lead}: </span>}
          {joined ? (
            <span>{node.kind === 'and' ? 'all of' : 'one of'}</span>
          ) : (
            <Condition text={shortCondition(node.text)} />
          )}
          {joined || node.finding === undefined ? null : (
            <span className="soft" title={node.rule}>
              {' '}
              <Unbroken text={node.finding} />
            </span>
          )}
        </span>
      </div>
      {children.length === 0 ? null : (
        <ul>
          {children.map((child, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition may stand twice; its place is its identity.
            <Node key={`${i} ${child.text}`} node={child} />
          ))}
        </ul>
      )}
    </li>
  );
}

const LONGEST_CONDITION = 160;

/** A list of hundreds of values would push what was found of them out of sight. */
function Condition({ text }: { readonly text: string }) {
  if (text.length <= LONGEST_CONDITION) return <span className="mono">{text}</span>;
  return (
    <span className="mono" title={text}>
      {text.slice(0, LONGEST_CONDITION).replace(/[^ ]*$/, '')}…
    </span>
  );
}

/** All times are UTC here, and the column has its type: `ts >= '2026-03-01 09:00:00'`. */
function shortCondition(text: string): string {
  return text.replaceAll(/\b(?:TIMESTAMPTZ|TIMESTAMP|DATE) '([^']*?)(?:\+00:00)?'/g, "'$1'");
}

/** A comparison implies IS NOT NULL; said on its own only where it decides. */
function withoutImplied(node: VerdictNode): readonly VerdictNode[] {
  if (node.kind !== 'and') return node.children;
  return node.children.filter((child) => {
    const column = /^(.+) IS NOT NULL$/.exec(child.text)?.[1];
    const implied = node.children.some(
      (other) => other !== child && column !== undefined && other.text.startsWith(`${column} `),
    );
    return !implied || child.rows === 'cannot';
  });
}

/** What the engine still tests on the rows; what our bounds settle besides is struck through and called ours. */
function ResidualSection(props: {
  readonly residual: Residual;
  readonly stages: readonly StageExplanation[];
  readonly verdict: FileVerdict;
}) {
  const { residual, stages, verdict } = props;
  if (verdict !== 'read' && verdict !== 'allMatch') return null;
  const settled = settledByBounds(stages).filter((text) => residual.text.includes(text));
  return (
    <Section title="Residual">
      {residual.kind === 'true' ? (
        <p>Nothing: the partition settles the whole predicate.</p>
      ) : (
        <>
          <pre className="mono residual">{residual.text}</pre>
          {settled.length === 0 ? null : (
            <p className="dim small">
              Our bounds settle{' '}
              {settled.map((text, i) => (
                <span key={text}>
                  {i === 0 ? '' : ' and '}
                  <span className="mono gone">{text}</span>
                </span>
              ))}
              ; engines, which look at the partition only, test it again.
            </p>
          )}
        </>
      )}
    </Section>
  );
}

/** Conditions that must all hold and that every row of the file meets, by its bounds. */
function settledByBounds(stages: readonly StageExplanation[]): readonly string[] {
  const bounds = stages.find(({ stage }) => stage === 'bounds');
  if (bounds === undefined) return [];
  const found: string[] = [];
  const walk = (node: VerdictNode) => {
    if (node.kind === 'predicate' && node.rows === 'must') found.push(node.text);
    if (node.kind === 'and') node.children.forEach(walk);
  };
  walk(bounds.tree);
  return found;
}

function Deletes({
  why,
  liveRows,
  hasDeletes,
  columnName,
}: {
  readonly why: FileExplanation;
  readonly liveRows: LiveRows | undefined;
  readonly hasDeletes: boolean;
  readonly columnName: ColumnName;
}) {
  if (why.deletes.length === 0) {
    const isRead = why.verdict === 'read' || why.verdict === 'allMatch';
    if (!isRead || !hasDeletes) return null;
    return (
      <Section title="Deletes">
        <p>None of the snapshot’s delete files is read with it.</p>
      </Section>
    );
  }
  return (
    <Section title="Deletes">
      <p>{rowsLeftWords(why, liveRows)}</p>
      {liveRows?.problems.map(({ message }) => (
        <p key={message}>{message}</p>
      ))}
      <ul className="inspector-list">
        {why.deletes.map((file) => (
          <li key={`${file.kind} ${file.filePath}`}>
            <span className="soft">{file.kind}</span>
            {file.equalityIds.length === 0 ? null : (
              <>
                {' '}
                on <span className="mono">{file.equalityIds.map(columnName).join(', ')}</span>
              </>
            )}
            , {file.recordCount < 0n ? 'rows not counted' : plural(file.recordCount, 'row')}
            {why.recordCount > 0n && file.kind !== 'equality'
              ? ` of ${count(why.recordCount)}`
              : ''}
            . {file.because}
            <Path path={file.filePath} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function rowsLeftWords(why: FileExplanation, liveRows: LiveRows | undefined): string {
  const { least, most } = why.rowsLeft ?? {};
  const of = `of ${plural(why.recordCount, 'row')}`;
  if (liveRows !== undefined) return `They leave ${count(liveRows.rows)} ${of}.`;
  if (least === undefined || most === undefined) return 'How many rows they leave is not known.';
  if (least === most) return `They leave ${count(least)} ${of}.`;
  return least > 0n
    ? `They leave at least ${count(least)} ${of}.`
    : `How many ${of} they leave is not known without reading them.`;
}

function Sentences({
  title,
  lines,
  children,
}: {
  readonly title: string;
  readonly lines: readonly string[];
  readonly children?: ReactNode;
}) {
  if (lines.length === 0) return null;
  return (
    <Section title={title}>
      {lines.map((line) => (
        <p key={line}>
          <Unbroken text={line} />
        </p>
      ))}
      {children}
    </Section>
  );
}

export function Path({ path }: { readonly path: string }) {
  return (
    <p className="inspector-path">
      <span className="mono dim">{path}</span>{' '}
      <CopyButton text={path} look="link" what="the path" />
    </p>
  );
}
