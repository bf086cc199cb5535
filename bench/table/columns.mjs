/**
 * The columns of a table: five that predicates use, then a repeating mix of kinds.
 *
 * @typedef {{ type: string, weight: number }} Kind
 * @typedef {{ id: number, name: string, kind: keyof typeof KINDS, nullShare: number }} Column
 */

/** A kind's Iceberg type, and its share of a file's bytes. */
export const KINDS = {
  id: { type: 'long', weight: 6 },
  ts: { type: 'timestamptz', weight: 5 },
  region: { type: 'string', weight: 0.5 },
  device: { type: 'string', weight: 3 },
  amount: { type: 'decimal(12, 2)', weight: 4 },
  measure: { type: 'double', weight: 7 },
  counter: { type: 'int', weight: 2.5 },
  label: { type: 'string', weight: 0.4 },
  clock: { type: 'long', weight: 5 },
  token: { type: 'string', weight: 16 },
};

/** @type {readonly (keyof typeof KINDS)[]} */
const FIRST = ['id', 'ts', 'region', 'device', 'amount'];
/** @type {readonly (keyof typeof KINDS)[]} */
const MIX = ['measure', 'measure', 'counter', 'label', 'measure', 'clock', 'counter', 'token'];

/** Fewer would lack what the predicates name. */
export const FEWEST_COLUMNS = FIRST.length;

/**
 * @param {number} count
 * @returns {Column[]}
 */
export function columnsOf(count) {
  return Array.from({ length: count }, (_, i) => {
    const id = i + 1;
    const first = FIRST[i];
    if (first !== undefined) {
      return { id, name: first, kind: first, nullShare: first === 'amount' ? 0.01 : 0 };
    }
    const kind = /** @type {keyof typeof KINDS} */ (MIX[(i - FIRST.length) % MIX.length]);
    return { id, name: `${kind}_${id}`, kind, nullShare: id % 3 === 0 ? 0.002 * id : 0 };
  });
}

/** The table's schema as metadata files hold it. @param {readonly Column[]} columns */
export function schemaJson(columns) {
  const fields = columns.map(({ id, name, kind }) => ({
    id,
    name,
    required: false,
    type: KINDS[kind].type,
  }));
  return { type: 'struct', 'schema-id': 0, fields };
}
