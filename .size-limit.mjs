import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The scripts that the built page names: its entry, and what the entry imports statically. */
function firstLoad() {
  const page = readFileSync('dist/index.html', 'utf8');
  return [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => `dist/${path}`,
  );
}

/** The typefaces as shipped; woff2 is compressed already. */
function fonts() {
  const names = existsSync('dist/assets') ? readdirSync('dist/assets') : [];
  return names.filter((name) => name.endsWith('.woff2')).map((name) => `dist/assets/${name}`);
}

const limits = [
  { name: 'JavaScript before anything is opened', path: firstLoad(), gzip: true, limit: '200 kB' },
  { name: 'Fonts', path: fonts(), gzip: false, brotli: false, limit: '120 kB' },
];

export default limits.filter(({ path }) => path.length > 0);
