import { expect, test } from 'vitest';
import { hunkTexts } from '../../../../src/host/review/hunkTexts';
import { reviewOf, type Texts, viewOf } from './fileViews';

/** Describes all changes of a file. */
function texts(of: Texts) {
  const view = viewOf('/a', reviewOf('c'), of);
  return view.hunks.map(hunk => hunkTexts(view, hunk));
}

test.each<[string, Texts, string, string]>([
  ['one line', { before: '1\n2\n', after: '1\nB\n' }, 'Line 2', '+1 −1'],
  ['several lines', { before: '1\n2\n', after: '1\nB\nC\n' }, 'Lines 2–3', '+2 −1'],
  ['removed lines', { before: '1\n2\n3\n4\n', after: '1\n4\n' }, 'Line 1', '+0 −2'],
  ['removed lines at the top', { before: '1\n2\n3\n', after: '3\n' }, 'Line 1', '+0 −2'],
])('a change is named by its lines: %s', (_, of, label, description) => {
  expect(texts(of)).toMatchObject([{ label, description }]);
});

test('a change of the user in the same lines is pointed out, and the present text shown', () => {
  const of = { before: '1\n2\n3\n', after: '1\nB\n3\n', now: '1\nBee\n3\n' };
  expect(texts(of)).toEqual([
    { label: 'Line 2', description: '+1 −1 · changed since', tooltip: 'Bee\n' },
  ]);
  const long = `${'x'.repeat(2_000)}\n`;
  expect(texts({ before: '', after: long })[0]?.tooltip).toBe('x'.repeat(1_000));
});
