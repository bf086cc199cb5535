/** Partition labels, short enough for an axis or a cell. */
import type { PartitionSpec } from '../../src/metadata/records.ts';

/**
 * `ts_day=2026-09-01 / country=FR` to `2026-09-01 FR`: values alone, dropped fields left out, hours after a blank. A
 * label that is not of the spec's fields stays as it is.
 */
export function shortPartition(label: string, spec: PartitionSpec | undefined): string {
  const fields = spec?.fields ?? [];
  const values: string[] = [];
  let rest = label;
  for (const [i, field] of fields.entries()) {
    const head = `${field.name}=`;
    if (!rest.startsWith(head)) return label;
    const next = fields[i + 1];
    const end = next === undefined ? -1 : rest.indexOf(` / ${next.name}=`);
    const value = rest.slice(head.length, end < 0 ? undefined : end);
    rest = end < 0 ? '' : rest.slice(end + 3);
    const { kind } = field.transform;
    if (kind === 'hour') values.push(value.replace(/^(.+)-(\d\d)$/, '$1 $2'));
    else if (kind !== 'void') values.push(value);
  }
  return values.join(' ');
}
