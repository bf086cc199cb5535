/** Secrets in every place of a table where text can stand: none is left in a redacted bundle, in any encoding. */
import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { AvroSink } from '../avro/write.ts';
import { utf8 } from '../base/bytes.ts';
import { printJson } from '../base/json.ts';
import type { Expression } from '../expressions/expression.ts';
import { parseWhere } from '../expressions/where.ts';
import type { InputRef } from '../io/input.ts';
import { openInput } from '../io/open.ts';
import { filesFromZip } from '../io/zip.ts';
import { decodeManifestList } from '../metadata/manifest-list.ts';
import { parseTableMetadata } from '../metadata/table-metadata.ts';
import { snapshotView } from '../table/session.ts';
import { avroFile } from '../testing/avro-writer.ts';
import { openBundled, plansOf } from '../testing/bundles.ts';
import { localApi, totalsOf } from '../testing/local-tables.ts';
import {
  avroField,
  avroOptional,
  entry,
  entrySchema,
  manifestFile,
} from '../testing/manifest-writer.ts';
import { indexSchema } from '../types/schema.ts';
import type { Schema } from '../types/type.ts';
import { placeOfHref, savedPredicates } from './link.ts';
import { makeBundle } from './make-bundle.ts';
import { REDACT_KINDS, type RedactChoice } from './redact.ts';
import { type RedactedBundle, redactBundle } from './redact-bundle.ts';
import { printSaved } from './saved.ts';

const ALL: RedactChoice = { names: true, paths: true, text: true, numbers: true, times: true };
/** Of a snapshot, its parent, the one that added the manifest, and the one that added the files. */
const SNAPSHOT_IDS = [
  8413927465120338771n,
  6203351719420880103n,
  5140992287366012949n,
  3912278415506327717n,
] as const;
const [SNAPSHOT, PARENT, OF_MANIFEST, OF_FILES] = SNAPSHOT_IDS;
const COLUMNS = 30;
const FILES = 20;

/** Makes a text that occurs nowhere else, and remembers where it was put. */
function planter() {
  const planted = new Map<string, string>();
  return {
    planted,
    plant(place: string): string {
      const text = `Qz${(planted.size * 7919 + 12345).toString(36)}Xv`;
      planted.set(text, place);
      return text;
    },
  };
}

type Plant = (place: string) => string;

function metadataJson(plant: Plant, location: string, list: string): string {
  const columns = Array.from({ length: COLUMNS }, (_, i) => ({
    id: i + 1,
    name: plant('column name'),
    required: false,
    type: 'string',
    doc: plant('column comment'),
    'initial-default': plant('default value'),
    'write-default': plant('default value'),
  }));
  const nested = {
    id: 100,
    name: plant('struct name'),
    required: false,
    type: {
      type: 'struct',
      fields: [{ id: 101, name: plant('nested name'), required: false, type: 'string' }],
    },
  };
  return printJson({
    'format-version': 3,
    'table-uuid': '9c12d441-03fe-4693-9a96-a0705ddf69c1',
    location,
    'last-sequence-number': 1,
    'last-updated-ms': 1_700_000_000_000,
    'last-column-id': 101,
    'current-schema-id': 0,
    schemas: [
      { type: 'struct', 'schema-id': 0, fields: [...columns, nested], comment: plant('schema') },
    ],
    'default-spec-id': 0,
    'partition-specs': [
      {
        'spec-id': 0,
        fields: [
          {
            'source-id': 1,
            'field-id': 1000,
            name: plant('partition name'),
            transform: 'identity',
          },
          {
            'source-id': 2,
            'field-id': 1001,
            name: plant('partition name'),
            transform: 'truncate[4]',
          },
          {
            'source-id': 3,
            'field-id': 1002,
            name: plant('partition name'),
            transform: plant('transform'),
          },
        ],
      },
    ],
    'last-partition-id': 1002,
    'default-sort-order-id': 0,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    properties: Object.fromEntries(
      Array.from({ length: 8 }, () => [plant('property key'), plant('property')]),
    ),
    'current-snapshot-id': SNAPSHOT,
    'next-row-id': 0,
    refs: {
      main: { 'snapshot-id': SNAPSHOT, type: 'branch' },
      [plant('branch name')]: { 'snapshot-id': SNAPSHOT, type: 'branch' },
      [plant('tag name')]: { 'snapshot-id': SNAPSHOT, type: 'tag' },
    },
    snapshots: [
      {
        'snapshot-id': SNAPSHOT,
        'parent-snapshot-id': PARENT,
        'sequence-number': 1,
        'timestamp-ms': 1_700_000_000_000,
        'manifest-list': list,
        'key-id': plant('key id'),
        summary: {
          operation: 'append',
          [plant('summary key')]: plant('summary'),
          'added-records': plant('summary figure'),
          'spark.app.id': plant('summary'),
        },
      },
    ],
    'snapshot-log': [{ 'timestamp-ms': 1, 'snapshot-id': SNAPSHOT }],
    'metadata-log': [{ 'timestamp-ms': 1, 'metadata-file': plant('metadata log') }],
    statistics: [
      {
        'snapshot-id': SNAPSHOT,
        'statistics-path': plant('statistics path'),
        'file-size-in-bytes': 1,
        'file-footer-size-in-bytes': 1,
        'blob-metadata': [],
      },
    ],
    'encryption-keys': [
      { 'key-id': plant('encryption key'), 'encrypted-key-metadata': plant('key') },
    ],
    [plant('unknown field')]: plant('unknown field'),
  });
}

