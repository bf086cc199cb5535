/** The metrics maps of a data file (rules.md 2.5), of which only the asked field ids are stored. */
import {
  type BooleanColumn,
  type BytesBuilder,
  booleanColumn,
  bytesColumn,
  type Cut,
  intColumn,
  type LongColumn,
  longColumn,
  type RowGroup,
  rowGroup,
  trimmed,
} from '../avro/columns.ts';
import type { KeyedColumns, WantedField } from '../avro/program.ts';
import { bytesOf } from './bytes-column.ts';
import type { MetricsColumn } from './entries.ts';

interface AskedMetrics {
  readonly fieldId: number;
  readonly valueCounts: LongColumn;
  readonly nullValueCounts: LongColumn;
  readonly nanValueCounts: LongColumn;
  readonly lowerBounds: BytesBuilder;
  readonly upperBounds: BytesBuilder;
}

export interface MetricsReading {
  readonly present: BooleanColumn;
  readonly asked: readonly AskedMetrics[];
  readonly wanted: readonly WantedField[];
}

/** What the slots of KeyedColumns hold at least. */
const ONE_BYTE_IDS = 64;

/** Field ids below this are found in a table, the rare ones above (reserved columns, MD-34) in a map. */
const NEAR_IDS = 1 << 16;

/** Columns for the metrics of `fieldIds`, added to `rows`; nothing is wanted where none is asked. */
export function metricsReading(fieldIds: readonly number[], rows: RowGroup): MetricsReading {
  const present = booleanColumn();
  const asked = [...new Set(fieldIds)].map(
    (fieldId): AskedMetrics => ({
      fieldId,
      valueCounts: longColumn(-1n),
      nullValueCounts: longColumn(-1n),
      nanValueCounts: longColumn(-1n),
      lowerBounds: bytesColumn(),
      upperBounds: bytesColumn(),
    }),
  );
  if (asked.length === 0) return { present, asked, wanted: [] };
  rows.columns.push(present);
  for (const { fieldId: _, ...columns } of asked) rows.columns.push(...Object.values(columns));
  const slots = slotsOf(asked);
  const map = (
    id: number,
    keyId: number,
    name: string,
    bit: number,
    columns: KeyedColumns['columns'],
  ): WantedField => wantedMap(id, keyId, name, { ...slots, columns, present, bit });
  return {
    present,
    asked,
    wanted: [
      map(
        109,
        119,
        'value_counts',
        0,
        asked.map((c) => c.valueCounts),
      ),
      map(
        110,
        121,
        'null_value_counts',
        1,
        asked.map((c) => c.nullValueCounts),
      ),
      map(
        137,
        138,
        'nan_value_counts',
        0,
        asked.map((c) => c.nanValueCounts),
      ),
      map(
        125,
        126,
        'lower_bounds',
        2,
        asked.map((c) => c.lowerBounds),
      ),
      map(
        128,
        129,
        'upper_bounds',
        4,
        asked.map((c) => c.upperBounds),
      ),
    ],
  };
}

function slotsOf(asked: readonly AskedMetrics[]): Pick<KeyedColumns, 'slots' | 'farSlots'> {
  const near = asked.map((c) => c.fieldId).filter((id) => id >= 0 && id < NEAR_IDS);
  const slots = new Int32Array(Math.max(ONE_BYTE_IDS, ...near.map((id) => id + 1))).fill(-1);
  const farSlots = new Map<number, number>();
  asked.forEach(({ fieldId }, slot) => {
    if (fieldId >= 0 && fieldId < NEAR_IDS) slots[fieldId] = slot;
    else farSlots.set(fieldId, slot);
  });
  return { slots, farSlots };
}

function wantedMap(
  id: number,
  keyId: number,
  name: string,
  parts: Omit<KeyedColumns, 'scratch'>,
): WantedField {
  const key = intColumn();
  const value = parts.columns[0]?.kind === 'bytes' ? bytesColumn() : longColumn();
  const keyed: KeyedColumns = { ...parts, scratch: { rows: rowGroup([key, value]), key, value } };
  return {
    id,
    names: [name],
    wanted: {
      kind: 'keyed',
      keyed,
      entry: {
        kind: 'record',
        fields: [
          { id: keyId, names: ['key'], wanted: { kind: 'column', column: key } },
          { id: keyId + 1, names: ['value'], wanted: { kind: 'column', column: value } },
        ],
      },
    },
  };
}

/** The decoded metrics by field id, each cut to `count` entries. */
export function metricsColumns(
  reading: MetricsReading,
  count: number,
  cut: Cut = trimmed,
): ReadonlyMap<number, MetricsColumn> {
  const mapsPresent = cut(reading.present.values, count);
  return new Map(
    reading.asked.map((c) => [
      c.fieldId,
      {
        fieldId: c.fieldId,
        valueCounts: countsOf(c.valueCounts, count, cut),
        nullValueCounts: countsOf(c.nullValueCounts, count, cut),
        nanValueCounts: countsOf(c.nanValueCounts, count, cut),
        lowerBounds: bytesOf(c.lowerBounds, count, cut),
        upperBounds: bytesOf(c.upperBounds, count, cut),
        mapsPresent,
      },
    ]),
  );
}

/** A negative count is a sum with "unknown" in it, and unknown itself (MF-16, B061). */
function countsOf(column: LongColumn, count: number, cut: Cut): BigInt64Array {
  const words = column.words;
  for (let i = 0; i < count; i++) {
    if ((words[2 * i + 1] as number) < 0) {
      words[2 * i] = -1;
      words[2 * i + 1] = -1;
    }
  }
  return cut(column.values, count);
}
