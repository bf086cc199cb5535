/**
 * `npm run bench:make`: writes a synthetic table, metadata only.
 *
 *     npm run bench:make -- --files 1000000 --columns 20 --manifests 100 [--codec deflate|null|snappy|zstd]
 *         [--out DIR] [--name NAME] [--seed N]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CODECS } from './table/codecs.mjs';
import { FEWEST_COLUMNS } from './table/columns.mjs';
import { makeTable, nameOf } from './table/make-table.mjs';

/** Where tables go when nothing else is said; git ignores it. */
const DATA = join(import.meta.dirname, 'data');

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(1);
}

/**
 * @param {string} option
 * @param {string} text
 * @param {number} least
 */
function whole(option, text, least) {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  return stop(`--${option} takes a whole number from ${least} on; found ${text}`);
}

function planOfArguments() {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({
    options: {
      files: { ...text, default: '100000' },
      columns: { ...text, default: '20' },
      manifests: { ...text, default: '10' },
      codec: { ...text, default: 'deflate' },
      out: { ...text, default: DATA },
      seed: { ...text, default: '1' },
      name: text,
    },
  });
  if (!CODECS.includes(values.codec)) stop(`--codec is one of ${CODECS.join(', ')}.`);
  const size = {
    files: whole('files', values.files, 1),
    columns: whole('columns', values.columns, FEWEST_COLUMNS),
    manifests: whole('manifests', values.manifests, 1),
    codec: values.codec,
  };
  if (size.manifests > size.files) stop('--manifests may not be more than --files.');
  const plan = { ...size, name: values.name ?? nameOf(size), seed: whole('seed', values.seed, 0) };
  return { plan, out: values.out };
}

const { plan, out } = planOfArguments();
const start = performance.now();
const { stored, raw } = await makeTable(plan, out, (done) => {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${plan.manifests} manifests`);
});
if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(
  `${join(out, plan.name)}: ${plan.files} files in ${plan.manifests} manifests, ${(stored / 1e6).toFixed(1)} MB stored, ` +
    `${(raw / 1e6).toFixed(1)} MB raw (${(raw / stored).toFixed(2)}), ${Math.round(raw / plan.files)} bytes an entry, ${seconds} s`,
);
