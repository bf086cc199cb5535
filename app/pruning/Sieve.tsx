/** The sieve: what each layout makes of the predicate, and what every stage keeps. A row an era, as an equation. */
import { Fragment, useState } from 'react';
import type { DescribedProjection } from '../../src/planning/describe-projection.ts';
import { ALL_MATCH, FILE_VERDICTS, READ, SKIPPED_BY_MANIFEST } from '../../src/planning/verdict.ts';
import type { Tally } from '../../src/table/api.ts';
import { type FieldWords, nameWords } from '../specs.ts';
import { Chip } from '../ui/Chip.tsx';
import { Button } from '../ui/controls.tsx';
import { bytes as bytesText, compactCount, count, exactBytes, plural } from '../ui/format.ts';
import { strataColour } from '../ui/strata.ts';
import { Unbroken } from '../ui/Unbroken.tsx';
import { VERDICT_FILL, VerdictGlyph } from '../ui/Verdict.tsx';
import type { Unit } from './map-layout.ts';
import {
  droppedLength,
  inUnit,
  readLengths,
  readOf,
  type SieveRow,
  type SieveStage,
  stagesOf,
  tallyOf,
  unknownOf,
} from './sieve-layout.ts';
import { unhelpedByReason } from './unhelped.ts';

export interface SieveProps {
  readonly rows: readonly SieveRow[];
  readonly projections: ReadonlyMap<number, DescribedProjection>;
  readonly fieldsOf: (specId: number) => readonly FieldWords[];
  readonly unit: Unit;
  /** Spec ids in view; undefined = all. */
  readonly eras: ReadonlySet<number> | undefined;
  readonly narrow: boolean;
}

/** Past so many rows the older ones fold. */
const MOST = 8;

export function Sieve(props: SieveProps) {
  const { eras } = props;
  const [open, setOpen] = useState(false);
  const rows = props.rows.filter((row) => eras === undefined || eras.has(row.specId));
  const shown = open || rows.length <= MOST ? rows : rows.slice(0, MOST - 1);
  const rest = rows.length - shown.length;
  return (
    <>
      <SieveTable {...props} rows={shown} />
      {rest === 0 ? null : (
        <Button look="link" className="sieve-older" onClick={() => setOpen(true)}>
          {plural(rest, 'older layout')}
        </Button>
      )}
    </>
  );
}

function SieveTable(props: SieveProps) {
  if (props.narrow) return <NarrowSieve {...props} />;
  return (
    <table
      className="sieve"
      aria-label="What each layout skips and reads"
      data-picture="What each layout skips and reads"
    >
      <thead>
        <tr className="sieve-head">
          <th>The predicate on each layout: can match if…</th>
          <th>surely matches if…</th>
          <th>live {props.unit}</th>
          <th>− by manifest</th>
          <th>− by partition</th>
          <th>− by bounds</th>
          <th>= read</th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <Row
            key={row.specId}
            row={row}
            words={props.projections.get(row.specId)}
            fields={props.fieldsOf(row.specId)}
            unit={props.unit}
          />
        ))}
      </tbody>
    </table>
  );
}

function Row(props: {
  readonly row: SieveRow;
  readonly words: DescribedProjection | undefined;
  readonly fields: readonly FieldWords[];
  readonly unit: Unit;
}) {
  const { row, words, unit } = props;
  return (
    <tr className="sieve-row" style={{ borderLeftColor: strataColour(row.rank) }}>
      <td className="sieve-words">
        <Words row={row} words={words} fields={props.fields} />
      </td>
      <td className="sieve-strict">{words === undefined ? null : <Strict words={words} />}</td>
      <td>
        <Figure tally={row.live} unit={unit} sub={liveSub(row, unit)} row={row}>
          <rect width={100} height={7} fill={strataColour(row.rank)} />
        </Figure>
      </td>
      {stagesOf(row, unit).map((stage) => (
        <td key={stage.name}>
          <StageFigure row={row} stage={stage} unit={unit} />
        </td>
      ))}
      <td>
        <ReadFigure row={row} unit={unit} />
      </td>
    </tr>
  );
}

function Words({
  row,
  words,
  fields,
}: {
  readonly row: SieveRow;
  readonly words: DescribedProjection | undefined;
  readonly fields: readonly FieldWords[];
}) {
  const remarks =
    words === undefined
      ? []
      : [
          ...nameWords(words.inclusive.formula, fields),
          ...(words.unused.length === 0 && !isConstant(words) ? ['every term helps'] : []),
        ];
  return (
    <>
      <div className="sieve-say" title={words?.inclusive.words}>
        <Chip specId={row.specId} rank={row.rank} /> {words?.inclusive.words ?? '…'}
      </div>
      {words === undefined ? null : (
        <>
          <div className="sieve-formula" title={words.inclusive.formula}>
            <span className="mono">{words.inclusive.formula}</span>
            <span className="dim"> {remarks.join('; ')}</span>
          </div>
          <Unhelped words={words} />
        </>
      )}
    </>
  );
}

function isConstant({ inclusive: { formula } }: DescribedProjection): boolean {
  return formula === 'TRUE' || formula === 'FALSE';
}

