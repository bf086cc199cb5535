/** Colours of eras, by rank of the spec among the table's specs, oldest first; past eight they repeat and the id decides. */
const STRATA = 8;

export function strataColour(rank: number): string {
  return `var(--e${rank % STRATA})`;
}

/** Text on a stratum's colour. */
export function strataText(rank: number): string {
  return `var(--on-e${rank % STRATA})`;
}
