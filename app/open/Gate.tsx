/** What stands before a table of another origin, or one that is read with a key: what the link loads, and from where. */
import { type FormEvent, useState } from 'react';
import { rememberAddress } from '../addresses.ts';
import { agree, foreignAddresses } from '../consent.ts';
import { type Search, savedPredicates, withoutSecrets } from '../link.ts';
import { queryClient } from '../queries.ts';
import { useGo, useLinkParts, useViewId } from '../routes.ts';
import { Button } from '../ui/controls.tsx';
import { plural } from '../ui/format.ts';
import { viewById } from '../view-names.ts';

type Source = Pick<Search, 'src' | 'meta' | 'key'>;

export function Gate({
  source,
  needsKey,
}: {
  readonly source: Source;
  readonly needsKey: boolean;
}) {
  return needsKey ? <KeyGate source={source} /> : <OriginGate source={source} />;
}

function OriginGate({ source }: { readonly source: Source }) {
  const addresses = foreignAddresses(source);
  const hosts = [...new Set(addresses.map((address) => new URL(address).host))];
  return (
    <div className="loading gate">
      <h1>
        This link loads a table from <b>{hosts.join(' and ')}</b> and asks nobody else.
      </h1>
      <ul className="gate-addresses">
        {addresses.map((address) => (
          <li key={address} className="mono">
            {new URL(address).href}
          </li>
        ))}
      </ul>
      <Then />
      <p className="soft">Whoever runs that server learns that you read it, as with any page.</p>
      <p>
        <Button look="primary" onClick={() => agree(source)}>
          Load it
        </Button>
      </p>
    </div>
  );
}

/** What the link shows of the table. */
function Then() {
  const { where, saved } = useLinkParts('where', 'saved');
  const view = viewById(useViewId() ?? '')?.title ?? 'it';
  const kept = savedPredicates({ saved }).length;
  return (
    <p>
      Then it shows {view}
      {where === undefined ? '' : ' for '}
      {where === undefined ? null : <bdi className="mono">{where}</bdi>}
      {kept === 0 ? '.' : `, with ${plural(kept, 'saved predicate')}.`}
    </p>
  );
}

/** The receiver's own address; the state that the link describes stays. */
function KeyGate({ source }: { readonly source: Source }) {
  const go = useGo();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { url, removed } = withoutSecrets(text.trim());
    if (url === '') return;
    if (removed.length > 0) rememberAddress(url, text.trim());
    agree({ src: url });
    // It may have been tried without the key before.
    void queryClient.resetQueries({ queryKey: ['table', url] });
    go({ src: url, key: removed.length > 0 ? 'own' : undefined });
  };
  return (
    <div className="loading gate">
      <h1>This table is read with a key, and links never carry one.</h1>
      <p className="gate-addresses">
        <bdi className="mono">{source.src}</bdi>
      </p>
      <p className="soft">
        Give your own address of it, signed for you. The key stays in this page’s memory; it enters
        no link and no storage.
      </p>
      <form className="open-address" onSubmit={submit}>
        <input
          className="field grow"
          aria-label="Your own address of the table"
          placeholder="https:// with your key"
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="primary">
          Load it
        </Button>
      </form>
      <p>
        <Button
          look="link"
          onClick={() => {
            agree(source);
            go({ key: undefined });
          }}
        >
          Try without a key
        </Button>
      </p>
    </div>
  );
}
