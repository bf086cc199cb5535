/** So much of the end of a name is always seen, unless said: there, files of one writer differ. */
const TAIL = 20;

/** A name of a file in one line: what does not fit is left out of its middle. */
export function TailCut(props: { readonly name: string; readonly tail?: number }) {
  const { name, tail = TAIL } = props;
  const at = Math.max(0, name.length - tail);
  return (
    <span className="tail-cut" title={name}>
      <span className="cut">{name.slice(0, at)}</span>
      <span>{name.slice(at)}</span>
    </span>
  );
}
