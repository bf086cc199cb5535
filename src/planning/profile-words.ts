/** How each row of the profiles shows in a verdict, in words: of those whose value is the unsound one, and of the sound. */
import type { Profile } from '../types/profile.ts';

export type ProfileRow = Exclude<keyof Profile, 'name'>;

export interface RowWords {
  /** Clauses with "they": the rules of the other side. */
  readonly unsound: string;
  readonly sound: string;
  readonly rule: string;
}

export const PROFILE_WORDS: Readonly<Record<ProfileRow, RowWords>> = {
  zerosAreOne: words('put −0.0 below 0.0', 'take both zeros for one', 'EV-38'),
  uuidsInBothOrders: words('order UUIDs as signed numbers', 'allow both orders of UUIDs', 'TY-23'),
  contradictionsProveNothing: words(
    'believe bounds that contradict each other',
    'ignore bounds that contradict each other',
    'B039',
  ),
  truncatedBoundsAreNoValues: words(
    'take equal truncated bounds for a value',
    'take no truncated bound for a value',
    'B082',
  ),
  missingNullCountIsUnknown: words(
    'take a missing null count for none',
    'take a missing null count as unknown',
    'EV-28',
  ),
  missingNanCountIsUnknown: words(
    'take a missing NaN count for none',
    'take a missing NaN count as unknown',
    'EV-28',
  ),
  requiredMeansNoNulls: words(
    'ask for null counts of required columns',
    'know that a required column has no nulls',
    'B075',
  ),
  nestedNullsAreChecked: words(
    'trust null counts inside optional structs',
    'check null counts inside optional structs',
    'EV-20',
  ),
  unknownRecordCountProvesNothing: words(
    'take an unknown number of rows for none',
    'prove nothing from an unknown number of rows',
    'EV-26',
  ),
  longSetsAreJudged: words(
    'do not compare lists of more than 200 elements',
    'compare lists of any length',
    'EV-6',
  ),
  upperBoundRulesOutAlone: words(
    'use no upper bound where the lower one is missing',
    'use an upper bound alone',
    'EV-17',
  ),
  setsIgnoreDecimalScale: words(
    'find no decimal of another scale in a list',
    'compare decimals of lists by value',
    'EX-17',
  ),
  nullsMatchNoRange: words('put null below every value', 'let null match no range', 'EV-10'),
  nanMatchesNoRange: words('put NaN above every value', 'prove nothing of NaN', 'A-2'),
  epochBothWays: words(
    'expect times before 1970 one unit too late only',
    'expect times before 1970 one unit off either way',
    'PR-21',
  ),
  truncateWrapIsGuarded: words(
    'project the smallest integers to where they wrap',
    'keep partitions of integers that wrap',
    'PR-14',
  ),
  prefixesInCodePoints: words(
    'count prefixes in UTF-16 units',
    'count prefixes in code points',
    'PR-13a',
  ),
  termsNeedTheirTransform: words(
    'compare a transform’s result with the plain value',
    'apply the transform before they compare',
    'PR-4',
  ),
  identityTermsAreColumns: words(
    'take identity(c) for another thing than c',
    'take identity(c) for c',
    'EX-2',
  ),
  nanosecondSetsAreExact: words(
    'take nanoseconds of a list for microseconds',
    'compare nanoseconds exactly',
    'PR-15',
  ),
  deletesPrunedByTheirColumns: words(
    'prune equality deletes by columns that they do not compare',
    'prune equality deletes by their own columns',
    'DL-4',
  ),
  deleteRangesMindNan: words(
    'let ranges exclude deletes of NaN',
    'keep deletes that may be of NaN',
    'DL-16',
  ),
  promotedDatesAreDays: words(
    'read a promoted date as microseconds',
    'read a promoted date as a day',
    'TY-16',
  ),
  exactBoundSizes: words(
    'read bounds of a wrong size from the front',
    'ignore bounds of a wrong size',
    'TY-5',
  ),
  exactTruncate: words('overflow while they truncate', 'truncate exactly', 'TR-9'),
  exactPreEpoch: words(
    'shift the last microsecond of a second before 1970',
    'floor times before 1970',
    'TR-14',
  ),
  decimalLiteralsAreExact: words(
    'keep a decimal at the scale it was written in',
    'bring decimals to the column’s scale',
    'EX-17',
  ),
  numbersMeetIntegers: words(
    'refuse fractions against integers',
    'compare fractions with integers',
    'EX-18',
  ),
  floatLiteralsAreExact: words(
    'round float literals',
    'keep what a rounded float literal means',
    'EX-19',
  ),
  finerTimesAreExact: words(
    'cut times to the column’s unit',
    'keep what a finer time means',
    'EX-20',
  ),
  overflowFolds: words('fail on literals beyond the type', 'fold literals beyond the type', '5.4'),
  fieldsInListsAreRefused: words(
    'accept fields inside lists and maps',
    'refuse fields inside lists and maps',
    'EX-11',
  ),
  columnsAreFoundAlone: words(
    'take identity partition values before the file’s own, and map names only without any id',
    'find each column by id, then by partition value, then by mapped name',
    'CP-2',
  ),
};

function words(unsound: string, sound: string, rule: string): RowWords {
  return { unsound, sound, rule };
}
