import { expect, test } from 'vitest';
import type { FilePlan } from '../../../../src/core/edits/review/plan';
import { describePlan } from '../../../../src/host/review/describePlan';

const bytes = (text: string) => Buffer.from(text);
const binary = Buffer.from([0, 1, 2, 0]);
const now = { bytes: bytes('1\n2\n3\n4\n'), isUnsaved: false };
const clean = (text: string | undefined): FilePlan['outcome'] => ({
  kind: 'clean',
  bytes: text === undefined ? undefined : bytes(text),
});

function describe(plan: Partial<FilePlan>) {
  const outcome = clean('1\n2\n3\n4\n');
  return describePlan({ path: '/a', now, outcome, isEdited: false, isUncertain: false, ...plan });
}

const gone = { bytes: undefined, isUnsaved: false };

test.each<[string, Partial<FilePlan>, string]>([
  ['changed lines', { outcome: clean('1\nB\n3\nD\n5\n') }, '+3 −2 · 2 changes'],
  ['a single change', { outcome: clean('1\n2\n3\n') }, '+0 −1 · 1 change'],
  ['a file that goes', { outcome: clean(undefined) }, 'is deleted'],
  ['a file that returns', { now: gone, outcome: clean('1\n') }, 'comes back'],
  ['a file that both have deleted', { now: gone, outcome: clean(undefined) }, 'stays deleted'],
  ['a binary file', { outcome: { kind: 'clean', bytes: binary } }, 'is replaced'],
  [
    'a conflict, by what is intended',
    { outcome: { kind: 'conflict', base: bytes('1\n'), theirs: bytes('1\n2\n') } },
    '+0 −2 · 1 change',
  ],
])('the effect of a plan is counted: %s', (_, plan, counts) => {
  expect(describe(plan).counts).toBe(counts);
});

test('remarks say what becomes of what the user has changed', () => {
  expect(describe({}).remarks).toEqual([]);
  expect(describe({ isEdited: true }).remarks).toEqual(['Later changes are kept.']);
  const conflict = { kind: 'conflict', base: bytes('1\n'), theirs: bytes('2\n') } as const;
  // A conflict is not said to keep anything.
  expect(describe({ isEdited: true, outcome: conflict }).remarks).toEqual([
    'The same lines have changed since. Both versions are opened for you to merge.',
  ]);
});

test('remarks name an uncertain origin and unsaved text, in this order', () => {
  const { remarks } = describe({ isUncertain: true, now: { ...now, isUnsaved: true } });
  expect(remarks).toEqual([
    'Origin uncertain: somebody else may have changed it at the same time.',
    'The editor has unsaved changes; they stay unsaved.',
  ]);
});
