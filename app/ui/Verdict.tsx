/**
 * Verdicts: glyph, words and patterns. None, some, all: the fill is the meaning and survives greyscale; unknown has no
 * colour, because no answer was given.
 */
import type { FileVerdict } from '../../src/planning/verdict.ts';
import type { Palette } from './theme.ts';

export type GlyphKind = 'skipped' | 'read' | 'allMatch' | 'unknown';

export const VERDICT_WORDS: Readonly<Record<FileVerdict, string>> = {
  skippedByManifest: 'skipped by manifest',
  skippedByPartition: 'skipped by partition',
  skippedByBounds: 'skipped by bounds',
  read: 'read',
  allMatch: 'read, every row matches',
  unknown: 'unknown',
};

export function glyphOf(verdict: FileVerdict): GlyphKind {
  return verdict === 'read' || verdict === 'allMatch' || verdict === 'unknown'
    ? verdict
    : 'skipped';
}

const GLYPH_WORDS: Readonly<Record<GlyphKind, string>> = {
  skipped: 'skipped',
  read: 'rows may match',
  allMatch: 'every row matches',
  unknown: 'unknown',
};

function GlyphShape({ kind }: { readonly kind: GlyphKind }) {
  switch (kind) {
    case 'skipped':
      return <circle cx={6} cy={6} r={4.6} fill="none" stroke="var(--skip)" strokeWidth={1.5} />;
    case 'read':
      return (
        <>
          <circle cx={6} cy={6} r={4.6} fill="none" stroke="var(--read)" strokeWidth={1.5} />
          <path d="M6 1.4A4.6 4.6 0 0 0 6 10.6Z" fill="var(--read)" />
        </>
      );
    case 'allMatch':
      return <circle cx={6} cy={6} r={5.3} fill="var(--all)" />;
    case 'unknown':
      return (
        <>
          <circle
            cx={6}
            cy={6}
            r={4.8}
            fill="none"
            stroke="var(--ink)"
            strokeWidth={1.3}
            strokeDasharray="2 1.4"
          />
          <path
            d="M4.7 4.9a1.35 1.35 0 1 1 1.9 1.25q-.6.25-.6.9M6 8.5v.35"
            fill="none"
            stroke="var(--ink)"
            strokeWidth={1.1}
            strokeLinecap="round"
          />
        </>
      );
  }
}

/** The glyph of a verdict; `label` = false where the word stands beside it. */
export function VerdictGlyph(props: {
  readonly kind: GlyphKind;
  readonly size?: number;
  readonly label?: boolean;
}) {
  const { kind, size = 12, label = true } = props;
  const name = label
    ? ({ role: 'img', 'aria-label': GLYPH_WORDS[kind] } as const)
    : ({ 'aria-hidden': true } as const);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named, or hidden where the word stands beside it.
    <svg className="glyph" width={size} height={size} viewBox="0 0 12 12" {...name}>
      <GlyphShape kind={kind} />
    </svg>
  );
}

/** Fill of a bar in an SVG, from {@link Patterns}. */
export const VERDICT_FILL: Readonly<Record<FileVerdict, string>> = {
  skippedByManifest: 'var(--skip-tint)',
  skippedByPartition: 'url(#v-lines)',
  skippedByBounds: 'url(#v-dots)',
  read: 'url(#v-half)',
  allMatch: 'var(--all)',
  unknown: 'url(#v-unknown)',
};

/** Fill of a band written after its era, by rank. */
export function lateFill(rank: number): string {
  return `url(#late-${rank % 8})`;
}

