/** A manifest that could not be read, or that is looked at as a whole: what its row in the manifest list says. */
import type { Problem } from '../../src/base/errors.ts';
import type { ManifestFile } from '../../src/metadata/records.ts';
import type { ManifestPlan } from '../../src/table/api.ts';
import { count } from '../ui/format.ts';
import { VerdictGlyph } from '../ui/Verdict.tsx';
import { Path, Section, Sentence } from './Inspector.tsx';
import { withoutLead } from './verdict-words.ts';

export function ManifestInspector(props: {
  readonly manifest: ManifestFile;
  readonly plan: ManifestPlan | undefined;
  readonly problems: readonly Problem[];
}) {
  const { manifest, plan, problems } = props;
  const [problem] = problems;
  return (
    <>
      <p className="inspector-say">
        {problem === undefined ? (
          <ManifestReason plan={plan} />
        ) : (
          <>
            <strong>{plan?.verdict === 'skipped' ? 'Skipped, and damaged.' : 'Unknown.'}</strong>{' '}
            {closed(problem.message)}{' '}
            {plan?.verdict === 'skipped' ? withoutLead(plan.reason) : problem.consequence}
          </>
        )}
      </p>
      <Section title="What is known from the manifest list">
        <dl className="inspector-facts">
          {factsOf(manifest).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {plan === undefined || plan.verdict === 'skipped' || problem === undefined ? null : (
        <Section title="Does it matter for this predicate?">
          <p>
            <VerdictGlyph kind="read" label={false} /> Yes. Its row in the manifest list does not
            rule it out: an engine opens this manifest, and the query fails.
          </p>
        </Section>
      )}
      {problem === undefined ? null : (
        <Section title="What you can do">
          <p>Open the table again with an intact copy of the file.</p>
          <p>Open the snapshot before it was written.</p>
        </Section>
      )}
      <Section title="Recorded as">
        <Path path={manifest.manifestPath} />
      </Section>
    </>
  );
}

function closed(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function ManifestReason({ plan }: { readonly plan: ManifestPlan | undefined }) {
  if (plan === undefined) return 'Without a predicate every manifest is opened.';
  return <Sentence text={plan.reason} />;
}

function factsOf(manifest: ManifestFile): readonly (readonly [string, string])[] {
  const number = (value: number | bigint | undefined) =>
    value === undefined ? 'not recorded' : count(value);
  return [
    [
      'files',
      `${number(manifest.existingFilesCount)} existing, ${number(manifest.addedFilesCount)} added, ${number(manifest.deletedFilesCount)} deleted`,
    ],
    [
      'rows',
      `${number(manifest.existingRowsCount)} existing, ${number(manifest.addedRowsCount)} added`,
    ],
    [
      'length',
      manifest.manifestLength === undefined
        ? 'not recorded'
        : `${number(manifest.manifestLength)} bytes`,
    ],
    ['sequence', number(manifest.sequenceNumber)],
    [
      'added by',
      manifest.addedSnapshotId === undefined ? 'not recorded' : String(manifest.addedSnapshotId),
    ],
  ];
}
