/**
 * Who may import whom. The tables below are the architecture: a change of them is a decision, not a
 * repair. Tests and src/testing may import anything; nothing else may import them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** For each folder of the core, in order, the folders it may import beside itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  base: [],
  types: ['base'],
  transforms: ['base', 'types'],
  expressions: ['base', 'types', 'transforms'],
  avro: ['base'],
  metadata: ['base', 'types', 'transforms', 'avro'],
  planning: ['base', 'types', 'transforms', 'expressions', 'metadata'],
  evolution: ['base', 'types', 'transforms', 'expressions', 'metadata', 'planning'],
  io: ['base'],
  parquet: ['base', 'types', 'avro', 'io'],
  puffin: ['base', 'io'],
  share: ['base', 'types', 'transforms', 'expressions', 'avro', 'metadata', 'planning', 'io'],
  table: [
    'base',
    'types',
    'transforms',
    'expressions',
    'avro',
    'metadata',
    'planning',
    'evolution',
    'io',
    'parquet',
    'puffin',
    'share',
  ],
  worker: [
    'base',
    'types',
    'transforms',
    'expressions',
    'metadata',
    'planning',
    'io',
    'share',
    'table',
  ],
  cli: [
    'base',
    'types',
    'transforms',
    'expressions',
    'avro',
    'metadata',
    'planning',
    'evolution',
    'io',
    'share',
    'table',
    'worker',
  ],
};

/** npm packages that the core uses, and the folder of each. All others belong to the page. */
const CORE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@lezer/lr': ['expressions', 'evolution'],
  '@lezer/common': ['expressions', 'evolution'],
  fflate: Object.keys(ALLOWED),
  hyparquet: ['parquet'],
};

/** Packages of the core that sit behind one file each, so that they can be replaced there. */
const ONE_FILE = ['fflate', 'hyparquet'];

/** Packages that the page may not use: the core has them behind its own functions. */
const NOT_IN_APP = ['@lezer/lr', ...ONE_FILE];

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const LOCAL_FILES = 'src/io/node-files.ts';

interface Import {
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  /** The imported file, from the root; absent for a package. */
  readonly target?: string;
}

function sourceFiles(): string[] {
  return ['src', 'app']
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        posix.join(folder, path.replaceAll('\\', '/')),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .sort();
}

/** Imports, re-exports, `import()` and workers' `new URL('…', import.meta.url)`. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const statements = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName, pos }) => ({ specifier: fileName, pos }));
  const urls = [...text.matchAll(/new URL\(\s*'(\.[^']+)',\s*import\.meta\.url/g)].map((match) => ({
    specifier: match[1] ?? '',
    pos: match.index,
  }));
  return [...statements, ...urls].map(({ specifier, pos }) => {
    const line = text.slice(0, pos).split('\n').length;
    if (!specifier.startsWith('.')) return { file, line, specifier };
    const path = join(ROOT, dirname(file), specifier.split('?', 1)[0] ?? '');
    const target = relative(ROOT, existsSync(path) ? path : `${path}.ts`).replaceAll('\\', '/');
    return { file, line, specifier, target };
  });
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('src/testing/');
const folderOf = (file: string) => (file.split('/').length > 2 ? (file.split('/')[1] ?? '') : '');
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Why this import is not allowed, or null. */
function objection({ file, specifier, target }: Import): string | null {
  return target === undefined ? packageObjection(file, specifier) : fileObjection(file, target);
}

function fileObjection(file: string, target: string): string | null {
  if (!existsSync(join(ROOT, target))) return 'there is no such file';
  if (isTest(target)) return 'only tests may import tests';
  const inApp = file.startsWith('app/');
  if (target.startsWith('app/')) return inApp ? null : 'the core knows no page';
  if (!target.startsWith('src/')) return 'it is outside src/ and app/';
  const to = folderOf(target);
  if (target === LOCAL_FILES && folderOf(file) !== 'cli') {
    return 'only the command line reads local files';
  }
  if (inApp || file === 'src/index.ts') {
    return to === 'cli' ? 'the command line is not for import' : null;
  }
  const from = folderOf(file);
  if (from === to && to !== '') return null;
  if (to === '') return 'src/index.ts is for the page, not for the core itself';
  const allowed = ALLOWED[from];
  if (allowed === undefined) return `src/${from} is not in the table of folders`;
  return allowed.includes(to) ? null : `${from} may not import ${to}`;
}

function packageObjection(file: string, specifier: string): string | null {
  if (specifier.startsWith('node:')) {
    const inNode = file.startsWith('src/cli/') || file === LOCAL_FILES;
    return inNode ? null : 'only the command line runs in Node alone';
  }
  const name = packageOf(specifier);
  if (file.startsWith('app/')) {
    return NOT_IN_APP.includes(name) ? 'the core has this package behind its own functions' : null;
  }
  const folders = CORE_PACKAGES[name];
  if (folders === undefined) return 'the core does without this package';
  return folders.includes(folderOf(file)) ? null : `${name} belongs to ${folders.join(', ')}`;
}

/** Cycles as lists of files, each found once. */
function cycles(imports: readonly Import[]): string[] {
  const edges = new Map<string, string[]>();
  for (const { file, target } of imports) {
    if (target !== undefined) edges.set(file, [...(edges.get(file) ?? []), target]);
  }
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string) => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    path.push(file);
    for (const target of edges.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of edges.keys()) visit(file);
  return found;
}

const allImports = sourceFiles()
  .filter((file) => !isTest(file))
  .flatMap(importsOf);

test('every import is one that the tables allow', () => {
  const wrong = allImports.flatMap((item) => {
    const why = objection(item);
    return why === null ? [] : [`${item.file}:${item.line} imports ${item.specifier}: ${why}`];
  });
  expect(wrong).toEqual([]);
});

test('the tables are in order: a folder imports only folders above it', () => {
  const order = Object.keys(ALLOWED);
  const wrong = order.flatMap((folder, index) =>
    (ALLOWED[folder] ?? [])
      .filter((other) => order.indexOf(other) >= index)
      .map((other) => `${folder} imports ${other}`),
  );
  expect(wrong).toEqual([]);
});

test.each(ONE_FILE)('%s is imported in one file of the core', (name) => {
  const places = allImports
    .filter(({ file, specifier }) => file.startsWith('src/') && packageOf(specifier) === name)
    .map(({ file }) => file);
  expect([...new Set(places)].slice(1)).toEqual([]);
});

test('no file imports itself by way of others', () => {
  expect(cycles(allImports)).toEqual([]);
});
