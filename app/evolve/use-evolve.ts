/** The statements as they are typed, what they do to a copy of the metadata, and what would come of it. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  appliedBefore,
  applyDdl,
  type DdlChange,
  writesOf,
} from '../../src/evolution/ddl/apply.ts';
import type { DdlProblem } from '../../src/evolution/ddl/problems.ts';
import type { ReadDialect } from '../../src/evolution/dialects.ts';
import { translations } from '../../src/evolution/translate.ts';
import { defaultSpec } from '../../src/metadata/default-spec.ts';
import { type Foreseen, foresee, type RewriteChoice } from '../../src/table/evolve.ts';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';
import { parseFilter } from '../predicate.ts';
import { type Question, useQuestion } from '../queries.ts';
import { useGo, useLink } from '../routes.ts';
import { usePause } from '../ui/use-pause.ts';

export interface Ddl {
  readonly text: string;
  readonly dialect: ReadDialect;
  readonly setText: (text: string) => void;
  /** Takes a text at once, as a step of the browser's history. */
  readonly take: (text: string) => void;
  /** Takes what is typed, where it can be applied; false: a new line begins. */
  readonly enter: (typed: string) => boolean;
  /** Back to before what is typed, or else to before the last step. */
  readonly undo: (() => void) | undefined;
  readonly setDialect: (dialect: ReadDialect) => void;
  /**
   * What the statements do. While somebody types it is of the last text that could be applied; once a text is known to
   * be wrong there is none.
   */
  readonly change: DdlChange | undefined;
  /** The text that `change` is of; empty where there is none. */
  readonly meant: string;
  /** What a change by hand follows: the statements that can be applied, up to a wrong one. */
  readonly base: { readonly text: string; readonly change: DdlChange | undefined };
  /** What is wrong with the text, after a pause in typing. */
  readonly problem: DdlProblem | undefined;
  readonly isStale: boolean;
}

const TAKE_MS = 350;
const SHOW_PROBLEM_MS = 400;

/** A text that was taken, and the words that it is in. */
interface Taken {
  readonly text: string;
  readonly dialect: ReadDialect;
}

export function useDdl(view: SnapshotInHand): Ddl {
  const link = useLink();
  const go = useGo();
  const dialect = link.dialect ?? 'spark';
  const inLink = link.ddl ?? '';
  const [text, setText] = useState(inLink);
  const steps = useSteps({ text: inLink, dialect });
  const written = useRef(inLink);
  const { metadata } = view.table;
  const { moved } = steps;
  useEffect(() => {
    // Back or a pasted link changed it from outside.
    if (inLink !== written.current) {
      setText(inLink);
      moved({ text: inLink, dialect });
    }
    written.current = inLink;
  }, [inLink, dialect, moved]);
  const applied = useMemo(() => applyDdl(text, dialect, metadata), [text, dialect, metadata]);
  const kept = useMemo(() => applyDdl(inLink, dialect, metadata), [inLink, dialect, metadata]);
  const put = useCallback(
    (next: string, step: true | 'typing', words?: ReadDialect) => {
      written.current = next;
      const named =
        words === undefined || words === dialect
          ? {}
          : { dialect: words === 'spark' ? undefined : words };
      go({ ddl: next.trim() === '' ? undefined : next, ...named }, { step });
    },
    [go, dialect],
  );
  const isWrong = 'message' in applied;
  // The last text with a meaning, in the words that gave it: another dialect may have none for it.
  const understood = useRef<Taken>(undefined);
  useEffect(() => {
    if (!isWrong) understood.current = { text, dialect };
  }, [isWrong, text, dialect]);
  useEffect(() => {
    // A wrong text, too: the link holds what is seen, which then is the error.
    if (isSameText(text, written.current)) return;
    const timer = setTimeout(() => put(text, 'typing'), isWrong ? SHOW_PROBLEM_MS : TAKE_MS);
    return () => clearTimeout(timer);
  }, [isWrong, text, put]);
  const paused = usePause(text, SHOW_PROBLEM_MS);
  const take = (next: string, words: ReadDialect = dialect) => {
    // What was typed is a step of its own, before the one that comes.
    if (!isWrong && !isSameText(text, next) && !isSameText(text, steps.last.text)) {
      put(text, true);
      steps.add({ text, dialect });
    }
    steps.add({ text: next, dialect: words });
    setText(next);
    put(next, true, words);
  };
  const lasting = 'message' in kept || inLink.trim() === '' ? undefined : kept;
  const change = isWrong ? lasting : applied;
  const meant = change === undefined ? '' : isWrong ? inLink : text;
  const before = useMemo(
    () => ('message' in applied ? appliedBefore(text, applied, dialect, metadata) : undefined),
    [applied, text, dialect, metadata],
  );
  const back = isSameText(text, steps.last.text) ? steps.before : steps.last;
  return {
    text,
    dialect,
    setText,
    take,
    enter(typed) {
      if (typed.trim() === '' || 'message' in applyDdl(typed, dialect, metadata)) return false;
      take(typed);
      // After a semicolon another statement is likely to follow.
      return !typed.trimEnd().endsWith(';');
    },
    undo:
      back === undefined
        ? undefined
        : () => {
            steps.backTo(back);
            setText(back.text);
            put(back.text, true, back.dialect);
          },
    setDialect(next) {
      // What was understood is said in the other words; what was not stays as it is.
      const { current } = understood;
      const meant =
        isWrong && current !== undefined && isSameText(current.text, text)
          ? applyDdl(text, current.dialect, metadata)
          : applied;
      if ('message' in meant) go({ dialect: next === 'spark' ? undefined : next }, { step: true });
      else take(translated(meant, view.table.name, next) ?? text, next);
    },
    change,
    meant,
    base: (change === undefined ? before : undefined) ?? { text: meant, change },
    problem: isWrong && paused ? applied : undefined,
    isStale: isWrong,
  };
}

