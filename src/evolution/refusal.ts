/** Why a change of spec is refused, as plain data: a change is typed by a person, so a refusal is an answer. */

export type RefusalCode =
  | 'unknown-transform-in-spec'
  | 'unknown-column'
  | 'ambiguous-column'
  | 'unsupported-transform'
  | 'transform-not-on-type'
  | 'name-added-twice'
  | 'field-exists'
  | 'field-added-twice'
  | 'time-added-twice'
  | 'name-taken'
  | 'remove-added'
  | 'remove-renamed'
  | 'remove-missing'
  | 'rename-added'
  | 'rename-removed'
  | 'rename-missing'
  | 'name-empty'
  | 'name-of-column'
  | 'name-twice'
  | 'source-missing'
  | 'source-nested'
  | 'source-in-list'
  | 'ids-not-sequential';

export interface Refusal {
  readonly code: RefusalCode;
  /** What is wrong, one sentence. */
  readonly message: string;
  /** What can be done about it, one sentence. */
  readonly advice?: string | undefined;
  /** Index of the step that is refused; undefined: the spec that all steps together make. */
  readonly step?: number | undefined;
  /** Index of the field that is refused, in the spec that all steps together make. */
  readonly field?: number | undefined;
  /** Index of the step that made that field or named it; undefined: it was there before. */
  readonly madeBy?: number | undefined;
  /** The column that was probably meant. */
  readonly nearFieldId?: number | undefined;
}

export function refusal(code: RefusalCode, message: string, advice?: string): Refusal {
  return { code, message, advice };
}
