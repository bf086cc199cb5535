/** Which files to rewrite: those that the question reads, whole layouts, or a range that one chooses. */
import { useEffect, useId, useState } from 'react';
import { quoteParts } from '../../src/evolution/dialects.ts';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import { formatDate } from '../../src/types/time.ts';
import type { Language } from '../pruning/language.ts';
import { useGo, useLink } from '../routes.ts';
import { SegmentedControl } from '../ui/controls.tsx';
import { daysCondition, daysOfCondition } from './evolve-words.ts';

export function RewriteWhat(props: {
  readonly specs: readonly PartitionSpec[];
  readonly newId: number;
  /** The column that tells time. */
  readonly timeColumn: string | undefined;
  /** The last days of data by it, since 1970. */
  readonly lastDays: { readonly from: number; readonly to: number } | undefined;
  readonly language: Language | undefined;
}) {
  const go = useGo();
  const { timeColumn, lastDays } = props;
  const { rewrite, range, where } = useLink();
  const old = props.specs.filter(({ specId }) => specId !== props.newId);
  const all = old.map(({ specId }) => specId).join(',');
  const days =
    timeColumn === undefined || lastDays === undefined
      ? undefined
      : daysCondition(columnText(timeColumn), formatDate(lastDays.from), formatDate(lastDays.to));
  const options = [
    { value: 'read', label: 'Rewrite what it reads' },
    { value: 'range', label: 'a range' },
    ...(all === '' ? [] : [{ value: all, label: 'all of the old layouts' }]),
  ];
  return (
    <>
      <SegmentedControl
        label="Files to rewrite"
        value={rewrite ?? 'read'}
        options={options}
        onChange={(value) => {
          // The range begins as the last days; what is asked would be the choice before this one again.
          const first = value === 'range' ? { range: range ?? days ?? where } : {};
          go({ rewrite: value === 'read' ? undefined : value, ...first });
        }}
      />
      {rewrite === 'range' ? <Range {...props} /> : null}
    </>
  );
}

function columnText(name: string): string {
  return quoteParts(name.split('.'), 'spark');
}

function Range(props: {
  readonly timeColumn: string | undefined;
  readonly language: Language | undefined;
}) {
  const { language } = props;
  const go = useGo();
  const { range = '' } = useLink();
  const [text, setText] = useState(range);
  const id = useId();
  useEffect(() => setText(range), [range]);
  const error = text.trim() === '' ? undefined : language?.parse(text).errors[0];
  const put = (next: string) => {
    setText(next);
    if (next.trim() === '') go({ range: undefined });
    else if (language?.parse(next).errors.length === 0) go({ range: next.trim() });
  };
  return (
    <div className="evolve-range">
      {props.timeColumn === undefined ? null : (
        <Days column={columnText(props.timeColumn)} where={range} onChange={put} />
      )}
      <label htmlFor={id} className="dim small">
        Files that may hold rows where
      </label>
      <input
        id={id}
        className="field mono evolve-where"
        value={text}
        placeholder={
          props.timeColumn === undefined ? 'a condition' : 'choose days, or type a condition'
        }
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => put(text)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') put(text);
        }}
      />
      {error === undefined ? null : (
        <p id={`${id}-error`} className="small bad">
          {error.message} {error.suggestion?.message}
        </p>
      )}
    </div>
  );
}

function Days(props: {
  readonly column: string;
  readonly where: string;
  readonly onChange: (where: string) => void;
}) {
  const { column, where, onChange } = props;
  const days = daysOfCondition(column, where);
  const [from, setFrom] = useState(days?.from ?? '');
  const [to, setTo] = useState(days?.to ?? '');
  useEffect(() => {
    setFrom(days?.from ?? '');
    setTo(days?.to ?? '');
  }, [days?.from, days?.to]);
  const put = (first: string, last: string) => {
    setFrom(first);
    setTo(last);
    if (first !== '' && last !== '' && first <= last) onChange(daysCondition(column, first, last));
  };
  return (
    <>
      <label className="evolve-input">
        <span className="dim small">Days of {column} from</span>
        <input
          type="date"
          className="field"
          value={from}
          onChange={(event) => put(event.target.value, to)}
        />
      </label>
      <label className="evolve-input">
        <span className="dim small">to</span>
        <input
          type="date"
          className="field"
          value={to}
          onChange={(event) => put(from, event.target.value)}
        />
      </label>
    </>
  );
}
