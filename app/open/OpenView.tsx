/** The opening page: give a table, or take a sample. */
import './open.css';
import { type DragEvent, type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import type { Sample } from '../../src/table/session.ts';
import { useSamples } from '../queries.ts';
import { Button } from '../ui/controls.tsx';
import { ErrorBoundary } from '../ui/errors.tsx';
import { useMedia } from '../ui/useSize.ts';
import { dropHandle, gatherDrop, gatherHandle, gatherInput } from './gather.ts';
import { type Opener, retryOf, useOpener } from './opener.ts';

const Dialog = lazy(() => import('../ui/popovers.tsx').then((m) => ({ default: m.Dialog })));
const FailureStory = lazy(() =>
  import('./OpenFailed.tsx').then((m) => ({ default: m.FailureStory })),
);
const LivingPicture = lazy(() => import('./LivingPicture.tsx'));

export default function OpenView() {
  const opener = useOpener();
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
        <DropZone opener={opener} />
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

interface FolderPicker {
  showDirectoryPicker?: (options: { mode: 'read' }) => Promise<FileSystemDirectoryHandle>;
}

function DropZone({ opener }: { readonly opener: Opener }) {
  const [over, setOver] = useState(false);
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const choose = async () => {
    const picker = (window as FolderPicker).showDirectoryPicker;
    if (picker === undefined) {
      folder.current?.click();
      return;
    }
    try {
      const handle = await picker.call(window, { mode: 'read' });
      void opener.openFiles(gatherHandle(handle), handle);
    } catch (error) {
      // Closing the picker is no error; another refusal leaves the plain input.
      if (!(error instanceof DOMException && error.name === 'AbortError')) folder.current?.click();
    }
  };
  const enter = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    void opener.openFiles(gatherDrop(event.dataTransfer), dropHandle(event.dataTransfer));
  };
  const take = (input: HTMLInputElement) => {
    if (input.files === null || input.files.length === 0) return;
    void opener.openFiles(gatherInput(input.files));
    input.value = '';
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target; its buttons are the accessible way.
    <div
      className="drop-zone"
      data-over={over ? '' : undefined}
      onDragEnter={enter}
      onDragOver={enter}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <DropMark />
      <div className="drop-words">
        <strong>Drop a table here</strong>
        <div className="dim">its folder, a zip of it, or metadata files</div>
      </div>
      <span className="grow" />
      <div className="drop-buttons">
        <Button onClick={choose}>Choose a folder</Button>
        <Button look="link" onClick={() => files.current?.click()}>
          or files
        </Button>
      </div>
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="Folder of a table"
        data-testid="folder-input"
        {...{ webkitdirectory: '' }}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files of a table"
        data-testid="files-input"
        onChange={(event) => take(event.currentTarget)}
      />
    </div>
  );
}

function DropMark() {
  return (
    <svg width={34} height={40} aria-hidden="true">
      <path d="M2 4h30" stroke="var(--e3)" strokeWidth={6} />
      <path d="M2 14h30" stroke="var(--e2)" strokeWidth={6} />
      <path d="M2 24h30" stroke="var(--e1)" strokeWidth={6} />
      <path d="M2 34h30" stroke="var(--e0)" strokeWidth={6} strokeDasharray="4 2" />
    </svg>
  );
}

function AddressField({ opener }: { readonly opener: Opener }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') void opener.openSource(text.trim());
  };
  return (
    <form className="open-address" onSubmit={submit}>
      <input
        className="field grow"
        aria-label="Address of a metadata file or a table folder"
        placeholder="https:// a metadata file or a table folder"
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
