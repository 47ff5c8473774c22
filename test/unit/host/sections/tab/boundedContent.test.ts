import { expect, it } from 'vitest';
import { boundedContent } from '../../../../../src/host/sections/tab/boundedContent';

const long = 'x'.repeat(1_000_000);
const rows = (count: number, prefix = '') =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, title: 'a' }));

it('changes nothing of what people have', () => {
  const content = {
    groups: [{ id: 'a', title: 'A', rows: rows(500), note: 'n', empty: 'none' }],
    notes: [{ text: 'note' }],
  };
  expect(boundedContent(content)).toEqual(content);
});

it('shows the start of long texts, and does not let them be edited', () => {
  const form = (initial: string) => ({
    ...{ title: 'Edit', submit: 'Save' },
    fields: [{ kind: 'text', name: 'a', title: 'A', isRequired: true, initial } as const],
  });
  const row = {
    ...{ id: long, title: long, detail: long, more: long, badges: [{ text: long }] },
    actions: [
      { id: 'edit', label: 'Edit', form: form(long) },
      { id: 'other', label: 'Other', form: form('x') },
    ],
  };
  const { groups, notes } = boundedContent({
    groups: [{ id: 'a', title: long, rows: [row] }],
    notes: [{ text: long }],
  });
  const [shown] = groups[0]?.rows ?? [];
  expect(shown?.id).toBe(long);
  expect(shown?.actions?.map(({ id }) => id)).toEqual(['other']);
  const texts = [groups[0]?.title, shown?.title, shown?.detail, shown?.more, notes?.[0]?.text];
  expect(texts.every(text => text?.endsWith('…') && text.length < 30_000)).toBe(true);
});

it('says how many rows it leaves out', () => {
  const inner = [{ id: 'i', title: 'i', rows: rows(1_500, 'i') }];
  const { groups } = boundedContent({
    groups: [
      { id: 'a', title: 'A', rows: inner },
      { id: 'b', title: 'B', rows: rows(1_000, 'b'), note: 'Note.' },
      { id: 'c', title: 'C', rows: rows(1, 'c') },
    ],
  });
  expect(groups.map(group => [group.rows.length, group.note, group.empty])).toEqual([
    [1, undefined, undefined],
    [499, 'Note. 501 more entries are not shown.', undefined],
    [0, '1 more entry is not shown.', '1 more entry is not shown.'],
  ]);
});
