/** A manifest against what the manifest list says of it. */
import type { Container } from '../avro/container.ts';
import { IcecoreError, type Problem } from '../base/errors.ts';
import { ADDED, DELETED, EXISTING, type ManifestEntries } from './entries.ts';
import { manifestProblem } from './manifest-problems.ts';
import type { ManifestFile } from './records.ts';

/**
 * Reports where the file and the list disagree. Throws IcecoreError `invalid-data` for a file that was cut between two
 * blocks, which nothing in the file itself shows: it is shorter than listed and has fewer entries.
 */
export function checkAgainstList(
  container: Container,
  entries: ManifestEntries,
  manifest: ManifestFile,
  problems: Problem[],
): void {
  const { bytes, header, place } = container;
  const { manifestLength } = manifest;
  const counts = [
    { name: 'added', listed: manifest.addedFilesCount, found: countOf(entries, ADDED) },
    { name: 'existing', listed: manifest.existingFilesCount, found: countOf(entries, EXISTING) },
    { name: 'deleted', listed: manifest.deletedFilesCount, found: countOf(entries, DELETED) },
  ];
  const wrong = counts.filter((c) => c.listed !== undefined && c.listed !== c.found);
  if (manifestLength !== undefined && manifestLength !== bytes.length) {
    const message = `The manifest list says ${manifestLength} bytes; the file has ${bytes.length}.`;
    if (bytes.length < manifestLength && counts.some((c) => c.found < (c.listed ?? 0))) {
      throw new IcecoreError('invalid-data', `The manifest is cut short. ${message}`, {
        place,
        offset: bytes.length,
      });
    }
    problems.push(manifestProblem('manifest-length-differs', message, place));
  }
  if (wrong.length > 0) {
    const text = wrong.map((c) => `${c.listed} ${c.name} entries (found: ${c.found})`).join(', ');
    problems.push(manifestProblem('manifest-counts-differ', `The list says ${text}.`, place));
  }
  const content = header.get('content');
  if (content !== undefined && content.toLowerCase() !== manifest.content) {
    const message = `The header says ${content}, the manifest list says ${manifest.content}.`;
    problems.push(manifestProblem('manifest-content-differs', message, place));
  }
}

function countOf(entries: ManifestEntries, status: number): number {
  let count = 0;
  for (const s of entries.status) if (s === status) count += 1;
  return count;
}
