/** What one metadata file says that another does not, in a sheet. */
import { useMemo, useState } from 'react';
import { diffMetadata, type MetadataChange } from '../../src/metadata/diff-metadata.ts';
import type { MetadataVersion } from '../../src/table/session.ts';
import type { OpenTable } from '../data.ts';
import { useVersions } from '../queries.ts';
import { plural, time } from '../ui/format.ts';
import { Dialog } from '../ui/popovers.tsx';

export interface MetadataDiffProps {
  readonly table: OpenTable;
  /** Snapshots whose metadata files stand at first. */
  readonly a: bigint | undefined;
  readonly b: bigint | undefined;
  readonly onClose: () => void;
}

export default function MetadataDiff(props: MetadataDiffProps) {
  const { table } = props;
  const history = useVersions(table).data;
  return (
    <Dialog title="Two metadata files" open sheet onClose={props.onClose}>
      {history === undefined ? (
        <p className="dim">Reading earlier metadata files…</p>
      ) : (
        <Versions {...props} versions={history.versions} missing={history.missing.length} />
      )}
    </Dialog>
  );
}

function Versions(
  props: MetadataDiffProps & {
    readonly versions: readonly MetadataVersion[];
    readonly missing: number;
  },
) {
  const { versions, missing } = props;
  const last = versions.length - 1;
  const [a, setA] = useState(() => versionOf(versions, props.a) ?? Math.max(0, last - 1));
  const [b, setB] = useState(() => versionOf(versions, props.b) ?? last);
  const changes = useMemo(() => {
    const [before, after] = [versions[a], versions[b]];
    if (before === undefined || after === undefined) return [];
    return diffMetadata(before.metadata, after.metadata);
  }, [versions, a, b]);
  return (
    <div className="metadata-diff">
      <div className="metadata-choice">
        <VersionSelect letter="A" versions={versions} value={a} onChange={setA} />
        <VersionSelect letter="B" versions={versions} value={b} onChange={setB} />
      </div>
      <p className="soft small">
        {a === b ? 'The same file.' : `${plural(changes.length, 'change')}.`}
        {missing === 0 ? '' : ` ${plural(missing, 'earlier file')} not at hand.`}
      </p>
      <Changes changes={changes} />
    </div>
  );
}

/** The first metadata file that has the snapshot as its current one. */
function versionOf(
  versions: readonly MetadataVersion[],
  snapshotId: bigint | undefined,
): number | undefined {
  const at = versions.findIndex(({ metadata }) => metadata.currentSnapshotId === snapshotId);
  return at < 0 ? undefined : at;
}

function VersionSelect(props: {
  readonly letter: 'A' | 'B';
  readonly versions: readonly MetadataVersion[];
  readonly value: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <label className="metadata-select">
      <span className="ab-badge">{props.letter}</span>
      <select
        className="field"
        value={props.value}
        aria-label={`Metadata file ${props.letter}`}
        onChange={(event) => props.onChange(Number(event.target.value))}
      >
        {props.versions.map(({ metadataFile, timestampMs }, i) => (
          <option key={metadataFile} value={i}>
            {time(timestampMs)} {nameOf(metadataFile)}
          </option>
        ))}
      </select>
    </label>
  );
}

function nameOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.length > 34 ? `${name.slice(0, 14)}…${name.slice(-16)}` : name;
}

function Changes({ changes }: { readonly changes: readonly MetadataChange[] }) {
  if (changes.length === 0) return null;
  return (
    <table className="table metadata-changes">
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }, i) => {
          const [head = '', ...keys] = path;
          const isFirst = changes[i - 1]?.path[0] !== head;
          return (
            <tr key={path.join('/')}>
              <th scope="row" className="mono">
                <span className={isFirst ? undefined : 'sr-only'}>{head}</span>
                {keys.length === 0 ? null : <div className="dim">{keyText(head, keys)}</div>}
              </th>
              <Value head={head} text={before} />
              <Value head={head} text={after} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const LOGS: ReadonlySet<string> = new Set(['snapshot-log', 'metadata-log']);

/** Logs are keyed by time. */
function keyText(head: string, keys: readonly string[]): string {
  return LOGS.has(head) ? time(BigInt(keys[0] ?? 0)) : keys.join(' / ');
}

/** Times beside their ms, since nobody reads those. */
function Value({ head, text }: { readonly head: string; readonly text: string | undefined }) {
  if (text === undefined) return <td className="dim">–</td>;
  return (
    <td className="mono">
      {text}
      {head.endsWith('-ms') && /^\d+$/.test(text) ? (
        <div className="dim">{time(BigInt(text))}</div>
      ) : null}
    </td>
  );
}
