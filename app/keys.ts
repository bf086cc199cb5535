/** What parts of the page say to each other about keys. */

export const HELP = 'icecore:help';
export const COMMANDS = 'icecore:commands';
export const SHARE = 'icecore:share';

export function openHelp(): void {
  window.dispatchEvent(new Event(HELP));
}

export function openCommands(): void {
  window.dispatchEvent(new Event(COMMANDS));
}

export function openShare(): void {
  window.dispatchEvent(new Event(SHARE));
}

/** Ends writing: single keys are the page's commands again. */
export function leaveField(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** True where a key belongs to what is being typed. */
export function isTyping(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null;
  // A shadow root hides the editor behind its host.
  const inner = element?.shadowRoot?.activeElement ?? element;
  return (
    inner !== null &&
    inner.closest(
      'input:not([type=radio],[type=checkbox],[type=button]),textarea,select,[contenteditable=true],[role=dialog]',
    ) !== null
  );
}

/** Esc, where nothing that is open on the page, nor a field, takes it for itself. */
export function isBackKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return false;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest('[role=menu],[role=listbox],button[aria-expanded=true]') == null;
}

export interface Action {
  readonly id: string;
  readonly title: string;
  readonly keys: string;
  readonly run: () => void;
}
