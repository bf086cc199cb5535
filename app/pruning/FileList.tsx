/** Files as a virtual table, each with its verdict and its bounds against the predicate; in groups, or in one order. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { FILE_VERDICTS, type FileVerdict } from '../../src/planning/verdict.ts';
import type { FileBounds, FileRow } from '../../src/table/api.ts';
import { type FieldWords, valuesWords } from '../specs.ts';
import { Chip } from '../ui/Chip.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { bytes as bytesText, count, exactBytes, plural } from '../ui/format.ts';
import type { Sort } from '../ui/sort.ts';
import { strataColour } from '../ui/strata.ts';
import { TailCut } from '../ui/TailCut.tsx';
import { type TextLook, track, widthOf } from '../ui/tracks.ts';
import { glyphOf, VERDICT_WORDS, VerdictGlyph } from '../ui/Verdict.tsx';
import { axisDomain, type Domain } from './axis.ts';
import { BoundsCell, boundsLength } from './BoundsCell.tsx';
import { type BoundsLayout, boundsLayout, STACKED_ROW, stacksBounds } from './bounds-layout.ts';
import { commonYear, withinYear } from './bounds-text.ts';
import { joinBands, rangeBands } from './evidence-layout.ts';
import {
  type FileGroups,
  filesAbove,
  type Heading,
  headingAt,
  lineAt,
  lineOf,
} from './file-groups.ts';
import { entryAt, type FileIndex, manifestAt } from './file-index.ts';
import { type RowStore, refOf } from './file-rows.ts';
import type { AskedColumn } from './language.ts';
import { isRead, NOT_JUDGED } from './map-pixels.ts';

export interface ListedFile {
  readonly position: number;
  readonly specId: number;
  readonly rank: number;
  readonly verdict: number;
  readonly partition: string;
  readonly bytes: number;
  readonly records: number;
  readonly deletes: number;
  /** True for a file whose manifest could not be read. */
  readonly lost: boolean;
  /** undefined while it is being fetched. */
  readonly row: FileRow | undefined;
}

export interface FileListProps {
  readonly index: FileIndex;
  readonly verdicts: Uint8Array;
  readonly deletes: Uint16Array;
  /** Positions in the order of the list. */
  readonly order: Uint32Array;
  /** Headings between them. */
  readonly groups?: FileGroups | undefined;
  readonly rows: RowStore;
  /** Columns whose bounds are shown: the predicate's, and others without ranges. */
  readonly asked: readonly AskedColumn[];
  readonly selected: number | undefined;
  readonly onSelect: (position: number) => void;
  readonly tupleText: (tuple: number) => string;
  /** Of a spec: headings of eras tell them. */
  readonly fieldsOf?: ((specId: number) => readonly FieldWords[]) | undefined;
  readonly empty: string;
  readonly narrow: boolean;
  /** Tells the verdict in words too. */
  readonly wordy?: boolean | undefined;
  /** File to bring into view besides the selected one: its place in the order. */
  readonly reveal?: number | undefined;
  /** Called with the half-open range of files of which a part is seen. */
  readonly onSeen?: ((from: number, to: number) => void) | undefined;
  readonly sort?: Sort | undefined;
  readonly onSort?: ((sort: Sort | undefined) => void) | undefined;
}

