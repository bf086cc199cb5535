/** The opening page: give a table, or take a sample. */
import './open.css';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import type { Sample } from '../../src/table/session.ts';
import { hashOfLink } from '../link.ts';
import { useSamples } from '../queries.ts';
import { Button } from '../ui/controls.tsx';
import { ErrorBoundary } from '../ui/errors.tsx';
import { useMedia, useNarrow } from '../ui/useSize.ts';
import { DropZone } from './DropZone.tsx';
import { type Opener, retryOf, useOpener } from './opener.ts';
import { useWindowDrop } from './use-window-drop.ts';

const Dialog = lazy(() => import('../ui/popovers.tsx').then((m) => ({ default: m.Dialog })));
const FailureStory = lazy(() =>
  import('./OpenFailed.tsx').then((m) => ({ default: m.FailureStory })),
);
const LivingPicture = lazy(() => import('./LivingPicture.tsx'));

export default function OpenView() {
  const opener = useOpener();
  const over = useWindowDrop(opener);
  const wide = useMedia('(min-width: 1000px)');
  const samples = useSamples();
  const pictured = pictureSample(samples.data ?? []);
  return (
    <div className="open">
      <div className="open-left">
        <h1 className="open-title">
          See how a table’s partition layout changed, and why a query reads the files it reads.
        </h1>
        <p className="open-lead">
          For Apache Iceberg tables. All of it runs in this page. Nothing about a table is sent
          anywhere.
        </p>
        <Outcome opener={opener} />
        <DropZone opener={opener} over={over} />
        <AddressField opener={opener} />
        <WhatIsRead />
        <Samples samples={samples.data} error={samples.error} opener={opener} />
      </div>
      {wide && pictured !== undefined ? (
        <div className="open-right">
          <ErrorBoundary resetKey={pictured.name}>
            <Suspense fallback={null}>
              <LivingPicture sample={pictured.name} paused={opener.state.kind === 'opening'} />
            </Suspense>
          </ErrorBoundary>
        </div>
      ) : null}
    </div>
  );
}

/** The sample with the longest story makes the picture. */
function pictureSample(samples: readonly Sample[]): Sample | undefined {
  return (
    samples.find((sample) => sample.name === 'clicks_big') ??
    samples.find((sample) => sample.name === 'clicks') ??
    samples[0]
  );
}

function Outcome({ opener }: { readonly opener: Opener }) {
  const { state } = opener;
  switch (state.kind) {
    case 'idle':
      return null;
    case 'opening':
      return (
        <p className="open-state" role="status">
          Reading {state.what}…{' '}
          <Button look="link" onClick={opener.dismiss}>
            stop
          </Button>
        </p>
      );
    case 'failed':
      return (
        <div className="open-state">
          <Suspense fallback={null}>
            <FailureStory src={state.src} error={state.error} onRetry={retryOf(opener)} />
          </Suspense>
        </div>
      );
    case 'choose':
      return (
        <div className="open-state">
          <h2>Several tables are there. Which one?</h2>
          <ul className="open-list">
            {state.tables.map((table) => (
              <li key={table.root}>
                <button
                  type="button"
                  className="open-choice"
                  onClick={() => void opener.openSource(state.src, table.root)}
                >
                  <span className="mono">{table.name}</span>
                  <span className="dim cut">{table.root === '' ? 'at the top' : table.root}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      );
  }
}

function AddressField({ opener }: { readonly opener: Opener }) {
  const [text, setText] = useState('');
  const narrow = useNarrow();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = text.trim();
    const hash = hashOfLink(given);
    // Which Icecore a link was made in does not matter.
    if (hash !== undefined) window.location.hash = hash;
    else if (given !== '') void opener.openSource(given);
  };
  return (
    <form className="open-address" onSubmit={submit}>
      <input
        className="field grow"
        aria-label="Address of a metadata file or a table folder"
        placeholder={
          narrow ? 'https:// of a table, or a link' : 'https:// of a table, of a bundle, or a link'
        }
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" look="primary">
        Open
      </Button>
    </form>
  );
}

function WhatIsRead() {
  const [open, setOpen] = useState(false);
  return (
    <p className="open-links">
      <Button look="link" onClick={() => setOpen(true)}>
        What is read, and what is not
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <Dialog title="What is read, and what is not" open onClose={() => setOpen(false)}>
            <ul className="open-promises">
              <li>Metadata files, manifest lists and manifests: what a planner reads.</li>
              <li>
                From an address, only files of that table, by plain GET requests, without cookies.
              </li>
              <li>Data files are never opened; dropping them with the folder does no harm.</li>
              <li>
                Nothing is sent, stored or logged elsewhere. There is no server behind this page.
              </li>
              <li>A link carries the address and your predicate, and never leaves by itself.</li>
            </ul>
          </Dialog>
        </Suspense>
      ) : null}
    </p>
  );
}

function Samples(props: {
  readonly samples: readonly Sample[] | undefined;
  readonly error: unknown;
  readonly opener: Opener;
}) {
  if (props.error !== null && props.error !== undefined) {
    return <p className="open-samples dim">The samples could not be listed.</p>;
  }
  if (props.samples === undefined || props.samples.length === 0) return null;
  return (
    <section className="open-samples">
      <h2>Or start with a sample</h2>
      <ul className="open-list">
        {props.samples.map((sample) => (
          <li key={sample.name}>
            <button
              type="button"
              className="open-choice"
              onClick={() => void props.opener.openSource(`sample:${sample.name}`)}
            >
              <span className="mono">{sample.name}</span>
              <span className="soft">{sample.sentence}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
