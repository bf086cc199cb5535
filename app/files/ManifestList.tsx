/** Manifests by era: verdict, range of the predicate's first column, files and bytes. Each leads to its files. */
import { useMemo, useState } from 'react';
import type { SnapshotInHand } from '../data.ts';
import { pathHash } from '../link.ts';
import { type AxisRange, type Domain, extent, msPerUnit } from '../pruning/axis.ts';
import type { AskedColumn, Language } from '../pruning/language.ts';
import { type ColumnRange, manifestRange } from '../pruning/manifest-range.ts';
import { Chip } from '../ui/Chip.tsx';
import { bytes as bytesText, count, day, exactBytes, plural } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { strataColour } from '../ui/strata.ts';
import { type GlyphKind, VerdictGlyph } from '../ui/Verdict.tsx';
import { type ListedManifest, type ManifestGroup, shortName, unfolded } from './manifest-groups.ts';
import { askedSpan, rangeSpan } from './range-bar.ts';

export interface ManifestListProps {
  readonly view: SnapshotInHand;
  readonly groups: readonly ManifestGroup[];
  readonly asked: AskedColumn | undefined;
  readonly language: Language | undefined;
  /** Hash of the path of the manifest in hand. */
  readonly chosen: string | undefined;
  readonly onChoose: (hash: string | undefined) => void;
}

type Ranges = ReadonlyMap<number, ColumnRange>;

export function ManifestList(props: ManifestListProps) {
  const { groups, asked } = props;
  const all = groups.reduce((sum, { manifests }) => sum + manifests.length, 0);
  const ranges = useRanges(props);
  const domain = extent([...ranges.values()].flatMap(({ lower, upper }) => [lower, upper]));
  return (
    <section className="manifests" aria-label="Manifests">
      <div className="manifests-head">
        <h2>{plural(all, 'manifest')}</h2>
        <span className="dim cut">{asked === undefined ? '' : axisWords(asked, domain)}</span>
        <span className="dim num">files</span>
        <span className="dim num">bytes</span>
      </div>
      {groups.map((group) => (
        <Group key={group.specId} {...props} group={group} ranges={ranges} domain={domain} />
      ))}
    </section>
  );
}

function useRanges({ view, groups, asked, language }: ManifestListProps): Ranges {
  return useMemo(() => {
    const ranges = new Map<number, ColumnRange>();
    if (asked === undefined || language === undefined) return ranges;
    const specs = new Map(view.table.metadata.partitionSpecs.map((spec) => [spec.specId, spec]));
    for (const { manifests } of groups) {
      for (const { index, source } of manifests) {
        const { manifest } = source;
        const spec = specs.get(manifest.partitionSpecId);
        const range = manifestRange(manifest, spec, language.schema, asked.fieldId);
        if (range !== undefined) ranges.set(index, range);
      }
    }
    return ranges;
  }, [view, groups, asked, language]);
}

/** `ts, 11-03 to 03-15`. */
function axisWords(asked: AskedColumn, domain: Domain | undefined): string {
  const ms = msPerUnit(asked.type);
  if (domain === undefined) return '';
  if (ms === undefined) return asked.name;
  const [first, last] = [day(domain.from * ms), day(domain.to * ms)];
  const sameYear = first.slice(0, 4) === last.slice(0, 4);
  return `${asked.name}, ${sameYear ? first.slice(5) : first} to ${sameYear ? last.slice(5) : last}`;
}

