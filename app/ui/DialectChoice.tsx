/** In whose words statements are written. */
import { DIALECT_NAMES, READ_DIALECTS, type ReadDialect } from '../../src/evolution/dialects.ts';
import { SegmentedControl } from './controls.tsx';

const OPTIONS = READ_DIALECTS.map((value) => ({ value, label: DIALECT_NAMES[value] }));

export function DialectChoice(props: {
  readonly value: ReadDialect;
  readonly onChange: (value: ReadDialect) => void;
}) {
  return (
    <SegmentedControl
      label="Statements as in"
      value={props.value}
      options={OPTIONS}
      onChange={props.onChange}
    />
  );
}
