/** The plan as a text for a ticket, or on paper. */

import type { FileExplanation } from '../../src/planning/explanation.ts';
import { specRanks } from '../data.ts';
import { saveBlob } from '../export/save.ts';
import { pathHash } from '../link.ts';
import { sieveRows } from '../pruning/sieve-layout.ts';
import { type Question, queryClient, usePlan } from '../queries.ts';
import { useLinkParts } from '../routes.ts';
import { specLabel } from '../specs.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Button } from '../ui/controls.tsx';
import { reportMarkdown } from './report.ts';
import type { Shared } from './use-shared.ts';

export function ReportPane(props: {
  readonly shared: Shared;
  readonly question: Question | undefined;
}) {
  const { shared, question } = props;
  const { snapshot } = shared;
  const plan = usePlan(question).data;
  const { file } = useLinkParts('file');
  if (question === undefined || snapshot === undefined) {
    return <p className="soft">A report is of a predicate’s answer: there is no predicate.</p>;
  }
  if (plan === undefined || !plan.complete) return <p className="soft">Planning…</p>;
  const { metadata, name } = snapshot.table;
  const specs = new Map(metadata.partitionSpecs.map((spec) => [spec.specId, spec]));
  const text = reportMarkdown({
    table: name,
    location: metadata.location,
    snapshot: String(snapshot.snapshot?.snapshotId ?? 'none'),
    where: question.where,
    rules: question.profile,
    rows: sieveRows(plan.items.values(), specRanks(metadata)),
    manifests: plan.of,
    layoutOf: (id) => {
      const spec = specs.get(id);
      return spec === undefined ? 'unknown' : specLabel(spec, metadata);
    },
    file: file === undefined ? undefined : explained(snapshot.key, file),
    link: shared.link.text,
  });
  return (
    <>
      <h2>A report for a ticket</h2>
      <pre className="share-text mono share-report">{text}</pre>
      <p className="share-act">
        <CopyButton look="primary" text={text} label="Copy Markdown" />
        <Button onClick={() => saveBlob(new Blob([text], { type: 'text/markdown' }), 'report.md')}>
          Save report.md
        </Button>
        <Button onClick={() => window.print()}>Print</Button>
      </p>
    </>
  );
}

/** Of the file in hand, as the inspector has it. */
function explained(viewKey: string, file: string): FileExplanation | undefined {
  return queryClient
    .getQueriesData<FileExplanation>({ queryKey: ['explain', viewKey] })
    .map(([, found]) => found)
    .find((found) => found !== undefined && pathHash(found.filePath) === file);
}
