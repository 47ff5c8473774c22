import { afterAll, expect, test, vi } from 'vitest';
import type { Channel } from '../../../../src/core/conversation/channel';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  ThemeIcon: class {},
  ProgressLocation: {},
  StatusBarAlignment: {},
  window: {},
}));
vi.resetModules();
const { openCommands } = await import('../../../../src/host/sessions/openCommands');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

test('a row of the list is opened and forked, unless the user does not open it after all', async () => {
  const front = { conversation: emptyConversation } as Channel;
  const ofRow = { conversation: emptyConversation } as Channel;
  const forked: Channel[] = [];
  const opened: string[] = [];
  let isOpen = false;
  const fork = openCommands({
    chats: { active: front, forkWhole: async (one: Channel) => void forked.push(one) } as never,
    sessions: {
      known: async (id: string) => ({ id }),
      actions: { open: async ({ id }: { id: string }) => void opened.push(id) },
    } as never,
    bySession: () => (isOpen ? ofRow : undefined),
  })['tandem.chat.fork'];
  await fork(undefined);
  expect([opened, forked]).toEqual([[], [front]]);
  await fork('row');
  expect([opened, forked]).toEqual([['row'], [front]]);
  isOpen = true;
  await fork('row');
  expect(forked[1]).toBe(ofRow);
});
