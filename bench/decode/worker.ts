/** Measures in a browser's worker: answers the files it is given with what was measured. */
import { measure } from './measure.ts';

addEventListener('message', async ({ data }: MessageEvent<{ files: File[]; rounds: number }>) => {
  const files = await Promise.all(
    data.files.map(async (f) => new Uint8Array(await f.arrayBuffer())),
  );
  postMessage(await measure(files, data.rounds, () => performance.now()));
});
