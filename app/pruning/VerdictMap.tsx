/**
 * The map of all files: canvas for cells, SVG for what is written on it. One tab stop; a roving mark goes from file to
 * file and says where it is. The list beside it is its accessible form.
 */
import { type PointerEvent, useMemo, useState } from 'react';
import { FILE_VERDICTS, type FileVerdict } from '../../src/planning/verdict.ts';
import { type FieldWords, valuesWords } from '../specs.ts';
import { bytes as bytesText, plural } from '../ui/format.ts';
import { usePalette } from '../ui/theme.ts';
import { useSize } from '../ui/useSize.ts';
import { VERDICT_WORDS } from '../ui/Verdict.tsx';
import type { FileIndex } from './file-index.ts';
import { Outline, StripMarks } from './MapMarks.tsx';
import { useMapDrawing } from './map-canvas.ts';
import {
  type MapPoint,
  pointAt,
  useDrag,
  useMapKeys,
  useWheelZoom,
  useZooms,
} from './map-input.ts';
import {
  type CellArea,
  type Label,
  labelStrip,
  layStrip,
  placeStrips,
  runningSum,
  type Unit,
  WHOLE,
  type Zoom,
} from './map-layout.ts';
import { boxOf, GAP, LEFT, type StripInView, stripOf, TOP } from './map-view.ts';

export interface VerdictMapProps {
  readonly index: FileIndex;
  readonly verdicts: Uint8Array;
  readonly unit: Unit;
  readonly area: CellArea;
  readonly height: number;
  /** Spec ids in view; undefined = all. */
  readonly eras: ReadonlySet<number> | undefined;
  readonly selected: number | undefined;
  readonly onSelect: (position: number) => void;
  /** Short text of a partition tuple. */
  readonly tupleText: (tuple: number) => string;
  readonly fieldsOf: (specId: number) => readonly FieldWords[];
}

/** Mean width of a character of a label, px, rounded up: digits are tabular. */
const CHAR = 6.9;

