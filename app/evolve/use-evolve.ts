/** The statements as they are typed, what they do to a copy of the metadata, and what would come of it. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { applyDdl, type DdlChange } from '../../src/evolution/ddl/apply.ts';
import type { DdlProblem } from '../../src/evolution/ddl/problems.ts';
import type { ReadDialect } from '../../src/evolution/dialects.ts';
import { translations } from '../../src/evolution/translate.ts';
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
  readonly undo: (() => void) | undefined;
  readonly setDialect: (dialect: ReadDialect) => void;
  /** What the statements do; of the last that could be applied while the text has an error. */
  readonly change: DdlChange | undefined;
  /** What is wrong with the text, after a pause in typing. */
  readonly problem: DdlProblem | undefined;
  readonly isStale: boolean;
}

const TAKE_MS = 350;
const SHOW_PROBLEM_MS = 400;

export function useDdl(view: SnapshotInHand): Ddl {
  const link = useLink();
  const go = useGo();
  const dialect = link.dialect ?? 'spark';
  const inLink = link.ddl ?? '';
  const [text, setText] = useState(inLink);
  const [past, setPast] = useState<readonly string[]>([]);
  const written = useRef(inLink);
  const { metadata } = view.table;
  useEffect(() => {
    // Back or a pasted link changed it from outside.
    if (inLink !== written.current) setText(inLink);
    written.current = inLink;
  }, [inLink]);
  const applied = useMemo(() => applyDdl(text, dialect, metadata), [text, dialect, metadata]);
  const kept = useMemo(() => applyDdl(inLink, dialect, metadata), [inLink, dialect, metadata]);
  const put = useCallback(
    (next: string, step: boolean) => {
      written.current = next;
      go({ ddl: next.trim() === '' ? undefined : next }, { step });
    },
    [go],
  );
  const isWrong = 'message' in applied;
  useEffect(() => {
    if (isWrong || text === written.current) return;
    const timer = setTimeout(() => put(text, false), TAKE_MS);
    return () => clearTimeout(timer);
  }, [isWrong, text, put]);
  const paused = usePause(text, SHOW_PROBLEM_MS);
  const last = past.at(-1);
  const take = (next: string) => {
    setPast([...past, text]);
    setText(next);
    put(next, true);
  };
  return {
    text,
    dialect,
    setText,
    take,
    undo:
      last === undefined
        ? undefined
        : () => {
            setPast(past.slice(0, -1));
            setText(last);
            put(last, true);
          },
    setDialect(next) {
      // What was understood is said in the other words; what was not stays as it is.
      const said = isWrong ? undefined : translated(applied, view.table.name, next);
      if (said !== undefined) {
        setText(said);
        written.current = said;
      }
      go({
        dialect: next === 'spark' ? undefined : next,
        ...(said === undefined ? {} : { ddl: said }),
      });
    },
    change: isWrong ? ('message' in kept || inLink.trim() === '' ? undefined : kept) : applied,
    problem: isWrong && paused ? applied : undefined,
    isStale: isWrong,
  };
}

/** undefined: there is nothing to say, or the dialect can't say it. */
function translated(change: DdlChange, table: string, dialect: ReadDialect): string | undefined {
  const { before, after } = change;
  if (before.defaultSpecId === after.defaultSpecId) return undefined;
  return translations(before, after, table).find((one) => one.dialect === dialect)?.text;
}

export interface Knobs {
  readonly days: number;
  readonly mode: 'none' | 'hash' | 'range' | undefined;
  readonly rewrite: 'read' | { readonly specs: readonly number[] } | { readonly range: string };
}

export function useKnobs(change: DdlChange | undefined): Knobs {
  const { days, mode, rewrite, range } = useLink();
  return useMemo(
    () => ({
      days: Number(days ?? 7),
      mode: mode ?? change?.distribution,
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
  const { days, mode, rewrite } = knobs;
  return useQuery<Foreseen>({
    queryKey: [
      'evolve',
      view.key,
      change === undefined ? '' : specsKey(change),
      ...questionKey(question),
      days,
      mode ?? '',
      JSON.stringify(rewrite),
    ],
    queryFn:
      change === undefined
        ? skipToken
        : async ({ signal }) => {
            const { before, after } = change;
            const asked = await askedOf(view, question);
            const chosen = await chosenBy(view, rewrite);
            const request = { before, after, question: asked, days, mode, rewrite: chosen };
            return foresee(view, request, tableApi(), { signal });
          },
    placeholderData: (previous) => previous,
  });
}

/** What of the change matters to what follows from it. */
function specsKey({ after }: DdlChange): string {
  return JSON.stringify(after.partitionSpecs.find((one) => one.specId === after.defaultSpecId));
}

function questionKey(question: Question | undefined): readonly string[] {
  if (question === undefined) return ['none'];
  return [question.where, question.profile, String(question.caseSensitive)];
}

async function chosenBy(view: SnapshotInHand, rewrite: Knobs['rewrite']): Promise<RewriteChoice> {
  if (rewrite === 'read' || 'specs' in rewrite) return rewrite;
  const { expression } = await parseFilter(rewrite.range, view.schema, false);
  return { where: expression, caseSensitive: false };
}

async function askedOf(view: SnapshotInHand, question: Question | undefined) {
  if (question === undefined) return undefined;
  const { where, caseSensitive, profile } = question;
  const { expression } = await parseFilter(where, view.schema, caseSensitive);
  return { filter: expression, caseSensitive, profile };
}
