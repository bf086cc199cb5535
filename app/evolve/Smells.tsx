/** What is worth a second look, with a way to its place. */
import type { Smell } from '../../src/evolution/smells.ts';
import type { TableMetadata } from '../../src/metadata/records.ts';
import { hrefOf, useLink } from '../routes.ts';
import { Mark } from '../ui/Icon.tsx';

const MARKS = {
  'can-change-answer': 'diamond',
  'costs-reading': 'triangle',
  'worth-knowing': 'dot',
} as const;

export function Smells({
  smells,
  before,
}: {
  /** undefined: not known yet. */
  readonly smells: readonly Smell[] | undefined;
  readonly before: TableMetadata | undefined;
}) {
  const link = useLink();
  return (
    <section aria-label="Worth knowing">
      <h2>Worth knowing</h2>
      {smells === undefined || smells.length > 0 ? null : (
        <p className="dim">None of the usual drawbacks of such a change is found here.</p>
      )}
      <ul className="evolve-smells">
        {smells?.map(({ code, severity, message, consequence, rule, view, place, specId }) => (
          <li key={`${code} ${place}`}>
            <Mark name={MARKS[severity]} />
            <div>
              {message} <span className="soft">{consequence}</span>
              <div className="small dim">
                {rule} <a href={hrefOf(view, { ...link, ...eraOf(specId, before) })}>See {place}</a>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A layout of the copy alone has no era to choose. */
function eraOf(specId: number | undefined, before: TableMetadata | undefined) {
  const isThere = before?.partitionSpecs.some((spec) => spec.specId === specId);
  return isThere === true ? { era: String(specId) } : {};
}
