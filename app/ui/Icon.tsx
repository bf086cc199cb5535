/** Small marks drawn as SVG, since fonts differ in them. All are decoration: the words beside them carry the meaning. */
const PATHS = {
  down: 'M2.5 4.5 6 8l3.5-3.5',
  right: 'M4.5 2.5 8 6 4.5 9.5',
  left: 'M7.5 2.5 4 6l3.5 3.5',
  arrow: 'M1.5 6h9M7 2.5 10.5 6 7 9.5',
  close: 'M2.5 2.5l7 7m0-7-7 7',
  check: 'M2 6.5 5 9.5l5-7',
  asc: 'M3 7.5 6 4l3 3.5',
  desc: 'M3 4.5 6 8l3-3.5',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 10 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="glyph" width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** ▲ costs reading, ◆ can change an answer, • worth knowing; ▼ rewrite, ✕ delete. */
export function Mark({
  name,
}: {
  readonly name: 'triangle' | 'diamond' | 'dot' | 'rewrite' | 'delete';
}) {
  return (
    <svg className="glyph" width={11} height={11} viewBox="0 0 11 11" aria-hidden="true">
      {name === 'triangle' && <path d="M5.5 1 10.5 10H.5z" fill="var(--ink)" />}
      {name === 'diamond' && <path d="M5.5 0 11 5.5 5.5 11 0 5.5z" fill="var(--bad)" />}
      {name === 'dot' && <circle cx={5.5} cy={5.5} r={2.5} fill="var(--ink3)" />}
      {name === 'rewrite' && <path d="M.5 1h10L5.5 10z" fill="var(--ink)" />}
      {name === 'delete' && (
        <path d="M1.5 1.5l8 8m0-8-8 8" stroke="var(--ink)" strokeWidth={1.8} fill="none" />
      )}
    </svg>
  );
}

/** The core sample. */
export function Logo() {
  return (
    <svg width={18} height={18} viewBox="0 0 18 18" aria-hidden="true">
      <path d="M3 3h12" stroke="var(--e3)" strokeWidth={2.4} />
      <path d="M3 7h12" stroke="var(--e2)" strokeWidth={2.4} />
      <path d="M3 11h9" stroke="var(--e1)" strokeWidth={2.4} />
      <path d="M3 15h5" stroke="var(--e0)" strokeWidth={2.4} />
    </svg>
  );
}
