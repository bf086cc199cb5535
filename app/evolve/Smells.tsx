/** What is worth a second look, with a way to its place. */
import type { Smell } from '../../src/evolution/smells.ts';
import { hrefOf, useLink } from '../routes.ts';
import { Mark } from '../ui/Icon.tsx';

const MARKS = {
  'can-change-answer': 'diamond',
  'costs-reading': 'triangle',
  'worth-knowing': 'dot',
} as const;

export function Smells({ smells }: { readonly smells: readonly Smell[] }) {
  const link = useLink();
  return (
    <section aria-label="Worth knowing">
      <h2>Worth knowing</h2>
      {smells.length === 0 ? <p className="dim">Nothing smells.</p> : null}
      <ul className="evolve-smells">
        {smells.map(({ code, severity, message, consequence, rule, view, place }) => (
          <li key={`${code} ${place}`}>
            <Mark name={MARKS[severity]} />
            <div>
              {message} <span className="soft">{consequence}</span>
              <div className="small dim">
                {rule} <a href={hrefOf(view, link)}>See {place}</a>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
