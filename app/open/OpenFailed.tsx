/** A table that could not be opened: what happened, what is certain, what can be done. */
import { useState } from 'react';
import { IcecoreError } from '../../src/base/errors.ts';
import { httpStatus } from '../../src/io/http.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Button, SegmentedControl } from '../ui/controls.tsx';
import { ErrorBox, type ErrorStory, storyOf } from '../ui/errors.tsx';
import { corsPolicy, SERVERS, type Server } from './cors-policies.ts';
import { gatherHandle } from './gather.ts';
import { localKey, rememberedFolder, restoreLocal } from './local-sources.ts';

export interface OpenFailedProps {
  readonly src: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** In place of a view whose table did not open. */
export function OpenFailed(props: OpenFailedProps) {
  return (
    <div className="open-failed">
      <FailureStory {...props} />
      <p>
        <a href="#/">Open another table</a>
      </p>
    </div>
  );
}

export function FailureStory({ src, error, onRetry }: OpenFailedProps) {
  if (isRefusal(error)) return <CorsFailure src={src} error={error} onRetry={onRetry} />;
  if (localKey(src) !== undefined && isKind(error, 'missing-file')) {
    return <FolderGone src={src} error={error} onRetry={onRetry} />;
  }
  return <ErrorBox error={error} onRetry={onRetry} />;
}

function isKind(error: unknown, kind: IcecoreError['kind']): error is IcecoreError {
  return error instanceof IcecoreError && error.kind === kind;
}

/** No answer that the page may read: CORS, a dead server, a wrong name. */
function isRefusal(error: unknown): error is IcecoreError {
  return isKind(error, 'network') && httpStatus(error) === undefined;
}

function hostOf(src: string): string {
  try {
    return new URL(src).host;
  } catch {
    // Not an address: the text itself is what was tried.
    return src;
  }
}

function CorsFailure({ src, error, onRetry }: OpenFailedProps & { readonly error: IcecoreError }) {
  const [server, setServer] = useState<Server>('S3');
  const policy = corsPolicy(server, window.location.origin);
  const answered = /does not let pages/.test(error.message);
  const story: ErrorStory = {
    happened: 'The browser was not allowed to read that address.',
    certain: answered
      ? `${hostOf(src)} is there, but it sends no CORS headers for this page, so the browser withholds its answer.`
      : `The request to ${hostOf(src)} failed before any byte arrived. A page cannot see why: the server may be down, the name wrong, or its CORS headers missing.`,
    todo: [
      'Download the metadata folder and drop it here; data files are not needed for pruning.',
      'Or ask its owner for a zip of that folder, and drop that.',
    ],
    technical: storyOf(error).technical,
  };
  return (
    <ErrorBox error={error} story={story} onRetry={onRetry}>
      <div>
        <div className="technical-head">
          <h3 style={{ margin: 0 }}>If the bucket is yours, set this CORS policy</h3>
          <span className="grow" />
          <SegmentedControl
            label="Kind of server"
            value={server}
            onChange={setServer}
            options={SERVERS.map((value) => ({ value, label: value }))}
          />
          <CopyButton text={policy} what="the policy" />
        </div>
        <pre className="technical" style={{ color: 'var(--ink)' }}>
          {policy}
        </pre>
      </div>
    </ErrorBox>
  );
}

/** After a reload: the handle of a picked folder may still be there, and the browser asks the person again. */
function FolderGone({ src, error, onRetry }: OpenFailedProps) {
  const [refused, setRefused] = useState(false);
  const ask = async () => {
    const handle = await rememberedFolder(src);
    if (handle === undefined || !(await permitted(handle))) {
      setRefused(true);
      return;
    }
    restoreLocal(src, await gatherHandle(handle));
    onRetry();
  };
  return (
    <ErrorBox error={error}>
      <div>
        {refused ? (
          <p>The folder is not remembered, or the browser did not allow it. Give it again.</p>
        ) : (
          <Button look="primary" onClick={ask}>
            Read {localKey(src)} again
          </Button>
        )}
      </div>
    </ErrorBox>
  );
}

/** Chromium asks for a stored handle again; the types of it are not in TypeScript's library. */
async function permitted(handle: FileSystemDirectoryHandle): Promise<boolean> {
  const asking = handle as unknown as {
    requestPermission?: (how: { mode: 'read' }) => Promise<PermissionState>;
  };
  return (await asking.requestPermission?.({ mode: 'read' })) === 'granted';
}
