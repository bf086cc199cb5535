/** Finds a snapshot by id, reference or time. */
import { type FormEvent, useId, useState } from 'react';
import type { TableMetadata } from '../../src/metadata/records.ts';
import { refRank } from '../refs.ts';
import { useGo } from '../routes.ts';
import { choiceOf } from './pick-snapshot.ts';

export function SnapshotPicker({ metadata }: { readonly metadata: TableMetadata }) {
  const go = useGo();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const names = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = choiceOf(metadata, text.trim());
    if (typeof found === 'string') setError(found);
    else {
      setError(undefined);
      setText('');
      go({ snap: undefined, ref: undefined, asof: undefined, ...found });
    }
  };
  return (
    <form className="snapshot-picker" onSubmit={submit}>
      <input
        className="field"
        aria-label="Go to a snapshot by id, reference or time"
        placeholder="id, ref, time…"
        list={names}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <datalist id={names}>
        {[...metadata.refs]
          .sort((a, b) => refRank(a) - refRank(b))
          .map(({ name }) => (
            <option key={name} value={name} />
          ))}
      </datalist>
      {error === undefined ? null : (
        <p className="snapshot-picker-error" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}
