/**
 * The three kinds of failure (ARCHITECTURE.md, "Failure"):
 * our bug ({@link assert}), an operation that cannot give a result ({@link IcecoreError}),
 * and a table that is odd but readable ({@link Problem}, which is content and travels with a result).
 */

export type ErrorKind =
  /** The bytes or the JSON are not what they must be. */
  | 'invalid-data'
  /** The data is legal, and we can't read it (yet): a codec, a version, an encryption. */
  | 'unsupported'
  /** A file that the table names is not at hand. */
  | 'missing-file'
  /** A request failed or was refused. */
  | 'network'
  /** The page's own Content-Security-Policy does not let it ask. */
  | 'forbidden'
  /** What a person typed: a predicate, a time, an id. Carries `span`. */
  | 'invalid-input';

export interface ErrorDetail {
  /** The file, as the table or the person names it. */
  readonly place?: string | undefined;
  /** Byte offset in `place`. */
  readonly offset?: number | undefined;
  /** Half-open range of UTF-16 offsets in what was typed. */
  readonly span?: Span | undefined;
  /** What the reader of the message can do about it, a sentence; for files there is a general one. */
  readonly advice?: string | undefined;
  readonly cause?: unknown;
}

/** Half-open range `[from, to)` of UTF-16 offsets in a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What helps with any file, where the place of the failure knows nothing better. */
const ABOUT_FILES: Readonly<Partial<Record<ErrorKind, string>>> = {
  'invalid-data':
    'The file is damaged, cut short, or another than its name says. Fetch it again from where the table is kept.',
  unsupported: 'An earlier metadata file or another snapshot of the table may still open.',
  'missing-file': 'Give the folder that holds it.',
};

/** An operation that cannot give a result. The message says what happened, where, and with what value. */
export class IcecoreError extends Error {
  readonly kind: ErrorKind;
  readonly place: string | undefined;
  readonly offset: number | undefined;
  readonly span: Span | undefined;
  readonly advice: string | undefined;

  constructor(kind: ErrorKind, message: string, detail: ErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'IcecoreError';
    this.kind = kind;
    this.place = detail.place;
    this.offset = detail.offset;
    this.span = detail.span;
    this.advice = detail.advice ?? (detail.place === undefined ? undefined : ABOUT_FILES[kind]);
  }
}

export type Severity = 'can-change-answer' | 'costs-reading' | 'worth-knowing';

/** Something odd in a table that could still be read. Plain data; crosses the worker boundary. */
export interface Problem {
  readonly severity: Severity;
  /** Stable kebab-case name of the kind, e.g. `manifest-damaged`. */
  readonly code: string;
  /** The finding, one sentence, with the values concerned. */
  readonly message: string;
  /** The file, and the place in it where there is one (a JSON path, a byte offset). */
  readonly place: string;
  /** What follows from it, one sentence. */
  readonly consequence?: string | undefined;
}

/** A message with its full stop, so that another sentence can follow. */
export function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

/** States what our own code guarantees; a failure is our bug. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Bug in Icecore: ${message}`);
}

export function assertNever(value: never): never {
  throw new Error(`Bug in Icecore: unexpected ${String(value)}`);
}
