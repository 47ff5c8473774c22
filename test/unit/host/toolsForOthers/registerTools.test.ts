import { afterAll, expect, test, vi } from 'vitest';

const editor = vi.hoisted(() => ({ named: [] as string[], api: {} as Record<string, unknown> }));

vi.mock('vscode', () => ({
  get lm() {
    return editor.api.lm;
  },
  Disposable: { from: () => ({ dispose: () => undefined }) },
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { registerTools } = await import('../../../../src/host/toolsForOthers/registerTools');

afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const never = () => Promise.reject(new Error('Nothing is loaded'));
const packageJSON = { contributes: { languageModelTools: [{ name: 'tandem_hover' }] } };

test.each([[undefined], [{}]])('an editor without tools for chats is no error: %j', lm => {
  editor.api = { lm };
  expect(() => registerTools({ packageJSON }, never).dispose()).not.toThrow();
});

test('registers the tools of the manifest, and loads nothing', () => {
  editor.api = { lm: { registerTool: (name: string) => editor.named.push(name) } };
  registerTools({ packageJSON }, never);
  expect(editor.named).toEqual(['tandem_hover']);
});
