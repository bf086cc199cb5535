/** Figures as the look shows them: three figures of IEC bytes, exact counts with commas, times in UTC. */

const COUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/** Exact count with thousands commas. */
export function count(value: number | bigint): string {
  return COUNT.format(value);
}

/** Three figures: `384 GiB`, `2.31 GiB`. */
export function bytes(value: number | bigint): string {
  let amount = Number(value);
  let unit = 0;
  // 999.5 and not 1024: "1,020 MiB" would be four figures.
  while (Math.abs(amount) >= 999.5 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit++;
  }
  const size = Math.abs(amount);
  const digits = unit === 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return `${amount.toFixed(digits)} ${UNITS[unit]}`;
}

/** Exact bytes for hover and copy. */
export function exactBytes(value: number | bigint): string {
  return `${count(value)} bytes`;
}

/** Compact count for axes and labels: `12.5 M`. */
export function compactCount(value: number): string {
  const steps: readonly [number, string][] = [
    [1e12, ' T'],
    [1e9, ' G'],
    [1e6, ' M'],
    [1e4, ' k'],
  ];
  for (const [size, suffix] of steps) {
    if (Math.abs(value) >= size) {
      const amount = size === 1e4 ? value / 1e3 : value / size;
      return `${Number(amount.toPrecision(3))}${suffix}`;
    }
  }
  return count(value);
}

/** `2026-03-01 09:00:00`, UTC; sub-second digits only where not zero. */
export function time(ms: bigint | number): string {
  const date = new Date(Number(ms));
  if (Number.isNaN(date.getTime())) return `${ms} ms`;
  const text = date.toISOString();
  return `${day(ms)} ${text.slice(-13, text.endsWith('.000Z') ? -5 : -1)}`;
}

/** `2026-03-01 09:00`, UTC. */
export function minute(ms: bigint | number): string {
  return time(ms).slice(0, 16);
}

/** `2026-03-01`, UTC. Years before 0 and past 9999 keep ISO's signed form. */
export function day(ms: bigint | number): string {
  const date = new Date(Number(ms));
  if (Number.isNaN(date.getTime())) return `${ms} ms`;
  return date.toISOString().slice(0, -14);
}

/** Integer percent; a part that exists is never 0 %, one that is not all never 100 %. */
export function percent(part: number, whole: number): string {
  if (whole <= 0) return '–';
  const exact = (part / whole) * 100;
  if (part > 0 && exact < 1) return '<1 %';
  if (part < whole && exact > 99) return '>99 %';
  return `${Math.round(exact)} %`;
}

/** Ids in narrow places: `8413…8771`; copying gives all. */
export function shortId(id: string): string {
  return middleCut(id, 4, 4);
}

/** Both ends of a text; whole where a cut would save less than two letters. */
export function middleCut(text: string, head: number, tail: number): string {
  if (text.length <= head + tail + 2) return text;
  return `${text.slice(0, head)}…${text.slice(-tail)}`;
}

const WORDS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Numbers to twelve as words in sentences, digits above. */
export function inWords(value: number): string {
  return WORDS[value] ?? count(value);
}

/** Whether `inWords` has a word for it. */
export function isWord(value: number): boolean {
  return WORDS[value] !== undefined;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `1 file`, `6,256 files`; irregular plurals are given. */
export function plural(value: number | bigint, one: string, many = `${one}s`): string {
  return `${count(value)} ${Number(value) === 1 ? one : many}`;
}

/** Rough length of time in words: `132 days`, `5 hours`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return 'less than a second';
  if (seconds < 120) return plural(seconds, 'second');
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return plural(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  if (hours < 48) return plural(hours, 'hour');
  const days = Math.round(hours / 24);
  return days < 800 ? plural(days, 'day') : plural(Math.round(days / 365.25), 'year');
}
