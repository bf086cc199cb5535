/** Every line of the corpus's vectors, as the command checks them in any folder. */
import { afterAll, describe, expect, test } from 'vitest';
import { tell } from '../tell.ts';
import { EXCEPTIONS } from './exceptions.ts';
import { vectorsFolder } from './lines.ts';
import { checkFile, type FileReport, vectorFiles } from './run.ts';

const folder = vectorsFolder();
const { checked, unknown } = vectorFiles(folder);
const reports: FileReport[] = [];

afterAll(() => {
  const lines = reports.reduce((sum, report) => sum + report.lines, 0);
  const wrong = reports.reduce((sum, report) => sum + report.wrong.length, 0);
  const excepted = reports.flatMap(({ exceptions }) => [...exceptions.values()]);
  const listed = excepted.reduce((sum, count) => sum + count, 0);
  tell(
    'vectors',
    `${lines - wrong}/${lines}, of them ${listed} of ${EXCEPTIONS.length} listed kinds where ours is not the reference’s`,
  );
});

test('no file of vectors is left out', () => {
  expect(unknown).toEqual([]);
  expect(checked.length).toBe(12);
});

describe.each(checked)('%s', (name) => {
  test('every line', async () => {
    const report = await checkFile(folder, name);
    reports.push(report);
    expect(report.wrong.slice(0, 5)).toEqual([]);
    expect(report.wrong.length).toBe(0);
    expect(report.lines).toBeGreaterThan(50);
  });
});

test('every kind of exception is needed', () => {
  const met = new Set(reports.flatMap((report) => [...report.exceptions.keys()]));
  expect(EXCEPTIONS.filter((row) => !met.has(row))).toEqual([]);
});
