import { afterAll, expect, test, vi } from 'vitest';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';

vi.mock('vscode', () => ({
  l10n: {
    t: (text: string, ...args: string[]) => text.replace(/\{(\d)\}/g, (_, at) => args[at] ?? ''),
  },
  ProgressLocation: {},
  window: {},
}));
vi.resetModules();
const { settingCommands } = await import('../../../../src/host/chat/settingCommands');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

test('a mode that is not offered is refused with the reason', async () => {
  const { summary } = emptyConversation;
  const missingModes = [{ mode: 'auto', why: 'account' }];
  const choices = { ...summary.choices, modes: ['default'], missingModes };
  const active = { conversation: { ...emptyConversation, summary: { ...summary, choices } } };
  const commands = settingCommands({ chats: { active: active as never } });
  await expect(commands['tandem.mode.auto']()).rejects.toThrow(
    'The mode Auto is not available. Not part of your account.',
  );
});
