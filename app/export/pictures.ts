/** Pictures of the view on screen, as SVG with title, predicate, legend, source and the fonts. */
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import { specRanks } from '../data.ts';
import { useQuestion, useSnapshot, useTable } from '../queries.ts';
import { useLinkParts } from '../routes.ts';
import { specLabel } from '../specs.ts';
import { time } from '../ui/format.ts';
import { strataColour } from '../ui/strata.ts';
import { VERDICT_FILL, VERDICT_WORDS } from '../ui/Verdict.tsx';
import { definitionsOf, drawnShapes, fontFaces } from './dom-shapes.ts';
import { type LegendItem, pictureSvg } from './picture-svg.ts';

export interface Picture {
  readonly name: string;
  readonly element: HTMLElement;
}

/** What the view marks as pictures, as far as it is drawn. */
export function picturesOnPage(): readonly Picture[] {
  return [...document.querySelectorAll<HTMLElement>('[data-picture]')]
    .filter(({ offsetWidth }) => offsetWidth > 0)
    .map((element) => ({ name: element.dataset['picture'] ?? '', element }));
}

export function usePictureSvg(): (picture: Picture) => Promise<string> {
  const table = useTable().data;
  const view = useSnapshot().data;
  const question = useQuestion();
  const { unit } = useLinkParts('unit');
  return async (picture) => {
    const explained = document.querySelector<HTMLElement>(
      `[data-legend-of="${CSS.escape(picture.name)}"]`,
    );
    const drawn = drawnShapes(picture.element, explained);
    const ownLegend = picture.element.querySelector('[data-tells-verdicts]') !== null;
    const verdicts = question === undefined || ownLegend ? [] : verdictsOf(drawn.references);
    const legend = [...erasOf(table?.metadata), ...verdicts];
    const references = new Set(drawn.references);
    for (const { fill } of legend) {
      const id = /url\("?#([\w-]+)/.exec(fill)?.[1];
      if (id !== undefined) references.add(id);
    }
    return pictureSvg({
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

function erasOf(metadata: Parameters<typeof specRanks>[0] | undefined): readonly LegendItem[] {
  if (metadata === undefined) return [];
  const ranks = specRanks(metadata);
  return metadata.partitionSpecs.map((spec) => ({
    fill: plainFill(strataColour(ranks.get(spec.specId) ?? 0)),
    text: `spec ${spec.specId}: ${specLabel(spec, metadata)}`,
  }));
}

/** Of a picture that does not tell them itself; unknown where it is drawn. */
function verdictsOf(drawn: ReadonlySet<string>): readonly LegendItem[] {
  return FILE_VERDICTS.filter((verdict) => verdict !== 'unknown' || drawn.has('v-unknown')).map(
    (verdict) => ({
      fill: plainFill(VERDICT_FILL[verdict]),
      stroke: verdict === 'unknown' ? token('--ink') : undefined,
      text: VERDICT_WORDS[verdict],
    }),
  );
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
