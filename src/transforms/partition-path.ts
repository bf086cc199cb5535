/** Partition tuples as paths, in which null and the text `null` look alike (TR-21), and as labels for people. */
import { utf8 } from '../base/bytes.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { displayTransformed, humanTransform } from './transform.ts';
import type { Transform } from './transform-type.ts';

export interface PathField {
  readonly name: string;
  readonly transform: Transform;
  /** Undefined where the source column is gone (TR-3). */
  readonly sourceType: PrimitiveType | undefined;
}

/** `ts_day=2026-03-01/country=NO`, names and values escaped as the reference does; empty without fields. */
export function partitionPath(
  fields: readonly PathField[],
  values: readonly (Value | null)[],
): string {
  return fields
    .map((field, i) => {
      const human = humanTransform(field.transform, field.sourceType, values[i] ?? null);
      return `${formEncode(field.name)}=${formEncode(human)}`;
    })
    .join('/');
}

/** The same for people: nothing escaped, values as on the screen, parts joined with ` / `. */
export function partitionLabel(
  fields: readonly PathField[],
  values: readonly (Value | null)[],
): string {
  return fields
    .map((field, i) => {
      const shown = displayTransformed(field.transform, field.sourceType, values[i] ?? null);
      return `${field.name}=${shown}`;
    })
    .join(' / ');
}

/** `java.net.URLEncoder` in UTF-8: letters, digits and `.-*_` stay, a blank is `+`, other bytes `%XX` (TR-21). */
export function formEncode(text: string): string {
  if (/^[A-Za-z0-9.*_-]*$/.test(text)) return text;
  let out = '';
  for (const byte of utf8(text)) {
    const char = String.fromCharCode(byte);
    if (/[A-Za-z0-9.*_-]/.test(char)) out += char;
    else out += byte === 32 ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}
