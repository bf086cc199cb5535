/** The predicate bar: editor, what was understood, and what was not. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { WhereError } from '../../src/expressions/where.ts';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import { partitionSources } from '../../src/metadata/spec-words.ts';
import { type SnapshotInHand, specRanks } from '../data.ts';
import { leaveField } from '../keys.ts';
import { Button, Kbd } from '../ui/controls.tsx';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Editor, EditorHooks } from './editor.ts';
import type { Example } from './examples.ts';
import type { Language } from './language.ts';
import { SavedMenu } from './SavedMenu.tsx';
import type { ColumnRanges } from './use-column-ranges.ts';
import { useEditor } from './use-editor.ts';
import { focusPart } from './use-navigation.ts';
import type { Predicate } from './use-predicate.ts';
import { termWords } from './where.ts';

export function PredicateBar(props: {
  readonly predicate: Predicate;
  readonly view: SnapshotInHand;
  readonly examples: readonly Example[];
  readonly ranges: ColumnRanges;
  /** A plan is awaited: the editor comes after it, or when somebody wants to write. */
  readonly busy: boolean;
}) {
  const { predicate, view } = props;
  const host = useRef<HTMLDivElement>(null);
  const fix = useFix(predicate);
  const [due, setDue] = useState(!props.busy);
  if (!due && !props.busy) setDue(true);
  const editor = usePredicateEditor(host, predicate, view, fix, due ? props.ranges : undefined);
  const { shownError } = predicate;
  useEffect(() => {
    editor?.mark(shownError?.span);
    // The list of completions stands below the line of the error.
    const gap = shownError === undefined ? '8px' : '36px';
    host.current?.style.setProperty('--completions-gap', gap);
  }, [editor, shownError]);
  return (
    <search className="predicate">
      <div className="predicate-row">
        <label className="mono dim" htmlFor="predicate-text">
          WHERE
        </label>
        <div className="predicate-field" data-empty={predicate.text === '' ? '' : undefined}>
          {editor === undefined ? (
            <PlainInput predicate={predicate} fix={fix} onFocus={() => setDue(true)} />
          ) : null}
          <div
            ref={host}
            className="predicate-host"
            data-predicate={editor === undefined ? undefined : ''}
            hidden={editor === undefined}
          />
        </div>
        <Status predicate={predicate} />
        <SavedMenu predicate={predicate} />
      </div>
      {shownError === undefined ? null : (
        <ErrorLine error={shownError} fix={fix} editor={editor} keeps={predicate.keeps} />
      )}
      <Notes predicate={predicate} />
      {predicate.text.trim() === '' ? <Examples {...props} /> : null}
    </search>
  );
}

/** Until the editor is loaded; what is typed here stays. */
function PlainInput({
  predicate,
  fix,
  onFocus,
}: {
  readonly predicate: Predicate;
  readonly fix: () => boolean;
  readonly onFocus: () => void;
}) {
  return (
    <input
      onFocus={onFocus}
      id="predicate-text"
      data-predicate=""
      className="predicate-plain"
      aria-label="Predicate: an SQL condition"
      spellCheck={false}
      autoComplete="off"
      value={predicate.text}
      onChange={(event) => predicate.setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') predicate.enter(event.currentTarget.value);
        else if (event.key === 'Escape') leaveField();
        else if (event.key === '.' && (event.ctrlKey || event.metaKey)) fix();
        else return;
        event.preventDefault();
      }}
    />
  );
}

/** Puts the suggestion of the first error in its place. */
function useFix(predicate: Predicate): () => boolean {
  const latest = useRef(predicate);
  latest.current = predicate;
  return useCallback(() => {
    const { text, where, setText } = latest.current;
    const error = where?.errors[0];
    const replacement = error?.suggestion?.replacement;
    if (error === undefined || replacement === undefined) return false;
    setText(text.slice(0, error.span.from) + replacement + text.slice(error.span.to));
    return true;
  }, []);
}

/** No editor while there are no `ranges`, or no language. */
function usePredicateEditor(
  host: { readonly current: HTMLDivElement | null },
  predicate: Predicate,
  view: SnapshotInHand,
  fix: () => boolean,
  ranges: ColumnRanges | undefined,
): Editor | undefined {
  const latest = useRef(predicate);
  latest.current = predicate;
  const latestRanges = useRef(ranges);
  latestRanges.current = ranges;
  const wanted = ranges !== undefined;
  const { language, text } = predicate;
  const { metadata } = view.table;
  const hooks = useMemo(() => {
    if (language === undefined || !wanted) return undefined;
    const uses = specUses(metadata.partitionSpecs, language, specRanks(metadata));
    return () => editorHooks(latest, language, fix, uses, latestRanges);
  }, [language, metadata, fix, wanted]);
  return useEditor(host, text, hooks);
}