function manifestBytes(plant: Plant, location: string): Uint8Array {
  const tuple = [
    avroField(1000, plant('manifest tuple name'), avroOptional('string')),
    avroField(1001, plant('manifest tuple name'), avroOptional('string')),
    avroField(1002, plant('manifest tuple name'), avroOptional('string')),
  ];
  const names = tuple.map(({ name }) => String(name));
  const entries = Array.from({ length: FILES }, () => {
    const pairs = (what: string) => [1, 2, 3, 4].map((key) => ({ key, value: utf8(plant(what)) }));
    const hive = `${plant('name in a path')}=${plant('value in a path')}`;
    return entry(
      { snapshot_id: OF_FILES },
      {
        file_path: `${location}/data/${hive}/${plant('file path')}.parquet`,
        partition: Object.fromEntries(names.map((name) => [name, plant('partition value')])),
        lower_bounds: pairs('lower bound'),
        upper_bounds: pairs('upper bound'),
        key_metadata: utf8(plant('file key metadata')),
      },
    );
  });
  return manifestFile(entries, {
    schema: entrySchema(tuple, 3),
    header: {
      'format-version': '2',
      content: 'data',
      'partition-spec-id': '0',
      schema: plant('manifest header schema'),
      [plant('header key')]: plant('header'),
    },
  });
}

const SUMMARY = {
  type: 'record',
  name: 'r508',
  fields: [
    avroField(509, 'contains_null', 'boolean'),
    avroField(510, 'lower_bound', avroOptional('bytes')),
    avroField(511, 'upper_bound', avroOptional('bytes')),
  ],
} as const;

function listBytes(plant: Plant, manifestPath: string): Uint8Array {
  const summary = () => ({
    contains_null: false,
    lower_bound: utf8(plant('summary lower bound')),
    upper_bound: utf8(plant('summary upper bound')),
  });
  return avroFile({
    schema: {
      type: 'record',
      name: 'manifest_file',
      fields: [
        avroField(500, 'manifest_path', 'string'),
        avroField(501, 'manifest_length', 'long'),
        avroField(502, 'partition_spec_id', 'int'),
        avroField(517, 'content', 'int'),
        avroField(515, 'sequence_number', 'long'),
        avroField(516, 'min_sequence_number', 'long'),
        avroField(503, 'added_snapshot_id', 'long'),
        avroField(
          507,
          'partitions',
          avroOptional({ type: 'array', items: SUMMARY, 'element-id': 508 }),
        ),
        avroField(519, 'key_metadata', avroOptional('bytes')),
      ],
    },
    blocks: [
      [
        {
          manifest_path: manifestPath,
          manifest_length: 1,
          partition_spec_id: 0,
          content: 0,
          sequence_number: 1,
          min_sequence_number: 1,
          added_snapshot_id: OF_MANIFEST,
          partitions: [summary(), summary(), summary()],
          key_metadata: utf8(plant('manifest key metadata')),
        },
      ],
    ],
    header: { [plant('list header key')]: plant('list header') },
  });
}

