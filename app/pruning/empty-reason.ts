/** Why nothing is read, where the predicate or the manifest list alone tells. */
import type { ManifestSource, TableContext } from '../../src/table/api.ts';
import { day } from '../ui/format.ts';
import { extent, msPerUnit } from './axis.ts';
import type { AskedColumn, Language } from './language.ts';
import { manifestRange } from './manifest-range.ts';

/** `The range of ts ends before its first partition, 2025-11-03.`; undefined where no such sentence is true. */
export function emptyReason(
  manifests: readonly ManifestSource[],
  context: Pick<TableContext, 'specs'>,
  schema: Language['schema'],
  asked: readonly AskedColumn[],
): string | undefined {
  const specs = new Map(context.specs.map((spec) => [spec.specId, spec]));
  const data = manifests.filter(({ manifest }) => manifest.content === 'data');
  for (const { fieldId, name, type, ranges } of asked) {
    const held = data.map(({ manifest }) =>
      manifestRange(manifest, specs.get(manifest.partitionSpecId), schema, fieldId),
    );
    const known = held.filter((range) => range !== undefined);
    const all = extent(known.flatMap(({ lower, upper }) => [lower, upper]));
    // A manifest without a range may hold anything.
    if (all === undefined || known.length < data.length || ranges.length === 0) continue;
    if (ranges.every(({ upper }) => upper !== undefined && upper < all.from)) {
      return `The range of ${name} ends before its first partition, ${edge(type, all.from)}.`;
    }
    if (ranges.every(({ lower }) => lower !== undefined && lower >= all.to)) {
      return `The range of ${name} begins after its last partition, which ends at ${edge(type, all.to)}.`;
    }
  }
  return undefined;
}

/** Of a predicate that no row can match, whatever the table holds. */
export function neverTrue(where: string): string {
  return /[=<>]\s*null\b/i.test(where)
    ? 'A comparison with NULL is never true; IS NULL asks for rows without a value.'
    : 'The predicate is never true, whatever a row holds.';
}

function edge(type: string, position: number): string {
  const ms = msPerUnit(type);
  return ms === undefined ? String(position) : day(position * ms);
}
