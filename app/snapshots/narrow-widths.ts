/** What the tables of snapshots and refs show on a narrow screen: widths by column. */
import type { NarrowWidths } from '../ui/DataTable.tsx';

export const REFS_NARROW: NarrowWidths = new Map([
  ['name', 'minmax(5.5rem, 1fr)'],
  ['type', '4.25rem'],
  ['ms', '10.5rem'],
]);

export const SNAPSHOTS_NARROW: NarrowWidths = new Map([
  ['ms', '10.5rem'],
  ['operation', 'minmax(6.75rem, 1fr)'],
  ['wrote', '3.25rem'],
]);
