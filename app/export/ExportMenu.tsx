/** Takes away what is on the page: each picture as SVG or PNG, and the plan as a Markdown report. */
import { type ReactNode, useState } from 'react';
import { useTable } from '../queries.ts';
import { useViewId } from '../routes.ts';
import { Menu, MenuItem, MenuLabel } from '../ui/popovers.tsx';
import { type Picture, picturesOnPage, usePictureSvg } from './pictures.ts';
import { fileName, pngOf, saveBlob } from './save.ts';
import { saveReport, useReport } from './use-report.ts';

export function ExportMenu() {
  const { attempt, failed } = useAttempt();
  return (
    <span className="wide">
      <Menu label="Export" name="Export pictures and the report">
        <ExportItems attempt={attempt} />
      </Menu>
      {failed}
    </span>
  );
}

type Attempt = (work: () => Promise<void>) => void;

/** `failed`: what it failed with, to stand beside the menu. */
export function useAttempt(): { readonly attempt: Attempt; readonly failed: ReactNode } {
  const [failure, setFailure] = useState('');
  const attempt = (work: () => Promise<void>) => {
    setFailure('');
    work().catch((error: unknown) =>
      setFailure(error instanceof Error ? error.message : String(error)),
    );
  };
  const failed =
    failure === '' ? null : (
      <span role="alert" className="export-failed bad small">
        Not exported: {failure}
      </span>
    );
  return { attempt, failed };
}

/** Mounted when the menu opens, so it sees the page as it is then. */
export function ExportItems({ attempt }: { readonly attempt: Attempt }) {
  const [pictures] = useState(picturesOnPage);
  const exporter = useExporter();
  const report = useReport();
  return (
    <>
      <MenuLabel>
        {pictures.length === 0
          ? 'This view has no picture.'
          : 'Pictures, with title, predicate and legend'}
      </MenuLabel>
      {pictures.flatMap((picture) =>
        (['svg', 'png'] as const).map((format) => (
          <MenuItem
            key={`${picture.name} ${format}`}
            onSelect={() => attempt(() => exporter(picture, format))}
          >
            {picture.name} as {format.toUpperCase()}
          </MenuItem>
        )),
      )}
      {report === undefined ? null : (
        <>
          <MenuLabel>The plan</MenuLabel>
          <MenuItem
            onSelect={() => attempt(async () => saveReport(await report.blocks(), report.fileName))}
          >
            Report as Markdown
          </MenuItem>
        </>
      )}
    </>
  );
}

type Exporter = (picture: Picture, format: 'svg' | 'png') => Promise<void>;

function useExporter(): Exporter {
  const table = useTable().data;
  const viewId = useViewId() ?? '';
  const svgOf = usePictureSvg();
  return async (picture, format) => {
    const svg = await svgOf(picture);
    const name = fileName([table?.name ?? '', viewId, picture.name], format);
    const blob = format === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg);
    saveBlob(blob, name);
  };
}
