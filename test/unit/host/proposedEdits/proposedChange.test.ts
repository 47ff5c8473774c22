import { expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { proposedChange } from '../../../../src/host/proposedEdits/proposedChange';
import type { EditProposal } from '../../../../src/protocol/agentSource';

/** Replaces a word of a file. */
function replacing(old: string, now: string): EditProposal {
  return {
    ...{ path: '/work/a.ts', kind: 'text', label: 'a.ts' },
    sides: current => ({ before: current ?? '', after: (current ?? '').replace(old, now) }),
    inputFor: () => ({}),
  };
}

const text = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`).join('');
const present = { text, isLossy: false };

it('returns the lines around the change, with their numbers in the file', () => {
  expect(proposedChange(replacing('line 20', 'LINE'), present)).toEqual({
    ...{ path: '/work/a.ts', added: 1, removed: 1 },
    hunks: [
      {
        ...{ oldStart: 17, oldLines: 7, newStart: 17, newLines: 7 },
        lines: [
          ...[' line 17', ' line 18', ' line 19', '-line 20', '+LINE'],
          ...[' line 21', ' line 22', ' line 23'],
        ],
      },
    ],
  });
});

it.each([
  ['a new file', replacing('a', 'b'), { text: undefined, isLossy: false }],
  ['a file that is not text', replacing('line 20', 'b'), { text, isLossy: true }],
  ['a change of line ends only', replacing('line 20\n', 'line 20\r\n'), present],
  ['very long texts', replacing('x', 'y'), { text: 'x'.repeat(2_000_001), isLossy: false }],
])('returns nothing for %s', (_name, edit, file) => {
  expect(proposedChange(edit, file)).toBeUndefined();
});

it('fails for an edit that does not fit the file', () => {
  const edit: EditProposal = {
    ...replacing('a', 'b'),
    sides: () => {
      throw new UserError('edit.noMatch', 'It is not there.');
    },
  };
  expect(() => proposedChange(edit, present)).toThrow('It is not there.');
});
