/**
 * The predicate's editor: CodeMirror inside a shadow root, since the page's policy allows styles of its own sheets alone
 * and CodeMirror brings its own as constructed sheets. Loaded when the bar is first shown.
 */

import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { Annotation, EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightSpecialChars,
  keymap,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { Span } from '../../src/base/errors.ts';
import { markOf, UNSEEN, visibleText } from '../../src/base/visible.ts';
import type { Completions, Token } from '../../src/expressions/complete.ts';
import { leaveField } from '../keys.ts';
import type { ColumnSpan } from './column-ranges.ts';

export interface EditorHooks {
  /** The field's name, and what stands in it while it is empty; those of the predicate where absent. */
  readonly label?: string | undefined;
  readonly hint?: string | undefined;
  readonly onChange: (text: string) => void;
  /** Takes `text`, what stands in the editor, which the page may not have drawn yet; false where it can't be taken. */
  readonly onEnter: (text: string) => boolean;
  /** Where nothing can be taken Enter begins a new line. */
  readonly hasLines?: boolean | undefined;
  /** Puts the suggestion in; false where there is none. */
  readonly onFix: () => boolean;
  readonly tokens: (text: string) => readonly Pick<Token, 'from' | 'to' | 'kind'>[];
  readonly complete: (text: string, position: number) => Completions;
  /** What stands beside a column in the list: ranks and ids of the specs that use it. */
  readonly specsOf: (
    label: string,
  ) => readonly { readonly specId: number; readonly rank: number }[];
  /** Somebody begins to write. */
  readonly onFocus: () => void;
  /** What the files hold of a column; undefined while it is not known. */
  readonly spanOf: (label: string) => ColumnSpan | undefined;
}

export interface Editor {
  readonly setText: (text: string) => void;
  readonly focus: () => void;
  /** Underlines a span; undefined = none. */
  readonly mark: (span: Span | undefined) => void;
  /** Page coordinates under an offset. */
  readonly placeOf: (offset: number) => number | undefined;
  readonly destroy: () => void;
}

/** From where to where text is selected; the caret stands at `head`. */
export interface Selected {
  readonly anchor: number;
  readonly head: number;
}

export function createEditor(
  root: ShadowRoot,
  text: string,
  selection: Selected | undefined,
  hooks: EditorHooks,
): Editor {
  // What the page has, or was told since; it may give each back late, when more is typed already.
  const told = new Set([text]);
  const tell = (next: string) => {
    told.add(next);
    hooks.onChange(next);
  };
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      selection: within(selection, text.length),
      extensions: extensions(hooks, tell),
    }),
  });
  // The host gives its focus to the first element that takes it, which is the box around the text.
  view.scrollDOM.addEventListener('focus', () => view.focus());
  return {
    setText: (next) => {
      const isSame = next === view.state.doc.toString();
      if (isSame) told.clear();
      if (isSame || told.has(next)) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        selection: { anchor: next.length },
        annotations: given.of(true),
      });
    },
    focus: () => view.focus(),
    mark: (span) => view.dispatch({ effects: setMark.of(span) }),
    placeOf: (offset) => view.coordsAtPos(Math.min(offset, view.state.doc.length))?.left,
    destroy: () => view.destroy(),
  };
}

function within(selection: Selected | undefined, end: number): Selected {
  const { anchor = end, head = end } = selection ?? {};
  return { anchor: Math.min(end, anchor), head: Math.min(end, head) };
}

/** On what the page puts in, which it need not be told. */
const given = Annotation.define<true>();

function extensions(hooks: EditorHooks, tell: (text: string) => void) {
  return [
    history(),
    keys(hooks),
    keymap.of([...historyKeymap, ...defaultKeymap]),
    EditorView.lineWrapping,
    placeholder(visibleText(hooks.hint ?? 'a condition, as after WHERE')),
    EditorView.contentAttributes.of({
      'aria-label': hooks.label ?? 'Predicate: an SQL condition',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocorrect: 'off',
    }),
    EditorView.updateListener.of((update) => {
      const typed = update.transactions.some((t) => t.docChanged && t.annotation(given) !== true);
      if (typed) tell(update.state.doc.toString());
      if (update.focusChanged && update.view.hasFocus) hooks.onFocus();
    }),
    replaceSelected,
    unseen,
    colours(hooks),
    marks,
    completion(hooks),
    theme,
  ];
}

