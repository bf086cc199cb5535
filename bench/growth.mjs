/**
 * The picture of growth: time and memory over the number of files. Both axes are logarithmic; the
 * dotted lines are what ten times the files at ten times the cost would look like.
 *
 * @typedef {{ files: number, planMs: number, planCpuMs: number, heldMb: number }} Point
 */

const WIDTH = 720;
const HEIGHT = 340;
const BOX = { left: 64, right: 190, top: 24, bottom: 44 };

/** Each in its own unit; colours are told apart by lightness, too. */
const LINES = /** @type {const} */ ([
  { pick: 'planMs', name: 'first plan, ms', colour: '#0b6e99' },
  { pick: 'planCpuMs', name: 'its processor time, ms', colour: '#7fb8cf' },
  { pick: 'heldMb', name: 'memory held, MB', colour: '#b5541c' },
]);

/** @param {readonly Point[]} points by files, ascending @returns {string} SVG */
export function growthPicture(points) {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) throw new Error('There is nothing to draw.');
  const values = points
    .flatMap((point) => LINES.map(({ pick }) => point[pick]))
    .filter(Number.isFinite);
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  const x = scale(Math.log10(first.files), Math.log10(last.files), BOX.left, WIDTH - BOX.right);
  const y = scale(low, high, HEIGHT - BOX.bottom, BOX.top);
  const parts = [
    ...decades(low, high).map((value) => horizontal(y(value), value)),
    ...points.map(({ files }) => label(x(files), HEIGHT - BOX.bottom + 18, 'middle', count(files))),
    label((x(first.files) + x(last.files)) / 2, HEIGHT - 8, 'middle', 'data files'),
    ...LINES.flatMap((line) => drawn(points, line, x, y)),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<title>First plan and memory of tables of a thousand to a million data files</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<clipPath id="box"><path d="M${BOX.left} ${BOX.top}H${WIDTH}V${HEIGHT - BOX.bottom}H${BOX.left}z"/></clipPath>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/**
 * @param {number} from of the logarithm @param {number} to
 * @param {number} start px @param {number} end
 */
function scale(from, to, start, end) {
  const span = to === from ? 1 : to - from;
  return (/** @type {number} */ value) =>
    Math.round((start + ((Math.log10(value) - from) / span) * (end - start)) * 10) / 10;
}

/** @param {number} low @param {number} high */
function decades(low, high) {
  return Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
}

/** @param {number} y @param {number} value */
function horizontal(y, value) {
  const line = `<path d="M${BOX.left} ${y}H${WIDTH - BOX.right}" stroke="#ddd"/>`;
  return line + label(BOX.left - 8, y + 4, 'end', count(value));
}

/**
 * Measured points, joined, and the dotted line of proportion through the last one.
 * @param {readonly Point[]} points
 * @param {(typeof LINES)[number]} line
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 */
function drawn(points, { pick, name, colour }, x, y) {
  const at = points.filter((point) => Number.isFinite(point[pick]));
  const last = at.at(-1);
  if (last === undefined) return [];
  const path = at.map((point) => `${x(point.files)} ${y(point[pick])}`).join('L');
  const dots = at.map(
    (point) => `<circle cx="${x(point.files)}" cy="${y(point[pick])}" r="3.5" fill="${colour}"/>`,
  );
  const [first = last] = at;
  const floor = (last[pick] * first.files) / last.files;
  const proportion = `M${x(first.files)} ${y(floor)}L${x(last.files)} ${y(last[pick])}`;
  return [
    `<path d="${proportion}" stroke="${colour}" stroke-dasharray="2 4" clip-path="url(#box)"/>`,
    `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...dots,
    label(x(last.files) + 10, y(last[pick]) + 4, 'start', `${name}: ${count(last[pick])}`, colour),
  ];
}

/** @param {number} value */
function count(value) {
  return value < 1 ? String(value) : Math.round(value).toLocaleString('en-US');
}

/** @param {number} x @param {number} y @param {string} anchor @param {string} text */
function label(x, y, anchor, text, colour = '#333') {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${colour}">${text}</text>`;
}
