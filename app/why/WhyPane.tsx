/** Why one file is not read: how far it came, what to do who knows better, and what would make it read. */

import type { FileExplanation } from '../../src/planning/explanation.ts';
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import { InspectorHead, Path, Section } from '../pruning/Inspector.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Unbroken } from '../ui/Unbroken.tsx';
import { VerdictGlyph } from '../ui/Verdict.tsx';
import { ladder } from './ladder.ts';
import { endWords, IF_YOU_KNOW, stoppedAt } from './why-words.ts';

export function WhyPane(props: {
  readonly why: FileExplanation;
  readonly rank: number;
  /** What the person may know that the file holds: the predicate, or the row. */
  readonly asked: string;
  /** What the file is held against; undefined: there is only the predicate. */
  readonly judge?: string | undefined;
  readonly onInspect: () => void;
}) {
  const { why, rank, asked, judge } = props;
  const stage = stoppedAt(why);
  return (
    <aside className="why-pane" aria-label="How far the file came">
      <InspectorHead
        verdict={FILE_VERDICTS.find((verdict) => verdict === why.verdict)}
        specId={why.specId}
        rank={rank}
        name={why.filePath.split('/').at(-1) ?? why.filePath}
      />
      {judge === undefined ? null : <p className="dim small why-judge">{judge}</p>}
      <p className="inspector-say">
        <Unbroken text={why.sentence} />
      </p>
      <Section title="How far it came">
        <ol className="ladder">
          {ladder(why).map((rung) => (
            <li key={rung.title} data-stops={rung.passed ? undefined : ''}>
              {rung.passed ? (
                <Icon name="check" size={13} />
              ) : (
                <VerdictGlyph kind="skipped" size={14} />
              )}
              <span>{rung.title}</span>
              <span>
                <Unbroken text={rung.words} />
              </span>
            </li>
          ))}
        </ol>
        <p className="dim ladder-end">{endWords(why)}</p>
      </Section>
      {stage === undefined ? null : (
        <Section title={`If you know that a row has ${asked}`}>
          <p>{IF_YOU_KNOW[stage]}</p>
        </Section>
      )}
      {why.wouldChange.length === 0 ? null : (
        <Section title="What would change it">
          {why.wouldChange.map((line) => (
            <p key={line}>
              <Unbroken text={line} />
            </p>
          ))}
        </Section>
      )}
      <Section title="Recorded as">
        <Path path={why.filePath} />
        <button type="button" className="btn btn-link" onClick={props.onInspect}>
          See all evidence
        </button>
      </Section>
    </aside>
  );
}
