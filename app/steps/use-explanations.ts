/** Explanations of several files. Apart from queries.ts, which every page loads, since the steps alone ask for many. */
import { useQueries } from '@tanstack/react-query';
import type { FileExplanation } from '../../src/planning/explanation.ts';
import type { FileRef } from '../pruning/file-rows.ts';
import { explanationQuery, type Question, useSnapshot } from '../queries.ts';

/** In the order of the files; undefined where one is not here yet. */
export function useExplanations(
  question: Question,
  files: readonly FileRef[],
): readonly (FileExplanation | undefined)[] {
  const view = useSnapshot().data;
  return useQueries({
    queries: files.map((file) => explanationQuery(view, question, file)),
    combine: dataOfAll,
  });
}

function dataOfAll<Data>(results: readonly { readonly data: Data | undefined }[]) {
  return results.map(({ data }) => data);
}
