import { expect, test } from 'vitest';
import type { RowSources, RowState } from '../../../../src/host/sessions/sessionRow';
import { foreign, open, rowsOf, sessionId, stored } from './rows';

test('a session that is stored and open is listed once, with its state in this window', () => {
  const [row, ...others] = rowsOf({
    stored: [stored('a', { at: 5, branch: 'main', costUsd: 1 })],
    open: [open('a', { attention: 'needsInput', at: 9, costUsd: 2 })],
  });
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    title: 'Open a',
    state: 'needsInput',
    at: 9,
    branch: 'main',
    costUsd: 2,
    channelId: 'c-a',
  });
});

test('a session without a file is listed only while it is running or waiting', () => {
  const sources = { stored: [stored('a')] };
  const listed = (attention: 'running' | 'needsInput' | 'idle' | 'unread') =>
    rowsOf({ ...sources, open: [open('b', { attention })] }).some(({ id }) => id === 'b');
  expect(listed('running')).toBe(true);
  expect(listed('needsInput')).toBe(true);
  expect(listed('idle')).toBe(false);
  expect(listed('unread')).toBe(false);
});

const states: readonly (readonly [RowState, Partial<RowSources>])[] = [
  ['running', { open: [open('a', { attention: 'running' })], isUnread: () => true }],
  ['elsewhere', { elsewhere: new Map([[sessionId('a'), 'terminal']]) }],
  ['elsewhere', { open: [open('a', { heldBy: 'window' })] }],
  ['unread', { isUnread: () => true }],
  ['open', { open: [open('a')] }],
  ['idle', {}],
];

test.each(states)('the state is %s', (state, sources) => {
  expect(rowsOf({ stored: [stored('a')], ...sources })[0]?.state).toBe(state);
});

test('an archived session is shown as such unless it is unread', () => {
  const archived = [stored('a', { isArchived: true })];
  expect(rowsOf({ stored: archived })[0]?.state).toBe('archived');
  expect(rowsOf({ stored: archived, isUnread: () => true })[0]?.state).toBe('unread');
});

test('a session open in this window is not shown as open elsewhere', () => {
  const [row] = rowsOf({
    stored: [stored('a')],
    open: [open('a')],
    elsewhere: new Map([[sessionId('a'), 'window']]),
  });
  expect(row?.state).toBe('open');
  expect(row).not.toHaveProperty('elsewhere');
});

test('opening a conversation does not make it newer', () => {
  const [row] = rowsOf({ stored: [stored('a', { at: 5 })], open: [open('a', { at: 900 })] });
  expect(row?.at).toBe(5);
});

test('the newest session comes first, and equal times have a fixed order', () => {
  const rows = rowsOf({ stored: [stored('b'), stored('new', { at: 2 }), stored('a')] });
  expect(rows.map(({ id }) => id)).toEqual(['new', 'a', 'b']);
});

test('conversations with other agents stand among those of Claude Code, and name the agent', () => {
  const rows = rowsOf({
    stored: [stored('a', { at: 5 })],
    foreign: [foreign('b', { updatedAt: 9, title: 'Title of b' }), foreign('c', { updatedAt: 1 })],
  });
  expect(rows.map(({ id, agent }) => [id, agent])).toEqual([
    ['b', 'Mine'],
    ['a', undefined],
    ['c', 'Mine'],
  ]);
  expect(rows[0]).toMatchObject({ title: 'Title of b', state: 'idle' });
  expect(rows[0]).not.toHaveProperty('stored');
});

test('a conversation with another agent is titled by its first words until it has a title', () => {
  const title = (rest: Parameters<typeof foreign>[1]) =>
    rowsOf({ foreign: [foreign('a', rest)] })[0]?.title;
  expect(title({ firstText: '  write the notes\nand more' })).toBe('write the notes and more');
  expect(title({ firstText: 'words', title: 'Named' })).toBe('Named');
  expect(title({})).toBe('New conversation');
});

test('a conversation with another agent that is open here is listed once, as it is', () => {
  const [row, ...others] = rowsOf({
    foreign: [foreign('a', { updatedAt: 5 })],
    open: [open('a', { agent: 'Mine', attention: 'running', at: 9 })],
  });
  expect(others).toEqual([]);
  expect(row).toMatchObject({ agent: 'Mine', state: 'running', at: 9, channelId: 'c-a' });
});

test('a conversation with another agent is listed while it works, before it is stored', () => {
  const [row] = rowsOf({ open: [open('a', { agent: 'Mine', attention: 'running' })] });
  expect(row).toMatchObject({ agent: 'Mine', state: 'running' });
});
