import { afterAll, expect, it, vi } from 'vitest';

const editor = vi.hoisted(() => ({ files: [] as string[] }));

vi.mock('vscode', () => ({
  RelativePattern: class {
    constructor(
      readonly base: unknown,
      readonly pattern: string,
    ) {}
  },
  ProcessExecution: class {},
  Task: class {
    constructor(
      readonly definition: unknown,
      readonly scope: unknown,
      readonly name: string,
    ) {}
  },
  workspace: {
    workspaceFolders: [
      { uri: { scheme: 'file', fsPath: '/w' } },
      { uri: { scheme: 'vscode-vfs', fsPath: '/elsewhere' } },
    ],
    asRelativePath: (path: string) => path,
    // Returns any files that match, up to the limit, as VS Code does.
    findFiles: async ({ pattern }: { pattern: string }, _exclude: unknown, most: number) =>
      editor.files.filter(path => pattern.includes(path.split('/')[0] ?? '?')).slice(0, most),
  },
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { RunTasks } = await import('../../../../src/host/runTasks/runTasks');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const tasks = new RunTasks({
  program: '/tandem.js',
  locate: async () => ({ path: '/claude', env: {} }),
  programs: { decide: async () => 'allow' } as never,
  log: { warn: () => undefined, debug: () => undefined } as never,
});

it('offers prompts and commands, up to 200 of each', async () => {
  editor.files = Array.from({ length: 150 }, (_, index) => [
    `.github/prompts/${index}.prompt.md`,
    `.claude/commands/${index}.md`,
  ]).flat();
  expect((await tasks.offered()).length).toBe(300);
});