/** Past so many reasons the others wait for somebody to ask. */
const REASONS = 3;

function Unhelped({ words }: { readonly words: DescribedProjection }) {
  const [open, setOpen] = useState(false);
  const all = unhelpedByReason(words.unused);
  const shown = open ? all : all.slice(0, REASONS);
  return (
    <>
      {shown.map(({ reason, conditions }) => (
        <div
          key={reason}
          className="dim sieve-small sieve-unhelped"
          title={`${reason}:\n${conditions.join('\n')}`}
        >
          {reason}:{' '}
          {conditions.map((text, i) => (
            <Fragment key={text}>
              {i === 0 ? '' : ', '}
              <span className="mono gone">{text}</span>
            </Fragment>
          ))}
        </div>
      ))}
      {shown.length === all.length ? null : (
        <Button look="link" className="sieve-small" onClick={() => setOpen(true)}>
          {plural(all.length - shown.length, 'more reason')}
        </Button>
      )}
    </>
  );
}

function Strict({ words }: { readonly words: DescribedProjection }) {
  const { strict, inclusive } = words;
  const never = strict.formula === 'FALSE';
  const same = strict.formula === inclusive.formula;
  return (
    <>
      <div className={never ? 'dim' : ''}>
        <VerdictGlyph kind={never ? 'skipped' : 'allMatch'} size={11} label={false} />{' '}
        {strict.words}
      </div>
      {never ? null : (
        <div className="mono dim sieve-formula" title={strict.formula}>
          {same ? 'as on the left' : strict.formula}
        </div>
      )}
    </>
  );
}

/**
 * The figure where it may be a floor: bytes of manifests that the list rules out are known when these have been read,
 * and those of manifests that can't be read are not.
 */
function floor(row: SieveRow, tally: Tally, unit: Unit): string {
  const isOpen = tally === row.live || tally === tallyOf(row, SKIPPED_BY_MANIFEST);
  if (unit !== 'bytes' || !row.bytesIncomplete || !isOpen) return amount(tally, unit);
  return tally.bytes === 0n ? '…' : `≥ ${amount(tally, unit)}`;
}

/** Longer figures would run over their columns. */
const MOST_DIGITS = 99_999_999n;

/** A figure in the unit; exact on hover. */
function amount(tally: Tally, unit: Unit): string {
  if (unit === 'bytes') return bytesText(tally.bytes);
  const value = inUnit(tally, unit);
  return value > MOST_DIGITS ? compactCount(Number(value)).replace(' ', '\u00a0') : count(value);
}

function exact(tally: Tally): string {
  return `${plural(tally.files, 'file')}\n${exactBytes(tally.bytes)}\n${plural(tally.records, 'row')}`;
}

/** What stands small under a figure: bytes under counts, files under bytes. */
function otherUnit(tally: Tally, unit: Unit): string {
  return unit === 'bytes' ? plural(tally.files, 'file') : bytesText(tally.bytes);
}

/** Bytes of files whose manifest could not be read are not known. */
function liveSub(row: SieveRow, unit: Unit): string {
  if (unit === 'bytes' || !row.bytesIncomplete) return otherUnit(row.live, unit);
  return row.live.bytes === 0n ? 'bytes not known' : `≥ ${bytesText(row.live.bytes)}`;
}

function Figure(props: {
  readonly tally: Tally;
  readonly unit: Unit;
  readonly sub: string;
  readonly row: SieveRow;
  readonly children?: React.ReactNode;
}) {
  const { tally, unit, row } = props;
  const zero = tally.files === 0n;
  return (
    <>
      <div className={zero ? 'dim' : undefined} title={exact(tally)}>
        {zero ? '0' : floor(row, tally, unit)}
      </div>
      <svg className="sieve-bar" viewBox="0 0 100 7" preserveAspectRatio="none" aria-hidden="true">
        {props.children}
      </svg>
      <div className="dim sieve-sub">{props.sub}</div>
    </>
  );
}

function StageFigure(props: {
  readonly row: SieveRow;
  readonly stage: SieveStage;
  readonly unit: Unit;
}) {
  const { row, stage, unit } = props;
  if (!stage.judged) {
    return (
      <>
        <div className="dim">–</div>
        <svg
          className="sieve-bar"
          viewBox="0 0 100 7"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect y={3} width={100} height={1} fill="var(--line2)" />
        </svg>
        <div className="dim sieve-sub">not judged</div>
      </>
    );
  }
  const verdict = FILE_VERDICTS[['manifest', 'partition', 'bounds'].indexOf(stage.name)];
  const dropped = droppedLength(stage.share ?? 0);
  const sub =
    stage.name === 'manifest'
      ? `${count(row.manifestsSkipped)} of ${plural(row.manifests, 'manifest')}`
      : stage.entered.files === 0n
        ? ''
        : `of ${amount(stage.entered, unit)}`;
  return (
    <Figure tally={stage.gone} unit={unit} sub={sub} row={row}>
      {stage.share === undefined ? null : (
        <>
          <rect width={100} height={7} fill={strataColour(row.rank)} />
          <rect
            width={Math.min(100, dropped + (dropped > 0 ? 1 : 0))}
            height={7}
            fill="var(--bg)"
          />
          {verdict === undefined ? null : (
            <rect width={dropped} height={7} fill={VERDICT_FILL[verdict]} />
          )}
        </>
      )}
    </Figure>
  );
}

