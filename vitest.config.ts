import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, longest first: begun last, one of them would run alone at the end. */
const LONGEST = [
  'src/testing/answers/explained.test.ts',
  'src/table/bundle.corpus.test.ts',
  'src/testing/law/law.test.ts',
  'src/testing/answers/java.test.ts',
  'src/testing/answers/safe.test.ts',
  'src/table/redact.corpus.test.ts',
  'src/testing/fuzz/fuzz.test.ts',
  'src/testing/answers/public.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    environment: 'node',
    // One a core, where Vitest would leave one idle: nothing else runs meanwhile.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // Walks over whole tables take seconds on a busy machine.
    testTimeout: 120_000,
    include: ['src/**/*.test.ts', 'app/**/*.test.ts', '.ci/*.test.mjs', 'bench/**/*.test.ts'],
    reporters: ['default'],
  },
});