export function FileList(props: FileListProps) {
  const { index, verdicts, deletes, order, groups, rows, selected, tupleText } = props;
  const file = useCallback(
    (at: number) => listedFile({ index, verdicts, deletes, rows, tupleText }, order[at] as number),
    [index, verdicts, deletes, rows, tupleText, order],
  );
  const sample = useSample(props, file);
  const hasDeletes = useMemo(() => deletes.some((files) => files > 0), [deletes]);
  const wordy = props.wordy === true;
  const rowsLength = useMemo(() => {
    let most = 0;
    for (const records of index.records) most = Math.max(most, records);
    return count(most).length;
  }, [index]);
  const isStacked = stacksBounds({ axes: sample.domains.size, wordy });
  const columns = useMemo(
    () =>
      props.narrow
        ? narrowColumns()
        : wideColumns({ asked: props.asked, sample, hasDeletes, wordy, isStacked, rowsLength }),
    [props.narrow, props.asked, sample, hasDeletes, wordy, isStacked, rowsLength],
  );
  const above = useCallback(
    (line: number) => (groups === undefined ? line : filesAbove(groups, line)),
    [groups],
  );
  const onRange = useCallback(
    (firstLine: number, endLine: number) => {
      const [from, to] = [above(firstLine), above(endLine)];
      rows.want([...order.subarray(from, to)].flatMap((one) => refOf(index, one) ?? []));
    },
    [order, above, index, rows],
  );
  const { onSeen: tellSeen } = props;
  const onSeen = useCallback(
    (firstLine: number, endLine: number) => tellSeen?.(above(firstLine), above(endLine)),
    [above, tellSeen],
  );
  const chosenRow = useMemo(() => {
    const at = selected === undefined ? -1 : order.indexOf(selected);
    return at < 0 ? undefined : at;
  }, [order, selected]);
  const headingOf = useMemo(
    () => groups && once((heading) => headingAt({ groups, index, verdicts, order }, heading)),
    [groups, index, verdicts, order],
  );
  const heading = (line: number) => {
    const found = groups === undefined ? undefined : lineAt(groups, line);
    if (headingOf === undefined || found?.kind !== 'heading') return undefined;
    const said = headingOf(found.heading);
    return (
      <GroupHeading
        heading={said}
        partition={tupleText(said.tuple)}
        by={valuesWords(props.fieldsOf?.(said.specId) ?? [])}
      />
    );
  };
  const fileAt = (line: number) => {
    const found = groups === undefined ? undefined : lineAt(groups, line);
    return found?.kind === 'file' ? found.at : line;
  };
  const rowKey = (line: number) => {
    const found = groups === undefined ? undefined : lineAt(groups, line);
    return found?.kind === 'heading' ? `heading ${found.heading}` : String(order[fileAt(line)]);
  };
  const reveal = props.reveal ?? chosenRow;
  return (
    <DataTable<ListedFile>
      label={listLabel(order.length, groups, props.sort)}
      className="file-list"
      columns={columns}
      count={groups?.lines ?? order.length}
      row={(line) => file(fileAt(line))}
      heading={heading}
      rowKey={rowKey}
      selectedKey={selected === undefined ? undefined : String(selected)}
      reveal={reveal === undefined || groups === undefined ? reveal : lineOf(groups, reveal)}
      sort={props.sort}
      onSort={props.onSort}
      onSelect={(line) => props.onSelect(order[fileAt(line)] as number)}
      onRange={onRange}
      onSeen={onSeen}
      rowHeight={props.narrow ? 3.25 : isStacked ? STACKED_ROW : undefined}
      empty={props.empty}
    />
  );
}

/** Counting an era's files takes a while, and they are shown again with every scroll. */
function once<Result>(of: (key: number) => Result): (key: number) => Result {
  const known = new Map<number, Result>();
  return (key) => {
    const result = known.get(key) ?? of(key);
    known.set(key, result);
    return result;
  };
}

/** Spoken, so that the order is known without its marks. */
function listLabel(files: number, groups: FileGroups | undefined, sort: Sort | undefined): string {
  const order =
    groups !== undefined
      ? 'what is read first, by era and partition'
      : sort === undefined
        ? 'by era and partition'
        : `by ${sort.column}`;
  return `${plural(files, 'file')}, ${order}`;
}

function GroupHeading(props: {
  readonly heading: Heading;
  readonly partition: string;
  /** What its partitions are of. */
  readonly by: string;
}) {
  const { isEra, specId, rank, words } = props.heading;
  if (!isEra) {
    return (
      <span className="partition-heading">
        <strong>{props.partition}</strong> <span className="soft">{words}</span>
      </span>
    );
  }
  return (
    <span className="era-heading">
      <span className="era-edge" style={{ background: strataColour(rank) }} />
      <Chip specId={specId} rank={rank} /> <strong>{words}</strong>
      {props.by === '' ? null : <span className="dim"> by {props.by}</span>}
    </span>
  );
}

