/** What the parameters of a link are called where a person reads what is in one. */
import type { Search } from './link.ts';

export const PARAM_NAMES: Readonly<Record<keyof Search, string>> = {
  src: 'source',
  key: 'key',
  table: 'fingerprint',
  root: 'folder',
  meta: 'metadata file',
  snap: 'snapshot',
  ref: 'reference',
  asof: 'time',
  where: 'predicate',
  saved: 'saved predicates',
  profile: 'rules',
  names: 'names',
  file: 'file',
  manifest: 'manifest',
  unit: 'unit',
  era: 'eras',
  span: 'brush',
  area: 'areas',
  show: 'verdicts shown',
  sort: 'sorting',
  cols: 'columns shown',
  schema: 'schema',
  base: 'compared with',
  step: 'step',
  ask: 'question of Not read',
  list: 'list',
  ddl: 'statements of Evolve',
  dialect: 'dialect',
  days: 'days of new writes',
  mode: 'distribution',
  rewrite: 'what is rewritten',
  range: 'rows to rewrite',
  load: 'what is loaded',
};

/** Every parameter that a link may hold. */
export const LINK_PARAMS = Object.keys(PARAM_NAMES) as readonly (keyof Search)[];
