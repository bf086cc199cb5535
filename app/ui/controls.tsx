/** Buttons, switches, keys. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'plain' | 'link' | undefined;
}

export function Button({ look, className, ...rest }: ButtonProps) {
  const name = ['btn', look === undefined ? '' : `btn-${look}`, className ?? ''];
  return (
    <button type="button" className={name.filter((part) => part !== '').join(' ')} {...rest} />
  );
}

export interface Segment<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  /** A part of what the one before it stands for. */
  readonly isWithin?: boolean | undefined;
}

/** One of a few; a radio group, so that arrows choose. */
export function SegmentedControl<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly Segment<T>[];
  readonly onChange: (value: T) => void;
}) {
  const group = useId();
  return (
    <fieldset className="seg" style={{ padding: 0 }}>
      <legend className="sr-only">{props.label}</legend>
      {props.options.map((option) => (
        <label key={option.value} data-within={option.isWithin === true ? '' : undefined}>
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === props.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>;
}

/** A reference's name: branches square, tags round, main filled. */
export function RefName(props: { readonly name: string; readonly type: 'branch' | 'tag' }) {
  return (
    <span
      className="ref"
      data-type={props.type}
      data-main={props.name === 'main' ? '' : undefined}
      title={`${props.type} ${props.name}`}
    >
      {props.name}
    </span>
  );
}

/** On a button that closes: its key, and a cross where there is no keyboard to press it on. */
export function CloseSign() {
  return (
    <>
      <span className="dim by-key">esc</span>
      <span className="by-touch">
        <Icon name="close" size={12} />
      </span>
    </>
  );
}
