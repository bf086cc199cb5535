/**
 * Whose rules a plan follows. Passed once to binding, transforms, comparison and decoding; no other code names an
 * engine. Every difference between the reference implementation and what is sound is a row here, as data, with the
 * rule of rules.md that states it. `true` means: do what is sound.
 */
export interface Profile {
  readonly name: 'safe' | 'java';
  /** The sign of a zero decides nothing (EV-38, MF-12). */
  readonly zerosAreOne: boolean;
  /** A range of UUIDs rules out only what it rules out in signed and in unsigned order (TY-23). */
  readonly uuidsInBothOrders: boolean;
  /** Bounds with lower above upper, and summaries that deny every kind of value, are unknown (B039, B092, EV-5). */
  readonly contradictionsProveNothing: boolean;
  /** Equal text or byte bounds of the usual truncation length do not prove a constant (B082). */
  readonly truncatedBoundsAreNoValues: boolean;
  /** A missing null count is no "no nulls" in a proof that every row matches (EV-28). */
  readonly missingNullCountIsUnknown: boolean;
  /** The same for NaN counts (EV-28). */
  readonly missingNanCountIsUnknown: boolean;
  /** A required column has no nulls, recorded or not (B075). */
  readonly requiredMeansNoNulls: boolean;
  /** Under an optional struct "no nulls" needs as many values as rows (EV-20). */
  readonly nestedNullsAreChecked: boolean;
  /** A record count of -1 does not prove that every row matches (EV-26). */
  readonly unknownRecordCountProvesNothing: boolean;
  /** IN lists of more than 200 elements are judged (EV-6). */
  readonly longSetsAreJudged: boolean;
  /** IN and STARTS_WITH are judged by the upper bound where the lower one is missing (EV-17). */
  readonly upperBoundRulesOutAlone: boolean;
  /** Elements of an IN list equal values, whatever scale they were written in (EX-17). */
  readonly setsIgnoreDecimalScale: boolean;
  /** A null partition value matches no comparison (EX-7, EV-10, EV-35). */
  readonly nullsMatchNoRange: boolean;
  /** A NaN partition value above a literal proves nothing (A-2, EX-8). */
  readonly nanMatchesNoRange: boolean;
  /** Time partitions before 1970 may be one too small as well as one too large (PR-21). */
  readonly epochBothWays: boolean;
  /** Truncated integers that wrap at the end of their type are kept (PR-14). */
  readonly truncateWrapIsGuarded: boolean;
  /** Prefix lengths are code points, as truncate counts them (PR-13a). */
  readonly prefixesInCodePoints: boolean;
  /** A transform term is never copied to an identity field (PR-4, section 16). */
  readonly termsNeedTheirTransform: boolean;
  /** A term identity(c) is the column c to every partition field (EX-2); in Java to its identity fields only. */
  readonly identityTermsAreColumns: boolean;
  /** IN on identity(timestamp_ns) is in nanoseconds (PR-15, section 16). */
  readonly nanosecondSetsAreExact: boolean;
  /** Equality deletes are pruned by the columns they compare only (DL-4). */
  readonly deletesPrunedByTheirColumns: boolean;
  /** Ranges exclude an equality delete on floats only if one side has no NaN (DL-16). */
  readonly deleteRangesMindNan: boolean;
  /** A 4-byte bound of a timestamp is a day; Java takes it as micros or nanos (TY-16). */
  readonly promotedDatesAreDays: boolean;
  /** Bytes of a wrong size are no value; Java reads what it needs from the front (TY-5). */
  readonly exactBoundSizes: boolean;
  /** Truncating an int does not overflow in between; Java: truncate[2147483647](1) = 2 (TR-9). */
  readonly exactTruncate: boolean;
  /** Times before the epoch floor; Java takes .999999 for the second before (TR-14). */
  readonly exactPreEpoch: boolean;
  /** A decimal literal meets the column at its scale, and what is lost changes the operator (EX-17). */
  readonly decimalLiteralsAreExact: boolean;
  /** Fractions and numbers beyond 64 bits compare with integer columns (EX-18). */
  readonly numbersMeetIntegers: boolean;
  /** Infinities, and float literals that had to be rounded, keep their meaning (EX-19). */
  readonly floatLiteralsAreExact: boolean;
  /** A time finer than the column changes the operator; Java only floors or truncates (EX-20). */
  readonly finerTimesAreExact: boolean;
  /** A literal beyond its type is above or below all values; Java throws in places (section 16, 5.4). */
  readonly overflowFolds: boolean;
  /** A field inside a list or map is refused at binding (EX-11, A-25). */
  readonly fieldsInListsAreRefused: boolean;
  /** Each column of a data file is found alone: by its id, else by partition value, else by its mapped name (CP-2). */
  readonly columnsAreFoundAlone: boolean;
}

// Rows are added by the code that needs them; see the table below.
export const SAFE: Profile = {
  name: 'safe',
  zerosAreOne: true,
  uuidsInBothOrders: true,
  contradictionsProveNothing: true,
  truncatedBoundsAreNoValues: true,
  missingNullCountIsUnknown: true,
  missingNanCountIsUnknown: true,
  requiredMeansNoNulls: true,
  nestedNullsAreChecked: true,
  unknownRecordCountProvesNothing: true,
  longSetsAreJudged: true,
  upperBoundRulesOutAlone: true,
  setsIgnoreDecimalScale: true,
  nullsMatchNoRange: true,
  nanMatchesNoRange: true,
  epochBothWays: true,
  truncateWrapIsGuarded: true,
  prefixesInCodePoints: true,
  termsNeedTheirTransform: true,
  identityTermsAreColumns: true,
  nanosecondSetsAreExact: true,
  deletesPrunedByTheirColumns: true,
  deleteRangesMindNan: true,
  promotedDatesAreDays: true,
  exactBoundSizes: true,
  exactTruncate: true,
  exactPreEpoch: true,
  decimalLiteralsAreExact: true,
  numbersMeetIntegers: true,
  floatLiteralsAreExact: true,
  finerTimesAreExact: true,
  overflowFolds: true,
  fieldsInListsAreRefused: true,
  columnsAreFoundAlone: true,
};
export const JAVA: Profile = {
  name: 'java',
  zerosAreOne: false,
  uuidsInBothOrders: false,
  contradictionsProveNothing: false,
  truncatedBoundsAreNoValues: false,
  missingNullCountIsUnknown: false,
  missingNanCountIsUnknown: false,
  requiredMeansNoNulls: false,
  nestedNullsAreChecked: false,
  unknownRecordCountProvesNothing: false,
  longSetsAreJudged: false,
  upperBoundRulesOutAlone: false,
  setsIgnoreDecimalScale: false,
  nullsMatchNoRange: false,
  nanMatchesNoRange: false,
  epochBothWays: false,
  truncateWrapIsGuarded: false,
  prefixesInCodePoints: false,
  termsNeedTheirTransform: false,
  identityTermsAreColumns: false,
  nanosecondSetsAreExact: false,
  deletesPrunedByTheirColumns: false,
  deleteRangesMindNan: false,
  promotedDatesAreDays: false,
  exactBoundSizes: false,
  exactTruncate: false,
  exactPreEpoch: false,
  decimalLiteralsAreExact: false,
  numbersMeetIntegers: false,
  floatLiteralsAreExact: false,
  finerTimesAreExact: false,
  overflowFolds: false,
  fieldsInListsAreRefused: false,
  columnsAreFoundAlone: false,
};
