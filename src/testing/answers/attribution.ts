/**
 * Which rule makes profile safe decide otherwise than java about a file: the rows of the profile that alone, or together, change
 * the verdict. So every difference has its rule, by kind and never by case.
 */
import { answerQuestion } from '../../cli/answers/case.ts';
import type { OpenView } from '../../cli/answers/open-view.ts';
import type { Question } from '../../cli/answers/predicate.ts';
import { PROFILE_WORDS, type ProfileRow } from '../../planning/profile-words.ts';
import { JAVA, type Profile, SAFE } from '../../types/profile.ts';

const ROWS = Object.keys(PROFILE_WORDS) as readonly ProfileRow[];

const mixed = new Map<string, Profile>();

/** Java's rules but for some rows; one object for the same rows, so that what is kept for a profile is found again. */
function javaBut(rows: readonly ProfileRow[]): Profile {
  const key = rows.join(' ');
  const found = mixed.get(key);
  if (found !== undefined) return found;
  const safe = Object.fromEntries(rows.map((row) => [row, SAFE[row]]));
  const made = { ...JAVA, ...safe };
  mixed.set(key, made);
  return made;
}

/**
 * For one question: under which rules a file's plan is safe's and not java's, as `EV-38` or `EX-20 + PR-21`. `isRead` is
 * safe's verdict on the file.
 */
export function rulesBehind(
  view: OpenView,
  question: Question,
): (file: number, isRead: boolean) => string {
  const plans = new Map<Profile, string>();
  const reads = (rows: readonly ProfileRow[], file: number) => {
    const profile = javaBut(rows);
    // What java refuses to plan reads nothing.
    const planned = plans.get(profile) ?? answerQuestion(view, question, profile).planned ?? '';
    plans.set(profile, planned);
    return planned[file] === '1';
  };
  return (file, isRead) => {
    const single = ROWS.find((row) => reads([row], file) === isRead);
    if (single !== undefined) return PROFILE_WORDS[single].rule;
    let needed: readonly ProfileRow[] = ROWS;
    for (const row of ROWS) {
      const without = needed.filter((other) => other !== row);
      if (reads(without, file) === isRead) needed = without;
    }
    return needed.map((row) => PROFILE_WORDS[row].rule).join(' + ');
  };
}
