/** A small file instead of a link: how much of the table goes in, and the making of it. */
import { useEffect, useRef, useState } from 'react';
import type { BundleContents } from '../../src/share/bundle.ts';
import type { BundleProgress, BundleRequest } from '../../src/share/make-bundle.ts';
import { REDACT_KINDS, REDACTED_NAME, type RedactChoice } from '../../src/share/redact.ts';
import type { PlannedBundle } from '../../src/table/bundle.ts';
import { isPartOf, type SnapshotInHand } from '../data.ts';
import { saveBlob } from '../export/save.ts';
import { placeOfHref, savedPredicates } from '../link.ts';
import type { Question } from '../queries.ts';
import { Button } from '../ui/controls.tsx';
import { ErrorBox } from '../ui/errors.tsx';
import { bytes, count, plural } from '../ui/format.ts';
import { bundleName, isNear, makeBundle, usePlannedBundle, useRedacted } from './bundles.ts';
import { pageWith } from './page.ts';
import { RedactChoices, RedactPreview } from './RedactPane.tsx';
import { savedSentence } from './saved-words.ts';

interface Props {
  /** With all its manifests, loaded or not: that is what a file holds. */
  readonly view: SnapshotInHand;
  readonly isLoaded: boolean;
  readonly hash: string;
  readonly question: Question | undefined;
  /** What is to be replaced, in the link with the table inside too. */
  readonly wanted: RedactChoice;
  readonly onWanted: (choice: RedactChoice) => void;
}

const CHOICES: readonly { readonly contents: BundleContents; readonly title: string }[] = [
  { contents: 'table', title: 'The whole table' },
  { contents: 'snapshot', title: 'This snapshot' },
  { contents: 'predicate', title: 'What this predicate needs' },
];

/** Replaces nothing. */
export const NOTHING: RedactChoice = {
  names: false,
  paths: false,
  text: false,
  numbers: false,
  times: false,
};

export function FilePane({ view, isLoaded, hash, question, wanted, onWanted }: Props) {
  const first = question === undefined || !isLoaded ? 'snapshot' : 'predicate';
  const isPart = isPartOf(view.table);
  const [contents, setContents] = useState<BundleContents>(first);
  // All lists of all snapshots: over a network, only for who wants them.
  const wantsAll = contents === 'table' || isNear(view);
  const table = usePlannedBundle(view, 'table', question, hash, wantsAll);
  const snapshot = usePlannedBundle(view, 'snapshot', question, hash);
  // It reads what the predicate keeps, of all that the snapshot lists.
  const wantsKept = contents === 'predicate' || isLoaded;
  const predicate = usePlannedBundle(view, 'predicate', question, hash, wantsKept);
  const planned = { table, snapshot, predicate };
  const chosen = planned[contents];
  // Other snapshots are not written anew: redaction takes one.
  const choice = contents === 'table' ? NOTHING : wanted;
  const isRedacted = REDACT_KINDS.some((kind) => choice[kind]);
  const redacted = useRedacted(view, chosen.data, question, choice);
  const target = isRedacted ? redacted.data?.request.bundle.view : hash;
  const kept =
    target === undefined
      ? undefined
      : savedSentence(savedIn(hash), savedIn(target), contents === 'predicate');
  return (
    <>
      <h2>A file that opens without the table’s server</h2>
      <fieldset className="share-choices">
        <legend className="sr-only">What goes in</legend>
        {CHOICES.filter((choice) => !isPart || choice.contents !== 'table').map((choice) => (
          <label
            key={choice.contents}
            className="share-choice"
            data-chosen={choice.contents === contents ? '' : undefined}
          >
            <input
              type="radio"
              name="bundle-contents"
              checked={choice.contents === contents}
              disabled={choice.contents === 'predicate' && question === undefined}
              onChange={() => setContents(choice.contents)}
            />
            <span className="share-choice-title">{choice.title}</span>
            <span className="soft">
              {choice.contents === 'predicate' && question === undefined
                ? 'no predicate is set'
                : choice.contents === 'table' && !wantsAll
                  ? 'all snapshots; counted when chosen'
                  : choice.contents === 'predicate' && !wantsKept
                    ? 'of all manifests; read and counted when chosen'
                    : inWords(planned[choice.contents].data)}
            </span>
            <span className="num">{sizeWords(planned[choice.contents].data)}</span>
          </label>
        ))}
      </fieldset>
      <RedactChoices choice={choice} onChange={onWanted} disabled={contents === 'table'} />
      {contents === 'table' ? (
        <p className="soft">One snapshot at a time can be redacted.</p>
      ) : null}
      {kept === undefined ? null : <p className="soft">{kept}</p>}
      {chosen.error === null ? null : <ErrorBox error={chosen.error} />}
      {redacted.error === null ? null : <ErrorBox error={redacted.error} />}
      {isRedacted && redacted.data !== undefined ? (
        <RedactPreview redacted={redacted.data} />
      ) : null}
      {isRedacted && redacted.isFetching ? <p className="soft">Replacing…</p> : null}
      {chosen.data === undefined || (isRedacted && redacted.data === undefined) ? null : (
        <Making
          planned={chosen.data}
          request={isRedacted ? redacted.data?.request : undefined}
          name={isRedacted ? REDACTED_NAME : view.table.name}
        />
      )}
    </>
  );
}