function keys(hooks: EditorHooks) {
  // Went to a completion by arrows: then Enter means it, and not what stands in the editor.
  let picked = false;
  const move = (forward: boolean) => (view: EditorView) => {
    const moved = moveCompletionSelection(forward)(view);
    picked ||= moved;
    return moved;
  };
  const enter = (view: EditorView) => {
    const text = view.state.doc.toString();
    const isOpen = completionStatus(view.state) === 'active';
    const takesFirst = isOpen && (picked || text.trim() === '');
    if (takesFirst && acceptCompletion(view)) return true;
    if (hooks.onEnter(text)) return closeCompletion(view) || true;
    if (isOpen && acceptCompletion(view)) return true;
    closeCompletion(view);
    return hooks.hasLines !== true;
  };
  const forget = EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged || completionStatus(state) === null) picked = false;
  });
  const bindings = keymap.of([
    { key: 'ArrowDown', run: move(true) },
    { key: 'ArrowUp', run: move(false) },
    { key: 'Tab', run: acceptCompletion },
    {
      key: 'Escape',
      // A list that is only looked for is not on screen, and nobody means to close it.
      run: (view) =>
        completionStatus(view.state) === 'active' ? closeCompletion(view) : leave(view),
    },
    { key: 'Ctrl-Space', run: startCompletion },
    { key: 'Mod-.', run: hooks.onFix },
    { key: 'Enter', run: enter },
  ]);
  return [bindings, forget];
}

/** Back to the page, where single keys are commands. */
function leave(view: EditorView): boolean {
  closeCompletion(view);
  view.contentDOM.blur();
  leaveField();
  return true;
}

