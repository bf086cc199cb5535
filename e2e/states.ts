/** States of the app over the corpus' tables, each as a link that needs nothing but what stands in it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openNamed } from '../src/cli/open.ts';
import { parseWhere } from '../src/expressions/where.ts';
import type { BundleContents } from '../src/share/bundle.ts';
import { inlineText } from '../src/share/inline.ts';
import { parseLink, pathHash, printLink, type Search } from '../src/share/link.ts';
import { makeBundle } from '../src/share/make-bundle.ts';
import { redactBundle } from '../src/share/redact-bundle.ts';
import { type BundleQuestion, planBundle, redaction } from '../src/table/bundle.ts';
import { metadataHistory, snapshotView } from '../src/table/session.ts';
import { type AnsweredTable, corpusTables } from '../src/testing/answers/tables.ts';
import { sampledWheres } from '../src/testing/bundles.ts';
import { HERE } from '../src/testing/local-tables.ts';
import { randomOf } from '../src/testing/random.ts';
import { corpusFolder } from '../src/testing/shared.ts';
import { indexSchema } from '../src/types/schema.ts';
import { newestMetadata } from './tables.ts';

export interface State {
  /** Which table, by what kind of source, in which view. */
  readonly name: string;
  /** From `#/` on. */
  readonly hash: string;
}

const NONE = { names: false, paths: false, text: false, numbers: false, times: false };

/** No link is made that is longer. */
const LONGEST = 32_000;

/** Of each seed: opening one takes longer than showing it. */
const TABLES = 10;

type Random = (below: number) => number;
type Opened = Awaited<ReturnType<typeof opened>>;

async function opened(asked: AnsweredTable) {
  const { name, folder } = asked;
  const { table, api } = await openNamed(folder);
  const { location } = table.metadata;
  return {
    name,
    table,
    api,
    view: await snapshotView(table, api),
    wheres: sampledWheres(asked),
    paths: livePaths(name).map((path) => `${location}/${path}`),
  };
}

function livePaths(name: string): readonly string[] {
  const text = readFileSync(join(corpusFolder(), 'answers', `${name}.json`), 'utf8');
  const { snapshots } = JSON.parse(text) as {
    readonly snapshots: readonly {
      readonly selected: string;
      readonly files: readonly { readonly path: string }[];
    }[];
  };
  const current = snapshots.find(({ selected }) => selected === 'current');
  return (current?.files ?? []).map(({ path }) => path);
}

function pick<T>(random: Random, from: readonly T[]): T | undefined {
  return from[random(Math.max(1, from.length))];
}

/** Each choice in a view is there or not; the predicate is chosen apart, since a source may be made for it. */
function viewState(
  random: Random,
  { paths, table: { metadata } }: Opened,
): { readonly view: string; readonly search: Search } {
  const maybe = <T>(value: T | undefined): T | undefined => (random(2) === 0 ? value : undefined);
  const file = pick(random, paths);
  const unit = pick(random, [undefined, 'files', 'rows'] as const);
  const era = String(pick(random, metadata.partitionSpecs)?.specId ?? 0);
  const hash = file === undefined ? undefined : pathHash(file);
  const column = pick(random, metadata.schemas.at(-1)?.fields ?? [])?.name ?? '';
  switch (random(7)) {
    case 0:
      return { view: 'overview', search: { unit } };
    case 1:
      return { view: 'eras', search: { unit, era: maybe(era) } };
    case 2:
      return {
        view: 'pruning',
        search: {
          unit,
          era: maybe(era),
          profile: maybe('java'),
          ...(random(2) === 0
            ? { file: hash, area: maybe('equal') }
            : { step: maybe(String(1 + random(4))) }),
        },
      };
    case 3:
      return {
        view: 'files',
        search: {
          unit,
          sort: maybe('-bytes'),
          list: pick(random, [undefined, 'partitions', 'manifests'] as const),
        },
      };
    case 4:
      return {
        view: 'snapshots',
        search: { list: pick(random, [undefined, 'table', 'refs'] as const) },
      };
    case 5:
      return { view: 'schema', search: { file: maybe(hash) } };
    default:
      return {
        view: 'evolve',
        search: {
          ddl: `ALTER TABLE t ADD PARTITION FIELD bucket(4, ${column})`,
          days: maybe('30'),
          mode: maybe('hash'),
        },
      };
  }
}

