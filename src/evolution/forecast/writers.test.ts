/** How rows are distributed, by who says so; expected modes by Spark's writers (SparkWriteConf of Iceberg 1.2 and later). */
import { describe, expect, it } from 'vitest';
import { type NamedMode, type WriterFacts, withTasks, writerRules } from './writers.ts';

const FACTS: WriterFacts = {
  properties: {},
  isPartitioned: true,
  isSorted: false,
  fileBytes: [],
  filesPerPartition: 1,
};
const asked = (mode: NamedMode['mode']): NamedMode => ({ mode, from: 'asked' });
const stated = (mode: NamedMode['mode']): NamedMode => ({ mode, from: 'statement' });
const property = (mode: string) => ({ properties: { 'write.distribution-mode': mode } });
const plain = { isPartitioned: false };

describe('the distribution mode', () => {
  it.each<[string, Partial<WriterFacts>, NamedMode | undefined, readonly unknown[]]>([
    ['by partition, by default', {}, undefined, ['hash', 'default', true]],
    [
      'by the sort order, where there is one',
      { isSorted: true },
      undefined,
      ['range', 'default', true],
    ],
    ['not at all without either', plain, undefined, ['none', 'default', true]],
    ['as the table says', property('none'), undefined, ['none', 'table', true]],
    ['as the statement says', property('hash'), stated('none'), ['none', 'statement', false]],
    ['as the statement says again', property('none'), stated('none'), ['none', 'statement', true]],
    ['as chosen', {}, asked('range'), ['range', 'asked', false]],
    [
      'by partition, of which there is none',
      { ...plain, ...property('hash') },
      undefined,
      ['none', 'table', true],
    ],
    ['by an order, of which there is none', plain, asked('range'), ['none', 'asked', false]],
    ['by an order that the statement sets', plain, stated('range'), ['range', 'statement', false]],
  ])('%s', (_, facts, named, [mode, modeFrom, isTableMode]) => {
    const rules = writerRules({ ...FACTS, ...facts }, named);
    expect(rules).toMatchObject({ mode, modeFrom, isTableMode });
  });

  it('that has nothing to go by is told', () => {
    expect(writerRules({ ...FACTS, ...plain }, asked('hash')).namedMode).toBe('hash');
    expect(writerRules(FACTS, asked('hash')).namedMode).toBeUndefined();
  });
});

describe('tasks', () => {
  it('are one for each 128 MiB, or as many as files of a partition show', () => {
    const rules = writerRules({ ...FACTS, filesPerPartition: 3 }, undefined);
    const MiB = 1024 ** 2;
    expect([0, 384, 385].map((size) => withTasks(rules, size * MiB).tasks)).toEqual([3, 3, 4]);
  });
});
