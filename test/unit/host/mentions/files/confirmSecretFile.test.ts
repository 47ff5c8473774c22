import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const shown = vi.hoisted(() => ({
  answer: undefined as string | undefined,
  buttons: [] as string[],
  opened: [] as string[],
}));

vi.mock('vscode', () => ({
  l10n: {
    t: (text: string, ...args: unknown[]) => text.replace(/\{(\d)\}/g, (_, at) => `${args[at]}`),
  },
  ProgressLocation: {},
  Uri: { file: (path: string) => path },
  commands: { executeCommand: async (_: string, uri: string) => shown.opened.push(uri) },
  window: {
    showWarningMessage: async (_text: string, _options: unknown, ...buttons: string[]) => {
      shown.buttons = buttons;
      return shown.answer;
    },
  },
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { confirmSecretFile } = await import(
  '../../../../../src/host/mentions/files/confirmSecretFile'
);
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

beforeEach(() => {
  shown.answer = undefined;
  shown.opened = [];
});

it('offers to look at the file first, and no second word for Cancel', async () => {
  expect(await confirmSecretFile('.env', '/w/.env')).toBe(false);
  expect(shown.buttons).toEqual(['Open File', 'Send File']);
  shown.answer = 'Open File';
  expect(await confirmSecretFile('.env', '/w/.env')).toBe(false);
  expect(shown.opened).toEqual(['/w/.env']);
  shown.answer = 'Send File';
  expect(await confirmSecretFile('.env', '/w/.env')).toBe(true);
});

it('has a harmless first button for content without a file, too', async () => {
  shown.answer = 'Edit Message';
  expect(await confirmSecretFile('keys.pem')).toBe(false);
  expect(shown.buttons).toEqual(['Edit Message', 'Send File']);
  expect(shown.opened).toEqual([]);
});
