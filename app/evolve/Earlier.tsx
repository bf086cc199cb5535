/** The same futures for conditions that are kept with the table or were asked before, one a row. */
import type { DdlChange } from '../../src/evolution/ddl/apply.ts';
import type { Reading } from '../../src/table/evolve.ts';
import type { SnapshotInHand } from '../data.ts';
import { savedPredicates } from '../link.ts';
import { useQuestion } from '../queries.ts';
import { useLink } from '../routes.ts';
import { Button } from '../ui/controls.tsx';
import { readWords, rewriteName } from './evolve-words.ts';
import { type Knobs, useForeseenOf } from './use-evolve.ts';

/** More would each be planned twice over the whole table. */
const MOST = 5;

export function Earlier(props: {
  readonly view: SnapshotInHand;
  readonly change: DdlChange;
  readonly knobs: Knobs;
  readonly past: readonly string[];
  readonly onTake: (where: string) => void;
}) {
  const asked = useQuestion();
  const { rewrite, saved } = useLink();
  const kept = savedPredicates({ saved }).map(({ where }) => where);
  const others = [...new Set([...kept, ...props.past])]
    .filter((where) => where !== asked?.where)
    .slice(0, MOST);
  if (others.length === 0) return null;
  return (
    <section aria-label="Saved and earlier conditions">
      <h2>Saved and earlier conditions</h2>
      <table className="table evolve-reads">
        <thead>
          <tr>
            <th scope="col">Condition</th>
            <th scope="col">Now</th>
            <th scope="col">Later, layout kept</th>
            <th scope="col">Later, layout changed</th>
            <th scope="col">{rewriteName(rewrite)}</th>
          </tr>
        </thead>
        <tbody>
          {others.map((where) => (
            <Row key={where} {...props} where={where} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row(props: Parameters<typeof Earlier>[0] & { readonly where: string }) {
  const { view, change, knobs, where } = props;
  const question = useQuestion();
  const { rewrite } = useLink();
  const { data, error } = useForeseenOf(view, change, knobs, {
    where,
    profile: question?.profile ?? 'safe',
    caseSensitive: question?.caseSensitive ?? false,
  });
  return (
    <tr>
      <th scope="row">
        <Button look="link" onClick={() => props.onTake(where)}>
          <span className="mono">{where}</span>
        </Button>
      </th>
      <Total name="Now" reading={data?.now} error={error} />
      <Total name="Later, layout kept" reading={data?.kept} error={error} />
      <Total name="Later, layout changed" reading={data?.changed} error={error} />
      <Total name={rewriteName(rewrite)} reading={data?.rewritten} error={error} />
    </tr>
  );
}

function Total({
  name,
  reading,
  error,
}: {
  readonly name: string;
  readonly reading: Reading | undefined;
  /** Such as of a condition that has no meaning for this table. */
  readonly error: unknown;
}) {
  return (
    <td className="small" data-future={name}>
      {error !== null
        ? 'can’t be read'
        : reading === undefined
          ? '…'
          : readWords(reading.total, reading.atMost)}
    </td>
  );
}
