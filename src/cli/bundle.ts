/** `icecore bundle`: a table, or a part of it, as a file that opens without the table. */
import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { IcecoreError } from '../base/errors.ts';
import { pathInput } from '../io/node-files.ts';
import { printLink } from '../share/link.ts';
import { makeBundle } from '../share/make-bundle.ts';
import { REDACT_KINDS, type RedactChoice } from '../share/redact.ts';
import { redactBundle } from '../share/redact-bundle.ts';
import { type BundleQuestion, planBundle, redaction } from '../table/bundle.ts';
import {
  metadataHistory,
  type OpenedTable,
  type SnapshotView,
  snapshotView,
} from '../table/session.ts';
import { formatBytes, formatCount } from '../types/format.ts';
import { readCondition } from './condition.ts';
import { openNamed } from './open.ts';
import { profileNamed, readArgs, snapshotIdNamed, UsageError } from './usage.ts';

const OPTIONS = {
  out: { type: 'string' },
  snapshot: { type: 'string' },
  ref: { type: 'string' },
  where: { type: 'string' },
  profile: { type: 'string' },
  redact: { type: 'string' },
} as const;

const PATHS_TOO = 'Paths are replaced too, since they hold names and values.';

const FILES = { openPath: pathInput };

/** Exit code 1 where the predicate would not keep its verdicts: nothing is written then. */
export async function bundleCommand(
  args: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  const { values, positionals } = parse(args);
  const [named, ...rest] = positionals;
  if (named === undefined) throw new UsageError('No table is given.');
  if (rest.length > 0) throw new UsageError(`One table at a time; what is ${rest[0]}?`);
  const { out } = values;
  if (out === undefined) throw new UsageError('bundle needs --out.');
  const { table, api } = await openNamed(named);
  const id = snapshotIdNamed(values.snapshot);
  if (id !== undefined && values.ref !== undefined) {
    throw new UsageError('Only one of --snapshot and --ref.');
  }
  const view = await snapshotView(table, api, { id, ref: values.ref });
  const question = questionOf(values, view);
  const choice = choiceOf(values.redact);
  const planned = await planBundle(table, view, api, {
    contents: contentsOf(values, choice),
    question,
    view: linkOf(question),
    made: new Date().toISOString(),
  });
  let { request } = planned;
  let redacted: readonly string[] = [];
  if (choice !== undefined) {
    const how = { choice, days: randomInt(400, 4000) };
    const history = await metadataHistory(table, api);
    const wanted = redaction(table, view, planned, question, history, how);
    const made = await redactBundle(wanted, FILES);
    if (made.lost.length > 0) {
      throw new IcecoreError('invalid-input', made.lost.join(' '), {
        advice: 'Redact less, or leave --where out: nothing was written.',
      });
    }
    ({ request } = made);
    redacted = request.bundle.redacted ?? [];
    if (!choice.paths) redacted = [PATHS_TOO, ...redacted];
  }
  const zip = await makeBundle(request, FILES);
  await writeFile(out, new Uint8Array(await zip.arrayBuffer()));
  print(reportText(out, zip.size, table, planned, redacted));
  return 0;
}

function parse(args: readonly string[]) {
  return readArgs(args, OPTIONS);
}

type Values = ReturnType<typeof parse>['values'];

function questionOf({ where, profile }: Values, view: SnapshotView): BundleQuestion | undefined {
  const rules = profileNamed(profile);
  if (where === undefined) return undefined;
  const { expression: filter } = readCondition(where, view);
  return { where, filter, caseSensitive: false, profile: rules };
}

/** A redacted bundle is of one snapshot. */
function contentsOf({ where, snapshot, ref }: Values, choice: RedactChoice | undefined) {
  if (where !== undefined) return 'predicate';
  const one = snapshot !== undefined || ref !== undefined || choice !== undefined;
  return one ? 'snapshot' : 'table';
}

function choiceOf(text: string | undefined): RedactChoice | undefined {
  if (text === undefined) return undefined;
  const kinds = text.split(',');
  const known: readonly string[] = REDACT_KINDS;
  const unknown = kinds.find((kind) => !known.includes(kind));
  if (unknown !== undefined) {
    throw new UsageError(`--redact takes ${REDACT_KINDS.join(', ')}, not ${unknown}.`);
  }
  const has = (kind: string) => kinds.includes(kind);
  return {
    names: has('names'),
    paths: has('paths'),
    text: has('text'),
    numbers: has('numbers'),
    times: has('times'),
  };
}

function linkOf(question: BundleQuestion | undefined): string {
  if (question === undefined) return '#/overview';
  const { where, profile } = question;
  return `#/pruning${printLink({ where, profile: profile === 'java' ? 'java' : undefined })}`;
}

function reportText(
  out: string,
  size: number,
  { name }: OpenedTable,
  { manifests, recorded, missing, request }: Awaited<ReturnType<typeof planBundle>>,
  redacted: readonly string[],
): string {
  const lines = [
    `${out}: ${name}, ${formatBytes(size)}`,
    `  ${request.bundle.why}`,
    `  ${formatCount(manifests)} manifests; ${formatCount(recorded)} recorded instead`,
    ...(missing.length === 0
      ? []
      : [`  ${formatCount(missing.length)} named files are not at hand`]),
    ...redacted.map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}
