import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IcecoreError } from '../base/errors.ts';
import { corpusFolder, fixturesFolder } from '../testing/shared.ts';
import { javaRefuses, parseTableMetadata } from './table-metadata.ts';

/** Paths below `folder` of files that are named as metadata files are. */
function metadataFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.metadata\.json(\.gz)?$/.test(path))
    .sort();
}

interface Walk {
  readonly opened: number;
  /** `path: message` of each that is no table's metadata. */
  readonly errors: readonly string[];
  /** `path: codes` of each that opens here and not in the reference. */
  readonly onlyHere: readonly string[];
}

async function walk(folder: string, paths: readonly string[]): Promise<Walk> {
  const errors: string[] = [];
  const onlyHere: string[] = [];
  for (const path of paths) {
    try {
      const { problems } = await parseTableMetadata(readFileSync(join(folder, path)), path);
      if (!javaRefuses(problems)) continue;
      const refusing = problems.filter((problem) => javaRefuses([problem]));
      onlyHere.push(`${path}: ${[...new Set(refusing.map((p) => p.code))].join(', ')}`);
    } catch (error) {
      if (!(error instanceof IcecoreError)) throw error;
      errors.push(`${path}: ${error.message}`);
    }
  }
  return { opened: paths.length - errors.length, errors, onlyHere };
}

describe.skipIf(fixturesFolder() === undefined)('others’ tables', () => {
  const folder = fixturesFolder() ?? '';
  it('opens every metadata file, four of which the reference refuses', async () => {
    const { opened, errors, onlyHere } = await walk(folder, metadataFiles(folder));
    expect(opened).toBeGreaterThan(400);
    // A catalog's placeholder: {"properties": {}, "current-snapshot-id": -1}.
    expect(errors).toEqual([
      expect.stringMatching(/^apache__iceberg-python\/kevinliu_blmt\/metadata\/v0.metadata.json: /),
    ]);
    expect(onlyHere).toEqual([
      expect.stringMatching(/TableMetadataV2Valid.zstd.metadata.json: compression-not-in-name$/),
      // A snapshot id above 2^63 - 1, twice; a v3 table without next-row-id (section 16).
      expect.stringMatching(/equality_delete_cross_partition.*: number-too-large$/),
      expect.stringMatching(/timestamptz_ns.*: field-missing$/),
      expect.stringMatching(/equality_delete_dropped_column.*: number-too-large$/),
    ]);
  });
});

describe('the corpus’s tables', () => {
  it('opens every metadata file, one of which the reference refuses', async () => {
    const folder = join(corpusFolder(), 'tables');
    const result = await walk(folder, metadataFiles(folder));
    expect(result).toEqual({
      opened: 471,
      errors: [],
      // DuckDB writes no last-sequence-number.
      onlyHere: [expect.stringMatching(/^duckdb_copy\/.*: field-missing$/)],
    });
  });
});
