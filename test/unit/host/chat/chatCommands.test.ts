import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ScriptedBed, scriptedBed } from '../../../support/channels/scriptedAgents';

const told: string[] = [];
vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...args: string[]) => text.replace('{0}', args[0] ?? '') },
  ProgressLocation: {},
  window: {
    showInformationMessage: async (text: string) => void told.push(text),
  },
}));
vi.resetModules();
const { chatCommands } = await import('../../../../src/host/chat/chatCommands');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

let bed: ScriptedBed;
beforeEach(() => {
  told.length = 0;
  bed = scriptedBed();
  bed.agents.stored = [];
});
afterEach(() => bed.channel.dispose());

const commands = () =>
  chatCommands({ chats: { active: bed.channel } as never, showLog: () => undefined });

test('cancelling what nobody has planned says so', () => {
  expect(() => commands()['tandem.chat.cancelGoOn']()).toThrow('Nothing is waiting to continue.');
});

test('restarting says when: at once if nothing runs, or else with the next message', async () => {
  await commands()['tandem.chat.resume']();
  expect(told).toEqual(['Claude Code was started again.']);
  expect(bed.agents.processes).toHaveLength(1);
  await commands()['tandem.chat.resume']();
  expect(told.slice(1)).toEqual(['Claude Code starts again with the next message.']);
  bed.channel.messages.send({ text: 'hello', images: [] });
  await expect.poll(() => bed.agents.processes.at(-1)?.sent.at(-1)?.text).toBe('hello');
  expect(bed.agents.processes).toHaveLength(2);
});
