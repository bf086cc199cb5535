/** A row of the table of known traps. */
export interface TrapRow {
  /** Its number in the list of known traps. */
  readonly id: string;
  readonly what: string;
  readonly check: () => void | Promise<void>;
}
