/** The editor in the place of a plain field, which is there until the editor is loaded. */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { idle } from '../ui/idle.ts';
import type { Editor, EditorHooks, Selected } from './editor.ts';

type PlainField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Loads the editor into the shadow root of `host`, with what was typed and selected meanwhile.
 * @param hooks makes them once the editor is there; another function makes another editor, undefined none
 */
export function useEditor(
  host: { readonly current: HTMLElement | null },
  text: string,
  hooks: (() => EditorHooks) | undefined,
): Editor | undefined {
  const [editor, setEditor] = useState<Editor>();
  const [failure, setFailure] = useState<unknown>();
  const latest = useRef(text);
  latest.current = text;
  const writing = useRef<Composition>(undefined);
  useEffect(() => {
    const box = host.current?.parentElement ?? undefined;
    // From the beginning: what the hooks are made of may come after the first key.
    writing.current = box && compositionIn(box);
    return () => writing.current?.forget();
  }, [host]);
  useEffect(() => {
    const element = host.current;
    if (element === null || hooks === undefined) return;
    let made: Editor | undefined;
    let current = true;
    loadEditor().then(
      async (createEditor) => {
        // A field that is taken away takes with it what is being composed.
        await writing.current?.end();
        if (!current) return;
        const root =
          element.shadowRoot ?? element.attachShadow({ mode: 'open', delegatesFocus: true });
        const plain = focusedField(element);
        made = createEditor(root, latest.current, selectedIn(plain), hooks());
        const ready = made;
        // At once, so that there are never two fields and the focus finds the new one.
        flushSync(() => setEditor(ready));
        if (plain !== null) ready.focus();
      },
      (reason) => {
        if (current) setFailure(reason);
      },
    );
    return () => {
      current = false;
      made?.destroy();
      setEditor(undefined);
    };
  }, [host, hooks]);
  useEffect(() => editor?.setText(text), [editor, text]);
  if (failure !== undefined) throw failure;
  return editor;
}

type Composition = ReturnType<typeof compositionIn>;

/** Whether a character is being composed of several keys, as accents and other scripts are. */
function compositionIn(box: HTMLElement) {
  const controller = new AbortController();
  const { signal } = controller;
  let composing = false;
  let done = () => {};
  box.addEventListener(
    'compositionstart',
    () => {
      composing = true;
    },
    { signal },
  );
  // The field tells of the text after this.
  const end = () => {
    composing = false;
    setTimeout(() => done());
  };
  box.addEventListener('compositionend', end, { signal });
  return {
    end: () =>
      composing
        ? new Promise<void>((resolve) => {
            done = resolve;
          })
        : undefined,
    forget: () => controller.abort(),
  };
}

/** The plain field beside `host`, if it has the focus: a view may have two. */
function focusedField(host: HTMLElement): PlainField | null {
  return host.parentElement?.querySelector<PlainField>('.predicate-plain:focus') ?? null;
}

function selectedIn(field: PlainField | null): Selected | undefined {
  const { selectionStart: from, selectionEnd: to } = field ?? {};
  if (from == null || to == null) return undefined;
  return field?.selectionDirection === 'backward'
    ? { anchor: to, head: from }
    : { anchor: from, head: to };
}

/** In tasks of their own, and not before the answer that is awaited: until then there is the plain field. */
async function loadEditor() {
  await idle();
  const { createEditor } = await import('./editor.ts');
  await idle();
  return createEditor;
}
