import { expect, test } from 'vitest';
import { leftBehind, VIEWS } from './view-names.ts';

test('the chosen file goes along to the views that tell of one file, an order to none', () => {
  const search = { src: 'sample:migrated', file: '0123456789abcdef', sort: '-bytes' };
  const withFile = VIEWS.filter((view) => {
    const next: { file?: string | undefined } = { ...search, ...leftBehind(view) };
    return next.file !== undefined;
  }).map(({ id }) => id);
  expect(withFile).toEqual(['pruning', 'files', 'schema']);
  for (const view of VIEWS) expect({ ...search, ...leftBehind(view) }.sort).toBeUndefined();
});
