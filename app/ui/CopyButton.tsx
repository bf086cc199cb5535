import { useEffect, useState } from 'react';
import { Button } from './controls.tsx';

/** Copies `text`; says so for two seconds, or says that the browser refused. */
export function CopyButton(props: {
  readonly text: string | (() => string);
  readonly label?: string | undefined;
  /** What is copied, for the spoken name. */
  readonly what?: string | undefined;
  readonly look?: 'primary' | 'plain' | 'link' | undefined;
}) {
  const [state, setState] = useState<'ready' | 'done' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(
        typeof props.text === 'string' ? props.text : props.text(),
      );
      setState('done');
    } catch {
      // The browser may withhold the clipboard; the person must learn that nothing was copied.
      setState('refused');
    }
  };
  const label = props.label ?? 'Copy';
  return (
    <Button look={props.look} onClick={copy} aria-label={`${label} ${props.what ?? ''}`.trim()}>
      <span aria-live="polite">
        {state === 'ready' ? label : state === 'done' ? 'Copied' : 'Not allowed'}
      </span>
    </Button>
  );
}
