/** Statements to begin with, from the layout in use. */
import { applyDdl } from '../../src/evolution/ddl/apply.ts';
import { quoteParts, type ReadDialect } from '../../src/evolution/dialects.ts';
import { translations } from '../../src/evolution/translate.ts';
import { defaultSpec } from '../../src/metadata/default-spec.ts';
import type { TableMetadata } from '../../src/metadata/records.ts';

/** One finer or coarser, the field that is most likely meant to change first. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  hour: 'days',
  day: 'hours',
  month: 'days',
  year: 'months',
};

/** In the words of a dialect; what it can’t say is left out. */
export function triesOf(
  metadata: TableMetadata,
  name: string,
  dialect: ReadDialect = 'spark',
): readonly string[] {
  const texts = sparkTries(metadata, name);
  if (dialect === 'spark') return texts;
  return texts.flatMap((text) => {
    const change = applyDdl(text, 'spark', metadata);
    if ('message' in change) return [];
    const said = translations(metadata, change.after, name).find((one) => one.dialect === dialect);
    return said?.text?.replace(/;$/, '') ?? [];
  });
}

function sparkTries(metadata: TableMetadata, name: string): readonly string[] {
  const { fields } = defaultSpec(metadata);
  const live = fields.filter((f) => f.transform.kind !== 'void' && /^\w+$/.test(f.name));
  const schema = metadata.schemas.find((one) => one.schemaId === metadata.currentSchemaId);
  const columns = (schema?.fields ?? []).filter(({ name: own }) => /^[A-Za-z]\w*$/.test(own));
  const nameOfSource = (id: number | undefined) => columns.find((one) => one.id === id)?.name;
  const taken = new Set(live.flatMap(({ sourceIds }) => sourceIds));
  const free = (kind: RegExp, isFit = (_: number) => true) =>
    columns.find(({ id, type }) => kind.test(type.kind) && !taken.has(id) && isFit(id))?.name;
  const alter = `ALTER TABLE ${quoteParts(name.split('.'), 'spark')}`;
  const changed = live.flatMap(({ name: own, transform, sourceIds }) => {
    const source = nameOfSource(sourceIds[0]);
    const to =
      transform.kind === 'bucket'
        ? `bucket(${transform.numBuckets * 2}, ${source})`
        : `${NEIGHBOURS[transform.kind]}(${source})`;
    const isKnown = transform.kind === 'bucket' || transform.kind in NEIGHBOURS;
    return source === undefined || !isKnown
      ? []
      : [`${alter} REPLACE PARTITION FIELD ${own} WITH ${to}`];
  });
  const few = free(/^string$/, (id) => hasFewValues(id, metadata));
  const many = free(/^(int|long)$/) ?? free(/^string$/, (id) => !hasFewValues(id, metadata));
  const last = live.at(-1);
  return [
    ...changed,
    ...(few === undefined ? [] : [`${alter} ADD PARTITION FIELD ${few}`]),
    ...(many === undefined ? [] : [`${alter} ADD PARTITION FIELD bucket(16, ${many})`]),
    ...(last === undefined ? [] : [`${alter} DROP PARTITION FIELD ${last.name}`]),
  ];
}

const FEW = 100;

/** Not more than one knows: statistics count them, or an earlier layout was divided by them. */
function hasFewValues(id: number, { statistics, partitionSpecs }: TableMetadata): boolean {
  const told = statistics.flatMap(({ distinctValues }) => distinctValues ?? []);
  const [, count] = told.findLast(([fieldId]) => fieldId === id) ?? [];
  if (count !== undefined) return count <= FEW;
  return partitionSpecs.some(({ fields }) =>
    fields.some(({ sourceIds, transform }) => transform.kind === 'identity' && sourceIds[0] === id),
  );
}
