/** A table that could not be opened: what happened, what is certain, what can be done. */
import { useEffect, useState } from 'react';
import { IcecoreError } from '../../src/base/errors.ts';
import { httpStatus } from '../../src/io/http.ts';
import { useLinkParts } from '../routes.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Button, SegmentedControl } from '../ui/controls.tsx';
import { ErrorBox, type ErrorStory, storyOf } from '../ui/errors.tsx';
import { corsPolicy, SERVERS, type Server } from './cors-policies.ts';
import { DropZone } from './DropZone.tsx';
import { gatherHandle } from './gather.ts';
import { localFiles, localKey, rememberedFolder, restoreLocal } from './local-sources.ts';
import { useOpener } from './opener.ts';

export interface OpenFailedProps {
  /** undefined: the files that were given could not be taken. */
  readonly src: string | undefined;
  readonly error: unknown;
  readonly onRetry: (() => void) | undefined;
  /** True where it stands in place of a view. */
  readonly heads?: boolean | undefined;
}

/** In place of a view whose table did not open. */
export function OpenFailed(props: OpenFailedProps) {
  return (
    <div className="open-failed">
      <FailureStory {...props} heads />
      <p>
        <a href="#/">Open another table</a>
      </p>
    </div>
  );
}

export function FailureStory(props: OpenFailedProps) {
  const { src, error, onRetry, heads } = props;
  if (isRefusal(error)) return <CorsFailure {...props} error={error} />;
  if (src !== undefined && localKey(src) !== undefined && localFiles(src) === undefined) {
    return <FolderGone {...props} src={src} />;
  }
  const story = storyOf(error);
  const happened = isKind(error, 'invalid-input') ? 'No table was found there.' : story.happened;
  // Files of this machine stay what they are; an address may hold a table a moment later.
  const isLocal = src !== undefined && localKey(src) !== undefined;
  const isFinal = isKind(error, 'unsupported') || (isLocal && isKind(error, 'invalid-input'));
  return (
    <ErrorBox
      error={error}
      story={{ ...story, happened }}
      heads={heads}
      onRetry={isFinal ? undefined : onRetry}
    />
  );
}

function isKind(error: unknown, kind: IcecoreError['kind']): error is IcecoreError {
  return error instanceof IcecoreError && error.kind === kind;
}

/** No answer that the page may read: CORS, a dead server, a wrong name. */
function isRefusal(error: unknown): error is IcecoreError {
  return isKind(error, 'network') && httpStatus(error) === undefined;
}

/** A page of a disk has none that a server could name. */
function originOfPage(): string {
  return window.location.protocol === 'file:' ? '*' : window.location.origin;
}

function hostOf(src = ''): string {
  try {
    return new URL(src).host;
  } catch {
    // Not an address: the text itself is what was tried.
    return src;
  }
}

function CorsFailure(props: OpenFailedProps & { readonly error: IcecoreError }) {
  const { src, error, onRetry } = props;
  const [server, setServer] = useState<Server>('S3');
  const policy = corsPolicy(server, originOfPage());
  const answered = /does not let pages/.test(error.message);
  const story: ErrorStory = {
    happened: 'The browser was not allowed to read that address.',
    certain: answered
      ? `${hostOf(src)} is there, but it sends no CORS headers for this page, so the browser withholds its answer.`
      : `The request to ${hostOf(src)} failed before any byte arrived. A page cannot see why: the server may be down, the name wrong, or its CORS headers missing.`,
    todo: [
      'Download the metadata folder and drop it here; data files are not needed for pruning.',
      'Or ask its owner, or whoever sent the link, for a bundle (Share, Bundle) or a zip of that folder, and drop that.',
    ],
    technical: storyOf(error).technical,
  };
  return (
    <ErrorBox error={error} story={story} heads={props.heads} onRetry={onRetry}>
      <div>
        <div className="technical-head">
          <h2 style={{ margin: 0 }}>If the bucket is yours, set this CORS policy</h2>
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
function FolderGone(props: OpenFailedProps & { readonly src: string }) {
  const { src, error, onRetry, heads } = props;
  const [handle, setHandle] = useState<FileSystemDirectoryHandle>();
  const name = localKey(src) ?? src;
  // Only what Share makes has a fingerprint.
  const isSent = useLinkParts('table').table !== undefined;
  const opener = useOpener();
  useEffect(() => {
    rememberedFolder(src).then(setHandle);
  }, [src]);
  const ask = async () => {
    if (handle === undefined || !(await permitted(handle))) {
      setHandle(undefined);
      return;
    }
    restoreLocal(src, await gatherHandle(handle));
    onRetry?.();
  };
  const story: ErrorStory = {
    happened: `${name} must be given again.`,
    certain: isSent
      ? 'Whoever made this link gave it from a disk. Its files were never sent anywhere, and such a link does not carry them.'
      : `It was given on this machine. Its files were never sent anywhere, so ${handle === undefined ? 'neither a reload nor a link can bring them back' : 'a link does not bring them back, and after a reload the browser reads them only when you say so'}.`,
    todo: [
      ...(handle === undefined ? [] : [`Read the folder ${name} again, with the button above.`]),
      `${handle === undefined ? 'Drop' : 'Or drop'} its folder here, or choose it: what the link says is then shown of it.`,
      ...(isSent
        ? ['Or ask whoever sent the link for a bundle of it (Share, Bundle), and drop that.']
        : []),
    ],
    technical: storyOf(error).technical,
  };
  return (
    <ErrorBox error={error} story={story} heads={heads}>
      <DropZone opener={opener} />
      {opener.state.kind === 'failed' ? <ErrorBox error={opener.state.error} /> : null}
      {handle === undefined ? null : (
        <div>
          <Button look="primary" onClick={ask}>
            Read the folder {name} again
          </Button>
        </div>
      )}
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
