import { expect, it } from 'vitest';
import {
  changedView,
  isFiltered,
  usualView,
} from '../../../../../webview/inspector/calls/callViews';
import { sortedBy } from '../../../../../webview/inspector/calls/sortedBy';

it('changes members of a view, and takes them away', () => {
  const view = changedView(usualView, { turn: 0, search: 'bash' });
  expect(view).toEqual({ ...usualView, turn: 0, search: 'bash' });
  expect(isFiltered(view)).toBe(true);
  expect(isFiltered(changedView(view, { search: undefined }))).toBe(true);
  const plain = changedView(view, { search: undefined, turn: undefined });
  expect(plain).toEqual(usualView);
  expect(isFiltered(plain)).toBe(false);
});

it('sorts numbers from the largest first, names from the first, and then the other way round', () => {
  const { sort } = usualView;
  expect(sortedBy(sort, 'cost')).toEqual({ column: 'cost', isDescending: true });
  expect(sortedBy(sort, 'who')).toEqual({ column: 'who', isDescending: false });
  expect(sortedBy(sort, 'startedAt')).toEqual({ column: 'startedAt', isDescending: false });
});
