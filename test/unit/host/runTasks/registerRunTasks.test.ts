import { afterAll, beforeEach, expect, it, vi } from 'vitest';

const editor = vi.hoisted(() => ({
  present: new Set<string>(),
  provider: undefined as { provideTasks(): Promise<unknown> } | undefined,
}));

vi.mock('vscode', () => ({
  Uri: { joinPath: ({ path }: { path: string }, name: string) => `${path}/${name}` },
  tasks: {
    registerTaskProvider: (_type: string, provider: typeof editor.provider) => {
      editor.provider = provider;
      return { dispose: () => undefined };
    },
  },
  workspace: {
    isTrusted: true,
    workspaceFolders: [
      { uri: { scheme: 'file', path: 'first' } },
      { uri: { scheme: 'file', path: 'second' } },
      { uri: { scheme: 'vscode-vfs', path: 'elsewhere' } },
    ],
    fs: {
      stat: (path: string) =>
        path.startsWith('elsewhere')
          ? new Promise(() => undefined)
          : editor.present.has(path)
            ? Promise.resolve({})
            : Promise.reject(new Error('Not found')),
    },
  },
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { registerRunTasks } = await import('../../../../src/host/runTasks/registerRunTasks');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const load = vi.fn(() => Promise.resolve({ offered: async () => ['a task'] }));
const offered = () => {
  registerRunTasks(load as unknown as Parameters<typeof registerRunTasks>[0]);
  return editor.provider?.provideTasks();
};

beforeEach(() => {
  editor.present.clear();
  load.mockClear();
});

it('loads nothing when VS Code asks for the tasks of a workspace without prompt files on disk', async () => {
  expect(await offered()).toEqual([]);
  expect(load).not.toHaveBeenCalled();
});

it.each(['first/.github/prompts', 'second/.claude/commands'])(
  'offers the tasks of a workspace with %s',
  async folder => {
    editor.present.add(folder);
    expect(await offered()).toEqual(['a task']);
  },
);