/** What is typed over coloured text would get its colour from the browser, as an inline style that the page's policy refuses. */
const replaceSelected = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    const { state } = view;
    if (inputType !== 'insertText' || data === null || state.selection.main.empty) return false;
    view.dispatch(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

/** They stay in the text, and are seen. */
const unseen = highlightSpecialChars({
  specialChars: new RegExp(UNSEEN),
  render: (code) => words('unseen', markOf(code)),
});

/* Colours. */

const CLASSES: Partial<Record<Token['kind'], Decoration>> = {
  keyword: Decoration.mark({ class: 'kw' }),
  type: Decoration.mark({ class: 'kw' }),
  function: Decoration.mark({ class: 'fn' }),
  string: Decoration.mark({ class: 'lit' }),
  number: Decoration.mark({ class: 'lit' }),
  comment: Decoration.mark({ class: 'comment' }),
};

function colours(hooks: EditorHooks) {
  const build = (view: EditorView): DecorationSet => {
    const ranges = hooks.tokens(view.state.doc.toString()).flatMap(({ kind, from, to }) => {
      const decoration = CLASSES[kind];
      return decoration === undefined ? [] : [decoration.range(from, to)];
    });
    return Decoration.set(ranges);
  };
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = build(view);
      }
      update(update: ViewUpdate) {
        if (update.docChanged) this.decorations = build(update.view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}

/* The place of an error. */

const setMark = StateEffect.define<Span | undefined>();

const wave = Decoration.mark({ class: 'wave' });

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (old, transaction) => {
    let set = transaction.docChanged ? Decoration.none : old;
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue;
      const span = effect.value;
      const end = Math.min(span?.to ?? 0, transaction.state.doc.length);
      set =
        span === undefined || span.from >= end
          ? Decoration.none
          : Decoration.set([wave.range(span.from, end)]);
    }
    return set;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/* Completion. */

interface Option extends Completion {
  readonly specs: ReturnType<EditorHooks['specsOf']>;
  readonly span: ColumnSpan | undefined;
}

function completion(hooks: EditorHooks) {
  const source = (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString();
    const typed = /[\p{L}\p{N}_."`(=<>]$/u.test(text.slice(0, context.pos));
    const afterBlank = /\s$/.test(text.slice(0, context.pos)) || text === '';
    if (!context.explicit && !typed && !afterBlank) return null;
    const found = hooks.complete(text, context.pos);
    if (found.options.length === 0) return null;
    // At the end of a whole value or name what comes next is not yet wanted, and would cover the line of the error.
    if (
      !context.explicit &&
      !afterBlank &&
      found.from === context.pos &&
      /[\p{L}\p{N}_"`]$/u.test(text.slice(0, context.pos))
    ) {
      return null;
    }
    const options: Option[] = found.options.map((option) => ({
      label: option.label,
      displayLabel: visibleText(option.label),
      detail: visibleText(option.detail),
      type: option.kind,
      ...(option.caret === undefined ? {} : { apply: putIn(option.label, option.caret) }),
      specs: option.kind === 'column' ? hooks.specsOf(option.label) : [],
      span: option.kind === 'column' ? hooks.spanOf(option.label) : undefined,
    }));
    // Columns of partition fields skip most, so they come first.
    options.sort((a, b) => b.specs.length - a.specs.length);
    // By itself a list is looked for again a while after each key, and until then keys take nothing of what is seen.
    const update: CompletionResult['update'] = (_list, _from, _to, now) => source(now);
    return { from: found.from, to: found.to, options, filter: false, update };
  };
  return autocompletion({
    override: [source],
    defaultKeymap: false,
    // The list takes keys once it is seen: Enter takes nothing of it while the text itself can be taken.
    interactionDelay: 0,
    icons: false,
    maxRenderedOptions: 40,
    tooltipClass: () => 'completions',
    addToOptions: [
      { render: (option) => words('range', (option as Option).span?.range), position: 85 },
      { render: (option) => chips((option as Option).specs), position: 90 },
      { render: (option) => words('recorded', (option as Option).span?.recorded), position: 95 },
    ],
  });
}

/** With the caret inside of what is put in, where more is to be typed, and a list of what that may be. */
function putIn(text: string, caret: number) {
  return (view: EditorView, completion: Completion, from: number, to: number) => {
    view.dispatch({
      changes: { from, to, insert: text },
      selection: { anchor: from + caret },
      annotations: pickedCompletion.of(completion),
      userEvent: 'input.complete',
    });
    startCompletion(view);
  };
}

function words(name: string, text: string | undefined): HTMLElement {
  const box = document.createElement('span');
  box.className = name;
  box.textContent = visibleText(text ?? '');
  return box;
}

/** Styled by rank through custom properties: the shadow root inherits them. */
function chips(specs: Option['specs']): Node {
  const box = document.createElement('span');
  box.className = 'chips';
  for (const { specId, rank } of specs) {
    const chip = document.createElement('span');
    chip.className = 'chip';
    chip.textContent = String(specId);
    chip.style.background = `var(--e${rank % 8})`;
    chip.style.color = `var(--on-e${rank % 8})`;
    box.append(chip);
  }
  return box;
}

const MONO = { fontFamily: 'var(--mono)', fontVariantLigatures: 'none' };

const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--ink)', fontSize: '0.78125rem' },
  '&.cm-focused': { outline: 'none' },
  // A condition of hundreds of values leaves room for its answer.
  '.cm-scroller': { ...MONO, lineHeight: '1.4', maxHeight: '8.4em', overflow: 'auto' },
  '.cm-content': { padding: '0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--ink3)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '1.5px' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent)',
  },
  '.kw': { color: 'var(--ink3)' },
  '.fn': { color: 'var(--ink2)' },
  '.lit': { color: 'var(--accent)' },
  '.comment': { color: 'var(--ink3)', fontStyle: 'italic' },
  '.unseen': { color: 'var(--bad)' },
  '.wave': {
    textDecoration: 'underline wavy var(--bad) 1.2px',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip.completions': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line2)',
    borderRadius: '4px',
    color: 'var(--ink)',
    // Below the line of an error, where there is one.
    marginTop: 'var(--completions-gap, 8px)',
  },
  '.cm-tooltip.completions > ul': {
    ...MONO,
    maxHeight: '18rem',
    minWidth: '22rem',
    maxWidth: 'min(60rem, 95vw)',
  },
  '.cm-tooltip.completions > ul > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(7rem, max-content) minmax(6rem, 1fr) auto auto auto',
    gap: '0.75rem',
    alignItems: 'center',
    minHeight: '1.5rem',
    padding: '0 0.625rem',
    fontSize: '0.75rem',
  },
  '.cm-tooltip.completions > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-tint)',
    boxShadow: 'inset 2px 0 var(--accent)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': {
    marginLeft: '0',
    fontFamily: 'var(--sans)',
    fontStyle: 'normal',
    color: 'var(--ink3)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.range': { fontSize: '0.71875rem', color: 'var(--ink2)' },
  '.recorded': { fontFamily: 'var(--sans)', color: 'var(--ink3)' },
  '.chips': { display: 'flex', gap: '2px' },
  '.chip': {
    minWidth: '1.0625rem',
    padding: '0 0.25rem',
    borderRadius: '2px',
    fontSize: '0.6875rem',
    fontWeight: '600',
    lineHeight: '1rem',
    textAlign: 'center',
  },
});
