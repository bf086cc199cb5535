/** Schema: which field id carried which name and type when, and what each file makes of it. */
import './schema.css';
import { Fragment, useMemo, useState } from 'react';
import { type SnapshotInHand, specRanks } from '../data.ts';

import { useSnapshot } from '../queries.ts';
import { useGo, useLink } from '../routes.ts';
import { ProblemLine } from '../ui/errors.tsx';
import { count, minute, plural } from '../ui/format.ts';
import { rootScale } from '../ui/root-scale.ts';
import { useNarrow, useSize } from '../ui/useSize.ts';
import { FileHead } from './FileHead.tsx';
import { FileList } from './FileList.tsx';
import type { FileGroup } from './file-groups.ts';
import { fileCells } from './file-rows.ts';
import { GroupTable } from './GroupTable.tsx';
import { SchemaBoard } from './SchemaBoard.tsx';
import { foldRows } from './schema-model.ts';
import { type Grouped, type Part, schemaLead, schemaSentence } from './schema-sentence.ts';
import { ddlOf } from './schema-words.ts';
import { useFile } from './use-file.ts';
import { type SchemaInHand, useSchema } from './use-schema.ts';

export default function SchemaView() {
  const view = useSnapshot().data;
  return view === undefined ? null : <Schema view={view} />;
}

/** Board width from which a file stands beside the chart. */
const BESIDE = 1100;
const MOST_ROWS = 40;
const MOST_NARROW_ROWS = 16;

function Schema({ view }: { readonly view: SnapshotInHand }) {
  const schema = useSchema(view);
  const narrow = useNarrow();
  const scale = rootScale();
  const [ref, size] = useSize<HTMLDivElement>();
  const [footerAsked, setFooterAsked] = useState(false);
  const { file, missing, select } = useFile(view, schema, footerAsked);
  const told = file?.told ?? schema.groups;
  const grouped = {
    groups: told,
    complete: schema.complete,
    footers: file?.footer.state === 'read' ? 1 : 0,
  };
  const version = useVersion(schema);
  const rows = useRows(schema, narrow);
  const resolution = file?.resolution;
  const cells = useMemo(
    () => (resolution === undefined ? undefined : fileCells(resolution, rows.all)),
    [resolution, rows.all],
  );
  const ranks = specRanks(view.table.metadata);
  const choose = (group: FileGroup) => select(group.first);
  const width = Math.floor(size?.width ?? 0);
  const isBeside = width >= BESIDE * scale;
  const head = (
    <FileHead
      schema={schema}
      readAs={view.schema.schemaId}
      file={file}
      missing={missing}
      ranks={ranks}
      onChoose={choose}
      onFooter={() => setFooterAsked(true)}
      withColumns={isBeside}
    />
  );
  return (
    <div className="schema">
      {schema.mappingError === undefined ? null : (
        <ProblemLine>
          The table’s name mapping can’t be read, so files without field ids give nothing:{' '}
          {schema.mappingError}
        </ProblemLine>
      )}
      <div className="view-head">
        <h1>
          <Sentence parts={schemaSentence(schema.model.history, grouped)} />
        </h1>
      </div>
      <Lead schema={schema} grouped={grouped} chosen={version.chosen} />
      <div ref={ref} className="schema-canvas">
        {width === 0 ? null : (
          <SchemaBoard
            model={schema.model}
            rows={rows.shown}
            folded={rows.folded}
            onUnfold={rows.unfold}
            width={width}
            narrow={narrow}
            scale={scale}
            chosen={version.chosen}
            onChoose={version.choose}
            file={isBeside && cells !== undefined ? cells : undefined}
            fileHead={head}
          />
        )}
      </div>
      {isBeside && cells !== undefined ? null : (
        <section className="schema-section">
          {head}
          {cells === undefined ? null : <FileList rows={rows.all} cells={cells} />}
        </section>
      )}
      <Groups
        schema={schema}
        groups={told}
        ranks={ranks}
        chosen={file?.group}
        narrow={narrow}
        onChoose={choose}
      />
    </div>
  );
}

function Groups(props: {
  readonly schema: SchemaInHand;
  readonly groups: readonly FileGroup[];
  readonly ranks: ReadonlyMap<number, number>;
  readonly chosen: FileGroup | undefined;
  readonly narrow: boolean;
  readonly onChoose: (group: FileGroup) => void;
}) {
  const { schema, groups, ...rest } = props;
  const { complete } = schema;
  const files = groups.reduce((sum, group) => sum + group.files, 0);
  return (
    <section className="schema-section">
      <h2>
        {headOf(files, complete)}{' '}
        <span className="dim schema-order">
          the first that applies: field id · identity partition · name mapping · initial default ·
          null
        </span>
      </h2>
      {groups.length === 0 ? (
        <p className="dim">{complete ? 'No file is live.' : 'Reading manifests…'}</p>
      ) : (
        <GroupTable {...rest} groups={groups} schema={schema.table.schema} />
      )}
    </section>
  );
}

function headOf(files: number, complete: boolean): string {
  if (files === 1 && complete) return 'How the one file resolves';
  return `${complete ? 'All' : 'At least'} ${plural(files, 'file')}, by how they resolve`;
}

function Sentence({ parts }: { readonly parts: readonly Part[] }) {
  return parts.map((part, i) =>
    typeof part === 'string' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence.
      <Fragment key={i}>{part}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence.
      <code key={i} className="schema-code">
        {part.code}
      </code>
    ),
  );
}

function Lead(props: {
  readonly schema: SchemaInHand;
  readonly grouped: Grouped;
  readonly chosen: number | undefined;
}) {
  const { schema, chosen } = props;
  const version = chosen === undefined ? undefined : schema.model.history.versions[chosen];
  if (version !== undefined) {
    const when = version.since === undefined ? '' : ` ${minute(version.since)}`;
    return (
      <p className="view-lead schema-lead schema-ddl mono">
        {version.schemaId}
        {when}
        {version.certain || version.since === undefined ? '' : ' or before'}{' '}
        {ddlOf(version, chosen === 0)}
      </p>
    );
  }
  return (
    <p className="view-lead schema-lead" role="status">
      {schema.complete
        ? schemaLead(props.grouped)
        : `${count(schema.read)} of ${plural(schema.of, 'manifest')} read.`}
    </p>
  );
}

function useVersion(schema: SchemaInHand) {
  const link = useLink();
  const go = useGo();
  const { versions } = schema.model.history;
  const at = versions.findLastIndex(({ schemaId }) => String(schemaId) === link.schema);
  const chosen = at < 0 ? undefined : at;
  return {
    chosen,
    choose: (index: number | undefined) => {
      const id = index === undefined || index === chosen ? undefined : versions[index]?.schemaId;
      go({ schema: id === undefined ? undefined : String(id) });
    },
  };
}

function useRows(schema: SchemaInHand, narrow: boolean) {
  const [isOpen, setOpen] = useState(false);
  const all = schema.model.rows;
  return useMemo(() => {
    const most = isOpen ? all.length : narrow ? MOST_NARROW_ROWS : MOST_ROWS;
    const { shown, folded } = foldRows(all, most);
    return { all, shown, folded, unfold: folded === 0 ? undefined : () => setOpen(true) };
  }, [all, isOpen, narrow]);
}
