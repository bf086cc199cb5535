/** What failed, said so that a person can act on it; and what is odd but readable. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { IcecoreError, type Problem, type Severity } from '../../src/base/errors.ts';
import { CopyButton } from './CopyButton.tsx';
import { Button } from './controls.tsx';
import { count } from './format.ts';
import { Mark } from './Icon.tsx';
import { VerdictGlyph } from './Verdict.tsx';

/** An error in four parts (look.md 9): what happened, what is certain, what to do, the technical text. */
export interface ErrorStory {
  readonly happened: string;
  readonly certain?: string | undefined;
  /** At most three, easiest first. */
  readonly todo: readonly string[];
  readonly technical: string;
}

const HAPPENED: Readonly<Record<IcecoreError['kind'], string>> = {
  'invalid-data': 'A file is not what it must be.',
  unsupported: 'This cannot be read here yet.',
  'missing-file': 'A file that the table names is not at hand.',
  network: 'A request failed.',
  forbidden: 'This page may not read that address.',
  'invalid-input': 'That cannot be understood.',
};

function technicalText(error: unknown): string {
  if (error instanceof IcecoreError) {
    const at = error.offset === undefined ? '' : `, byte ${count(error.offset)}`;
    const where = error.place === undefined ? '' : `\n${error.place}${at}`;
    // A status alone stands in the message.
    const cause = error.cause instanceof Error ? `\n${technicalText(error.cause)}` : '';
    return `${error.kind}: ${error.message}${where}${cause}`;
  }
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return String(error);
}

/** The story of any thrown value; an error that is not ours is our bug, and says so. */
export function storyOf(error: unknown): ErrorStory {
  if (error instanceof IcecoreError) {
    return {
      happened: HAPPENED[error.kind],
      certain: error.message,
      todo: error.advice === undefined ? [] : [error.advice],
      technical: technicalText(error),
    };
  }
  return {
    happened: 'This part of Icecore failed.',
    certain: 'The fault is in the app, not in the table. Nothing was changed or sent.',
    todo: ['Try again.', 'Report the text below with what you did before.'],
    technical:
      error instanceof Error && error.stack !== undefined ? error.stack : technicalText(error),
  };
}

export function ErrorBox(props: {
  readonly error: unknown;
  readonly story?: ErrorStory | undefined;
  readonly onRetry?: (() => void) | undefined;
  /** True where it stands in place of a view, and so heads the page. */
  readonly heads?: boolean | undefined;
  readonly children?: ReactNode;
}) {
  const story = props.story ?? storyOf(props.error);
  return (
    <div className="error-box" role="alert">
      <div className="note note-bad">
        {props.heads === true ? <h1>{story.happened}</h1> : <strong>{story.happened}</strong>}
        {story.certain === undefined ? null : <p>{story.certain}</p>}
      </div>
      {props.children}
      {story.todo.length === 0 && props.onRetry === undefined ? null : (
        <div>
          <h2>What you can do</h2>
          <ul>
            {story.todo.slice(0, 3).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {props.onRetry === undefined ? null : (
            <Button onClick={props.onRetry} style={{ marginTop: 'var(--s6)' }}>
              Try again
            </Button>
          )}
        </div>
      )}
      <div>
        <div className="technical-head">
          <h2 style={{ margin: 0 }}>Technical</h2>
          <span className="grow" />
          <CopyButton text={story.technical} look="link" what="the technical text" />
        </div>
        <pre className="technical">{story.technical}</pre>
      </div>
    </div>
  );
}

interface BoundaryProps {
  /** Forgets the error when it changes, so that another view or table starts clean. */
  readonly resetKey: string;
  readonly children: ReactNode;
}

/** Keeps a failing view from taking the shell with it. */
export class ErrorBoundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error: error ?? new Error('nothing was thrown') };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate(previous: BoundaryProps): void {
    if (previous.resetKey !== this.props.resetKey && this.state.error !== undefined) {
      this.setState({ error: undefined });
    }
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <div style={{ padding: 'var(--s16)' }}>
        <ErrorBox
          error={this.state.error}
          heads
          onRetry={() => this.setState({ error: undefined })}
        />
      </div>
    );
  }
}

/** A problem as a line above the sentence; never a modal. */
export function ProblemLine(props: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="problem-line" role="status">
      <VerdictGlyph kind="unknown" size={13} label={false} />
      <span className="grow">{props.children}</span>
      {props.action}
    </div>
  );
}

const GROUPS: readonly {
  readonly severity: Severity;
  readonly title: string;
  readonly mark: 'diamond' | 'triangle' | 'dot';
}[] = [
  { severity: 'can-change-answer', title: 'Can change an answer', mark: 'diamond' },
  { severity: 'costs-reading', title: 'Costs reading', mark: 'triangle' },
  { severity: 'worth-knowing', title: 'Worth knowing', mark: 'dot' },
];

/** A problem with where to look further. */
export interface ShownProblem extends Problem {
  readonly link?: ReactNode;
}

/** Problems in three groups that are never mixed; an empty group says so. */
export function ProblemList({ problems }: { readonly problems: readonly ShownProblem[] }) {
  return GROUPS.map((group) => {
    const rows = problems.filter((problem) => problem.severity === group.severity);
    return (
      <section
        key={group.severity}
        className="problem-group"
        data-severity={group.severity}
        data-some={rows.length > 0 ? '' : undefined}
      >
        <h3>
          {group.title}{' '}
          <span className="dim">{rows.length === 0 ? 'none' : count(rows.length)}</span>
        </h3>
        <ul>
          {rows.map((row) => (
            <li key={`${row.code} ${row.place} ${row.message}`} className="problem-row">
              <Mark name={group.mark} />
              <div>
                <div className="problem-finding">{row.message}</div>
                <div className="problem-place">{row.place}</div>
              </div>
              <div className="problem-consequence">{row.consequence}</div>
              <div className="num">{row.link}</div>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
