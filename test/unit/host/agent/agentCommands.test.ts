import { afterAll, expect, test, vi } from 'vitest';

const told: string[] = [];
vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...args: string[]) => text.replace('{0}', args[0] ?? '') },
  ProgressLocation: {},
  window: {
    showInformationMessage: async (text: string) => void told.push(text),
  },
}));
vi.resetModules();
const { agentCommands } = await import('../../../../src/host/agent/agentCommands');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

test('another search for Claude Code tells what it has found, or why it has found nothing', async () => {
  const asked: string[] = [];
  let locate: () => Promise<{ version: string }> = async () => ({ version: '2.1.329' });
  const cli = { searchAgain: () => void asked.push('again'), locate: () => locate() };
  const search = agentCommands({ cli: cli as never })['tandem.cli.searchAgain'];
  await search();
  expect(told).toEqual(['Claude Code 2.1.329 was found.']);
  locate = () => Promise.reject(new Error('not found'));
  await expect(search()).rejects.toThrow('not found');
  expect(told).toHaveLength(1);
  expect(asked).toEqual(['again', 'again']);
});
