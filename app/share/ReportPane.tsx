/** The plan as a text for a ticket, or on paper. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { saveReport, useReport } from '../export/use-report.ts';
import { useQuestion, useSnapshot } from '../queries.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Button } from '../ui/controls.tsx';
import { ErrorBox } from '../ui/errors.tsx';

export function ReportPane() {
  const question = useQuestion();
  const { snapshot } = useSnapshot().data ?? {};
  const report = useReport();
  const { data: text, error } = useQuery({
    queryKey: ['report', report?.key ?? ''],
    queryFn: report?.text ?? skipToken,
    // What the inspector knows of the file in hand may have come since.
    gcTime: 0,
  });
  if (question === undefined || snapshot === undefined) {
    return <p className="soft">A report is of a predicate’s answer: there is no predicate.</p>;
  }
  if (report === undefined) return <p className="soft">Planning…</p>;
  if (error !== null) return <ErrorBox error={error} />;
  if (text === undefined) return <p className="soft">Reading the paths of what is read…</p>;
  return (
    <>
      <h2>A report for a ticket</h2>
      <pre className="share-text mono share-report">{text}</pre>
      <p className="share-act">
        <CopyButton look="primary" text={text} label="Copy Markdown" />
        <Button onClick={() => saveReport(text, report.fileName)}>Save as Markdown</Button>
        <Button onClick={() => window.print()}>Print</Button>
      </p>
    </>
  );
}