function savedIn(hash: string): number {
  return savedPredicates(placeOfHref(hash).search).length;
}

function inWords(planned: PlannedBundle | undefined): string {
  if (planned === undefined) return 'counting…';
  const { manifests, manifestLists, recorded } = planned;
  const held = plural(manifests, 'manifest');
  if (recorded > 0) return `${held}; ${count(recorded)} recorded as skipped`;
  return manifestLists > 1 ? `${held}, ${count(manifestLists)} lists` : held;
}

function sizeWords(planned: PlannedBundle | undefined): string {
  if (planned === undefined) return '';
  return planned.bytesKnown ? bytes(planned.bytes) : `over ${bytes(planned.bytes)}`;
}

type State =
  | { readonly kind: 'ready' }
  | { readonly kind: 'making'; readonly progress: BundleProgress | undefined }
  | { readonly kind: 'saved'; readonly size: number }
  | { readonly kind: 'failed'; readonly error: unknown };

function Making(props: {
  readonly planned: PlannedBundle;
  /** Written anew; else the files as they are. */
  readonly request: BundleRequest | undefined;
  readonly name: string;
}) {
  const { planned, name } = props;
  const request = props.request ?? planned.request;
  const [state, setState] = useState<State>({ kind: 'ready' });
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const file = bundleName(name);
  const make = async (form: 'bundle' | 'page') => {
    const control = new AbortController();
    abort.current = control;
    setState({ kind: 'making', progress: undefined });
    try {
      const blob = await makeBundle(request, control.signal, (progress) =>
        setState({ kind: 'making', progress }),
      );
      const made =
        form === 'bundle' ? blob : await pageWith(blob, file, request.bundle.view, control.signal);
      saveBlob(made, form === 'bundle' ? file : file.replace(/zip$/, 'html'));
      setState({ kind: 'saved', size: made.size });
    } catch (error) {
      setState(control.signal.aborted ? { kind: 'ready' } : { kind: 'failed', error });
    }
  };
  return (
    <>
      <p className="soft">{request.bundle.why}</p>
      {planned.missing.length === 0 ? null : (
        <p className="soft">
          {plural(planned.missing.length, 'file')} that the table names{' '}
          {planned.missing.length === 1 ? 'is' : 'are'} not at hand, here as there.
        </p>
      )}
      <p className="share-act">
        {state.kind === 'making' ? (
          <Button onClick={() => abort.current?.abort()}>Stop</Button>
        ) : (
          <Button look="primary" onClick={() => make('bundle')}>
            Save {file}
          </Button>
        )}
        {state.kind === 'making' || isOfDisk() ? null : (
          <Button onClick={() => make('page')}>Export as a page</Button>
        )}
        <span className="soft" role="status">
          {state.kind === 'ready' && props.request !== undefined
            ? 'redacted; what was done is written in it'
            : stateWords(state, planned)}
        </span>
      </p>
      {state.kind === 'failed' ? <ErrorBox error={state.error} /> : null}
      <p className="soft">
        Whoever has it drops it on this page, on any machine. As a page it opens by itself, without
        Icecore and without a network. It says itself what is in it; nothing is sent anywhere.
      </p>
    </>
  );
}

/** There the page cannot read its own text. */
function isOfDisk(): boolean {
  return window.location.protocol === 'file:';
}

function stateWords(state: State, planned: PlannedBundle): string {
  switch (state.kind) {
    case 'making':
      return state.progress === undefined
        ? 'starting…'
        : `${count(state.progress.files)} of ${plural(state.progress.of, 'file')}, ${bytes(state.progress.bytes)}`;
    case 'saved':
      return `saved, ${bytes(state.size)}`;
    case 'failed':
      return 'not saved';
    case 'ready':
      return planned.bytesKnown ? `about ${sizeWords(planned)}` : sizeWords(planned);
  }
}
