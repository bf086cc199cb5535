/** Whether another page has us in a frame, and who may talk with us there: the address alone decides. */
export interface Embedding {
  /** Of the page that may talk with us; undefined: nobody may. */
  readonly origin: string | undefined;
}

/** `?embed`, or `?embed=https://wiki.example.org`; undefined without it. */
export function embeddingOf(query: string): Embedding | undefined {
  const [text] = new URLSearchParams(query).getAll('embed');
  if (text === undefined) return undefined;
  // `*`, `null` and addresses with a path are no origin: they would name more than one page's.
  const isOrigin =
    /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
  return { origin: isOrigin ? text : undefined };
}

export const embedding = embeddingOf(window.location.search);