/** The SVG patterns of the app; once, in the shell. */
export function Patterns() {
  return (
    <svg width={0} height={0} style={{ position: 'absolute' }} aria-hidden="true">
      <defs>
        <pattern id="v-lines" width={4} height={4} patternUnits="userSpaceOnUse">
          <rect width={4} height={4} fill="var(--skip-tint)" />
          <path d="M0 2h4" stroke="var(--skip)" />
        </pattern>
        <pattern id="v-dots" width={4} height={4} patternUnits="userSpaceOnUse">
          <rect width={4} height={4} fill="var(--skip-tint)" />
          <circle cx={2} cy={2} r={1.05} fill="var(--skip)" />
        </pattern>
        <pattern id="v-read" width={8} height={7} patternUnits="userSpaceOnUse">
          <rect x={0.5} y={0.5} width={6} height={6} fill="var(--read-tint)" stroke="var(--read)" />
          <path d="M0 0h7L0 7z" fill="var(--read)" />
        </pattern>
        {/* Half filled, along a bar of 7 px: squares would be taken for files. */}
        <pattern id="v-half" width={7} height={7} patternUnits="userSpaceOnUse">
          <rect width={7} height={7} fill="var(--read-tint)" />
          <path d="M0 0h7v4H0zM0 6h7v1H0z" fill="var(--read)" />
        </pattern>
        <pattern id="v-unknown" width={6} height={6} patternUnits="userSpaceOnUse">
          <rect width={6} height={6} fill="var(--surface)" />
          <path d="M0 0L6 6M6 0L0 6" stroke="var(--ink)" strokeWidth={0.9} />
        </pattern>
        {Array.from({ length: 8 }, (_, rank) => (
          <pattern
            // biome-ignore lint/suspicious/noArrayIndexKey: the rank is the identity.
            key={rank}
            id={`late-${rank}`}
            width={5}
            height={5}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0 0v5" stroke={`var(--e${rank})`} strokeWidth={1.6} opacity={0.5} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** A little cell as in the map, for legends. */
export function VerdictSwatch({ verdict }: { readonly verdict: FileVerdict }) {
  return (
    <svg className="glyph" width={13} height={11} viewBox="0 0 13 11" aria-hidden="true">
      <SwatchShape verdict={verdict} />
    </svg>
  );
}

/** In the forms of {@link drawVerdictCell}. */
function SwatchShape({ verdict }: { readonly verdict: FileVerdict }) {
  switch (verdict) {
    case 'skippedByPartition':
      return (
        <>
          <rect width={13} height={11} fill="var(--skip-tint)" />
          <path d="M0 5.5h13" stroke="var(--skip)" />
        </>
      );
    case 'skippedByBounds':
      return (
        <>
          <rect
            x={0.5}
            y={0.5}
            width={12}
            height={10}
            fill="var(--skip-tint)"
            stroke="var(--skip)"
          />
          <rect x={5.5} y={4.5} width={2} height={2} fill="var(--skip)" />
        </>
      );
    case 'read':
      return (
        <>
          <rect
            x={0.5}
            y={0.5}
            width={12}
            height={10}
            fill="var(--read-tint)"
            stroke="var(--read)"
          />
          <path d="M0 0h13L0 11z" fill="var(--read)" />
        </>
      );
    case 'unknown':
      return (
        <rect
          width={13}
          height={11}
          fill={VERDICT_FILL.unknown}
          stroke="var(--ink)"
          strokeWidth={0.6}
        />
      );
    default:
      return <rect width={13} height={11} fill={VERDICT_FILL[verdict]} />;
  }
}

/**
 * Draws one file's cell on a canvas in its verdict's form, inside the given box in CSS pixels. Below 6 px the forms
 * become flat colours.
 */
export function drawVerdictCell(
  canvas: CanvasRenderingContext2D,
  palette: Palette,
  verdict: FileVerdict,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  const { x, y, width, height } = box;
  const large = width >= 6 && height >= 4;
  const fill = (colour: string, left = x, top = y, w = width, h = height) => {
    canvas.fillStyle = colour;
    canvas.fillRect(left, top, w, h);
  };
  const outline = (colour: string, line = 1) => {
    canvas.strokeStyle = colour;
    canvas.lineWidth = line;
    canvas.strokeRect(x + line / 2, y + line / 2, width - line, height - line);
  };
  switch (verdict) {
    case 'skippedByManifest':
      fill(palette.skipTint);
      return;
    case 'skippedByPartition':
      fill(palette.skipTint);
      fill(palette.skip, x, y + height / 2 - 0.5, width, 1);
      return;
    case 'skippedByBounds':
      if (!large) {
        fill(palette.skip);
        return;
      }
      fill(palette.skipTint);
      outline(palette.skip);
      if (height > 5) fill(palette.skip, x + width / 2 - 1, y + height / 2 - 1, 2, 2);
      return;
    case 'read':
      if (!large) {
        fill(palette.read);
        return;
      }
      fill(palette.readTint);
      canvas.fillStyle = palette.read;
      canvas.beginPath();
      canvas.moveTo(x, y);
      canvas.lineTo(x + width, y);
      canvas.lineTo(x, y + height);
      canvas.fill();
      outline(palette.read);
      return;
    case 'allMatch':
      fill(palette.all);
      return;
    case 'unknown':
      drawCrossHatch(canvas, palette, box);
      return;
  }
}

function drawCrossHatch(
  canvas: CanvasRenderingContext2D,
  palette: Palette,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  const { x, y, width, height } = box;
  canvas.fillStyle = palette.surface;
  canvas.fillRect(x, y, width, height);
  canvas.save();
  canvas.beginPath();
  canvas.rect(x, y, width, height);
  canvas.clip();
  canvas.strokeStyle = palette.ink;
  canvas.lineWidth = 0.8;
  canvas.beginPath();
  // Anchored to the canvas, so that the hatch runs on across neighbouring cells.
  const step = 4;
  const reach = width + height;
  for (let d = Math.floor((x - height) / step) * step; d <= x + reach; d += step) {
    canvas.moveTo(d, y);
    canvas.lineTo(d + height, y + height);
    canvas.moveTo(d, y + height);
    canvas.lineTo(d + height, y);
  }
  canvas.stroke();
  canvas.restore();
}
