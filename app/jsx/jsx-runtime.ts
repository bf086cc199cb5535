/**
 * What TSX compiles to: React’s own functions, given texts that can be seen. So no view can forget it, whatever name,
 * value, path or message it shows: only a component that returns a text itself has to ask `visibleText()`. What is typed or copied (`value`, `text`) stays as it is.
 */
import { type ElementType, Fragment, type Key, type ReactElement } from 'react';
import { jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';
import { shownProps } from './shown-props.ts';

export type { JSX } from 'react';
export { Fragment };

export function jsx(type: ElementType, props: object, key?: Key): ReactElement {
  return reactJsx(type, shownProps(props), key);
}

export function jsxs(type: ElementType, props: object, key?: Key): ReactElement {
  return reactJsxs(type, shownProps(props), key);
}
