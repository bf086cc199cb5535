/**
 * The floor: inflates every manifest of the dropped folder by DecompressionStream, and nothing else.
 * `?workers=2` says how many share the work. The result is text in `<output>`, as JSON.
 */
const MANIFEST = /-m\d+\.avro$/;

const count = Number(new URLSearchParams(location.search).get('workers'));
const workers = Array.from(
  { length: count },
  () => new Worker(new URL('inflate-worker.js', import.meta.url), { type: 'module' }),
);

/** @param {Worker} worker @param {File | undefined} file undefined: answer when you are there */
function ask(worker, file) {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    worker.postMessage(file);
  });
}

/** @param {FileSystemDirectoryEntry} folder @returns {Promise<File[]>} */
async function manifestsOf(folder) {
  const reader = folder.createReader();
  const found = [];
  for (;;) {
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0) return found;
    for (const entry of entries) {
      if (entry.isDirectory) found.push(...(await manifestsOf(entry)));
      else if (MANIFEST.test(entry.name)) {
        found.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
      }
    }
  }
}

/** @param {FileSystemDirectoryEntry} folder */
async function inflateAll(folder) {
  const start = performance.now();
  const queue = await manifestsOf(folder);
  const total = { stored: 0, raw: 0, ms: 0 };
  await Promise.all(
    workers.map(async (worker) => {
      for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
        const raw = await ask(worker, file);
        total.raw += raw;
        total.stored += file.size;
      }
    }),
  );
  return { ...total, ms: performance.now() - start };
}

/** @param {unknown} result */
function show(result) {
  const output = document.createElement('output');
  output.textContent = JSON.stringify(result);
  document.body.append(output);
}

addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  const folder = event.dataTransfer?.items[0]?.webkitGetAsEntry();
  inflateAll(/** @type {FileSystemDirectoryEntry} */ (folder)).then(show, (error) =>
    show({ error: String(error) }),
  );
});
await Promise.all(workers.map((worker) => ask(worker, undefined)));
document.body.dataset.ready = '';
