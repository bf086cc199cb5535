/** Names of metadata files and what they say of age (MD-1 … MD-3). */

/** `00003-<uuid>.metadata.json`, `v3.metadata.json`, `v3.gz.metadata.json`, `v3.metadata.json.gz` (MD-1, MD-2, B169). */
const METADATA_FILE = /\.metadata\.json(\.(gz|gzip|zst|zstd))?$/i;

export function isMetadataFile(path: string): boolean {
  return METADATA_FILE.test(path) && !path.slice(path.lastIndexOf('/') + 1).startsWith('.');
}

/** The version number in a metadata file's name, −1 for a name without one. */
export function versionOf(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const digits = /^v?(\d+)(?=[-.])/.exec(name)?.[1];
  return digits === undefined ? -1 : Number(digits);
}

/** Spellings of version `n` of a file-system table, the usual one first. */
export function spellings(n: number): readonly string[] {
  return [
    `v${n}.metadata.json`,
    `v${n}.gz.metadata.json`,
    `v${n}.metadata.json.gz`,
    `v${n}.gzip.metadata.json`,
  ];
}

/** First line of a version hint; undefined where it is no integer (blanks around it are allowed, MD-3). */
export function parseHint(text: string): number | undefined {
  const line = (text.split('\n')[0] ?? '').trim();
  return /^\d+$/.test(line) ? Number(line) : undefined;
}

/** The greatest version first; equal ones by name. */
export function byVersionDescending(a: string, b: string): number {
  return versionOf(b) - versionOf(a) || (a < b ? -1 : 1);
}