export function VerdictMap(props: VerdictMapProps) {
  const { index, verdicts, height } = props;
  const [ref, size] = useSize<HTMLDivElement>();
  const width = Math.max(0, Math.floor((size?.width ?? 0) - LEFT));
  const zooms = useZooms();
  const strips = useStrips(props, width, zooms.of);
  const palette = usePalette();
  const drawn = useMapDrawing({
    strips,
    verdicts,
    palette,
    left: LEFT,
    top: TOP,
    width: width + LEFT,
    height,
  });
  const [pointed, setHover] = useState<MapPoint & { readonly in: typeof strips }>();
  // What was under the pointer need not be there in another layout.
  const hover = pointed?.in === strips ? pointed : undefined;
  const [active, setActive] = useState<number>();
  const mark = active ?? props.selected;
  const keys = useMapKeys(props, strips, zooms, mark, setActive);
  useWheelZoom(drawn.canvas, strips, zooms);
  const drag = useDrag(strips, zooms);
  if (index.count === 0) return <div ref={ref} style={{ height }} />;
  const named = hover
    ? pointerPlace(hover)
    : active === undefined
      ? undefined
      : cellPlace(strips, verdicts, active);
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.move(event)) setHover(undefined);
    else {
      const point = pointAt(event, strips, verdicts);
      setHover(point && { ...point, in: strips });
    }
  };
  return (
    <div
      ref={ref}
      className="map"
      style={{ height }}
      role="application"
      aria-roledescription="map of files"
      aria-label={`${plural(index.count, 'file')} by era and partition. Arrows go from file to file; the list below has the same files.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a chart is one tab stop with a roving mark.
      tabIndex={0}
      onKeyDown={keys}
      onPointerMove={onMove}
      onPointerLeave={() => setHover(undefined)}
      onPointerDown={drag.start}
      onPointerUp={(event) => {
        const point = drag.end(event) ? undefined : pointAt(event, strips, verdicts);
        if (point !== undefined) {
          setActive(undefined);
          setHover(undefined);
          props.onSelect(point.position);
        }
      }}
      onBlur={() => setActive(undefined)}
    >
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without tabindex takes no focus. */}
      <canvas ref={drawn.canvas} aria-hidden="true" />
      <svg className="map-over" width={width + LEFT} height={height} aria-hidden="true">
        {strips.map((strip) => (
          <StripMarks
            key={strip.era.specId}
            strip={strip}
            gutter={drawn.gutters.get(strip.era.specId)}
            faded={props.eras !== undefined && !props.eras.has(strip.era.specId)}
            labels={labelsOf(strip, index, props.tupleText)}
          />
        ))}
        <Outline strips={strips} verdicts={verdicts} position={hover?.position} look="hover" />
        <Outline strips={strips} verdicts={verdicts} position={mark} look="selected" />
      </svg>
      {named === undefined ? null : (
        <FileTip {...props} at={named} width={width + LEFT} height={height} />
      )}
      <span className="sr-only" aria-live="polite">
        {active === undefined ? '' : fileSentence(props, active)}
      </span>
    </div>
  );
}

/* Layout. */

const sums = new WeakMap<FileIndex, Map<string, Float64Array>>();

function sumOf(index: FileIndex, at: number, area: CellArea): Float64Array {
  let known = sums.get(index);
  if (known === undefined) {
    known = new Map();
    sums.set(index, known);
  }
  const key = `${at} ${area}`;
  let sum = known.get(key);
  if (sum === undefined) {
    const era = index.eras[at];
    sum = era === undefined ? new Float64Array(1) : runningSum(index, era, area);
    known.set(key, sum);
  }
  return sum;
}

function useStrips(
  { index, unit, area, height }: VerdictMapProps,
  width: number,
  zooms: ReadonlyMap<number, Zoom>,
): readonly StripInView[] {
  return useMemo(() => {
    if (width <= 0) return [];
    return placeStrips(index.eras, unit, height - TOP, GAP).map((place, at) => {
      const zoom = zooms.get(place.era.specId) ?? WHOLE;
      const layout = layStrip(place.era, sumOf(index, at, area), {
        width,
        height: place.height,
        zoom,
      });
      return { ...place, layout, zoom };
    });
  }, [index, unit, area, height, width, zooms]);
}

function labelsOf(
  strip: StripInView,
  index: FileIndex,
  text: (tuple: number) => string,
): readonly Label[] {
  const named = (tuple: number) => text(tuple) || 'unpartitioned';
  return labelStrip(strip.layout, index, named, (label) => label.length * CHAR);
}

const TIP = { width: 290, line: 18, padding: 16 };

/** A file to name, and where a tooltip has its upper edge below it, or its lower one above. */
interface TipPlace {
  readonly position: number;
  readonly x: number;
  readonly below: number;
  readonly above: number;
}

function pointerPlace({ position, x, y }: MapPoint): TipPlace {
  return { position, x: x + 12, below: y + 14, above: y - 8 };
}

/** Beside the cell that the keys are at. */
function cellPlace(
  strips: readonly StripInView[],
  verdicts: Uint8Array,
  position: number,
): TipPlace | undefined {
  const strip = stripOf(strips, position);
  if (strip === undefined) return undefined;
  const box = boxOf(strip, position, verdicts);
  const top = TOP + strip.y + box.y;
  return { position, x: LEFT + box.x, below: top + box.height + 6, above: top - 6 };
}

function FileTip(
  props: VerdictMapProps & {
    readonly at: TipPlace;
    readonly width: number;
    readonly height: number;
  },
) {
  const { position, x, below, above } = props.at;
  const lines = fileLines(props, position);
  const tall = lines.length * TIP.line + TIP.padding;
  // Above where the map ends.
  const top = below + tall <= props.height ? below : above - tall;
  const left = Math.min(x, props.width - TIP.width);
  return (
    <div className="tooltip map-tip" style={{ left: Math.max(0, left), top: Math.max(0, top) }}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

function fileLines(
  { index, verdicts, tupleText, fieldsOf }: VerdictMapProps,
  position: number,
): readonly string[] {
  const verdict = verdicts[position] as number;
  const era = index.eras.find(({ from, to }) => position >= from && position < to);
  const name = FILE_VERDICTS[verdict] as FileVerdict | undefined;
  const partition = tupleText(index.tupleOf[position] as number);
  const by = valuesWords(fieldsOf(era?.specId ?? -1));
  return [
    `spec ${era?.specId}${partition === '' ? '' : ` · ${partition}`}`,
    ...(by === '' ? [] : [by]),
    [
      bytesText(index.bytes[position] as number),
      plural(Math.max(0, index.records[position] as number), 'row'),
      ...(name === undefined ? [] : [VERDICT_WORDS[name]]),
    ].join(' · '),
  ];
}

function fileSentence(props: VerdictMapProps, position: number): string {
  return fileLines(props, position).join(', ');
}
