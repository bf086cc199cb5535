/**
 * The predicate as it is typed. The link holds the last one that could be understood: it is written on a pause and on
 * Enter, and while the text has an error the last answer stays.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Where, WhereError } from '../../src/expressions/where.ts';
import type { SnapshotInHand } from '../data.ts';
import type { Search } from '../link.ts';
import { useGo, useLink } from '../routes.ts';
import { usePause } from '../ui/use-pause.ts';
import type { Language } from './language.ts';
import { useReadAhead } from './use-read-ahead.ts';
import { loadLanguage } from './where.ts';

export interface Predicate {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Takes a text at once and makes it a step of the browser's history. */
  readonly take: (text: string) => void;
  /** Takes what is typed; false while it has an error. */
  readonly enter: (typed: string) => boolean;
  /** undefined until the language is loaded. */
  readonly language: Language | undefined;
  readonly where: Where | undefined;
  /** The first error, after a pause in typing. */
  readonly shownError: WhereError | undefined;
  /** What is typed differs from what is shown below, since it has an error. */
  readonly stale: boolean;
  /** What is typed can be understood and is not asked yet: it is taken on a pause. */
  readonly due: boolean;
  /** There is an older predicate in the link, whose answer is shown meanwhile. */
  readonly keeps: boolean;
  /** Texts that were taken, newest first; in memory only. */
  readonly past: readonly string[];
}

const TAKE_MS = 350;
const SHOW_ERROR_MS = 400;
const PAST = 20;

/** By table; a predicate is the table's own words, so it is not stored. */
const pastOf = new Map<string, readonly string[]>();

export function usePredicate(view: SnapshotInHand): Predicate {
  const link = useLink();
  const go = useGo();
  const { language } = useLanguage(view);
  const inLink = link.where ?? '';
  const [text, setText] = useState(inLink);
  const [past, remember] = usePast(view.table.tableKey);
  const written = useRef(inLink);
  useEffect(() => {
    // Back, an example or a pasted link changed it from outside.
    if (inLink !== written.current) setText(inLink);
    written.current = inLink;
  }, [inLink]);
  const where = useMemo(() => language?.parse(text), [language, text]);
  useReadAhead(view, language, text);
  const paused = usePause(text, SHOW_ERROR_MS);
  const put = useCallback(
    (next: string, step: true | 'typing') => {
      const trimmed = next.trim();
      written.current = trimmed;
      go(askedParts(trimmed), { step });
    },
    [go],
  );
  const valid = where !== undefined && where.errors.length === 0;
  useEffect(() => {
    if (!valid || text.trim() === written.current.trim()) return;
    const timer = setTimeout(() => put(text, 'typing'), TAKE_MS);
    return () => clearTimeout(timer);
  }, [valid, text, put]);
  const take = (next: string) => {
    setText(next);
    remember(next);
    put(next, true);
  };
  return {
    text,
    setText,
    take,
    enter: (typed) => {
      if (language?.parse(typed).errors.length !== 0) return false;
      take(typed);
      return true;
    },
    language,
    where,
    shownError: paused ? where?.errors[0] : undefined,
    stale: where !== undefined && where.errors.length > 0,
    due: valid && text.trim() !== inLink.trim(),
    keeps: inLink !== '' && inLink !== text.trim(),
    past,
  };
}

/** Parts of the link: steps are of the plan that they were opened for, and without a predicate there is none. */
function askedParts(where: string): Search {
  return where === '' ? { where: undefined, step: undefined } : { where };
}

/** The language of the view's schema; a failed load is thrown, for the view's boundary. */
export function useLanguage(view: SnapshotInHand): { readonly language: Language | undefined } {
  const { names } = useLink();
  const [loaded, setLoaded] = useState<{ readonly of: unknown; readonly language: Language }>();
  const [failure, setFailure] = useState<unknown>();
  const { schema } = view;
  const { specs, schemas } = view.context;
  useEffect(() => {
    let current = true;
    loadLanguage(schema, names === 'exact', { specs, schemas }).then(
      (language) => {
        if (current) setLoaded({ of: schema, language });
      },
      (reason) => {
        if (current) setFailure(reason);
      },
    );
    return () => {
      current = false;
    };
  }, [schema, names, specs, schemas]);
  if (failure !== undefined) throw failure;
  return { language: loaded?.of === schema ? loaded.language : undefined };
}

function usePast(tableKey: string): readonly [readonly string[], (text: string) => void] {
  const [past, setPast] = useState(() => pastOf.get(tableKey) ?? []);
  const remember = (text: string) => {
    const trimmed = text.trim();
    if (trimmed === '') return;
    const next = [trimmed, ...past.filter((one) => one !== trimmed)].slice(0, PAST);
    pastOf.set(tableKey, next);
    setPast(next);
  };
  return [past, remember];
}
