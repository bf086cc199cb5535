/** Choices of the person in local storage, which may be forbidden. */

/** undefined where nothing is kept, or may be. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text, or with undefined the default. False where nothing may be kept: a choice then lasts as long as the page. */
export function store(key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
