import { expect, test } from 'vitest';
import { type Group, groupByFolder, groupByTime } from '../../../../src/host/sessions/grouping';
import type { SessionRow } from '../../../../src/host/sessions/sessionRow';
import { row } from './rows';

const now = new Date(2026, 10, 21, 13, 0).getTime();
const daysAgo = (days: number, hours = 13) => new Date(2026, 10, 21 - days, hours).getTime();

function shape(groups: readonly Group[]): Record<string, string[]> {
  return Object.fromEntries(
    groups.map(({ heading, rows }) => [
      heading.kind === 'time' ? heading.time : `${heading.folder}${heading.isWorkspace ? '!' : ''}`,
      rows.map(({ id }) => id as string),
    ]),
  );
}

test('groups follow calendar days', () => {
  const rows = [
    row('a', { at: daysAgo(0, 0) }),
    row('b', { at: daysAgo(1, 23) }),
    row('c', { at: daysAgo(1, 0) }),
    row('d', { at: daysAgo(2, 23) }),
    row('e', { at: daysAgo(6, 0) }),
    row('f', { at: daysAgo(7, 23) }),
  ];
  expect(shape(groupByTime(rows, now))).toEqual({
    today: ['a'],
    yesterday: ['b', 'c'],
    week: ['d', 'e'],
    older: ['f'],
  });
});

test('waiting sessions come first, then running, then pinned; archived ones come last', () => {
  const rows: SessionRow[] = [
    row('archived', { at: now, isArchived: true, isPinned: true, state: 'archived' }),
    row('today', { at: now }),
    row('pinned', { at: daysAgo(40), isPinned: true }),
    row('runs', { at: now, state: 'running', isPinned: true, isArchived: true }),
    row('waits', { at: daysAgo(40), state: 'needsInput' }),
  ];
  const groups = groupByTime(rows, now);
  expect(Object.keys(shape(groups))).toEqual([
    'needsInput',
    'running',
    'pinned',
    'today',
    'archived',
  ]);
});

test('workspace folders come first and list waiting sessions before newer ones', () => {
  const rows = [
    row('other', { at: 9, cwd: '/other' }),
    row('new', { at: 8, cwd: '/work' }),
    row('pinned', { at: 7, cwd: '/work/tree', isPinned: true }),
    row('waits', { at: 6, cwd: '/work', state: 'needsInput' }),
    row('away', { at: 5, cwd: '/work', isArchived: true }),
    row('lost', { at: 4 }),
  ];
  const groups = groupByFolder(rows, ({ cwd }) =>
    cwd === undefined
      ? undefined
      : { folder: cwd.startsWith('/work') ? '/work' : cwd, isWorkspace: cwd.startsWith('/work') },
  );
  expect(Object.entries(shape(groups))).toEqual([
    ['/work!', ['waits', 'pinned', 'new']],
    ['/other', ['other']],
    ['', ['lost']],
    ['archived', ['away']],
  ]);
});
