/** As jsx-runtime.ts, for `npm run dev`. */
import { type ElementType, Fragment, type Key, type ReactElement } from 'react';
import { jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime';
import { shownProps } from './shown-props.ts';

export type { JSX } from 'react';
export { Fragment };

type Source = Parameters<typeof reactJsxDev>[4];

export function jsxDEV(
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: Source,
  self?: unknown,
): ReactElement {
  return reactJsxDev(type, shownProps(props), key, isStatic, source, self);
}
