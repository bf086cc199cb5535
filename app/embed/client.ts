/**
 * Icecore in a frame of another page: opens tables in it, asks, and listens. One file without imports, to be copied into
 * the page that embeds; docs/embed.md tells how. Counts are bigint, since they pass 2^53.
 */

/** What to show. All texts are those of a link: see docs/embed.md. */
export interface IcecoreSource {
  /** `https://…`, a metadata file, a table's folder or a bundle; `sample:clicks`; or `inline:…`. */
  readonly src: string;
  readonly root?: string;
  readonly meta?: string;
  readonly snap?: string;
  readonly ref?: string;
  readonly asof?: string;
  readonly where?: string;
  readonly profile?: 'java';
  readonly unit?: 'files' | 'rows';
  /** `overview` by default. */
  readonly view?: 'overview' | 'eras' | 'pruning' | 'files' | 'snapshots' | 'schema' | 'evolve';
}

export interface IcecoreTally {
  readonly files: bigint;
  readonly records: bigint;
  readonly bytes: bigint;
}

/** What becomes of the snapshot's live data files; while the plan runs, of those judged so far. */
export interface IcecoreCounts {
  readonly where: string;
  readonly snapshotId: string;
  readonly complete: boolean;
  /** A sentence, where the person has chosen to load a part of a large snapshot: the counts are of that alone. */
  readonly part: string | null;
  /** Bytes are at least what is said: manifests that are skipped whole are not read. */
  readonly bytesIncomplete: boolean;
  readonly verdicts: Readonly<
    Record<
      | 'skippedByManifest'
      | 'skippedByPartition'
      | 'skippedByBounds'
      | 'read'
      | 'allMatch'
      | 'unknown',
      IcecoreTally
    >
  >;
}

export interface IcecoreSelection {
  /** As the table records it. */
  readonly path: string;
}

/** Icecore takes these from the origin that its address names, and from no other. */
export type ToIcecore =
  | { readonly icecore: 1; readonly type: 'open'; readonly source: IcecoreSource }
  | { readonly icecore: 1; readonly type: 'predicate'; readonly where: string | null };

/** Icecore sends these to the origin that its address names, and to no other. */
export type FromIcecore =
  | { readonly icecore: 1; readonly type: 'ready' }
  | { readonly icecore: 1; readonly type: 'counts'; readonly counts: IcecoreCounts | null }
  | { readonly icecore: 1; readonly type: 'selection'; readonly file: IcecoreSelection | null }
  | { readonly icecore: 1; readonly type: 'refused'; readonly message: string };

export interface IcecoreListeners {
  /** null: nothing is asked. */
  readonly onCounts?: (counts: IcecoreCounts | null) => void;
  /** null: no file is selected, or the one that is selected is not live. */
  readonly onSelection?: (file: IcecoreSelection | null) => void;
  /** A message of yours could not be taken. */
  readonly onRefused?: (message: string) => void;
}

export interface EmbeddedIcecore {
  open(source: IcecoreSource): void;
  /** SQL; null asks nothing. */
  setPredicate(where: string | null): void;
  /** Listens no more. The frame stays. */
  close(): void;
}

/**
 * Loads Icecore in `frame`. `page` is its address, `https://icecore.example.org/`; what is sent before it is ready waits.
 */
export function embedIcecore(
  frame: HTMLIFrameElement,
  page: string,
  listeners: IcecoreListeners = {},
): EmbeddedIcecore {
  const address = new URL(page);
  address.search = new URLSearchParams({ embed: window.location.origin }).toString();
  let waiting: ToIcecore[] | undefined = [];
  const send = (message: ToIcecore) => {
    if (waiting === undefined) frame.contentWindow?.postMessage(message, address.origin);
    else waiting.push(message);
  };
  const take = (event: MessageEvent<unknown>) => {
    if (event.source !== frame.contentWindow || event.origin !== address.origin) return;
    const message = event.data as FromIcecore;
    if (message?.icecore !== 1) return;
    switch (message.type) {
      case 'ready': {
        const late = waiting ?? [];
        waiting = undefined;
        for (const one of late) send(one);
        break;
      }
      case 'counts':
        listeners.onCounts?.(message.counts);
        break;
      case 'selection':
        listeners.onSelection?.(message.file);
        break;
      case 'refused':
        listeners.onRefused?.(message.message);
        break;
    }
  };
  window.addEventListener('message', take);
  frame.src = address.href;
  return {
    open: (source) => send({ icecore: 1, type: 'open', source }),
    setPredicate: (where) => send({ icecore: 1, type: 'predicate', where }),
    close: () => window.removeEventListener('message', take),
  };
}
