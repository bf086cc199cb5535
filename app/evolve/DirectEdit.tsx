/** The layout by hand: drop a field, add one, and see what a transform makes of a value. */
import { useId, useMemo, useState } from 'react';
import { applyDdl } from '../../src/evolution/ddl/apply.ts';
import type { DdlProblem } from '../../src/evolution/ddl/problems.ts';
import { statementsFor } from '../../src/evolution/statements.ts';
import { transformsOf } from '../../src/evolution/term.ts';
import { defaultFieldName } from '../../src/evolution/update-spec.ts';
import { defaultSpec } from '../../src/metadata/default-spec.ts';
import type { PartitionField, PartitionSpec } from '../../src/metadata/records.ts';
import { describeField } from '../../src/metadata/spec-words.ts';
import { sameTransform } from '../../src/transforms/transform.ts';
import { transformSteps } from '../../src/transforms/transform-steps.ts';
import type { Transform } from '../../src/transforms/transform-type.ts';
import { isPrimitive, printType } from '../../src/types/parse-type.ts';
import { type ColumnInfo, indexSchema, type SchemaIndex } from '../../src/types/schema.ts';
import type { SnapshotInHand } from '../data.ts';
import { Button } from '../ui/controls.tsx';
import { Icon } from '../ui/Icon.tsx';
import { handWords } from './evolve-words.ts';
import type { Ddl } from './use-evolve.ts';
import { exampleText, valueOfText } from './value-text.ts';

export function DirectEdit({ ddl, view }: { readonly ddl: Ddl; readonly view: SnapshotInHand }) {
  const { metadata, name } = view.table;
  const schema = currentIndex(view);
  const { base, dialect } = ddl;
  const after = base.change?.after ?? metadata;
  const spec = defaultSpec(after);
  /** The statements that lead there, or why there are none. */
  const towards = (to: PartitionSpec): Way => {
    const said = statementsFor(dialect, {
      from: spec,
      to,
      columns: schema,
      table: name,
      formatVersion: metadata.formatVersion,
    });
    if ('reason' in said) return said;
    const meant = base.text.trim().replace(/;+$/, '');
    // A semicolon behind a comment would be a part of it.
    const first = /--[^\n]*$/.test(meant) ? `${meant}\n` : meant;
    const text = [...(meant === '' ? [] : [first]), ...said.full].join(';\n');
    const applied = applyDdl(text, dialect, metadata);
    return 'message' in applied ? { reason: problemWords(applied) } : { text };
  };
  const withField = (field: NewField): Way => {
    const twin = spec.fields.find(
      (other) =>
        other.sourceIds.join() === field.sourceIds.join() &&
        sameTransform(other.transform, field.transform),
    );
    if (twin !== undefined) {
      return {
        reason: `The layout has ${describeField(twin, schema)} already: the field ${twin.name}.`,
      };
    }
    const fieldId = after.lastPartitionId + 1;
    return towards({ ...spec, fields: [...spec.fields, { ...field, fieldId }] });
  };
  const live = spec.fields
    .filter(({ transform }) => transform.kind !== 'void')
    .map((field) => {
      const to = { ...spec, fields: spec.fields.filter((other) => other !== field) };
      return { field, way: towards(to) };
    });
  const kept = new Set(live.flatMap(({ way }) => ('reason' in way ? way.reason : [])));
  const isWrong = ddl.problem !== undefined && ddl.change === undefined;
  return (
    <section aria-label="Layout by hand">
      <div className="evolve-title">
        <h2>By hand</h2>
        {ddl.undo === undefined ? null : <Button onClick={ddl.undo}>Undo</Button>}
      </div>
      {isWrong ? <p className="small soft">{handWords(base.change !== undefined)}</p> : null}
      <ul className="evolve-fields">
        {live.length === 0 ? <li className="dim">unpartitioned</li> : null}
        {live.map(({ field, way }) => (
          <li key={field.fieldId} className="mono">
            {describeField(field, schema)}
            <Button
              look="plain"
              aria-label={`Drop ${field.name}`}
              disabled={'reason' in way}
              onClick={() => 'text' in way && ddl.take(way.text)}
            >
              <Icon name="close" />
            </Button>
          </li>
        ))}
      </ul>
      {[...kept].map((reason) => (
        <p key={reason} className="small soft">
          {reason}
        </p>
      ))}
      <AddField schema={schema} towards={withField} onTake={ddl.take} />
    </section>
  );
}

type Way = { readonly text: string } | { readonly reason: string };

type NewField = Omit<PartitionField, 'fieldId'>;

function problemWords({ message, suggestion }: DdlProblem): string {
  return suggestion === undefined ? message : `${message} ${suggestion}`;
}

