/** The plan as a text for a ticket, or on paper. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { picturesOnPage, usePictureSvg } from '../export/pictures.ts';
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
      <div className="share-act">
        <CopyButton look="primary" text={text} label="Copy Markdown" />
        <Button onClick={() => saveReport(text, report.fileName)}>Save as Markdown</Button>
        <Print />
      </div>
    </>
  );
}

interface Printed {
  readonly name: string;
  readonly url: string;
}

/** The report with the pictures of the view behind the dialog; they are made when they are wanted. */
function Print() {
  const svgOf = usePictureSvg();
  const [pictures, setPictures] = useState<readonly Printed[]>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (pictures === undefined) return;
    window.print();
    return () => {
      for (const { url } of pictures) URL.revokeObjectURL(url);
    };
  }, [pictures]);
  const print = async () => {
    const made: Printed[] = [];
    for (const picture of picturesOnPage()) {
      const blob = new Blob([await svgOf(picture)], { type: 'image/svg+xml' });
      made.push({ name: picture.name, url: await loaded(URL.createObjectURL(blob)) });
    }
    setPictures(made);
  };
  return (
    <>
      <Button onClick={() => print().catch(setFailure)}>Print</Button>
      {failure === undefined ? null : <ErrorBox error={failure} />}
      {(pictures ?? []).map(({ name, url }) => (
        <img key={url} className="share-printed" src={url} alt={name} />
      ))}
    </>
  );
}

/** A page is printed as it is: a picture that is still to come would be missing. */
async function loaded(url: string): Promise<string> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return url;
}
