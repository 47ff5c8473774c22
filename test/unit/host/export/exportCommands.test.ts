import { afterAll, expect, test, vi } from 'vitest';
import { scriptedBed } from '../../../support/channels/scriptedAgents';

const copied: string[] = [];
const said: string[] = [];

vi.mock('vscode', () => ({
  l10n: { t: (text: string) => text },
  ProgressLocation: {},
  env: { clipboard: { writeText: async (text: string) => void copied.push(text) } },
  window: { setStatusBarMessage: (text: string) => said.push(text) },
}));
vi.resetModules();
const { exportCommands } = await import('../../../../src/host/export/exportCommands');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

test('a copied turn is confirmed, and nothing is where there is none', async () => {
  const { channel } = scriptedBed();
  const copy = exportCommands({ chats: { active: channel } } as never)['tandem.chat.copyTurn'];
  await expect(copy()).rejects.toMatchObject({ code: 'message.empty' });
  expect([copied, said]).toEqual([[], []]);
  const items = [{ kind: 'prompt', key: 'p', at: 0, text: 'look here', images: [] }];
  const turns = [{ id: 't', origin: 'user', startedAt: 0, items }];
  const { conversation } = channel;
  vi.spyOn(channel, 'conversation', 'get').mockReturnValue({ ...conversation, turns } as never);
  await copy();
  expect(copied).toEqual([expect.stringContaining('> look here')]);
  expect(said).toEqual(['The last turn was copied as Markdown.']);
  channel.dispose();
});
