/** What is replaced before a table is handed on: here beside there, what stays the same, what can't be hidden. */
import { useId } from 'react';
import {
  impliedChoice,
  REDACT_KINDS,
  type RedactChoice,
  type RedactKind,
} from '../../src/share/redact.ts';
import type { RedactedBundle } from '../../src/share/redact-bundle.ts';

const WORDS: Readonly<Record<RedactKind, string>> = {
  names: 'names',
  paths: 'paths',
  text: 'text values',
  numbers: 'numbers',
  times: 'times',
};

export function RedactChoices(props: {
  readonly choice: RedactChoice;
  readonly onChange: (choice: RedactChoice) => void;
  readonly disabled: boolean;
}) {
  const { choice, onChange, disabled } = props;
  const why = useId();
  const implied = impliedChoice({ ...choice, paths: false }).paths;
  const whole = impliedChoice(choice);
  return (
    <>
      <fieldset className="share-redact" disabled={disabled}>
        <legend>Redact</legend>
        {REDACT_KINDS.map((kind) => {
          const isImplied = kind === 'paths' && implied;
          return (
            <label key={kind}>
              <input
                type="checkbox"
                checked={whole[kind]}
                disabled={isImplied}
                aria-describedby={isImplied ? why : undefined}
                onChange={(event) => onChange({ ...choice, [kind]: event.currentTarget.checked })}
              />
              {WORDS[kind]}
            </label>
          );
        })}
      </fieldset>
      {implied ? (
        <p className="soft" id={why}>
          Paths go with the others, since they hold names and values.
        </p>
      ) : null}
    </>
  );
}

export function RedactPreview({ redacted }: { readonly redacted: RedactedBundle }) {
  const { pairs, notes, lost } = redacted;
  return (
    <>
      <table className="share-pairs">
        <caption className="sr-only">What is replaced</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Here</th>
            <th scope="col">In the bundle</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ what, here, there }) => (
            <tr key={what}>
              <th scope="row" className="cut" title={what}>
                {what}
              </th>
              <td className="mono">{here}</td>
              <td className="mono">{there ?? <i className="share-dropped">left out</i>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status">
        {lost.length === 0 ? (
          <>
            <b>Same answer:</b> order, equality and what the transforms make of values are kept, and
            with them every verdict and count.
          </>
        ) : (
          <>
            <b>Not the same answer:</b> {lost.join(' ')}
          </>
        )}
      </p>
      <h2>What cannot be hidden</h2>
      <ul className="share-notes soft">
        <li>
          How many files and rows there are, their sizes and sequence numbers, ids of columns, and
          the order of values.
        </li>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}
