/** What is certain of a table, a fact a row. */
import { Fragment, type ReactNode } from 'react';
import type { MetadataHistory } from '../../src/table/session.ts';
import type { Schema } from '../../src/types/type.ts';
import { type OpenTable, specRanks } from '../data.ts';
import { NOTHING_CHOSEN } from '../link.ts';
import { refRank } from '../refs.ts';
import { useGo, useLink } from '../routes.ts';
import { columnNames, specLabel } from '../specs.ts';
import { Chip } from '../ui/Chip.tsx';
import { RefName } from '../ui/controls.tsx';
import { count, day, plural } from '../ui/format.ts';
import { useNarrow } from '../ui/useSize.ts';
import { columnList, fileName, schemaFact, sortFact, writers } from './facts.ts';

/** Letters in one line at 360 px. */
const SHORTEST = 33;

export type Fact = readonly [name: string, value: ReactNode];

/** `children`: the facts that manifests tell. */
export function TableFacts(props: {
  readonly table: OpenTable;
  readonly schema: Schema | undefined;
  readonly versions: MetadataHistory | undefined;
  readonly children?: readonly Fact[] | undefined;
}) {
  const { table, schema } = props;
  const { metadata } = table;
  const narrow = useNarrow();
  const rows: readonly Fact[] = [
    ['Format', <FormatFact key="f" table={table} versions={props.versions} />],
    ['Location', <Mono key="l" text={metadata.location} />],
    [
      'Metadata',
      <span key="m" className="facts-refs">
        <Mono
          text={fileName(table.metadataFile, narrow ? SHORTEST : undefined)}
          title={table.metadataFile}
        />
        <OtherMetadata files={table.alternatives} />
      </span>,
    ],
    ['Layout', <LayoutFact key="y" table={table} />],
    ['Schema', schemaFact(metadata)],
    ['Columns', schema === undefined ? 'not recorded' : <Columns key="c" schema={schema} />],
    ...(props.children ?? []),
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
      {text.split(/(?<=\/)/).map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a folder may stand twice; its place is its identity.
        <Fragment key={i}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

/** Choosing another metadata file is to open another table: what was chosen of this one may not be there. */
function OtherMetadata({ files }: { readonly files: readonly string[] }) {
  const go = useGo();
  const { src, root, key, where } = useLink();
  if (files.length === 0) return null;
  return (
    <select
      className="field facts-other"
      value=""
      aria-label="Another metadata file"
      onChange={(event) =>
        go(
          { ...NOTHING_CHOSEN, src, root, key, where, meta: event.target.value },
          { view: 'overview' },
        )
      }
    >
      <option value="" disabled>
        {plural(files.length, 'other')} at hand
      </option>
      {files.map((file) => (
        <option key={file} value={file}>
          {fileName(file)}
        </option>
      ))}
    </select>
  );
}

function FormatFact(props: {
  readonly table: OpenTable;
  readonly versions: MetadataHistory | undefined;
}) {
  const version = props.table.metadata.formatVersion;
  const versions = props.versions?.versions ?? [];
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

function Columns({ schema }: { readonly schema: Schema }) {
  return <span className="mono soft facts-columns">{columnList(schema.fields)}</span>;
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
