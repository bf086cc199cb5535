/** What a drop on a view asks or says over it. */
import { FailureStory } from './open/OpenFailed.tsx';
import { type Opener, retryOf } from './open/opener.ts';
import { Button } from './ui/controls.tsx';
import { Dialog } from './ui/popovers.tsx';

export function DropDialog({ opener }: { readonly opener: Opener }) {
  const { state } = opener;
  if (state.kind === 'failed') {
    return (
      <Dialog title="That did not open" open onClose={opener.dismiss}>
        <FailureStory src={state.src} error={state.error} onRetry={retryOf(opener)} />
      </Dialog>
    );
  }
  if (state.kind !== 'choose') return null;
  return (
    <Dialog title="Several tables are there. Which one?" open onClose={opener.dismiss}>
      {state.tables.map((table) => (
        <Button
          key={table.root}
          onClick={() => void opener.openSource(state.src, table.root)}
          style={{ margin: '0 var(--s8) var(--s8) 0' }}
        >
          {table.root === '' ? table.name : table.root}
        </Button>
      ))}
    </Dialog>
  );
}
