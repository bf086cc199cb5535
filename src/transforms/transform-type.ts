/** A partition or sort transform as plain data. Rules: rules.md 4. */
export type Transform =
  | { readonly kind: 'identity' }
  | { readonly kind: 'year' }
  | { readonly kind: 'month' }
  | { readonly kind: 'day' }
  | { readonly kind: 'hour' }
  | { readonly kind: 'void' }
  | { readonly kind: 'bucket'; readonly numBuckets: number }
  | { readonly kind: 'truncate'; readonly width: number }
  /** Anything we don't know (TR-2): never projects, still part of the tuple's identity. */
  | { readonly kind: 'unknown'; readonly text: string };
