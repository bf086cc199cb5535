import { IcecoreError } from '../base/errors.ts';

/** Throws IcecoreError `unsupported` for format version 4 and later, whose manifests are a draft (MD-42). */
export function checkFormatVersion(version: number, place: string): void {
  if (!(version >= 4)) return;
  throw new IcecoreError('unsupported', `Manifests of format version ${version} cannot be read`, {
    place,
    advice: 'Version 4 is not final; versions 1 to 3 are read.',
  });
}
