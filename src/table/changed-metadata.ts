/** The metadata file that a change of layout would write, as text. */
import { parseJson, printJson } from '../base/json.ts';
import type { Evolved } from '../evolution/evolve.ts';
import { changedMetadataJson } from '../evolution/metadata-json.ts';
import type { InputRef } from '../io/input.ts';
import { type OpenInputOptions, openInput } from '../io/open.ts';
import { isObject } from '../metadata/json-reader.ts';
import { metadataText } from '../metadata/metadata-text.ts';

/**
 * Reads the file in hand again, since a record does not hold what is not known here, and applies the changes in turn.
 *
 * @param location where the file is recorded, for the log
 * @param nowMs the time of the change
 * @throws IcecoreError as reading the metadata does
 */
export async function changedMetadataText(
  input: InputRef,
  changes: readonly Evolved[],
  { location, nowMs }: { readonly location: string; readonly nowMs: bigint },
  options: OpenInputOptions = {},
): Promise<string> {
  const bytes = await openInput(input, options).whole();
  const text = await metadataText(bytes, { place: input.name, problems: [] });
  const json = parseJson(text, input.name);
  let after = isObject(json) && isObject(json.metadata) ? json.metadata : json;
  for (const evolved of changes) {
    if (!isObject(after)) break;
    after = changedMetadataJson(after, evolved, { metadataFile: location, nowMs });
  }
  return printJson(after);
}