function listedFile(
  {
    index,
    verdicts,
    deletes,
    rows,
    tupleText,
  }: Pick<FileListProps, 'index' | 'verdicts' | 'deletes' | 'rows' | 'tupleText'>,
  position: number,
): ListedFile {
  const era = index.eras.find(({ from, to }) => position >= from && position < to);
  const entry = entryAt(index, position);
  return {
    position,
    specId: era?.specId ?? 0,
    rank: era?.rank ?? 0,
    verdict: verdicts[position] as number,
    partition: tupleText(index.tupleOf[position] as number),
    bytes: index.bytes[position] as number,
    records: index.records[position] as number,
    deletes: deletes[position] as number,
    lost: entry === undefined,
    row:
      entry === undefined
        ? undefined
        : rows.get({ manifestIndex: manifestAt(index, position), entry }),
  };
}

/** Files that axes and widths are made from: those that are read, as far as they are here. */
const SAMPLED = 60;

interface Sample {
  readonly domains: ReadonlyMap<number, Domain>;
  /** Characters of the longest bounds as they are written, by field id. */
  readonly boundsLengths: ReadonlyMap<number, number>;
  /** That the head of a column of times says, by field id. */
  readonly years: ReadonlyMap<number, string | undefined>;
  /** Characters of the longest partition. */
  readonly partitionLength: number;
}

/** Made anew as its rows arrive, and once they are all here no more: the scale of the bars must not move under a scroll. */
function useSample(props: FileListProps, file: (at: number) => ListedFile): Sample {
  const { asked, order, rows, index } = props;
  const fixed = useRef<{ readonly of: readonly unknown[]; readonly sample: Sample }>(undefined);
  useEffect(() => {
    rows.want([...order.subarray(0, SAMPLED)].flatMap((position) => refOf(index, position) ?? []));
  }, [rows, order, index]);
  const version = rows.version();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows arrive in place, by version.
  return useMemo(() => {
    const of = [asked, order, file];
    const known = fixed.current;
    if (known !== undefined && of.every((one, i) => one === known.of[i])) return known.sample;
    const sampled = Array.from({ length: Math.min(SAMPLED, order.length) }, (_, at) => file(at));
    const sample = sampleOf(asked, sampled);
    if (sampled.every(({ row, lost }) => lost || row !== undefined)) fixed.current = { of, sample };
    return sample;
  }, [asked, order, file, version]);
}

function sampleOf(asked: readonly AskedColumn[], sampled: readonly ListedFile[]): Sample {
  const domains = new Map<number, Domain>();
  const boundsLengths = new Map<number, number>();
  const years = new Map<number, string | undefined>();
  for (const { fieldId, ranges } of asked) {
    const own = sampled.flatMap(
      ({ row }) => row?.bounds.find((one) => one.fieldId === fieldId) ?? [],
    );
    const spans = own.flatMap(({ lowerPosition: lower, upperPosition: upper }) =>
      lower === undefined || upper === undefined ? [] : [{ lower, upper }],
    );
    const domain = axisDomain(ranges, spans);
    if (domain !== undefined) domains.set(fieldId, domain);
    const year = commonYear(own);
    years.set(fieldId, year);
    const lengths = own.map((bounds) => boundsLength(bounds, domain, year));
    boundsLengths.set(fieldId, Math.max(0, ...lengths));
  }
  const partitionLength = Math.max(0, ...sampled.map(({ partition }) => partition.length));
  return { domains, boundsLengths, years, partitionLength };
}

/** Least gap between two bands in a bar, px. */
const LEAST_GAP = 3;

