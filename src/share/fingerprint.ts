/** What tells a table, and its state, from others: for links to tables that only their owner has. */
import type { TableMetadata } from '../metadata/records.ts';
import { pathHash } from './link.ts';

/** `<uuid>~<hash of the state>~<last update in ms>`; the uuid is empty where the table has none. */
export function fingerprint(metadata: TableMetadata): string {
  const { tableUuid = '', lastUpdatedMs } = metadata;
  const uuid = tableUuid.toLowerCase();
  return `${/^[0-9a-f-]{1,36}$/.test(uuid) ? uuid : ''}~${stateHash(metadata)}~${lastUpdatedMs}`;
}

/** Of what a commit changes; not of the text, which another tool may have written anew. */
function stateHash(metadata: TableMetadata): string {
  return pathHash(
    [
      metadata.lastUpdatedMs,
      metadata.lastSequenceNumber,
      metadata.currentSchemaId,
      metadata.defaultSpecId,
      metadata.currentSnapshotId ?? '',
      ...metadata.snapshots.map(({ snapshotId }) => snapshotId),
      ...metadata.refs.map(({ name, type, snapshotId }) => `${name} ${type} ${snapshotId}`),
    ].join('\n'),
  );
}

/** How a table at hand stands to one that a link names. */
export type Likeness = 'same' | 'older' | 'newer' | 'other state' | 'other table';

export function likeness(wanted: string, metadata: TableMetadata): Likeness {
  if (wanted === fingerprint(metadata)) return 'same';
  const [uuid = '', , ms = '0'] = wanted.split('~');
  const [ownUuid = ''] = fingerprint(metadata).split('~');
  if (uuid !== ownUuid || uuid === '') return 'other table';
  const wantedMs = BigInt(ms);
  if (metadata.lastUpdatedMs === wantedMs) return 'other state';
  return metadata.lastUpdatedMs < wantedMs ? 'older' : 'newer';
}

/** `2026-09-03 10:00:00`, of ms; the text of a link may hold any number. */
function timeText(ms: bigint): string {
  const date = new Date(Number(ms));
  const text = Number.isNaN(date.getTime()) ? `${ms} ms` : date.toISOString().slice(0, 19);
  return text.replace('T', ' ');
}

/** What a person must know of a table that is not the one of the link; undefined for the same. */
export function likenessWords(wanted: string, metadata: TableMetadata): string | undefined {
  const [, , ms = '0'] = wanted.split('~');
  const times = `Its last change is of ${timeText(metadata.lastUpdatedMs)}, that of the link’s table of ${timeText(BigInt(ms))}.`;
  switch (likeness(wanted, metadata)) {
    case 'same':
      return undefined;
    case 'older':
      return `This is an older state of the table that the link was made of. ${times}`;
    case 'newer':
      return `This is a newer state of the table that the link was made of. ${times} What the link names may have expired.`;
    case 'other state':
      return 'This is the same table at the same time, but its snapshots or references differ from those the link was made of.';
    case 'other table':
      return 'This is another table than the one that the link was made of.';
  }
}
