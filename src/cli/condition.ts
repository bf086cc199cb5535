/** A condition of the command line, read against the snapshot in hand. */
import { IcecoreError } from '../base/errors.ts';
import { parseWhere, type Where } from '../expressions/where.ts';
import { partitionTerms } from '../metadata/spec-words.ts';
import type { SnapshotView } from '../table/session.ts';
import { indexSchema } from '../types/schema.ts';

/** Errors: `invalid-input` with the place of the first mistake. */
export function readCondition(text: string, view: SnapshotView): Where {
  const schema = indexSchema(view.schema);
  const where = parseWhere(text, schema, {
    caseSensitive: false,
    partitionTerms: partitionTerms(view.context.specs, schema),
    tableSchemas: view.context.schemas,
  });
  const [error] = where.errors;
  if (error === undefined) return where;
  throw new IcecoreError('invalid-input', error.message, {
    place: text,
    span: error.span,
    advice: error.suggestion?.message,
  });
}