const PARTITION_LOOK: TextLook = { perChar: 8.3, least: 5, most: 13 };
const ROWS_LOOK: TextLook = { perChar: 7.8, least: 4, most: 9 };
const STRING_LOOK: TextLook = { perChar: 7.3, least: 5, most: 13 };

interface Wide {
  readonly asked: readonly AskedColumn[];
  readonly sample: Sample;
  readonly hasDeletes: boolean;
  readonly wordy: boolean;
  readonly isStacked: boolean;
  /** Characters of the longest number of rows. */
  readonly rowsLength: number;
}

function wideColumns(wide: Wide): readonly Column<ListedFile>[] {
  const { asked, sample, hasDeletes, wordy } = wide;
  const { domains, boundsLengths, years } = sample;
  const verdict: Column<ListedFile> = {
    id: 'verdict',
    sortable: true,
    title: 'Verdict',
    width: wordy ? '6rem' : '4.25rem',
    cell: ({ verdict }) => <VerdictCell verdict={verdict} wordy={wordy} />,
  };
  return [
    verdict,
    {
      id: 'era',
      title: 'Era',
      width: '2.5rem',
      cell: ({ specId, rank }) => <Chip specId={specId} rank={rank} />,
    },
    {
      id: 'partition',
      sortable: true,
      title: 'Partition',
      width: track(widthOf([sample.partitionLength], PARTITION_LOOK)),
      cell: ({ partition, lost, row }) =>
        lost ? (
          <span className="dim">not readable</span>
        ) : (
          <span title={row?.partition}>{partition || <span className="dim">none</span>}</span>
        ),
    },
    ...asked.map((column) => {
      const domain = domains.get(column.fieldId);
      const length = boundsLengths.get(column.fieldId) ?? 0;
      return domain === undefined
        ? stringColumn(column, widthOf([length, column.name.length], STRING_LOOK))
        : boundsColumn(column, {
            domain,
            layout: boundsLayout(length, wide.isStacked),
            year: years.get(column.fieldId),
          });
    }),
    {
      id: 'bytes',
      sortable: true,
      title: 'Bytes',
      width: '4.75rem',
      numeric: true,
      cell: ({ bytes, lost }) =>
        lost ? <Missing /> : <span title={exactBytes(bytes)}>{bytesText(bytes)}</span>,
    },
    {
      id: 'rows',
      sortable: true,
      title: 'Rows',
      width: `${widthOf([wide.rowsLength], ROWS_LOOK)}rem`,
      numeric: true,
      cell: ({ records, lost }) => (lost || records < 0 ? <Missing /> : count(records)),
    },
    ...(hasDeletes ? [DELETES] : []),
    {
      id: 'file',
      title: 'File',
      width: track(10, 20),
      cell: ({ row, lost }) => <FileName row={row} lost={lost} />,
    },
  ];
}

const DELETES: Column<ListedFile> = {
  id: 'deletes',
  title: 'Deletes',
  width: '4.25rem',
  cell: ({ deletes }) => (deletes === 0 ? <span className="dim">–</span> : plural(deletes, 'file')),
};

function Missing() {
  return (
    <span className="dim" title="its manifest could not be read">
      –
    </span>
  );
}

/** `-00001.parquet`: beside it there is room for the beginning. */
const SHORT_TAIL = 14;

function FileName({ row, lost }: { readonly row: FileRow | undefined; readonly lost: boolean }) {
  if (row === undefined) return <span className="dim">{lost ? '–' : '…'}</span>;
  return (
    <span className="mono dim" title={row.filePath}>
      <TailCut name={row.filePath.split('/').at(-1) ?? ''} tail={SHORT_TAIL} />
    </span>
  );
}