function question({ view }: Opened, where: string | undefined): BundleQuestion | undefined {
  if (where === undefined) return undefined;
  const { expression, errors } = parseWhere(where, indexSchema(view.schema), {
    caseSensitive: false,
  });
  return errors.length > 0
    ? undefined
    : { where, filter: expression, caseSensitive: false, profile: 'safe' };
}

/** The table in the link itself; undefined where it is too large for one. */
async function inlineState(
  table: Opened,
  view: string,
  search: Search,
): Promise<Search | undefined> {
  const asked = question(table, search.where);
  const contents = asked === undefined ? 'snapshot' : 'predicate';
  const hash = `#/${view}${printLink({ ...search, where: asked?.where })}`;
  const choice = { contents, question: asked, view: hash, made: '' } as const;
  const planned = await planBundle(table.table, table.view, table.api, choice);
  const how = { choice: NONE, days: 0, trimmed: true };
  const history = await metadataHistory(table.table, table.api);
  const wanted = redaction(table.table, table.view, planned, asked, history, how);
  const { request } = await redactBundle(wanted, HERE);
  const src = await inlineText(request);
  if (src.length > LONGEST) return undefined;
  return { ...parseLink(request.bundle.view.split('?')[1] ?? '').search, src };
}

/** A bundle in `folder`, as a server would have it. */
async function bundleState(
  table: Opened,
  view: string,
  search: Search,
  contents: BundleContents,
  place: { readonly folder: string; readonly url: string; readonly file: string },
): Promise<Search> {
  const asked = question(table, search.where);
  const kept = contents === 'predicate' && asked === undefined ? 'snapshot' : contents;
  const hash = `#/${view}${printLink(search)}`;
  const choice = { contents: kept, question: asked, view: hash, made: '' };
  const { request } = await planBundle(table.table, table.view, table.api, choice);
  const zip = await makeBundle(request, HERE);
  mkdirSync(place.folder, { recursive: true });
  writeFileSync(join(place.folder, place.file), new Uint8Array(await zip.arrayBuffer()));
  return { ...search, src: `${place.url}/${place.file}` };
}

/**
 * `count` states, the same for the same seed. Sources take turns: an address, a bundle at an address, a link with the
 * table inside. `tables` and `bundles` are where the two are served; bundles are written to `folder`.
 */
export async function statesOf(
  seed: number,
  count: number,
  at: { readonly tables: string; readonly bundles: string; readonly folder: string },
): Promise<readonly State[]> {
  const random = randomOf(seed);
  const tables = corpusTables();
  const step = Math.max(1, Math.floor(tables.length / TABLES));
  const states: State[] = [];
  const known = new Map<string, Opened>();
  for (let i = 0; i < count; i++) {
    const chosen = tables[(seed + (i % TABLES) * step) % tables.length];
    if (chosen === undefined) throw new Error('the corpus has no tables');
    const table = known.get(chosen.name) ?? (await opened(chosen));
    known.set(chosen.name, table);
    const { view, search } = viewState(random, table);
    const where = random(4) === 0 ? undefined : pick(random, table.wheres);
    const asked = { ...search, where };
    const inline = i % 3 === 0 ? await inlineState(table, view, asked) : undefined;
    const contents = (['table', 'snapshot', 'predicate'] as const)[random(3)] ?? 'table';
    const kind =
      inline !== undefined ? 'inside the link' : i % 3 === 1 ? `bundle, ${contents}` : 'address';
    const source =
      inline ??
      (kind === 'address'
        ? { ...asked, src: `${at.tables}/${chosen.name}/${newestMetadata(chosen.name)}` }
        : await bundleState(table, view, asked, contents, {
            folder: at.folder,
            url: at.bundles,
            file: `${i}.icecore.zip`,
          }));
    states.push({
      name: `${i} ${chosen.name}, ${kind}, ${view}`,
      hash: `#/${view}${printLink(source)}`,
    });
  }
  return states;
}