/** The texts that were taken one after another. */
function useSteps(first: Taken) {
  const [all, setAll] = useState<readonly Taken[]>([first]);
  const moved = useCallback((to: Taken) => {
    // Back through the history is back here, too.
    setAll((before) => (isSame(before.at(-2), to) ? before.slice(0, -1) : [...before, to]));
  }, []);
  return {
    last: all.at(-1) as Taken,
    before: all.at(-2),
    add: (step: Taken) =>
      setAll((before) => (isSame(before.at(-1), step) ? before : [...before, step])),
    backTo: (step: Taken) => setAll((before) => before.slice(0, before.lastIndexOf(step) + 1)),
    moved,
  };
}

function isSame(a: Taken | undefined, b: Taken): boolean {
  return a !== undefined && isSameText(a.text, b.text) && a.dialect === b.dialect;
}

/** But for a line that was begun. */
function isSameText(a: string, b: string): boolean {
  return a.trimEnd() === b.trimEnd();
}

/** undefined: there is nothing to say, or the dialect can't say it. */
function translated(change: DdlChange, table: string, dialect: ReadDialect): string | undefined {
  const { before, after } = change;
  if (before.defaultSpecId === after.defaultSpecId) return undefined;
  // Only Spark has words for the order of rows, which must not get lost on the way.
  if (writesOf(change).length > 0) return undefined;
  return translations(before, after, table).find((one) => one.dialect === dialect)?.text;
}

export interface Knobs {
  readonly days: number;
  /** As a person chose, and as the statement says. */
  readonly mode: 'none' | 'hash' | 'range' | undefined;
  readonly statementMode: 'none' | 'hash' | 'range' | undefined;
  readonly rewrite: 'read' | { readonly specs: readonly number[] } | { readonly range: string };
}

export function useKnobs(change: DdlChange | undefined): Knobs {
  const { days, mode, rewrite, range } = useLink();
  return useMemo(
    () => ({
      days: Number(days ?? 7),
      mode,
      statementMode: change?.distribution,
      rewrite:
        rewrite === undefined
          ? 'read'
          : rewrite !== 'range'
            ? { specs: rewrite.split(',').map(Number) }
            : range === undefined
              ? { specs: [] }
              : { range },
    }),
    [days, mode, rewrite, range, change?.distribution],
  );
}

/** For the question in the link. While the next one is thought the last stays, with `isPlaceholderData`. */
export function useForeseen(view: SnapshotInHand, change: DdlChange | undefined, knobs: Knobs) {
  return useForeseenOf(view, change, knobs, useQuestion());
}

export function useForeseenOf(
  view: SnapshotInHand,
  change: DdlChange | undefined,
  knobs: Knobs,
  question: Question | undefined,
) {
  const { days, mode, statementMode, rewrite } = knobs;
  return useQuery<Foreseen>({
    queryKey: [
      'evolve',
      view.key,
      change === undefined ? '' : specsKey(change),
      ...questionKey(question),
      days,
      mode ?? '',
      statementMode ?? '',
      JSON.stringify(rewrite),
    ],
    queryFn:
      change === undefined
        ? skipToken
        : async ({ signal }) => {
            const { before, after } = change;
            const asked = await askedOf(view, question);
            const chosen = await chosenBy(view, rewrite);
            const { locate } = view.table;
            const request = {
              before,
              after,
              question: asked,
              days,
              mode,
              statementMode,
              rewrite: chosen,
              locate,
            };
            return foresee(view, request, tableApi(), { signal });
          },
    placeholderData: (previous) => previous,
  });
}

/** What of the change matters to what follows from it. */
function specsKey({ after }: DdlChange): string {
  return JSON.stringify(defaultSpec(after));
}

function questionKey(question: Question | undefined): readonly string[] {
  if (question === undefined) return ['none'];
  return [question.where, question.profile, String(question.caseSensitive)];
}

async function chosenBy(view: SnapshotInHand, rewrite: Knobs['rewrite']): Promise<RewriteChoice> {
  if (rewrite === 'read' || 'specs' in rewrite) return rewrite;
  const { expression } = await parseFilter(rewrite.range, view, false);
  return { where: expression, caseSensitive: false };
}

async function askedOf(view: SnapshotInHand, question: Question | undefined) {
  if (question === undefined) return undefined;
  const { where, caseSensitive, profile } = question;
  const { expression } = await parseFilter(where, view, caseSensitive);
  return { filter: expression, caseSensitive, profile };
}