function VerdictCell({ verdict, wordy }: { readonly verdict: number; readonly wordy: boolean }) {
  const name = FILE_VERDICTS[verdict] as FileVerdict | undefined;
  if (name === undefined || verdict === NOT_JUDGED) return <span className="dim">–</span>;
  if (!wordy) {
    return (
      <span title={VERDICT_WORDS[name]}>
        <VerdictGlyph kind={glyphOf(name)} />
        <span className="sr-only">{VERDICT_WORDS[name]}</span>
      </span>
    );
  }
  return (
    <span className="verdict-word" data-verdict={name} title={VERDICT_WORDS[name]}>
      <VerdictGlyph kind={glyphOf(name)} label={false} /> {SHORT_WORDS[name]}
    </span>
  );
}

const SHORT_WORDS: Readonly<Record<FileVerdict, string>> = {
  skippedByManifest: 'manifest',
  skippedByPartition: 'partition',
  skippedByBounds: 'bounds',
  read: 'read',
  allMatch: 'every row',
  unknown: 'unknown',
};

/** Bounds on one axis, against the predicate. */
function boundsColumn(
  column: AskedColumn,
  axis: {
    readonly domain: Domain;
    readonly layout: BoundsLayout;
    readonly year: string | undefined;
  },
): Column<ListedFile> {
  const { domain, layout, year } = axis;
  const bands = joinBands(rangeBands(column.ranges, domain), LEAST_GAP / layout.barWidth);
  const isShort = column.words === '' || layout.isStacked;
  return columnOf(column, {
    width: layout.width,
    said: [
      `bounds${year === undefined ? '' : ` in ${year}`}`,
      ...(isShort ? [] : [`against ${withinYear(column.short, year)}`]),
    ],
    cell: (bounds, rank) => <BoundsCell bounds={bounds} axis={{ ...axis, bands }} rank={rank} />,
  });
}

/** Bounds as texts: their column has no axis. */
function stringColumn(column: AskedColumn, width: number): Column<ListedFile> {
  return columnOf(column, {
    width,
    said: [],
    cell: (bounds, rank) => <BoundsCell bounds={bounds} axis={undefined} rank={rank} />,
  });
}

function columnOf(
  column: AskedColumn,
  look: {
    readonly width: number;
    /** Behind the name, each as far as all of it has room. */
    readonly said: readonly string[];
    readonly cell: (bounds: FileBounds | undefined, rank: number) => ReactNode;
  },
): Column<ListedFile> {
  return {
    id: `bounds-${column.fieldId}`,
    title: (
      <span
        className="bounds-head"
        title={`${column.name} ${column.type}, against ${column.words || 'nothing'}`}
      >
        <span className="mono cut">{column.name}</span>
        {look.said.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </span>
    ),
    width: track(look.width),
    cell: ({ row, rank, lost }) =>
      row === undefined ? (
        <span className="dim">{lost ? '–' : '…'}</span>
      ) : (
        look.cell(
          row.bounds.find(({ fieldId }) => fieldId === column.fieldId),
          rank,
        )
      ),
  };
}

/** Two lines a row. */
function narrowColumns(): readonly Column<ListedFile>[] {
  return [
    {
      id: 'file',
      title: 'File',
      width: 'minmax(0, 1fr)',
      cell: (file) => <NarrowRow file={file} />,
    },
  ];
}

function NarrowRow({ file }: { readonly file: ListedFile }) {
  const { verdict, specId, rank, partition, bytes, row, lost } = file;
  const name = FILE_VERDICTS[verdict] as FileVerdict | undefined;
  return (
    <span className="narrow-row">
      {name === undefined ? <span /> : <VerdictGlyph kind={glyphOf(name)} />}
      <span className="cut">
        <Chip specId={specId} rank={rank} />{' '}
        {lost ? 'not readable' : partition || <span className="dim">unpartitioned</span>}
      </span>
      <span className="num">{lost ? '–' : bytesText(bytes)}</span>
      <span />
      <span className="mono dim cut">
        {row === undefined ? '…' : <TailCut name={row.filePath.split('/').at(-1) ?? ''} />}
      </span>
      <span className="dim small num">
        {name === undefined || isRead(verdict) ? '' : `by ${SHORT_WORDS[name]}`}
      </span>
    </span>
  );
}
