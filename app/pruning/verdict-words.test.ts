import { describe, expect, it } from 'vitest';
import { certaintyWords, splitLead, withoutLead } from './verdict-words.ts';

describe('splitLead', () => {
  it.each([
    [
      'Skipped by bounds:',
      ' event_ts runs from 2024-04-07 10:00:00 to 2024-04-07 19:00:00; the condition ends before 2024-04-07 06:00:00.',
    ],
    ['Skipped by null count and bounds:', ' all 4 values of a are null.'],
    ['Skipped by NaN count:', ' every value of x is NaN.'],
    ['Skipped by row count:', ' the file has no rows.'],
    ['Read: rows may match.', ' Its event_ts overlaps the range by 1 hour.'],
    ['Read: every row matches.', ' Its s lies in the predicate.'],
    ['Read:', " its partition rules out ts < '10:00', its bounds b = 'x.y: z', but neither all."],
    ['Read, not fully:', ' the bounds of url may be truncated.'],
    ['Unknown:', ' its manifest is damaged at byte 41,208.'],
    ['Opened:', ' its days run from 2024-04-05 to 2024-04-08.'],
    ['Skipped:', ' its hours end on 2024-04-05 10:00.'],
    ['', 'Anything else: it has no verdict.'],
  ])('%j then %j', (lead, rest) => {
    expect(splitLead(lead + rest)).toEqual([lead, rest]);
  });

  it('leaves a sentence', () => {
    expect(withoutLead('Skipped: its days end on 2024-04-05.')).toBe('Its days end on 2024-04-05.');
  });
});

it.each([
  [
    'skippedByBounds',
    true,
    'safe',
    'That is proof: by what its metadata says, no row of it can match.',
  ],
  [
    'skippedByManifest',
    true,
    'java',
    'That is proof: by what its metadata says, no row of it can match, by the safe rules too.',
  ],
  [
    'skippedByPartition',
    false,
    'java',
    'That is no proof: by the safe rules rows of it may match.',
  ],
  ['read', false, 'safe', undefined],
  ['allMatch', false, 'java', undefined],
  ['unknown', false, 'safe', undefined],
] as const)('%s, proven %s, %s rules', (verdict, skipIsProven, profile, words) => {
  expect(certaintyWords({ verdict, skipIsProven }, profile)).toBe(words);
});