function Group(
  props: ManifestListProps & {
    readonly group: ManifestGroup;
    readonly ranges: Ranges;
    readonly domain: Domain | undefined;
  },
) {
  const { group, asked } = props;
  const [open, setOpen] = useState(false);
  const isAsked = group.manifests.some(({ verdict }) => verdict !== undefined);
  const shown = open ? group.manifests.length : unfolded(group, isAsked);
  const rest = group.manifests.length - shown;
  const chosenBelow = group.manifests
    .slice(shown)
    .filter(({ path }) => pathHash(path) === props.chosen);
  return (
    <>
      <div className="manifests-era" style={{ borderLeftColor: strataColour(group.rank) }}>
        <Chip specId={group.specId} rank={group.rank} />{' '}
        <strong>{plural(group.manifests.length, 'manifest')}</strong>{' '}
        <span className="dim small">
          {plural(group.files, 'file')}
          {isAsked && group.mayMatch > 0 ? `; ${plural(group.mayMatch, 'manifest')} may match` : ''}
        </span>
      </div>
      <ul>
        {[...group.manifests.slice(0, shown), ...chosenBelow].map((manifest) => (
          <Row
            key={manifest.index}
            manifest={manifest}
            rank={group.rank}
            range={props.ranges.get(manifest.index)}
            domain={props.domain}
            asked={asked?.ranges ?? []}
            chosen={pathHash(manifest.path) === props.chosen}
            onChoose={props.onChoose}
          />
        ))}
      </ul>
      {rest <= 0 ? null : (
        <button type="button" className="manifests-more" onClick={() => setOpen(true)}>
          {count(rest)} more{isAsked && shown >= group.mayMatch ? ', none may match' : ''}{' '}
          <Icon name="right" size={9} />
        </button>
      )}
    </>
  );
}

const GLYPHS: Readonly<Record<'kept' | 'skipped' | 'unknown', GlyphKind>> = {
  kept: 'read',
  skipped: 'skipped',
  unknown: 'unknown',
};

function Row(props: {
  readonly manifest: ListedManifest;
  readonly rank: number;
  readonly range: ColumnRange | undefined;
  readonly domain: Domain | undefined;
  readonly asked: readonly AxisRange[];
  readonly chosen: boolean;
  readonly onChoose: (hash: string | undefined) => void;
}) {
  const { manifest, chosen } = props;
  const { verdict, damaged } = manifest;
  const glyph = verdict === undefined ? (damaged ? 'unknown' : undefined) : GLYPHS[verdict];
  return (
    <li>
      <button
        type="button"
        className="manifest-row"
        aria-pressed={chosen}
        title={manifest.reason === '' ? manifest.path : `${manifest.reason}\n${manifest.path}`}
        onClick={() => props.onChoose(chosen ? undefined : pathHash(manifest.path))}
      >
        <span>{glyph === undefined ? null : <VerdictGlyph kind={glyph} size={11} />}</span>
        <span className="mono cut">{shortName(manifest.path)}</span>
        <span className="manifest-range">
          <RangeBar {...props} />
        </span>
        <span className="num">{count(manifest.files)}</span>
        <span className="num">
          {manifest.bytes === undefined ? (
            <span className="dim">{damaged ? '?' : '…'}</span>
          ) : (
            <span title={exactBytes(manifest.bytes)}>{bytesText(manifest.bytes)}</span>
          )}
        </span>
      </button>
    </li>
  );
}

const WIDTH = 72;

function RangeBar(props: {
  readonly range: ColumnRange | undefined;
  readonly domain: Domain | undefined;
  readonly asked: readonly AxisRange[];
  readonly rank: number;
}) {
  const { range, domain } = props;
  if (domain === undefined) return null;
  const own = range && rangeSpan(range, domain, WIDTH);
  return (
    <svg width={WIDTH} height={12} aria-hidden="true">
      {props.asked.map((asked) => {
        const { from, width } = askedSpan(asked, domain, WIDTH);
        return (
          <rect
            key={`${asked.lower} ${asked.upper}`}
            x={from}
            width={width}
            height={12}
            fill="var(--accent)"
            opacity={0.35}
          />
        );
      })}
      {own === undefined ? null : (
        <rect x={own.from} y={3} width={own.width} height={6} fill={strataColour(props.rank)} />
      )}
    </svg>
  );
}
