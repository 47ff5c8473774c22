import { expect, test } from 'vitest';
import { withShownPaths } from '../../../../../src/host/sections/tab/shownPaths';

test('paths of rows and of their inner rows are shown from the folder', () => {
  const row = { id: 'a', title: 'A', origin: { label: 'Project', path: '/w/.claude/a.md' } };
  const inner = { id: 'b', title: 'B', origin: { label: 'Other', path: '/x/b.md' } };
  const group = { id: 'g', title: 'G', rows: [{ ...row, rows: [inner, { id: 'c', title: 'C' }] }] };
  const shown = withShownPaths({ groups: [group] }, '/w').groups[0]?.rows[0];
  expect(shown?.origin).toEqual({ label: 'Project', path: '.claude/a.md' });
  expect(shown?.rows).toEqual([inner, { id: 'c', title: 'C' }]);
});
