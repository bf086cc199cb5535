/** What costs reading or is worth knowing, found by comparing figures. Problems of the files themselves come from src. */
import type { Problem } from '../../src/base/errors.ts';
import type { TableMetadata } from '../../src/metadata/records.ts';
import type { ManifestPicture, ManifestTotals } from '../../src/table/api.ts';
import type { ErasModel } from '../eras/eras-model.ts';
import { bytes, count, day, percent, plural } from '../ui/format.ts';

export interface Finding extends Problem {
  /** View that shows it. */
  readonly view?: string | undefined;
}

export interface FindingsInput {
  readonly metadata: TableMetadata;
  readonly model: ErasModel;
  readonly totals: readonly ManifestTotals[];
  readonly pictures: readonly ManifestPicture[];
}

export function findings(input: FindingsInput): readonly Finding[] {
  return [
    ...lateWriters(input.model),
    ...smallFiles(input),
    ...withoutBounds(input.metadata),
    ...manyDeletes(input.totals),
    ...keptSnapshots(input),
    ...voidFields(input.metadata),
  ];
}

function lateWriters(model: ErasModel): readonly Finding[] {
  const fallback = model.eras.find((era) => era.isDefault);
  return model.eras.flatMap((era) => {
    const commits = era.late.reduce((sum, late) => sum + late.commits, 0);
    if (commits === 0) return [];
    const [first] = era.late;
    const last = era.late.at(-1);
    return [
      {
        severity: 'costs-reading' as const,
        code: 'written-after-its-era',
        message: `Spec ${era.specId} was written after it stopped being the default.`,
        place: `${plural(commits, 'commit')}, ${day(first?.from ?? 0)} to ${day(last?.to ?? 0)}`,
        consequence: `Those files prune by ${era.label}, not by ${fallback?.label ?? 'the default'}.`,
        view: 'eras',
      },
    ];
  });
}

const SMALL = 16 * 2 ** 20;

/** Where at least a quarter of ten or more files of a spec is small beside what a reader opens in one go. */
function smallFiles({ pictures }: FindingsInput): readonly Finding[] {
  const bySpec = sizesBySpec(pictures);
  const specs = [...bySpec]
    .filter(([, sum]) => sum.files >= 10 && sum.small >= sum.files / 4)
    .sort(([a], [b]) => a - b);
  if (specs.length === 0) return [];
  // A spec of few files asks for nothing, but where its files are small, too, the whole table is told of.
  const told = [...bySpec.values()].every(({ files, small }) => small >= files / 4)
    ? [...bySpec].sort(([a], [b]) => a - b)
    : specs;
  const all = { files: 0, small: 0, bytes: 0, held: 0 };
  for (const [, sum] of told) {
    all.files += sum.files;
    all.small += sum.small;
    all.bytes += sum.bytes;
    all.held += sum.held;
  }
  const of = `spec${told.length === 1 ? '' : 's'} ${told.map(([id]) => id).join(', ')}`;
  const share =
    all.small === all.files
      ? ''
      : `They are ${percent(all.small, all.files)} of the files and hold ${percent(all.held, all.bytes)} of the bytes. `;
  return [
    {
      severity: 'costs-reading',
      code: 'small-files',
      // Where other specs are fine, the files are not those of the table.
      message: `${count(all.small)} of ${plural(all.files, 'file')}${told.length < bySpec.size ? ` of ${of}` : ''} are under ${bytes(SMALL)}.`,
      place: of,
      consequence: `${share}Each is one more entry to judge and one more file to open.`,
      view: 'files',
    },
  ];
}

interface Sizes {
  files: number;
  small: number;
  bytes: number;
  /** Bytes of the small ones. */
  held: number;
}

function sizesBySpec(pictures: readonly ManifestPicture[]): ReadonlyMap<number, Sizes> {
  const bySpec = new Map<number, Sizes>();
  for (const picture of pictures) {
    const sum = bySpec.get(picture.specId) ?? { files: 0, small: 0, bytes: 0, held: 0 };
    bySpec.set(picture.specId, sum);
    const own = sizesOf(picture);
    sum.files += own.files;
    sum.small += own.small;
    sum.bytes += own.bytes;
    sum.held += own.held;
  }
  return bySpec;
}

