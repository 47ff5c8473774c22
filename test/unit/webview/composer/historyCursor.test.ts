import { expect, it } from 'vitest';
import { HistoryCursor } from '../../../../webview/composer/historyCursor';

const history = ['first', 'second'];

it('goes back to the oldest entry and forward to the draft', () => {
  const cursor = new HistoryCursor();
  expect(cursor.newer(history, 'draft')).toBeUndefined();
  expect(cursor.older(history, 'draft')).toBe('second');
  expect(cursor.older(history, 'second')).toBe('first');
  expect(cursor.older(history, 'first')).toBeUndefined();
  expect(cursor.newer(history, 'first')).toBe('second');
  expect(cursor.newer(history, 'second')).toBe('draft');
  expect(cursor.newer(history, 'draft')).toBeUndefined();
});

it('treats an edited entry as the new draft', () => {
  const cursor = new HistoryCursor();
  cursor.older(history, '');
  expect(cursor.older(history, 'second, edited')).toBe('second');
  expect(cursor.newer(history, 'second')).toBe('second, edited');
});

it('offers nothing without a history', () => {
  expect(new HistoryCursor().older([], '')).toBeUndefined();
});
