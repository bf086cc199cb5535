/** Compares two files of answers field by field. The second is the reference: what it does not say is not compared. */
import { parseJson, printJson } from '../../base/json.ts';
import { canonical } from './canonical.ts';

export interface Difference {
  /** `snapshots[2]`, and the condition of a case. */
  readonly place: string;
  readonly field: string;
  /** Both sides in a few words. */
  readonly text: string;
  /** Of what a person has to look at: characters of the condition, files of the view. */
  readonly size: number;
}

type Json = Readonly<Record<string, unknown>>;

/** What only the reference knows (it reads rows), or says in its own words. */
const NOT_OURS: ReadonlySet<string> = new Set([
  'matching',
  'matchingLive',
  'javaUnsound',
  'javaUnsoundStrict',
  'javaUnsoundResidual',
  'javaUnsoundDeletes',
  'error',
  'errorIn',
  'reference',
]);

/** Differences of two files' texts, the smallest first. Errors: `invalid-data` where one is no JSON. */
export function compareAnswers(ours: string, reference: string): readonly Difference[] {
  const a = parseJson(ours, 'the first file') as Json;
  const b = parseJson(reference, 'the second file') as Json;
  const differences = [...fieldDifferences('', a, b, ['snapshots'], 0), ...compareViews(a, b)];
  return differences.sort((x, y) => x.size - y.size);
}

function listOf(json: Json | undefined, field: string): readonly Json[] {
  const list = json?.[field];
  return Array.isArray(list) ? (list as Json[]) : [];
}

function compareViews(a: Json, b: Json): readonly Difference[] {
  const own = listOf(a, 'snapshots');
  return listOf(b, 'snapshots').flatMap((view, i) => {
    const place = `snapshots[${i}]`;
    const ours = own.find(({ id }) => id === view['id']);
    if (ours === undefined) return [{ place, field: 'id', text: 'the view is missing', size: 0 }];
    if (view['error'] !== undefined) return [];
    return [
      ...fieldDifferences(place, ours, view, ['cases'], 0),
      ...compareCases(place, ours, view),
    ];
  });
}

function compareCases(place: string, ours: Json, reference: Json): readonly Difference[] {
  const own = listOf(ours, 'cases');
  const cases = listOf(reference, 'cases');
  if (own.length !== cases.length) {
    return [{ place, field: 'cases', text: `${own.length}, not ${cases.length}`, size: 0 }];
  }
  return cases.flatMap((one, i) =>
    compareCase(`${place} ${String(one['where'])}`, own[i] as Json, one),
  );
}

/** The differences of one case. */
export function compareCase(place: string, ours: Json, reference: Json): readonly Difference[] {
  const size = String(reference['where']).length;
  const isRefused = reference['error'] !== undefined && reference['errorIn'] === undefined;
  if (isRefused || ours['error'] !== undefined) {
    if (isRefused === (ours['error'] !== undefined)) return [];
    const text = isRefused
      ? `accepted; refused there: ${String(reference['error'])}`
      : `refused: ${String(ours['error'])}`;
    return [{ place, field: 'error', text, size }];
  }
  return [
    ...fieldDifferences(place, asFarAsWritten(ours, reference), reference, ['residuals'], size),
    ...residualDifferences(place, ours, reference, size),
  ];
}

/**
 * Ours without the projections that the reference came not to write: its JSON refuses decimals of more than 38 digits
 * (rules 16, “5 expression JSON”), and a truncated one may have 39. It planned by the same expression that it could not
 * write, so all else is compared.
 */
function asFarAsWritten(ours: Json, reference: Json): Json {
  const { errorIn } = reference;
  const { specs } = ours;
  const hasStopped = Array.isArray(errorIn) && errorIn.includes('specs');
  if (!hasStopped || !isRecord(specs) || !holdsLongDecimal(specs)) return ours;
  return { ...ours, specs: within(specs, reference['specs']) };
}

function isRecord(json: unknown): json is Json {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function holdsLongDecimal(json: unknown): boolean {
  if (typeof json === 'string') return LONG_DECIMAL.test(json);
  return typeof json === 'object' && json !== null && Object.values(json).some(holdsLongDecimal);
}

const LONG_DECIMAL = /^-?(?=[1-9][\d.]{38,}$)(?:\d\.?){39,}$/;

/** The projections, by spec and side, of which `shown` has any. */
function within(specs: Json, shown: unknown): Json {
  if (!isRecord(shown)) return {};
  const pick = (own: unknown, other: unknown) =>
    isRecord(own) && isRecord(other)
      ? Object.fromEntries(Object.entries(own).filter(([side]) => side in other))
      : own;
  return Object.fromEntries(
    Object.entries(specs)
      .filter(([spec]) => spec in shown)
      .map(([spec, sides]) => [spec, pick(sides, shown[spec])]),
  );
}

function fieldDifferences(
  place: string,
  ours: Json,
  reference: Json,
  without: readonly string[],
  size: number,
): readonly Difference[] {
  return Object.entries(reference)
    .filter(([field]) => !NOT_OURS.has(field) && !without.includes(field))
    .flatMap(([field, expected]) => {
      const own = ours[field];
      if (field === 'where' ? own === expected : canonical(own) === canonical(expected)) return [];
      return [{ place, field, text: inWords(own, expected), size: size + textOf(expected).length }];
    });
}

const WIDTH = 200;

function textOf(value: unknown): string {
  return value === undefined ? 'nothing' : printJson(value);
}

function shortened(text: string): string {
  return text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text;
}

function inWords(own: unknown, expected: unknown): string {
  if (isBits(own) && isBits(expected) && own.length === expected.length) {
    const places = [...own].flatMap((bit, i) => (bit === expected[i] ? [] : [i]));
    const shown = places.slice(0, 8).map((i) => `${i} is ${own[i]}`);
    return `${shown.join(', ')}${places.length > 8 ? ', …' : ''}: ${places.length} of ${own.length} bits`;
  }
  if (Array.isArray(own) && Array.isArray(expected) && own.length === expected.length) {
    const at = own.findIndex((item, i) => canonical(item) !== canonical(expected[i]));
    if (at >= 0)
      return `[${at}] ${shortened(textOf(own[at]))}, not ${shortened(textOf(expected[at]))}`;
  }
  return `${shortened(textOf(own))}, not ${shortened(textOf(expected))}`;
}

function isBits(value: unknown): value is string {
  return typeof value === 'string' && /^[01]+$/.test(value);
}

/** File by file: which files share a residual is a matter of writing. Only files planned by both have one. */
function residualDifferences(
  place: string,
  ours: Json,
  reference: Json,
  size: number,
): readonly Difference[] {
  const own = residualTexts(ours);
  const theirs = residualTexts(reference);
  // Where the reference threw on a file (EV-34) it has none.
  const at = theirs.findIndex(
    (text, i) => text !== undefined && own[i] !== undefined && own[i] !== text,
  );
  if (at < 0) return [];
  const text = `file ${at}: ${shortened(own[at] ?? '')}, not ${shortened(theirs[at] ?? '')}`;
  return [{ place, field: 'residuals', text, size }];
}

function residualTexts(answer: Json): readonly (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (const [expression, bits] of (answer['residuals'] ?? []) as [unknown, string][]) {
    const text = canonical(expression);
    for (let i = 0; i < bits.length; i++) if (bits[i] === '1') texts[i] = text;
  }
  return texts;
}