/** Up to so many reads are drawn one by one. */
const ONE_BY_ONE = 9;

function ReadFigure({ row, unit }: { readonly row: SieveRow; readonly unit: Unit }) {
  const read = readOf(row);
  const unknown = unknownOf(row);
  const fully = tallyOf(row, ALL_MATCH);
  const zero = read.files === 0n;
  const colour = zero ? undefined : tallyOf(row, READ).files > 0n ? 'var(--read)' : 'var(--all)';
  const other = zero ? '' : otherUnit(read, unit);
  return (
    <>
      <div
        className={zero ? 'dim' : 'sieve-read'}
        style={colour === undefined ? {} : { color: colour }}
        title={exact(read)}
      >
        {zero ? '0' : amount(read, unit)}
      </div>
      <ReadBar row={row} unit={unit} />
      <div className="dim sieve-sub">
        {unknown.files > 0n ? (
          <strong className="ink">{count(unknown.files)} unknown</strong>
        ) : (
          `${other}${fullyWords(fully.files, read.files)}`
        )}
      </div>
    </>
  );
}

function fullyWords(fully: bigint, read: bigint): string {
  if (fully === 0n) return '';
  return fully === read && read > 1n ? ', all fully' : `, ${count(fully)}\u00a0fully`;
}

function ReadBar({ row, unit }: { readonly row: SieveRow; readonly unit: Unit }) {
  const parts = [READ, ALL_MATCH].map((verdict) => tallyOf(row, verdict));
  const unknown = unknownOf(row);
  const files = Number(parts.reduce((sum, { files }) => sum + files, 0n));
  if (unknown.files > 0n) {
    return (
      <svg className="sieve-cells" width={86} height={7} aria-hidden="true">
        <rect
          width={60}
          height={7}
          fill={VERDICT_FILL.unknown}
          stroke="var(--ink)"
          strokeWidth={0.6}
        />
      </svg>
    );
  }
  // Squares stand for files, so elsewhere they would be taken for bytes or rows.
  if (unit === 'files' && files <= ONE_BY_ONE) {
    const may = Number(parts[0]?.files ?? 0n);
    return (
      <svg className="sieve-cells" width={86} height={7} aria-hidden="true">
        {Array.from({ length: files }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cells are alike.
          <ReadCell key={i} x={i * 9} full={i >= may} />
        ))}
      </svg>
    );
  }
  if (files === 0) return null;
  const { may, all } = readLengths(row, unit);
  return (
    <svg className="sieve-bar" viewBox="0 0 100 7" preserveAspectRatio="none" aria-hidden="true">
      <rect y={3} width={100} height={1} fill="var(--line2)" />
      <rect width={may} height={7} fill={VERDICT_FILL.read} />
      <rect x={may} width={all} height={7} fill="var(--all)" />
    </svg>
  );
}

function ReadCell({ x, full }: { readonly x: number; readonly full: boolean }) {
  if (full) return <rect x={x} width={7} height={7} fill="var(--all)" />;
  return (
    <g transform={`translate(${x},0)`}>
      <rect x={0.5} y={0.5} width={6} height={6} fill="var(--read-tint)" stroke="var(--read)" />
      <path d="M0 0h7L0 7z" fill="var(--read)" />
    </g>
  );
}

/** On narrow screens a row is a text equation. */
function NarrowSieve(props: SieveProps) {
  const { rows, projections, unit } = props;
  return (
    <ul className="sieve-narrow">
      {rows.map((row) => {
        const words = projections.get(row.specId);
        const read = readOf(row);
        const unknown = unknownOf(row);
        const fully = tallyOf(row, ALL_MATCH).files;
        return (
          <li key={row.specId} style={{ borderLeftColor: strataColour(row.rank) }}>
            <span>
              <Chip specId={row.specId} rank={row.rank} />{' '}
              <Unbroken text={words?.inclusive.words ?? ''} />
            </span>
            <strong
              className={read.files > 0n ? 'sieve-reads' : 'dim'}
              data-fully={fully > 0n && fully === read.files ? '' : undefined}
            >
              {read.files > 0n ? `reads ${amount(read, unit)}` : 'reads none'}
            </strong>
            <span className="dim small">
              <span className="whole">{floor(row, row.live, unit)}</span>
              {stagesOf(row, unit).map(({ name, gone }) => (
                <Fragment key={name}>
                  {' '}
                  <span className="whole">
                    − {floor(row, gone, unit)} {name}
                  </span>
                </Fragment>
              ))}
            </span>
            <span className="dim small num">
              {unknown.files > 0n
                ? `${count(unknown.files)} unknown`
                : read.files > 0n
                  ? `${otherUnit(read, unit)}${fullyWords(fully, read.files)}`
                  : ''}
            </span>
            {words === undefined || words.unused.length === 0 ? null : (
              <span className="dim small narrow-unused">
                <Unhelped words={words} />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
