/** What stands beside the marks of a step: of all of them the same, so that a missing name does not seem to say something. */
import { count, plural } from '../ui/format.ts';
import type { StepMark } from './steps-layout.ts';
import type { StepColumn } from './steps-model.ts';

/** Text of 11 px in rows of less would touch. */
const LEAST_TEXT = 12;
/** And two lines of it. */
const LEAST_TWO = 27;
/** What is tested on more files than this is not compared each time the picture is drawn. */
const MOST_IN_RUN = 20;
export const ALL_ROWS = 'all rows';

/** Beside one item its text; beside a run of files how many, and what is tested on them. */
export function linesOf(
  step: number,
  mark: Pick<StepMark, 'from' | 'to'>,
  { ids }: Pick<StepColumn, 'ids'>,
  textOf: (id: number) => readonly string[],
): readonly string[] {
  const items = mark.to - mark.from;
  if (items === 1) return textOf(ids[mark.from] as number);
  if (step < 4) return [];
  const files = plural(items, 'file');
  if (items > MOST_IN_RUN) return [files];
  const tests = [...ids.subarray(mark.from, mark.to)].map((id) => textOf(id)[1]);
  if (tests.includes(undefined)) return [files];
  const [test = ''] = tests;
  if (tests.every((one) => one === test)) return [files, test];
  const whole = tests.filter((one) => one === ALL_ROWS).length;
  return whole === 0
    ? [files, 'test']
    : [files, `${ALL_ROWS} of ${count(whole)} in ${count(items)}`];
}

/** From which to which line there is room beside each mark; with room for one, what is tested says more than a name. */
export function shownLines(
  marks: readonly Pick<StepMark, 'height'>[],
  lines: readonly (readonly string[])[],
): readonly [from: number, to: number] {
  const room = Math.min(...marks.map(({ height }) => height));
  if (room < LEAST_TEXT) return [0, 0];
  if (room >= LEAST_TWO) return [0, 2];
  return lines.every((one) => one.length !== 1) ? [1, 2] : [0, 1];
}
