/** Runs the law over random tables: a case is one file under one predicate. */
import fc from 'fast-check';
import type { Raw } from '../../cli/answers/raw-json.ts';
import { breachOf } from './check.ts';
import { predicatesOf } from './predicates.ts';
import { type LawTable, lawTables } from './table.ts';

const PREDICATES = 16;

interface Scenario {
  readonly table: LawTable;
  readonly predicates: readonly Raw[];
}

const scenarios: fc.Arbitrary<Scenario> = lawTables.chain((table) =>
  fc.record({
    table: fc.constant(table),
    predicates: fc.array(predicatesOf(table), { minLength: 1, maxLength: PREDICATES, size: 'max' }),
  }),
);

export interface LawReport {
  readonly cases: number;
  /** The smallest breach that shrinking found. */
  readonly failure: string | undefined;
}

/** Checks at least `cases` cases. Runs of one seed are equal. */
export function runLaw(
  cases: number,
  seed: number,
  onProgress?: (done: number) => void,
): LawReport {
  let done = 0;
  for (let round = 0; done < cases; round++) {
    const result = fc.check(
      fc.property(scenarios, ({ table, predicates }) => {
        done += table.files.length * predicates.length;
        for (const predicate of predicates) {
          const breach = breachOf(table, predicate);
          if (breach !== undefined) throw new Error(breach);
        }
      }),
      { seed: seed + round, numRuns: 500, endOnFailure: false },
    );
    if (result.failed) {
      const error = result.errorInstance;
      return {
        cases: done,
        failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    }
    onProgress?.(done);
  }
  return { cases: done, failure: undefined };
}