/** Reading it fails with its place, its bytes or both in the message. */
function damaged(plant: Plant, name: string): InputRef {
  const bytes = utf8(`Obj\u0001${plant('damaged manifest')}`);
  return { kind: 'bytes', name, bytes };
}

async function redactedTable(
  choice: RedactChoice,
  more: (column: string) => readonly string[] = () => [],
) {
  const { planted, plant } = planter();
  const location = `s3://${plant('bucket')}/${plant('location')}`;
  const list = `${location}/metadata/${plant('list path')}.avro`;
  const manifestPath = `${location}/metadata/${plant('manifest path')}.avro`;
  const text = metadataJson(plant, location, list);
  const { metadata } = await parseTableMetadata(
    utf8(text),
    `${plant('metadata file')}.metadata.json`,
  );
  const schema = metadata.schemas[0];
  if (schema === undefined) throw new Error('no schema');
  const [first, second] = schema.fields;
  const manifest = manifestBytes(plant, location);
  const damagedPath = `${location}/metadata/${plant('damaged manifest path')}.avro`;
  const { manifests } = await decodeManifestList(listBytes(plant, manifestPath), list, {
    formatVersion: 3,
  });
  const where = `${first?.name} = '${plant('literal')}' AND (${second?.name} LIKE '${plant('prefix')}%' OR length(${second?.name}) = length('${plant('opaque literal')}'))`;
  const filter = filterOf(where, schema);
  const kept = `${second?.name} = '${plant('saved literal')}'`;
  const saved = [
    { name: plant('saved name'), where: kept },
    ...more(second?.name ?? '').map((where) => ({ name: '', where })),
  ];
  const earlier = {
    ...metadata,
    partitionSpecs: metadata.partitionSpecs.map((spec) => ({
      ...spec,
      fields: spec.fields.map((field) => ({ ...field, name: plant('earlier partition name') })),
    })),
  };
  const redacted = await redactBundle({
    bundle: {
      tableName: plant('table name'),
      contents: 'predicate',
      why: `what it holds of snapshot ${SNAPSHOT}`,
      made: '2026-01-01T00:00:00Z',
      metadataFile: 'metadata/x.metadata.json',
      files: [],
      view: `#/pruning?v=1&where=${encodeURIComponent(where)}&ref=${plant('ref in the view')}&ask=${plant('ask in the view')}&saved=${encodeURIComponent(printSaved(saved) ?? '')}`,
      recorded: {
        snapshotId: String(SNAPSHOT),
        where,
        profile: 'safe',
        caseSensitive: true,
        manifests: [
          {
            path: manifestPath,
            specId: 0,
            verdict: 'skipped',
            reason: `its values end at ${plant('recorded reason')}`,
            totals: [],
            live: [1n, 1n, 1n],
            added: [1n, 1n, 1n],
          },
        ],
      },
    },
    metadata,
    schema,
    snapshot: metadata.snapshots[0],
    manifests: manifests.flatMap((row) => [
      { manifest: row, input: { kind: 'bytes', name: manifestPath, bytes: manifest } as const },
      { manifest: { ...row, manifestPath: damagedPath }, input: damaged(plant, damagedPath) },
    ]),
    question: { where, filter, caseSensitive: true },
    saved: saved.map((one) => ({
      ...one,
      filter: filterOf(one.where, schema),
      caseSensitive: true,
    })),
    history: [
      {
        metadataFile: `${location}/${plant('unread metadata file')}`,
        timestampMs: 1n,
        layout: undefined,
      },
      {
        metadataFile: `${location}/${plant('earlier metadata file')}`,
        timestampMs: 2n,
        layout: earlier,
      },
    ],
    choice,
    days: 1000,
  });
  return { planted, redacted };
}

function filterOf(where: string, schema: Schema): Expression {
  const { expression, errors } = parseWhere(where, indexSchema(schema), { caseSensitive: true });
  expect(errors).toEqual([]);
  return expression;
}

