/** Heads every view of a part: what alone is loaded, and the ways back. */
import './large.css';
import type { SnapshotInHand } from '../data.ts';
import { partWords } from '../part.ts';
import { useGo } from '../routes.ts';
import { Button } from '../ui/controls.tsx';

export function PartNotice({ view }: { readonly view: SnapshotInHand }) {
  const go = useGo();
  return (
    <div className="link-problems large-notice" role="status">
      <strong>{partWords(view)}</strong>
      <span className="soft">All that is said here is said of these.</span>
      <span className="grow" />
      <Button look="link" onClick={() => go({ load: undefined }, { step: true })}>
        Choose again
      </Button>
      <Button look="link" onClick={() => go({ load: 'all' }, { step: true })}>
        Load all
      </Button>
    </div>
  );
}