const known = new WeakMap<ManifestPicture, Sizes>();

/** Summed once, since the findings are found again with every manifest that comes. */
function sizesOf(picture: ManifestPicture): Sizes {
  let sizes = known.get(picture);
  if (sizes === undefined) {
    sizes = { files: picture.bytes.length, small: 0, bytes: 0, held: 0 };
    for (let i = 0; i < picture.bytes.length; i++) {
      const size = picture.bytes[i] as number;
      sizes.bytes += size;
      if (size >= SMALL) continue;
      sizes.small++;
      sizes.held += size;
    }
    known.set(picture, sizes);
  }
  return sizes;
}

const COLUMN_METRICS = 'write.metadata.metrics.column.';

function withoutBounds(metadata: TableMetadata): readonly Finding[] {
  return Object.entries(metadata.properties).flatMap(([key, value]) => {
    const column = key.startsWith(COLUMN_METRICS) ? key.slice(COLUMN_METRICS.length) : undefined;
    if (column === undefined || !/^(none|counts)$/i.test(value)) return [];
    return [
      {
        severity: 'costs-reading' as const,
        code: 'no-bounds',
        message: `No bounds are recorded for ${column}.`,
        place: `property ${key} = ${value}`,
        consequence: 'A condition on it alone skips no file that is written from now on.',
        view: 'files',
      },
    ];
  });
}

function manyDeletes(totals: readonly ManifestTotals[]): readonly Finding[] {
  const deletes = totals.filter((one) => one.content === 'deletes');
  const files = deletes.reduce((sum, one) => sum + one.live.files, 0n);
  const data = totals.filter((one) => one.content === 'data');
  const dataFiles = data.reduce((sum, one) => sum + one.live.files, 0n);
  if (files === 0n || files * 4n < dataFiles) return [];
  return [
    {
      severity: 'costs-reading',
      code: 'many-delete-files',
      message: `${plural(files, 'delete file')} for ${plural(dataFiles, 'data file')}.`,
      place: plural(deletes.length, 'delete manifest'),
      consequence: 'A reader opens them beside the data files they apply to.',
      view: 'files',
    },
  ];
}

function keptSnapshots({ metadata, model }: FindingsInput): readonly Finding[] {
  const kept = metadata.snapshots.length;
  const expired = metadata.snapshotLog.filter(
    (entry) => !metadata.snapshots.some((s) => s.snapshotId === entry.snapshotId),
  ).length;
  const isSet = Object.keys(metadata.properties).some((key) => key.startsWith('history.expire.'));
  if (kept < 20 || expired > 0 || isSet) return [];
  return [
    {
      severity: 'worth-knowing',
      code: 'snapshots-kept',
      message: 'Snapshots never expired.',
      place: 'no property history.expire.…',
      consequence: `${count(kept)} snapshots since ${day(model.from)} keep their files from being deleted.`,
      view: 'snapshots',
    },
  ];
}

function voidFields(metadata: TableMetadata): readonly Finding[] {
  const specs = metadata.partitionSpecs.filter((spec) =>
    spec.fields.some((field) => field.transform.kind === 'void'),
  );
  const names = new Set(
    specs.flatMap((spec) =>
      spec.fields.filter((field) => field.transform.kind === 'void').map((field) => field.name),
    ),
  );
  if (names.size === 0) return [];
  return [
    {
      severity: 'worth-knowing',
      code: 'void-fields',
      message: 'Dropped fields stay in paths.',
      place: specs.length === 1 ? `spec ${specs[0]?.specId}` : `${count(specs.length)} specs`,
      consequence: `Folders hold ${[...names].map((name) => `${name}=null`).join(', ')}. It looks wrong and is right.`,
      view: 'eras',
    },
  ];
}