/** All bytes that leave: the zip itself and every file in it, inflated. */
async function leaving({ request, notes, lost, where }: RedactedBundle): Promise<Buffer> {
  const zip = await makeBundle(request);
  const files = await filesFromZip('t.icecore.zip', zip);
  const parts = [Buffer.from(await zip.arrayBuffer())];
  for (const path of files.paths()) {
    const ref = files.get(path);
    if (ref !== undefined) parts.push(Buffer.from(path), Buffer.from(await openInput(ref).whole()));
  }
  parts.push(Buffer.from(JSON.stringify({ notes, lost, where })));
  return Buffer.concat(parts);
}

/** Whatever a page or the command line would show of it. */
async function toldOf({ request, where }: RedactedBundle) {
  const api = localApi();
  const table = await openBundled(request, api);
  const view = await snapshotView(table, api);
  const { expression: filter } = parseWhere(where ?? '', indexSchema(view.schema), {
    caseSensitive: true,
  });
  const question = { where: where ?? '', filter, caseSensitive: true, profile: 'safe' } as const;
  const plans = await plansOf(view, api, question);
  const totals = await totalsOf(view, api);
  const problems = [...table.problems, ...view.problems, ...totals.flatMap((one) => one.problems)];
  const shown: unknown[] = [table.metadata, view.manifests, plans, totals, problems];
  let explained = 0;
  for (const [i, { fileVerdicts }] of plans.entries()) {
    const manifest = view.manifests[i];
    if (manifest === undefined) continue;
    const base = { context: view.context, manifest };
    for (let entry = 0; entry < fileVerdicts.length; entry++) {
      shown.push(await api.explain({ ...base, ...question, entry, deleteManifests: [] }));
      explained++;
    }
    const missing = api.explain({ ...base, ...question, entry: 1e6, deleteManifests: [] });
    shown.push(await missing.catch((error: unknown) => String(error)));
  }
  const text = JSON.stringify(shown, (_key, value: unknown) =>
    typeof value === 'bigint'
      ? String(value)
      : value instanceof Uint8Array
        ? Buffer.from(value).toString('latin1')
        : value instanceof Map
          ? [...value]
          : value,
  );
  return { text, problems, explained };
}

function encodings(secret: string): readonly Buffer[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) =>
    // Whatever stands before it, the middle of its base64 is one of three.
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [
    bytes,
    Buffer.from(secret, 'utf16le'),
    Buffer.from(secret, 'utf16le').swap16(),
    Buffer.from(secret.toLowerCase()),
    Buffer.from(secret.toUpperCase()),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(bytes.toString('hex').toUpperCase()),
    ...base64.map((text) => Buffer.from(text)),
    Buffer.from([...secret].reverse().join('')),
    Buffer.from(encodeURIComponent(secret)),
  ];
}

function found(planted: ReadonlyMap<string, string>, bytes: Buffer): readonly string[] {
  return [...planted].flatMap(([secret, place]) =>
    encodings(secret).some((form) => bytes.includes(form)) ? [place] : [],
  );
}

