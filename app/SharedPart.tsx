/** A bundle, or a link with a table inside, that holds a part: said over every view, since figures are of the whole. */
import type { RecordedAnswer } from '../src/share/bundle.ts';
import { isPartOf, type OpenTable } from './data.ts';
import { plural } from './ui/format.ts';

export function SharedPart({ table }: { readonly table: OpenTable }) {
  const { bundle, source } = table;
  if (bundle === undefined || !isPartOf(table)) return null;
  const where = source.kind === 'inline' ? 'this link' : 'this bundle';
  const replaced = bundle.redacted?.find((line) => line.startsWith('Replaced: '));
  return (
    <div className="link-problems" role="status">
      <strong>Only one snapshot of the table is in {where}.</strong>
      <span className="soft">
        {countedWords(bundle.recorded)} {replaced}
      </span>
    </div>
  );
}

function countedWords(recorded: RecordedAnswer | undefined): string {
  if (recorded === undefined) return '';
  const files = recorded.manifests.reduce((sum, { live: [count] }) => sum + count, 0n);
  return `${plural(files, 'file')} that its predicate skips ${files === 1n ? 'is' : 'are'} counted and not listed.`;
}
