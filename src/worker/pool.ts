/**
 * A {@link TableApi} over several workers. A manifest belongs to one worker, which decodes it once and keeps it; calls
 * about it always go there. Delete manifests are decoded by every worker that plans: they are few, and each needs the
 * whole index.
 */
import { IcecoreError } from '../base/errors.ts';
import type { DeletePlan, ManifestSource, TableApi, TableContext } from '../table/api.ts';
import { USUAL_LENGTH } from '../table/estimate.ts';
import { type Client, connect, type Port } from './channel.ts';

/** A dedicated worker, or in tests a port that looks like one. */
export interface WorkerPort extends Port {
  terminate(): void;
}

export interface PoolOptions {
  readonly makeWorker: () => WorkerPort;
  /** Number of workers; by default what the machine has, between 1 and 6. */
  readonly size?: number | undefined;
  /**
   * How many of them do what is not large, so that the page has a core to itself; by default one fewer than the machine
   * has. On two cores, one worker plans 100,000 files as soon as two do, each of which compiles all code for itself.
   */
  readonly usual?: number | undefined;
  /** What decoded manifests may take in all workers together; by default what each takes by itself. */
  readonly memoryInBytes?: number | undefined;
}

export interface Pool {
  readonly api: TableApi;
  close(): void;
}

const METHODS = [
  'limitMemory',
  'prepare',
  'readAhead',
  'outline',
  'readMetadata',
  'readManifestList',
  'sumManifests',
  'drawManifests',
  'identifyFiles',
  'readFooter',
  'countLiveRows',
  'forecast',
  'plan',
  'explain',
  'fileRows',
] as const satisfies readonly (keyof TableApi)[];

const LARGEST_POOL = 6;

/** Manifests of more bytes than this together are worth every worker. */
const LARGE = 64 << 20;

interface Member {
  readonly worker: WorkerPort;
  readonly client: Client<TableApi>;
}

/** Workers are started by the first call that needs them, and again after one has died. */
export function poolTableApi(options: PoolOptions): Pool {
  const members: (Member | undefined)[] = new Array(options.size ?? poolSize()).fill(undefined);
  const usual = Math.min(members.length, options.usual ?? options.size ?? Math.max(1, cores() - 1));
  let memory = options.memoryInBytes;
  const share = () => (memory === undefined ? undefined : memory / members.length);
  const assigned = members.map(() => 0);
  const owners = new Map<string, number>();
  const member = (index: number): TableApi => {
    members[index] ??= startMember(options.makeWorker, share(), () => {
      members[index] = undefined;
    });
    return members[index].client.api;
  };
  const team: Team = {
    async limitMemory(bytes) {
      memory = bytes;
      const running = members.filter((m) => m !== undefined);
      await Promise.all(
        running.map(({ client }) => client.api.limitMemory({ bytes: bytes / members.length })),
      );
    },
    all: () => members.map((_, index) => member(index)),
    leastBusy: () =>
      member(leastIndex(members.slice(0, usual).map((m) => m?.client.pending() ?? 0))),
    ownerOf(context, source, isLarge = false) {
      const key = `${context.tableKey}\n${source.manifest.manifestPath}`;
      const known = owners.get(key);
      if (known !== undefined) return member(known);
      const index = leastIndex(isLarge ? assigned : assigned.slice(0, usual));
      owners.set(key, index);
      assigned[index] = (assigned[index] ?? 0) + lengthOf(source);
      return member(index);
    },
  };
  return {
    api: teamApi(team),
    close: () => {
      for (const m of members) m?.worker.terminate();
      members.fill(undefined);
    },
  };
}

/** Workers of a pool where nobody says how many. */
export function poolSize(): number {
  return Math.min(Math.max(cores(), 1), LARGEST_POOL);
}

function cores(): number {
  const { hardwareConcurrency = 2 } =
    (globalThis as { navigator?: { hardwareConcurrency?: number } }).navigator ?? {};
  return hardwareConcurrency;
}

function lengthOf({ manifest }: ManifestSource): number {
  return manifest.manifestLength ?? USUAL_LENGTH;
}

function leastIndex(loads: readonly number[]): number {
  return loads.indexOf(Math.min(...loads));
}

