import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pidsWithVariable } from '../../src/node/processTable';
import { gate, text, toolUse } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { EditorTerminal } from './support/editorTerminal';

let window: ChatWindow;

const tasks = {
  version: '2.0.0',
  tasks: [
    {
      ...{ label: 'Look', type: 'tandem', prompt: 'Look around', maxTurns: 5 },
      problemMatcher: '$tandem',
    },
    { label: 'Wait', type: 'tandem', prompt: 'Wait here', isBackground: true, problemMatcher: [] },
  ],
};
const files: Readonly<Record<string, string>> = {
  '.vscode/tasks.json': JSON.stringify(tasks),
  '.github/prompts/explain.prompt.md': '---\ndescription: Explains\n---\nExplain it.\n',
  'notes.txt': 'A note.',
};

beforeAll(async () => {
  window = await ChatWindow.open({
    prepare: async ({ workspace }) => {
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(workspace, path)), { recursive: true });
        await writeFile(join(workspace, path), content);
      }
    },
  });
}, 180_000);

afterAll(() => window?.close());
describeFailures(() => window);

/** Starts a task of this name; resolves with its exit code, or that it has started. */
async function start(name: string, waits: boolean): Promise<string> {
  const labels = () =>
    window.driver.evaluate(async vscode =>
      (await vscode.tasks.fetchTasks()).map(task => task.name),
    );
  // A borrowed window reads the new tasks.json when its watcher reports the file.
  await expect.poll(labels, patience).toContain(name);
  return window.driver.evaluate(
    async (vscode, [wanted, isAwaited]) => {
      const found = (await vscode.tasks.fetchTasks()).find(task => task.name === wanted);
      if (!found) return 'missing';
      const ended = new Promise<string>(resolve => {
        const listener = vscode.tasks.onDidEndTaskProcess(event => {
          if (event.execution.task.name === wanted) {
            listener.dispose();
            resolve(`ended with ${event.exitCode}`);
          }
        });
      });
      await vscode.tasks.executeTask(found);
      return isAwaited ? ended : 'started';
    },
    [name, waits] as const,
  );
}

test('a task of tasks.json shows tools and text, and its findings become problems', async () => {
  const { api, tandem } = window;
  const finding = 'notes.txt:1:3: warning: Too short';
  api.onPrompt('Look around', [
    [toolUse('Read', { file_path: join(tandem.workspace, 'notes.txt') })],
    [text(finding)],
  ]);
  expect(await start('Look', true)).toBe('ended with 0');
  const terminal = EditorTerminal.named(window, 'Look');
  await terminal.show();
  await terminal.until(/→ Read \S*notes\.txt/);
  await terminal.until(finding);
  await terminal.until(/2 turns, .*\$0\./);
  const problems = () =>
    window.driver.evaluate(vscode =>
      vscode.languages
        .getDiagnostics()
        .flatMap(([uri, all]) => all.map(one => `${uri.path.split('/').at(-1)} ${one.message}`)),
    );
  await expect.poll(problems, patience).toContain('notes.txt Too short');
});

/** Finds the programs that run the second task. */
const runPrograms = () => pidsWithVariable('TANDEM_RUN_PROMPT=Wait here', process.platform);

testInFull(
  'a prompt file is offered as a task, and one in the background is cancelled',
  async () => {
    const { api } = window;
    const names = await window.driver.evaluate(async vscode =>
      (await vscode.tasks.fetchTasks({ type: 'tandem' })).map(task => task.name).sort(),
    );
    expect(names).toContain('.github/prompts/explain.prompt.md');
    api.onPrompt('Wait here', [[text('Begun', gate('forever'))]]);
    expect(await start('Wait', false)).toBe('started');
    await api.reached('forever');
    expect((await runPrograms()).size).toBe(1);
    const ended = await window.driver.evaluate(async vscode => {
      const execution = vscode.tasks.taskExecutions.find(one => one.task.name === 'Wait');
      const end = new Promise<boolean>(resolve => {
        const listener = vscode.tasks.onDidEndTask(event => {
          if (event.execution.task.name === 'Wait') {
            listener.dispose();
            resolve(true);
          }
        });
      });
      execution?.terminate();
      return end;
    });
    expect(ended).toBe(true);
    await expect.poll(async () => (await runPrograms()).size, patience).toBe(0);
  },
);
