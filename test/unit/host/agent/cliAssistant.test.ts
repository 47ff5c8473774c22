import { afterAll, expect, it, vi } from 'vitest';

/** Terminals that were opened. */
const terminals: object[] = [];

vi.doMock('vscode', () => ({
  l10n: { t: (text: string) => text },
  ProgressLocation: {},
  window: {
    createTerminal: (options: object) => {
      terminals.push(options);
      return { show: () => undefined };
    },
  },
  workspace: { isTrusted: true },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { CliAssistant } = await import('../../../../src/host/agent/cliAssistant');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

it('signs in with the program and the environment that conversations have', async () => {
  const target = { command: '/bin/wrap', args: ['--as-agent', '/bin/claude'], env: {} };
  const env = { HOME: '/home/me' };
  const silent = () => ({ dispose: () => undefined });
  const assistant = new CliAssistant({
    locator: { locate: async () => ({ target, env }) },
    before: { find: async () => undefined, keep: () => undefined },
    shell: { onLateAnswer: silent },
    settings: { get: () => undefined, onChanged: silent },
  } as never);
  let asked = 0;
  assistant.onSigningIn(() => {
    asked += 1;
  });
  await assistant.signIn();
  expect(terminals).toMatchObject([
    { shellPath: '/bin/wrap', shellArgs: ['--as-agent', '/bin/claude', '/login'], env },
  ]);
  expect(asked).toBe(1);
  assistant.dispose();
});
