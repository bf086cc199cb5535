/** Takes away what is on the page: each picture as SVG or PNG, and the plan as a Markdown report. */
import { type ReactNode, useState } from 'react';
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import { specRanks } from '../data.ts';
import { useQuestion, useSnapshot, useTable } from '../queries.ts';
import { useLinkParts, useViewId } from '../routes.ts';
import { specLabel } from '../specs.ts';
import { time } from '../ui/format.ts';
import { Menu, MenuItem, MenuLabel } from '../ui/popovers.tsx';
import { strataColour } from '../ui/strata.ts';
import { VERDICT_FILL, VERDICT_WORDS } from '../ui/Verdict.tsx';
import { definitionsOf, drawnShapes, fontFaces } from './dom-shapes.ts';
import { type LegendItem, pictureSvg } from './picture-svg.ts';
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

interface Picture {
  readonly name: string;
  readonly element: HTMLElement;
}

/** What the view marks as pictures, as far as it is drawn. */
function picturesOnPage(): readonly Picture[] {
  return [...document.querySelectorAll<HTMLElement>('[data-picture]')]
    .filter(({ offsetWidth }) => offsetWidth > 0)
    .map((element) => ({ name: element.dataset['picture'] ?? '', element }));
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
            onSelect={() => attempt(async () => saveReport(await report.text(), report.fileName))}
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
  const view = useSnapshot().data;
  const question = useQuestion();
  const viewId = useViewId() ?? '';
  const { unit } = useLinkParts('unit');
  return async (picture, format) => {
    const explained = document.querySelector<HTMLElement>(
      `[data-legend-of="${CSS.escape(picture.name)}"]`,
    );
    const drawn = drawnShapes(picture.element, explained);
    const legend = legendOf(table?.metadata, question !== undefined);
    const references = new Set(drawn.references);
    for (const { fill } of legend) {
      const id = /url\("?#([\w-]+)/.exec(fill)?.[1];
      if (id !== undefined) references.add(id);
    }
    const svg = pictureSvg({
      ...drawn,
      title: document.querySelector('#main h1')?.textContent ?? picture.name,
      name: unit === undefined ? picture.name : `${picture.name}, in ${unit}`,
      predicate: question?.where,
      legend,
      source: sourceOf(table?.name ?? '', view?.snapshot),
      definitions: definitionsOf(references),
      fontFaces: await fontFaces(),
      colours: {
        background: token('--bg'),
        ink: token('--ink'),
        soft: token('--ink2'),
        accent: token('--accent'),
      },
    });
    const name = fileName([table?.name ?? '', viewId, picture.name], format);
    const blob = format === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg);
    saveBlob(blob, name);
  };
}

/** A token of the look as it is in the theme in hand. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Away from the page a `var()` means nothing. */
function plainFill(fill: string): string {
  return fill.replace(/^var\((--[\w-]+)\)$/, (_, name: string) => token(name));
}

function legendOf(
  metadata: Parameters<typeof specRanks>[0] | undefined,
  asked: boolean,
): readonly LegendItem[] {
  if (metadata === undefined) return [];
  const ranks = specRanks(metadata);
  const eras = metadata.partitionSpecs.map((spec) => ({
    fill: plainFill(strataColour(ranks.get(spec.specId) ?? 0)),
    text: `spec ${spec.specId}: ${specLabel(spec, metadata)}`,
  }));
  if (!asked) return eras;
  const verdicts = FILE_VERDICTS.map((verdict) => ({
    fill: plainFill(VERDICT_FILL[verdict]),
    stroke: verdict === 'unknown' ? token('--ink') : undefined,
    text: VERDICT_WORDS[verdict],
  }));
  return [...eras, ...verdicts];
}

function sourceOf(
  table: string,
  snapshot: { readonly snapshotId: bigint; readonly timestampMs: bigint } | undefined,
): string {
  const at =
    snapshot === undefined
      ? 'no snapshot'
      : `snapshot ${snapshot.snapshotId}, ${time(snapshot.timestampMs)} UTC`;
  return `${table}, ${at}. Made with Icecore.`;
}
