import { visibleText } from '../../src/base/visible.ts';

/** Attributes that are shown or read out. */
const SHOWN = ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'alt'];

type Props = Readonly<Record<string, unknown>>;

/** The same object where all can be seen. */
export function shownProps(given: object): object {
  const props = given as Props;
  let changed: Record<string, unknown> | undefined;
  const put = (name: string, value: unknown) => {
    if (value !== props[name]) changed = { ...(changed ?? props), [name]: value };
  };
  if ('children' in props) put('children', shownChildren(props['children']));
  for (const name of SHOWN) {
    if (typeof props[name] === 'string') put(name, visibleText(props[name]));
  }
  return changed ?? props;
}

/** Texts of elements deeper down went through here when those were made. */
function shownChildren(children: unknown): unknown {
  if (typeof children === 'string') return visibleText(children);
  if (!Array.isArray(children)) return children;
  const shown = children.map(shownChildren);
  return shown.some((child, i) => child !== children[i]) ? shown : children;
}
