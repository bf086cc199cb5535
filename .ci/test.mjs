/**
 * `npm test`: every check, from a fresh clone, one after the other, with a summary at the end.
 * A failed step does not stop those that can still tell something.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { INSTALL, installed, nodeTooOld, npm, ROOT, run } from './steps.mjs';

/** What the unit tests must tell, as src/testing/tell.ts names it; printed once more at the end. */
const FIGURES = [
  'vectors',
  'answers in java',
  'answers in safe',
  'differences',
  'explanations',
  'law',
  'public tables',
  'traps',
  'fuzz',
];

const TAIL_PASSED = 6;
const TAIL_FAILED = 80;
const STEP_TIMEOUT_MS = 15 * 60_000;
const LOGS = join(ROOT, '.cache', 'logs');

/**
 * A step answers with null when it passed, or with a sentence that says why not.
 * @typedef {(onOutput: (text: string) => void) => Promise<string | null>} Check
 * @typedef {{ name: string, needs?: string[], check: Check }} Step
 * @typedef {{ name: string, outcome: 'passed' | 'failed' | 'not run', seconds: number, note: string }} Result
 */

/** @param {string[]} args @returns {Check} */
const npmCheck = (args) => async (onOutput) => {
  const [command, rest] = npm(args);
  const code = await run(command, rest, { onOutput, timeoutMs: STEP_TIMEOUT_MS });
  return code === 0 ? null : `exit code ${code}`;
};
/** @param {string} name @returns {Check} */
const script = (name) => npmCheck(['run', '--silent', name]);

/** @type {Map<string, string>} */
const told = new Map();

/** Gathers the figures on the way. One that is missing is a check that did not run. @type {Check} */
async function unitTests(onOutput) {
  let output = '';
  const failure = await script('unit')((text) => {
    output += text;
    onOutput(text);
  });
  for (const [, name = '', text = ''] of output.matchAll(/figure ([a-z ]+): (.*)$/gm)) {
    told.set(name, text);
  }
  const missing = FIGURES.filter((name) => !told.has(name));
  return failure ?? (missing.length === 0 ? null : `not told: ${missing.join(', ')}`);
}

/** @type {Step[]} */
const STEPS = [
  {
    name: 'install',
    check: async (onOutput) => {
      if (!installed()) return npmCheck(INSTALL)(onOutput);
      onOutput('node_modules is as package-lock.json says.\n');
      return null;
    },
  },
  {
    name: 'generated files',
    needs: ['install'],
    check: npmCheck(['run', '--silent', 'generate', '--', '--check']),
  },
  { name: 'types', needs: ['install'], check: script('typecheck') },
  { name: 'lint and format', needs: ['install'], check: script('lint') },
  { name: 'unused code', needs: ['install'], check: script('knip') },
  { name: 'unit tests', needs: ['install'], check: unitTests },
  { name: 'build', needs: ['install'], check: script('build') },
  { name: 'size limits', needs: ['build'], check: script('size') },
  {
    name: 'browser tests',
    needs: ['build'],
    check: async (onOutput) => (await ensureChromium(onOutput)) ?? script('e2e')(onOutput),
  },
];

/** @param {string} text @param {number} count */
function lastLines(text, count) {
  const lines = text.trimEnd().split('\n');
  const cut = lines.length - count;
  const kept = cut > 0 ? [`… ${cut} lines more, in .cache/logs`, ...lines.slice(cut)] : lines;
  return kept.map((line) => `  ${line}`).join('\n');
}

/** @param {Step} step @param {Result[]} before @returns {Promise<Result>} */
async function runStep(step, before) {
  const missing = step.needs?.find(
    (need) => before.find((result) => result.name === need)?.outcome !== 'passed',
  );
  if (missing !== undefined) {
    return { name: step.name, outcome: 'not run', seconds: 0, note: `needs: ${missing}` };
  }
  console.log(`\n— ${step.name}`);
  let output = '';
  const start = performance.now();
  const failure = await step.check((text) => {
    output += text;
  });
  const seconds = (performance.now() - start) / 1000;
  writeFileSync(join(LOGS, `${step.name.replaceAll(' ', '-')}.log`), output);
  if (output.trim() !== '') {
    console.log(lastLines(output, failure === null ? TAIL_PASSED : TAIL_FAILED));
  }
  console.log(`  ${failure === null ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  const outcome = failure === null ? 'passed' : 'failed';
  return { name: step.name, outcome, seconds, note: failure ?? '' };
}

/** @param {Result[]} results */
function summary(results) {
  const width = Math.max(...results.map((result) => result.name.length));
  const rows = results.map(
    ({ name, outcome, seconds, note }) =>
      `  ${name.padEnd(width)}  ${outcome.padEnd(7)}  ${seconds.toFixed(1).padStart(6)} s  ${note}`,
  );
  return ['', 'Summary', ...rows.map((row) => row.trimEnd())].join('\n');
}

const tooOld = nodeTooOld();
if (tooOld !== null) {
  console.error(tooOld);
  process.exit(1);
}
mkdirSync(LOGS, { recursive: true });
/** @type {Result[]} */
const results = [];
for (const step of STEPS) results.push(await runStep(step, results));
console.log(summary(results));
console.log('\nFigures');
for (const name of FIGURES) console.log(`  ${name}: ${told.get(name) ?? 'not told'}`);
const bad = results.filter((result) => result.outcome !== 'passed');
const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
console.log(
  bad.length === 0
    ? `\nAll ${results.length} steps passed in ${seconds.toFixed(0)} s.`
    : `\n${bad.length} of ${results.length} steps did not pass: ${bad.map((result) => result.name).join(', ')}.`,
);
process.exitCode = bad.length === 0 ? 0 : 1;