function editorHooks(
  latest: { readonly current: Predicate },
  language: Language,
  fix: () => boolean,
  uses: EditorHooks['specsOf'],
  ranges: { readonly current: ColumnRanges | undefined },
): EditorHooks {
  return {
    onChange: (text) => latest.current.setText(text),
    onEnter: (text) => latest.current.enter(text),
    onFix: fix,
    tokens: language.tokens,
    complete: language.complete,
    specsOf: uses,
    onFocus: () => ranges.current?.want(),
    spanOf: (label) => ranges.current?.spanOf(label),
  };
}

function specUses(
  specs: readonly PartitionSpec[],
  language: Language,
  ranks: ReadonlyMap<number, number>,
): EditorHooks['specsOf'] {
  const uses = new Map<string, { specId: number; rank: number }[]>();
  for (const spec of specs) {
    for (const id of partitionSources([spec])) {
      const name = language.schema.byId.get(id)?.name ?? '';
      const own = uses.get(name) ?? [];
      own.push({ specId: spec.specId, rank: ranks.get(spec.specId) ?? 0 });
      uses.set(name, own);
    }
  }
  return (label) => uses.get(label.replace(/["`]/g, '')) ?? [];
}

function Status({ predicate }: { readonly predicate: Predicate }) {
  const { where, text, shownError } = predicate;
  if (where === undefined || text.trim() === '') return null;
  if (shownError !== undefined) {
    const more = where.errors.length;
    return (
      <span className="predicate-status bad">
        <svg className="glyph" width={9} height={9} viewBox="0 0 11 11" aria-hidden="true">
          <path d="M5.5 1 10.5 10H.5z" fill="currentColor" />
        </svg>{' '}
        {plural(more, 'error')}, at {shownError.span.from + 1}
      </span>
    );
  }
  if (where.errors.length > 0) return <span className="predicate-status dim">…</span>;
  return (
    <span className="predicate-status">
      <Icon name="check" size={11} /> {termWords(where)}
    </span>
  );
}

function Examples(props: { readonly predicate: Predicate; readonly examples: readonly Example[] }) {
  if (props.examples.length === 0) return null;
  return (
    <div className="predicate-line">
      <span className="dim">Try</span>
      {props.examples.map((example) => (
        <Button
          key={example.where}
          onClick={() => {
            props.predicate.take(example.where);
            // This button goes with the empty predicate.
            focusPart('.map');
          }}
          title={example.where}
        >
          <span className="mono">{example.label}</span>
        </Button>
      ))}
    </div>
  );
}

function Notes({ predicate }: { readonly predicate: Predicate }) {
  const { where, language, text } = predicate;
  const empty = useMemo(
    () => (where === undefined ? [] : (language?.emptyRanges(text, where) ?? [])),
    [where, language, text],
  );
  const notes = [...empty, ...shortNotes(where?.notes.map(({ message }) => message) ?? [])];
  if (notes.length === 0 || predicate.stale) return null;
  return (
    <div className="predicate-line soft">
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
    </div>
  );
}

/** The same said of several values is said once. */
function shortNotes(messages: readonly string[]): readonly string[] {
  const notes = [...new Set(messages)];
  const zoneless = notes.filter((note) => note.endsWith('is read as UTC.'));
  if (zoneless.length < 2) return notes;
  const others = notes.filter((note) => !zoneless.includes(note));
  return ['Times without a zone are read as UTC.', ...others];
}

/** What is wrong, with its ▲ under the place; the text stands on the side that has room. */
function ErrorLine(props: {
  readonly error: WhereError;
  readonly fix: () => boolean;
  readonly editor: Editor | undefined;
  /** An older predicate is shown below. */
  readonly keeps: boolean;
}) {
  const { error, editor } = props;
  const line = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ readonly x: number; readonly width: number }>();
  useEffect(() => {
    const box = line.current?.getBoundingClientRect();
    const x = editor?.placeOf(error.span.from);
    setPlace(
      box === undefined || x === undefined ? undefined : { x: x - box.left, width: box.width },
    );
  }, [error, editor]);
  const toLeft = place !== undefined && place.x > place.width * 0.55;
  const { suggestion } = error;
  return (
    <div
      ref={line}
      className="predicate-error"
      role="alert"
      data-side={toLeft ? 'left' : 'right'}
      style={
        place === undefined
          ? {}
          : toLeft
            ? { paddingRight: Math.max(0, place.width - place.x) }
            : { paddingLeft: Math.max(0, place.x) }
      }
    >
      <svg
        className="predicate-arrow"
        width={12}
        height={18}
        viewBox="0 0 12 18"
        aria-hidden="true"
      >
        <path d="M6 16V7" stroke="var(--bad)" strokeWidth={1.5} fill="none" />
        <path d="M1.5 8 6 1l4.5 7z" fill="var(--bad)" />
      </svg>
      <span className="predicate-message">
        <strong>{error.message}</strong>
        {suggestion === undefined ? null : <> {suggestion.message}</>}
        {suggestion?.replacement === undefined ? null : (
          <>
            {' '}
            <Button look="link" onClick={props.fix}>
              Put it in
            </Button>{' '}
            <Kbd>Ctrl .</Kbd>
          </>
        )}
        {props.keeps ? (
          <span className="dim"> Below: the last predicate that could be read.</span>
        ) : null}
      </span>
    </div>
  );
}
