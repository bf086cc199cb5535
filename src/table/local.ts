/** {@link TableApi} in place: in Node, and inside each worker. What it remembers between calls is only a cache. */
import { borrowEngine, returnEngine } from '../avro/engine.ts';
import { type OpenInputOptions, openInput } from '../io/open.ts';
import { decodeManifestList, manifestsNamedBySnapshot } from '../metadata/manifest-list.ts';
import { parseTableMetadata } from '../metadata/table-metadata.ts';
import type { TableApi } from './api.ts';
import { type ManifestWalks, manifestProblem, manifestWalks } from './each-manifest.ts';
import { manifestFileIds, unreadFileIds } from './file-ids.ts';
import { fileRows } from './file-rows.ts';
import { type ManifestCache, manifestCache } from './manifest-cache.ts';
import { manifestPicture, manifestTotals, unreadPicture, unreadTotals } from './manifest-totals.ts';
import type { planner } from './planning.ts';

export interface LocalOptions extends OpenInputOptions {
  /** For decoded manifests; about 300 bytes a file with two columns' statistics. */
  readonly cacheInBytes?: number | undefined;
}

/** A pool of six then stays near 1.5 GB at worst, which a million files with statistics of two columns need not reach. */
const CACHE_IN_BYTES = 256 << 20;

export function localTableApi(options: LocalOptions = {}): TableApi {
  const cache = manifestCache(options.cacheInBytes ?? CACHE_IN_BYTES, options);
  const walks = manifestWalks();
  return {
    limitMemory: async ({ bytes }) => cache.limit(bytes),
    async readMetadata({ input }, call) {
      const bytes = await openInput(input, options).whole(call?.signal);
      return parseTableMetadata(bytes, input.name);
    },
    async readManifestList({ input, snapshot, formatVersion }, call) {
      if (input === undefined) {
        return { manifests: manifestsNamedBySnapshot(snapshot), problems: [] };
      }
      const bytes = await openInput(input, options).whole(call?.signal);
      return decodeManifestList(bytes, snapshot.manifestList ?? input.name, { formatVersion });
    },
    async fileRows({ context, manifest, entries, fieldIds }, call) {
      const decoded = await cache.read(context, manifest, fieldIds, call?.signal);
      return fileRows(context, manifest, decoded.entries, entries, fieldIds);
    },
    async readFooter({ input, fileSizeInBytes }, call) {
      // A chunk of its own in the page: few ask for it.
      const { readFooter } = await import('../parquet/footer.ts');
      return readFooter(openInput(input, options), Number(fileSizeInBytes), call?.signal);
    },
    async countLiveRows(request, call) {
      const { countLiveRows } = await import('./live-rows.ts');
      return countLiveRows(request, options, call?.signal);
    },
    async forecast(request, call) {
      const { forecast } = await import('./forecast.ts');
      return forecast(request, cache, options, call?.signal);
    },
    ...summaries(cache, walks),
    ...planning(cache, walks),
  };
}

/** A chunk of its own in the page: a worker that only sums and draws, as for the opening picture, never needs it. */
function planning(
  cache: ManifestCache,
  walks: ManifestWalks,
): Pick<TableApi, 'prepare' | 'plan' | 'explain' | 'outline'> {
  let loaded: Promise<ReturnType<typeof planner>> | undefined;
  const load = () => {
    loaded ??= import('./planning.ts').then((module) => module.planner(cache, walks));
    return loaded;
  };
  return {
    prepare: async () => {
      const engine = borrowEngine();
      if (engine !== undefined) returnEngine(engine);
      await load();
    },
    // What a person waits for goes first from now on, not only once it is loaded.
    plan: (request, call) => walks.first(async () => (await load()).plan(request, call)),
    explain: async (request, call) => (await load()).explain(request, call),
    outline: async (request, call) => (await load()).outline(request, call),
  };
}

function summaries(
  cache: ManifestCache,
  walks: ManifestWalks,
): Pick<TableApi, 'sumManifests' | 'drawManifests' | 'identifyFiles' | 'readAhead'> {
  return {
    readAhead: ({ context, manifests, fieldIds }, { signal } = {}) =>
      walks.each(manifests, signal, async (source) => {
        try {
          await cache.readAhead(context, source, fieldIds, signal);
        } catch (error) {
          // Said by whoever asks for it.
          manifestProblem(source, error, signal);
        }
      }),
    identifyFiles: ({ context, manifests, location, fieldIds }, { signal, onFiles }) =>
      walks.each(manifests, signal, async (source) => {
        try {
          const decoded = await cache.read(context, source, fieldIds, signal);
          onFiles(manifestFileIds(source, decoded, fieldIds, location));
        } catch (error) {
          onFiles(unreadFileIds(source, manifestProblem(source, error, signal)));
        }
      }),
    sumManifests: ({ context, manifests }, { signal, onTotals }) =>
      walks.each(manifests, signal, async (source) => {
        try {
          const decoded = await cache.read(context, source, [], signal);
          onTotals(source.index, manifestTotals(source, decoded));
        } catch (error) {
          onTotals(source.index, unreadTotals(source, manifestProblem(source, error, signal)));
        }
      }),
    drawManifests: ({ context, manifests }, { signal, onPicture }) =>
      walks.each(manifests, signal, async (source) => {
        try {
          const decoded = await cache.read(context, source, [], signal);
          onPicture(manifestPicture(context, source, decoded));
        } catch (error) {
          onPicture(unreadPicture(source, manifestProblem(source, error, signal)));
        }
      }),
  };
}
