import { visibleText } from '../../src/base/visible.ts';
import { unbrokenParts } from './unbroken.ts';

/** A sentence whose values and figures stay in one line each. */
export function Unbroken({ text }: { readonly text: string }) {
  return unbrokenParts(visibleText(text)).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a value may stand twice; its place is its identity.
      <span key={i} className="whole">
        {part}
      </span>
    ),
  );
}