function startMember(
  makeWorker: () => WorkerPort,
  memoryInBytes: number | undefined,
  onDeath: () => void,
): Member {
  const worker = makeWorker();
  const client = connect<TableApi>(worker, METHODS);
  // What fails here fails again at the call that the worker was started for, and is said there.
  if (memoryInBytes !== undefined) {
    client.api.limitMemory({ bytes: memoryInBytes }).catch(() => undefined);
  }
  const die = (what: string) => {
    onDeath();
    worker.terminate();
    client.fail(
      new IcecoreError('unsupported', `The reader in the background stopped: ${what}`, {
        advice:
          'Ask again. If it stops again, the table may be too large for this browser’s memory.',
      }),
    );
  };
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    die((event as ErrorEvent).message || 'it could not be started');
  });
  worker.addEventListener('messageerror', () => die('its answer could not be read'));
  return { worker, client };
}

interface Team {
  /** Of those that run, and of those that will be started. */
  limitMemory(bytes: number): Promise<void>;
  all(): readonly TableApi[];
  leastBusy(): TableApi;
  /** `isLarge`: a manifest without an owner may go to any worker. */
  ownerOf(context: TableContext, source: ManifestSource, isLarge?: boolean): TableApi;
}

interface OfManifests {
  readonly context: TableContext;
  readonly manifests: readonly ManifestSource[];
}

function teamApi(team: Team): TableApi {
  /** Calls each owner once, with its manifests. */
  const each = async <R>(
    context: TableContext,
    manifests: readonly ManifestSource[],
    call: (api: TableApi, part: readonly ManifestSource[]) => Promise<R>,
  ): Promise<R[]> => {
    const parts = new Map<TableApi, ManifestSource[]>();
    const bytes = manifests.reduce((sum, source) => sum + lengthOf(source), 0);
    for (const source of manifests) {
      const owner = team.ownerOf(context, source, bytes > LARGE);
      const part = parts.get(owner);
      if (part === undefined) parts.set(owner, [source]);
      else part.push(source);
    }
    return Promise.all([...parts].map(([api, part]) => call(api, part)));
  };
  /** Asks each owner for what concerns its manifests. */
  const toOwners = async <R extends OfManifests>(
    request: R,
    ask: (api: TableApi, own: R) => Promise<void>,
  ): Promise<void> => {
    await each(request.context, request.manifests, (api, manifests) =>
      ask(api, { ...request, manifests }),
    );
  };
  return {
    limitMemory: ({ bytes }) => team.limitMemory(bytes),
    async prepare() {
      // It is not known yet whether what comes is large.
      await Promise.all(team.all().map((api) => api.prepare()));
    },
    readMetadata: (request, options) => team.leastBusy().readMetadata(request, options),
    readManifestList: (request, options) => team.leastBusy().readManifestList(request, options),
    readFooter: (request, options) => team.leastBusy().readFooter(request, options),
    countLiveRows: (request, options) => team.leastBusy().countLiveRows(request, options),
    forecast: (request, options) => team.leastBusy().forecast(request, options),
    explain: (request, options) =>
      team.ownerOf(request.context, request.manifest).explain(request, options),
    fileRows: (request, options) =>
      team.ownerOf(request.context, request.manifest).fileRows(request, options),
    readAhead: (request, options) => toOwners(request, (api, own) => api.readAhead(own, options)),
    outline: (request, options) => toOwners(request, (api, own) => api.outline(own, options)),
    sumManifests: (request, options) =>
      toOwners(request, (api, own) => api.sumManifests(own, options)),
    drawManifests: (request, options) =>
      toOwners(request, (api, own) => api.drawManifests(own, options)),
    identifyFiles: (request, options) =>
      toOwners(request, (api, own) => api.identifyFiles(own, options)),
    async plan(request, options) {
      const isDelete = (source: ManifestSource) => source.manifest.content === 'deletes';
      const deletes = request.manifests.filter(isDelete);
      const data = request.manifests.filter((source) => !isDelete(source));
      const plans = await each(request.context, data, (api, part) =>
        api.plan({ ...request, manifests: [...part, ...deletes] }, options),
      );
      // All have the same delete files; without a data manifest somebody still has to count them.
      return plans[0] ?? (await planDeletesOnly(team, { ...request, manifests: deletes }, options));
    },
  };
}

function planDeletesOnly(
  team: Team,
  request: Parameters<TableApi['plan']>[0],
  options: Parameters<TableApi['plan']>[1],
): Promise<DeletePlan> {
  return team.leastBusy().plan(request, options);
}
