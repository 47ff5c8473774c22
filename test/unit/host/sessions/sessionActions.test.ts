import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { SessionRow } from '../../../../src/host/sessions/sessionRow';
import { open, rowsOf, stored } from './rows';

const asked: string[] = [];
let answer: string | undefined;
let undoes = false;
vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...args: unknown[]) => text.replace('{0}', String(args[0])) },
  ThemeIcon: class {},
  ProgressLocation: {},
  StatusBarAlignment: {},
  window: {
    showInformationMessage: async (text: string, _: object, action: string) => {
      asked.push(`${text} [${action}]`);
      return undoes ? action : undefined;
    },
    showWarningMessage: async (text: string, _: object, action: string) => {
      asked.push(`${text} [${action}]`);
      return answer;
    },
  },
}));
vi.resetModules();
const { SessionActions } = await import('../../../../src/host/sessions/sessionActions');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const done: string[] = [];
/** Where each conversation is shown. */
const places: Record<string, string> = {};
beforeEach(() => {
  asked.length = 0;
  done.length = 0;
  undoes = false;
});

const atWork = (attention: 'running' | 'needsInput', name = 'a') =>
  rowsOf({ stored: [stored(name)], open: [open(name, { attention, title: 'Mine' })] });

async function remove(...rows: SessionRow[]): Promise<void> {
  const note = (what: string) => async (given: unknown) => void done.push(`${what} ${given}`);
  const views = {
    ...{ holderOf: async () => undefined, isAtWork: () => !done.some(one => /^stop/.test(one)) },
    stop: note('stop'),
    close: async (id: string) => {
      done.push(`close ${id}`);
      return places[id];
    },
    reopen: async ({ id }: SessionRow, place: string) => void done.push(`reopen ${id} ${place}`),
  };
  const trash = {
    restore: async ({ id }: { id: string }) => void done.push(`restore ${id}`),
    remove: async ({ id }: { id: string }) => {
      done.push(`remove ${id}`);
      return { id, title: 'Mine' };
    },
  };
  const refresh = async () => undefined;
  await new SessionActions({ views, trash, refresh } as never).remove(rows);
}

test.each([
  ['running', '“Mine” is working. Stop and delete it? [Stop and Delete]'],
  ['needsInput', '“Mine” waits for your answer. Stop and delete it? [Stop and Delete]'],
] as const)(
  'a conversation that is %s is stopped and deleted after a question',
  async (attention, question) => {
    answer = undefined;
    await remove(...atWork(attention));
    expect([asked, done]).toEqual([[question], []]);
    answer = 'Stop and Delete';
    await remove(...atWork(attention));
    expect(done).toEqual(['stop c-a', 'close a', 'remove a']);
    expect(asked.at(-1)).toBe('“Mine” was deleted. [Undo]');
  },
);

test('after Undo, conversations are shown again where they were', async () => {
  undoes = true;
  Object.assign(places, { a: 'sideBar', b: 'tab' });
  await remove(...rowsOf({ stored: ['a', 'b', 'c'].map(name => stored(name)) }));
  await vi.waitFor(() => expect(done.at(-1)).toBe('reopen b tab'));
  expect(done.slice(6)).toEqual([
    ...['restore a', 'restore b', 'restore c'],
    ...['reopen a sideBar', 'reopen b tab'],
  ]);
});

test('several conversations at work are one question', async () => {
  answer = undefined;
  await remove(...atWork('running', 'a'), ...atWork('running', 'b'));
  expect(asked).toEqual([
    '2 conversations are not done yet. Stop and delete them? [Stop and Delete]',
  ]);
});

test('a conversation that another window has is not renamed where it is read', async () => {
  const views = {
    holderOf: async () => 'window',
    rename: async () => done.push('rename') > 0,
  };
  const [row] = rowsOf({ stored: [stored('a')] });
  const renamed = new SessionActions({ views } as never).rename(row as SessionRow, 'New');
  await expect(renamed).rejects.toMatchObject({ code: 'session.openElsewhere' });
  expect(done).toEqual([]);
});
