/** The plan as a text for a ticket, or on paper. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type Block, markdownOf } from '../export/document.ts';
import { picturesOnPage, usePictureSvg } from '../export/pictures.ts';
import { saveReport, useReport } from '../export/use-report.ts';
import { useQuestion, useSnapshot } from '../queries.ts';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Button } from '../ui/controls.tsx';
import { ErrorBox } from '../ui/errors.tsx';
import { setOnPaper } from '../ui/theme.ts';
import { Paper } from './Paper.tsx';

export function ReportPane() {
  const question = useQuestion();
  const { snapshot } = useSnapshot().data ?? {};
  const report = useReport();
  const { data: blocks, error } = useQuery({
    queryKey: ['report', report?.key ?? ''],
    queryFn: report?.blocks ?? skipToken,
    // What the inspector knows of the file in hand may have come since.
    gcTime: 0,
  });
  const text = useMemo(() => (blocks === undefined ? '' : markdownOf(blocks)), [blocks]);
  if (question === undefined || snapshot === undefined) {
    return <p className="soft">A report is of a predicate’s answer: there is no predicate.</p>;
  }
  if (report === undefined) return <p className="soft">Planning…</p>;
  if (error !== null) return <ErrorBox error={error} />;
  if (blocks === undefined) return <p className="soft">Reading the paths of what is read…</p>;
  return (
    <>
      <h2>A report for a ticket</h2>
      <pre className="share-text mono share-report">{text}</pre>
      <div className="share-act">
        <CopyButton look="primary" text={text} label="Copy Markdown" />
        <Button onClick={() => saveReport(blocks, report.fileName)}>Save as Markdown</Button>
        <Print blocks={blocks} />
      </div>
    </>
  );
}

interface Printed {
  readonly name: string;
  readonly url: string;
}

/** The report as a page, with the pictures of the view behind the dialog; both are made when they are wanted. */
function Print({ blocks }: { readonly blocks: readonly Block[] }) {
  const svgOf = usePictureSvg();
  const [pictures, setPictures] = useState<readonly Printed[]>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (pictures === undefined) return;
    window.print();
    setOnPaper(false);
    return () => {
      for (const { url } of pictures) URL.revokeObjectURL(url);
    };
  }, [pictures]);
  const print = async () => {
    setOnPaper(true);
    // Pictures take the colours in which they are drawn by then.
    await frame();
    await frame();
    const made: Printed[] = [];
    for (const picture of picturesOnPage()) {
      const blob = new Blob([await svgOf(picture)], { type: 'image/svg+xml' });
      made.push({ name: picture.name, url: await loaded(URL.createObjectURL(blob)) });
    }
    setPictures(made);
  };
  const start = () => {
    print().catch((reason: unknown) => {
      setOnPaper(false);
      setFailure(reason);
    });
  };
  return (
    <>
      <Button onClick={start}>Print</Button>
      {failure === undefined ? null : <ErrorBox error={failure} />}
      {pictures === undefined ? null : (
        <div className="share-printed">
          <Paper blocks={blocks} />
          {pictures.map(({ name, url }) => (
            <img key={url} src={url} alt={name} />
          ))}
        </div>
      )}
    </>
  );
}

function frame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}

/** A page is printed as it is: a picture that is still to come would be missing. */
async function loaded(url: string): Promise<string> {
  const image = new Image();
  image.src = url;
  await image.decode();
  return url;
}
