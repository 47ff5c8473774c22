import { expect, test } from 'vitest';
import { type DrawnRow, DrawnRows } from '../../../src/host/drawnRows';

const row = (
  element: string,
  item: unknown,
  children: readonly string[] = [],
): DrawnRow<string> => ({ element, item: () => item, children });

/** Rows that are drawn already: a parent with two children. */
function drawn(): DrawnRows<string> {
  const rows = new DrawnRows<string>();
  rows.update(['parent'], [row('parent', 'P', ['one', 'two']), row('one', 1), row('two', 2)]);
  return rows;
}

test('the first rows are drawn from the root', () => {
  expect(new DrawnRows<string>().update(['one'], [row('one', 1)])).toBe('all');
  expect(new DrawnRows<string>().update([], [])).toEqual([]);
});

test('rows that show the same are not redrawn', () => {
  const again = [row('parent', 'P', ['one', 'two']), row('one', 1), row('two', 2)];
  expect(drawn().update(['parent'], again)).toEqual([]);
});

test('only the row that shows something else is redrawn', () => {
  const rows = drawn();
  const next = [row('parent', 'P', ['one', 'two']), row('one', 1), row('two', { time: 3 })];
  expect(rows.update(['parent'], next)).toEqual(['two']);
  expect(rows.update(['parent'], next)).toEqual([]);
});

test('a row with other children is redrawn, and draws them', () => {
  const next = [row('parent', 'P', ['three', 'one']), row('three', 3), row('one', 1)];
  expect(drawn().update(['parent'], next)).toEqual(['parent']);
});

test('another order or other rows on the first level redraw the tree', () => {
  const rows = drawn();
  const two = [row('parent', 'P'), row('other', 'O')];
  expect(rows.update(['parent', 'other'], two)).toBe('all');
  expect(rows.update(['other', 'parent'], two)).toBe('all');
  expect(rows.update(['other'], [row('other', 'O')])).toBe('all');
});

test('a row made of the same things is not made again, and not redrawn', () => {
  const rows = new DrawnRows<string>();
  const made: string[] = [];
  const [a, b] = [{ text: 'a' }, { text: 'b' }];
  const rowOf = (element: string, part: { text: string }): DrawnRow<string> => ({
    element,
    item: () => {
      made.push(element);
      return part.text;
    },
    madeOf: [part, 'shared'],
    children: [],
  });
  rows.update(['one', 'two'], [rowOf('one', a), rowOf('two', a)]);
  made.length = 0;
  expect(rows.update(['one', 'two'], [rowOf('one', a), rowOf('two', b)])).toEqual(['two']);
  expect(made).toEqual(['two']);
  expect(rows.update(['one', 'two'], [rowOf('one', a), rowOf('two', { ...b })])).toEqual([]);
});