function currentIndex({ table: { metadata }, schema }: SnapshotInHand): SchemaIndex {
  const current = metadata.schemas.find((one) => one.schemaId === metadata.currentSchemaId);
  return indexSchema(current ?? schema);
}

function AddField(props: {
  readonly schema: SchemaIndex;
  readonly towards: (field: NewField) => Way;
  readonly onTake: (text: string) => void;
}) {
  const { schema } = props;
  const columns = useMemo(
    () => schema.columns.filter((column) => transformsOf(column).length > 0),
    [schema],
  );
  const [chosen, setChosen] = useState<number>();
  const [kind, setKind] = useState<Transform['kind']>();
  const [number, setNumber] = useState('16');
  const [name, setName] = useState('');
  const [tries, setTries] = useState(false);
  const column = columns.find(({ fieldId }) => fieldId === chosen) ?? columns[0];
  if (column === undefined) return null;
  const kinds = transformsOf(column);
  const own = kinds.find((one) => one === kind) ?? likeliest(kinds);
  const transform = transformOf(own, number);
  const usual = transform === undefined ? '' : defaultFieldName(transform, column.name);
  const way: Way =
    transform === undefined
      ? { reason: 'The number is a whole one, from 1.' }
      : props.towards({ sourceIds: [column.fieldId], transform, name: name.trim() || usual });
  return (
    <>
      <form
        className="evolve-add"
        onSubmit={(event) => {
          event.preventDefault();
          if ('reason' in way) return;
          props.onTake(way.text);
          setName('');
        }}
      >
        <Choice
          label="Column"
          value={String(column.fieldId)}
          options={columns.map((one) => [String(one.fieldId), one.name])}
          onChange={(value) => setChosen(Number(value))}
        />
        <Choice
          label="Transform"
          value={own}
          options={kinds.map((one) => [one, one])}
          onChange={(value) => {
            setKind(value as Transform['kind']);
            setTries(true);
          }}
        />
        {own === 'bucket' || own === 'truncate' ? (
          <label className="evolve-input">
            <span className="sr-only">{own === 'bucket' ? 'Number of buckets' : 'Width'}</span>
            <input
              className="field"
              inputMode="numeric"
              value={number}
              onChange={(event) => setNumber(event.target.value)}
              size={4}
            />
          </label>
        ) : null}
        <label className="evolve-input grow">
          <span className="sr-only">Name of the field</span>
          <input
            className="field"
            value={name}
            placeholder={usual}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <Button type="submit" disabled={'reason' in way}>
          Add
        </Button>
      </form>
      {'reason' in way ? (
        <p className={`small ${transform === undefined ? 'bad' : 'soft'}`}>{way.reason}</p>
      ) : null}
      {transform === undefined ? null : tries ? (
        <Playground key={column.fieldId} column={column} transform={transform} />
      ) : (
        <Button look="link" onClick={() => setTries(true)}>
          What it makes of a value
        </Button>
      )}
    </>
  );
}

/** What one mostly wants of a column. */
function likeliest(kinds: readonly Transform['kind'][]): Transform['kind'] {
  return (['day', 'bucket'] as const).find((kind) => kinds.includes(kind)) ?? 'identity';
}

function Choice(props: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}) {
  return (
    <label className="evolve-input">
      <span className="sr-only">{props.label}</span>
      <select
        className="field"
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      >
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function transformOf(kind: Transform['kind'], number: string): Transform | undefined {
  if (kind !== 'bucket' && kind !== 'truncate') return { kind } as Transform;
  const value = /^\d{1,10}$/.test(number) ? Number(number) : 0;
  if (value < 1 || value > 2_147_483_647) return undefined;
  return kind === 'bucket' ? { kind, numBuckets: value } : { kind, width: value };
}

/** A value and what becomes of it, step by step. */
function Playground(props: { readonly column: ColumnInfo; readonly transform: Transform }) {
  const { column, transform } = props;
  const id = useId();
  const { type } = column;
  const [text, setText] = useState(() => (isPrimitive(type) ? exampleText(type) : ''));
  if (!isPrimitive(type)) return null;
  const value = valueOfText(type, text);
  return (
    <div className="evolve-play">
      <label htmlFor={id} className="dim">
        A value of <span className="mono">{column.name}</span>
      </label>
      <input
        id={id}
        className="field"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {value === undefined ? (
        <p className="small bad">This is no {printType(type)}.</p>
      ) : (
        <dl aria-label="Steps of the transform" aria-live="polite">
          {transformSteps(transform, type, value).map((step, i, all) => (
            <div key={step.name} data-last={i === all.length - 1 ? '' : undefined}>
              <dt>{step.name}</dt>
              <dd className="mono">{step.value === '' ? '(empty)' : step.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
