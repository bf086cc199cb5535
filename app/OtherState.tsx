/** A link to files that it cannot carry names them: here is said where others were given. */
import { likenessWords } from '../src/share/fingerprint.ts';
import { useTable } from './queries.ts';
import { useLinkParts } from './routes.ts';

export function OtherState() {
  const { table: wanted } = useLinkParts('table');
  const table = useTable().data;
  const words =
    wanted === undefined || table === undefined ? undefined : likenessWords(wanted, table.metadata);
  if (words === undefined) return null;
  return (
    <div className="link-problems" role="status">
      <strong>Not what the link was made of.</strong>
      <span className="soft">{words}</span>
    </div>
  );
}