describe('a bundle with everything redacted', () => {
  it('holds none of the secrets, and the search would find them', async () => {
    const { planted, redacted } = await redactedTable(ALL);
    expect(planted.size).toBeGreaterThan(200);
    const bytes = await leaving(redacted);
    expect(found(planted, bytes)).toEqual([]);
    expect(idsIn(bytes)).toEqual([]);
    // The same search over what was given finds them in the comparison's left side.
    const here = Buffer.from(JSON.stringify(redacted.pairs.map((pair) => pair.here)));
    expect(found(planted, here).length).toBeGreaterThan(5);
  });

  it('tells its receiver none, in verdicts, explanations, problems and errors', async () => {
    const { planted, redacted } = await redactedTable(ALL);
    const told = await toldOf(redacted);
    expect(told.problems.map(({ code }) => code)).toContain('manifest-missing');
    expect(told.explained).toBe(FILES);
    expect(found(planted, Buffer.from(told.text))).toEqual([]);
  });

  it('keeps a saved predicate, on its column’s name of now and without the person’s name for it', async () => {
    const { redacted } = await redactedTable(ALL);
    const [saved, ...more] = savedPredicates(placeOfHref(redacted.request.bundle.view).search);
    expect(saved?.name).toBe('');
    expect(saved?.where).toMatch(/^c2 = '\w+'$/);
    expect(more).toEqual([]);
  });

  it('keeps two that become the same once, and calls none left out', async () => {
    const { redacted } = await redactedTable(ALL, (column) => [
      `length(${column}) = length('x')`,
      `length(${column}) = length('yz')`,
    ]);
    // The one that every such table has, and one condition that no statistic answers.
    expect(savedPredicates(placeOfHref(redacted.request.bundle.view).search)).toHaveLength(2);
    expect(redacted.notes.join(' ')).not.toContain('saved predicate');
  });

  it('says what is left out of the view, and that texts keep lengths and beginnings', async () => {
    const { redacted } = await redactedTable(ALL);
    expect(redacted.notes).toContain('Left out of the view: question of Not read.');
    expect(redacted.notes).toContain(
      'Texts keep their lengths, and how much of their beginnings they share.',
    );
  });

  it('shows no secret at the right side of the comparison', async () => {
    const { planted, redacted } = await redactedTable(ALL);
    const there = Buffer.from(JSON.stringify(redacted.pairs.map((pair) => pair.there)));
    expect(found(planted, there)).toEqual([]);
  });
});

const NONE = { names: false, paths: false, text: false, numbers: false, times: false };
/** With one kind alone nothing of that kind is left. */
const PLACES: Readonly<Partial<Record<keyof RedactChoice, RegExp>>> = {
  names:
    /^(column|struct|nested|partition|manifest tuple|earlier partition|table) name$|^transform/,
  text: /bound$|^partition value|literal$|^prefix/,
};
/** Paths go with every kind, with what they name and hold. */
const OF_PATHS = /path$|^location|^bucket|^table name|metadata file$/;
const FREE =
  /property|saved name|summary( key| figure)?$|comment|default|key metadata|header|log|schema|unknown field|in the view$|^(tag|branch) name/;

describe.each(REDACT_KINDS)('only %s redacted', (kind) => {
  it('leaves nothing of that kind, no path and never free text', async () => {
    const { planted, redacted } = await redactedTable({ ...NONE, [kind]: true });
    const bytes = await leaving(redacted);
    const places = [...new Set(found(planted, bytes))];
    expect(places.filter((place) => PLACES[kind]?.test(place))).toEqual([]);
    expect(places.filter((place) => OF_PATHS.test(place))).toEqual([]);
    expect(places.filter((place) => FREE.test(place))).toEqual([]);
    expect(idsIn(bytes)).toEqual([]);
    const [location] = redacted.pairs;
    expect(location).toMatchObject({ what: 'location', there: 'r1://p1/t1' });
    expect(redacted.request.bundle).toMatchObject({ tableName: 't1' });
  });
});

/** Snapshot ids as text, and as a manifest holds them. */
function idsIn(bytes: Buffer): readonly bigint[] {
  return SNAPSHOT_IDS.filter((id) => {
    const long = new AvroSink();
    long.long(id);
    return bytes.includes(String(id)) || bytes.includes(Buffer.from(long.done()));
  });
}

describe('snapshot ids', () => {
  it('stay where nothing is redacted, which shows that the search would find them', async () => {
    const { redacted } = await redactedTable(NONE);
    expect(idsIn(await leaving(redacted))).toEqual(SNAPSHOT_IDS);
  });

  it('are replaced by their rank, in the answer that is recorded and in the sentence too', async () => {
    const { redacted } = await redactedTable({ ...NONE, text: true });
    const { bundle } = redacted.request;
    expect(bundle.recorded?.snapshotId).toBe('4');
    expect(bundle.why).toContain('of snapshot 4;');
    const table = await openBundled(redacted.request, localApi());
    const [snapshot] = table.metadata.snapshots;
    expect(snapshot).toMatchObject({ snapshotId: 4n, parentSnapshotId: 3n });
    expect(table.metadata.currentSnapshotId).toBe(4n);
    const view = await snapshotView(table, localApi());
    expect(view.manifests[0]?.manifest.addedSnapshotId).toBe(2n);
  });
});
