import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import { text, toolUse } from '../support/api/reply';
import type { VsCode } from '../support/editor/driverClient';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

/** Object in the extension host that removes what these tests have registered there. */
interface Registered {
  forRunTools: { dispose(): void };
}

const tasks = {
  version: '2.0.0',
  tasks: [
    // The editor reports no output of commands that end immediately; hence the sleeps.
    {
      label: 'lint',
      type: 'shell',
      command: "sleep 0.3; echo 'src/cli.js:2:1: warning: too long'; sleep 0.3; exit 3",
      problemMatcher: {
        owner: 'lint',
        fileLocation: ['relative', '${workspaceFolder}'],
        pattern: {
          regexp: '^(.*):(\\d+):(\\d+): (warning|error): (.*)$',
          file: 1,
          line: 2,
          column: 3,
          severity: 4,
          message: 5,
        },
      },
    },
    { label: 'serve', type: 'shell', command: 'exec tail -f /dev/null', problemMatcher: [] },
    {
      label: 'check',
      type: 'shell',
      command:
        "sleep 0.3; echo 'not ok 2 - removes'; echo \"  location: '$PWD/a.js:3:1'\"; echo \"  error: 'no such task'\"; echo '  expected: 4'; echo '  actual: 3'; sleep 0.3; exit 1",
      group: { kind: 'test', isDefault: true },
      problemMatcher: [],
    },
  ],
};

const notebook = {
  cells: [
    { cell_type: 'markdown', metadata: {}, source: ['# Words'] },
    { cell_type: 'code', metadata: {}, source: ['1 + 1'], outputs: [], execution_count: null },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
};

const launch = {
  version: '0.2.0',
  configurations: ['sums', 'early'].map(name => ({
    type: 'node',
    request: 'launch',
    name,
    program: `\${workspaceFolder}/${name}.js`,
    runtimeExecutable: process.execPath,
    console: 'internalConsole',
  })),
};

const program = `const prices = [3, 4];
function total(values, label) {
  const sum = values.reduce((one, other) => one + other, 0);
  const long = 'x'.repeat(5_000);
  console.log(label + ': ' + sum);
  return sum + long.length;
}
total(prices, 'Sum of prices');
`;

const mcpServer = resolve(import.meta.dirname, '../support/cli/mcpServer.mjs');
const library = { command: process.execPath, args: [mcpServer] };
const asking = { command: 'ask', env: { KEY: '${input:key}' } };
const servers = `// of this project\n${JSON.stringify({ servers: { library, asking } })}`;

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR42mNkYPjPgA0wMuAAg1MCALaMAw9sPyDxAAAAAElFTkSuQmCC';

const rule = (tool: string) => `mcp__tandem__${tool}`;
const ran = [
  ...['run_task', 'run_tests', 'run_notebook_cell', 'lm_test_echo'].map(rule),
  ...['list_tasks', 'terminal_output', 'debug_state', 'test_failure'].map(rule),
  'mcp__library__find_book',
  'mcp__second__find_book',
];

/** Runs a command line in a new terminal until it ends. Executed in the extension host. */
async function runInTerminal(vscode: VsCode, name: string, line: string): Promise<void> {
  const terminal = vscode.window.createTerminal({ name, shellPath: '/bin/bash' });
  terminal.show();
  while (!terminal.shellIntegration) {
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  const ended = new Promise<void>(resolve =>
    vscode.window.onDidEndTerminalShellExecution(event => event.terminal === terminal && resolve()),
  );
  terminal.shellIntegration.executeCommand(line);
  await ended;
}

beforeAll(async () => {
  window = await ChatWindow.open({
    builtIns: 'all',
    isShown: false,
    // Something runs before Tandem's chat is there.
    isFresh: true,
    settings: {
      'tandem.permissions.allowedTools': ran,
      'tandem.editorTools.commands': ['test.add'],
      'tandem.mcp.offerWorkspaceServers': true,
      // The debug view would replace the chat, and the editor would take its focus late.
      'debug.openDebug': 'neverOpen',
      'debug.focusEditorOnBreak': false,
    },
    prepare: async ({ workspace }) => {
      await mkdir(join(workspace, '.vscode'));
      await writeFile(join(workspace, '.vscode', 'tasks.json'), JSON.stringify(tasks));
      await writeFile(join(workspace, '.vscode', 'mcp.json'), servers);
      await writeFile(join(workspace, 'sums.ipynb'), JSON.stringify(notebook));
      await writeFile(join(workspace, '.vscode', 'launch.json'), JSON.stringify(launch));
      await writeFile(join(workspace, 'sums.js'), program);
      await writeFile(join(workspace, 'early.js'), "console.log('before the chat');");
    },
  });
  await window.driver.evaluate(runInTerminal, 'early', "sleep 0.3; echo 'before the chat'");
  await window.driver.evaluate(async vscode => {
    // Two debug sessions end: the launch and its process.
    let ends = 0;
    const ended = new Promise<void>(resolve =>
      vscode.debug.onDidTerminateDebugSession(() => (++ends === 2 ? resolve() : undefined)),
    );
    await vscode.debug.startDebugging(vscode.workspace.workspaceFolders?.[0], 'early');
    await ended;
  });
  await window.workbench.showContainer();
  await window.workbench.answerToast('new MCP server "library"', 'Allow');
  await window.driver.evaluate((vscode, pixel) => {
    const add = (one: number, other: number) => one + other;
    const command = vscode.commands.registerCommand('test.add', add);
    const tool = vscode.lm.registerTool<{ words: string }>('test_echo', {
      invoke: ({ input }) =>
        new vscode.LanguageModelToolResult([
          new vscode.LanguageModelTextPart(`heard: ${input.words}`),
        ]),
    });
    const controller = vscode.notebooks.createNotebookController(
      'sums',
      'jupyter-notebook',
      'Sums',
    );
    controller.supportedLanguages = ['python'];
    controller.executeHandler = async cells => {
      for (const cell of cells) {
        const run = controller.createNotebookCellExecution(cell);
        run.executionOrder = 7;
        run.start(1);
        await run.replaceOutput([
          new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.text('2')]),
          new vscode.NotebookCellOutput([
            new vscode.NotebookCellOutputItem(Buffer.from(pixel, 'base64'), 'image/png'),
          ]),
        ]);
        run.end(true, 2);
      }
    };
    const opened = vscode.workspace.onDidOpenNotebookDocument(document =>
      controller.updateNotebookAffinity(document, vscode.NotebookControllerAffinity.Preferred),
    );
    const registered = vscode.Disposable.from(command, tool, controller, opened);
    (globalThis as unknown as Registered).forRunTools = registered;
  }, dot);
}, 120_000);

afterAll(async () => {
  // The next file gets the window.
  await window?.driver.evaluate(vscode => {
    (globalThis as unknown as Partial<Registered>).forRunTools?.dispose();
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
  });
  await window?.close();
});

describeFailures(() => window);

beforeEach(async () => {
  await window.run('workbench.action.revertAndCloseActiveEditor');
  await window.run('tandem.chat.open');
  await window.chat.phase('idle');
});

let count = 0;

/** Makes the model call an editor tool; `told` is the answer it got. */
async function call(tool: string, input: Record<string, unknown>) {
  const { api, chat } = window;
  const name = tool.startsWith('mcp__') ? tool : rule(tool);
  const prompt = `call number ${++count}.`;
  const told = new Deferred<{ text: string; isError: boolean; content: unknown }>();
  api.onPrompt(prompt, [
    toolUse(name, input),
    request => {
      told.resolve(request.results[0] ?? { text: 'nothing', isError: true, content: '' });
      return text(`done ${prompt}`);
    },
  ]);
  await chat.send(prompt);
  return { told: told.promise, done: () => chat.text(`done ${prompt}`).waitFor() };
}

async function result(tool: string, input: Record<string, unknown>) {
  const { told, done } = await call(tool, input);
  const given = await told;
  await done();
  return given;
}

/** Returns whether the model's last request mentions a tool, at least by name. */
const isOffered = (tool: string) => {
  const last = window.api.requests.filter(one => one.conversation === 'main').at(-1);
  return JSON.stringify([last?.body.tools, last?.body.system, last?.body.messages]).includes(tool);
};

test('terminal_output returns the output of shells with shell integration', async () => {
  const line = "printf 'one\\n'; sleep 0.3; echo two; (exit 4)";
  await window.driver.evaluate(runInTerminal, 'work', line);
  await window.driver.evaluate(vscode => {
    vscode.window.createTerminal({ name: 'silent', shellPath: '/bin/sh' }).show();
  });
  const { text: words } = await result('terminal_output', { terminal: 'work' });
  expect(words).toContain('[work] $ printf');
  expect(words).toContain('exit code 4');
  expect(words).toContain('one\ntwo');
  expect(words).toMatch(/Without shell integration.*silent/);
  await window.run('workbench.action.terminal.killAll');
});

test('terminal_output and debug_state include what ran before the chat was opened', async () => {
  const { text: printed } = await result('terminal_output', { terminal: 'early' });
  expect(printed).toContain('(exit code 0');
  expect(printed).toContain('\nbefore the chat');
  const { text: debugged } = await result('debug_state', {});
  expect(debugged).toMatch(/early.*: ended\nConsole:\nbefore the chat/);
});

test('run_task returns exit code, output and new problems', async () => {
  const { text: words, isError } = await result('run_task', { name: 'lint' });
  expect(words).toContain('exit code 3');
  expect(isError).toBe(true);
  expect(words).toContain('src/cli.js:2: warning: too long');
  expect(words).toContain('Output:\nsrc/cli.js:2:1');
  const again = await result('run_task', { name: 'absent' });
  expect(again.isError).toBe(true);
  expect(again.text).toContain('Workspace: lint');
  const list = await result('list_tasks', {});
  expect(list.text).toContain('Workspace: check [runs the tests by default]');
  expect(list.text).toContain('npm: test');
});

test('a task that does not end keeps running, and ends with the turn that waits for it', async () => {
  const { text: words } = await result('run_task', { name: 'serve', timeout: 1 });
  expect(words).toContain('still runs');
  const running = () =>
    window.driver.evaluate(vscode => vscode.tasks.taskExecutions.map(({ task }) => task.name));
  expect(await running()).toEqual(['serve']);
  await call('run_task', { name: 'serve', timeout: 600 });
  const card = window.chat.frame.getByRole('group', { name: /Run task/i }).last();
  await card.and(window.chat.frame.locator('[data-status=running]')).waitFor();
  expect(await running()).toEqual(['serve']);
  await window.run('tandem.chat.stop');
  await expect.poll(running, patience).toEqual([]);
});

test('run_tests finds the test task and reports its failures', async () => {
  const { text: words } = await result('run_tests', {});
  expect(words).toContain('"Workspace: check" has ended with exit code 1');
  expect(words).toContain(`Failed:\n- removes (${window.tandem.workspace}/a.js:3): no such task\n`);
});

test('test_failure lists failures of the last run again, and those that the user has added', async () => {
  await writeFile(join(window.tandem.workspace, 'a.js'), 'one\ntwo\nthree\n');
  await window.driver.evaluate(async (vscode, folder) => {
    const add = (label: string, file: string, message: import('vscode').TestMessage) => {
      const uri = vscode.Uri.file(file);
      message.location = new vscode.Location(uri, new vscode.Position(1, 0));
      const test = { id: label, label };
      return vscode.commands.executeCommand('tandem.context.addTestMessage', { test, message });
    };
    await add('adds', `${folder}/a.js`, vscode.TestMessage.diff('sums differ', '4', '3'));
    await add('secret', `${folder}/../outside.js`, new vscode.TestMessage('hidden'));
  }, window.tandem.workspace);
  await window.chat.frame
    .getByRole('button', { name: /Message of adds/ })
    .first()
    .waitFor();
  await window.startNew();
  const { text: words } = await result('test_failure', {});
  expect(words).toBe(
    [
      '2 failures: 1 of "Workspace: check" (exit code 1, just now), 1 added by the user',
      'a.js:3: removes: no such task; expected 4, got 3',
      'a.js:2: adds: sums differ; expected 4, got 3',
    ].join('\n'),
  );
  const card = window.chat.frame.getByRole('group', { name: /Test failure/ });
  await card.getByRole('button').first().click();
  await card.getByRole('link', { name: /adds: sums differ/ }).waitFor();
  const some = await result('test_failure', { words: 'REMOVES' });
  expect(some.text).toContain('1 failure: 1 of "Workspace: check"');
});

test('run_command runs a listed command with permission and refuses others', async () => {
  const { chat } = window;
  const { told, done } = await call('run_command', { command: 'test.add', args: [2, 3] });
  const card = chat.frame.getByRole('group', { name: /^Permission: / });
  await card.getByRole('button', { name: 'Allow Once' }).click();
  expect((await told).text).toBe('"test.add" has run. It returned:\n5');
  await done();
  const other = await call('run_command', { command: 'workbench.action.quit' });
  await chat.frame
    .locator('[data-outcome=open]')
    .getByRole('button', { name: 'Allow Once' })
    .click();
  expect(await other.told).toMatchObject({ isError: true });
  expect((await other.told).text).toContain('not allowed');
  await other.done();
});

test('ask_person needs no permission: one pick, own words, several picks, dismissed', async () => {
  const { quickInput, page } = window.workbench;
  const options = [{ label: 'Red' }, { label: 'Blue', description: 'cold' }];
  const one = await call('ask_person', { question: 'Which color?', options });
  await window.workbench.answerToast('Question for you: Which', 'Answer');
  await quickInput.row('Blue').waitFor();
  await quickInput.pick('Blue');
  expect((await one.told).text).toBe('Blue');
  await one.done();

  const other = await call('ask_person', { question: 'Which color?', options });
  await window.workbench.answerToast('Question for you: Which', 'Answer');
  await quickInput.pick('Something else…');
  await quickInput.widget.getByText('Which color?').waitFor();
  await quickInput.answer('Green');
  expect((await other.told).text).toBe('Green');
  await other.done();

  const several = await call('ask_person', { question: 'Which?', options, multiSelect: true });
  await window.workbench.answerToast('Question for you: Which', 'Answer');
  await quickInput.row('Red').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  expect((await several.told).text).toBe('Red\nBlue');
  await several.done();

  const gone = await call('ask_person', { question: 'Which color?', options });
  await window.workbench.answerToast('Question for you: Which', 'Answer');
  await quickInput.row('Red').waitFor();
  await quickInput.dismiss();
  expect((await gone.told).text).toContain('dismissed');
  await gone.done();
});

test('run_notebook_cell runs a cell in its kernel and returns text and image', async () => {
  const { content } = await result('run_notebook_cell', { path: 'sums.ipynb', index: 1 });
  expect(JSON.stringify(content)).toContain('Cell 1 [7] has run.');
  expect(JSON.stringify(content)).toContain('"2"');
  expect(JSON.stringify(content)).toContain('"type":"image"');
  const words = await result('run_notebook_cell', { path: 'sums.ipynb', index: 0 });
  expect(words.text).toContain('holds text');
  await window.run('workbench.action.files.revert');
});

test('debug_state reports stack, variables and console, and a variable is added to the chat', async () => {
  const { driver, tandem, workbench } = window;
  const { outer, thread } = await driver.evaluate(
    async (vscode, path) => {
      const at = new vscode.Location(vscode.Uri.file(path), new vscode.Position(5, 0));
      vscode.debug.addBreakpoints([new vscode.SourceBreakpoint(at)]);
      interface Stopped {
        outer: string;
        thread: { sessionId: string; threadId: string };
      }
      const stopped = new Promise<Stopped>(resolve =>
        vscode.debug.onDidChangeActiveStackItem(item => {
          if (item) {
            const { id, parentSession } = item.session;
            const thread = { sessionId: id, threadId: `thread:${id}:${item.threadId}` };
            resolve({ outer: parentSession?.id ?? id, thread });
          }
        }),
      );
      await vscode.debug.startDebugging(vscode.workspace.workspaceFolders?.[0], 'sums');
      return await stopped;
    },
    join(tandem.workspace, 'sums.js'),
  );
  await window.run('tandem.chat.open');
  const { text: words } = await result('debug_state', {});
  expect(words).toContain('(pwa-node, active): stopped: Paused on breakpoint\n');
  expect(words).toContain('  at total (sums.js:6)\n  at <anonymous> (sums.js:8)\n');
  expect(words).toContain("  Local: total: label = 'Sum of prices'\n");
  expect(words).toContain('  Local: total: sum = 7\n');
  expect(words).toMatch(/long = 'x{199}…\n/);
  expect(words).toContain('Console:\nSum of prices: 7');
  expect((await result('debug_state', { frames: 1 })).text).not.toContain('sums.js:8');
  await window.run('workbench.debug.action.focusVariablesView');
  const variables = workbench.page.locator('.debug-variables .monaco-list-row');
  await variables.filter({ hasText: 'Local: total' }).waitFor();
  await workbench.page.keyboard.press('Home');
  await workbench.page.keyboard.press('ArrowRight');
  const variable = variables.filter({ hasText: 'label = ' });
  await workbench.pickFromContextMenu(variable.first(), 'Add to Tandem Chat');
  await expect
    .poll(() => window.recordsHold('Sum of prices', '"origin":"debug"'), patience)
    .toBe(true);
  // VS Code may keep a session that has ended as its active one.
  const ended = driver.evaluate(
    (vscode, ...wanted) => {
      const living = new Set(wanted);
      return new Promise<void>(resolve =>
        vscode.debug.onDidTerminateDebugSession(({ id }) => {
          living.delete(id);
          if (living.size === 0) {
            resolve();
          }
        }),
      );
    },
    outer,
    thread.sessionId,
  );
  // The focused session may by now be the outer one, whose threads run.
  await window.run('workbench.action.debug.continue', undefined, thread);
  await ended;
  const { text: after } = await result('debug_state', {});
  expect(after).toMatch(/\(pwa-node\): ended\nConsole:\nSum of prices: 7/);
});

const pids = async () => (await window.agents()).map(({ pid }) => pid).sort();

test('MCP servers of the workspace are offered, reloaded when their file changes, and listed', async () => {
  const { workbench, tandem } = window;
  const found = await result('mcp__library__find_book', { title: 'Gardening' });
  expect(found.text).toContain('2 books match');

  await window.run('tandem.sections.servers');
  const row = (name: string) =>
    window.sections().locator('.section-row', {
      has: window.sections().locator('.section-row-title').getByText(name, { exact: true }),
    });
  await row('library').getByText('connected').waitFor();
  await row('asking').getByText('not offered').waitFor();
  await row('asking').getByText('${input:key}').waitFor();
  await row('tandem').getByText('connected').waitFor();
  await window.run('workbench.action.closeActiveEditor');

  const file = join(tandem.workspace, '.vscode', 'mcp.json');
  await writeFile(file, '{ "servers": { "second": ');
  await workbench.toast(/mcp\.json cannot be read/).waitFor();
  await writeFile(file, JSON.stringify({ servers: { second: library } }));
  await workbench.answerToast('new MCP server "second"', 'Allow');
  const agents = await pids();
  await expect
    .poll(() => result('mcp__second__find_book', { title: 'Cooking' }), patience)
    .toMatchObject({ isError: false });
  expect(await pids()).toEqual(agents);
  await writeFile(file, servers);
});

test('tools are chosen by keyboard: editor tools at once, agent tools with the next message', {
  timeout: 120_000,
}, async () => {
  const { chat, api, workbench } = window;
  const { quickInput, page } = workbench;
  await window.startNew();
  api.onPrompt('first', [text('one')]);
  await chat.send('first');
  await chat.text('one').waitFor();
  expect(isOffered('"Write"')).toBe(true);
  expect(isOffered(rule('run_task'))).toBe(true);
  expect(isOffered(rule('lm_test_echo'))).toBe(false);

  await quickInput.runCommand('Tandem: Choose Tools…');
  for (const name of ['Write', 'run_task', 'test_echo']) {
    await quickInput.input.fill(name);
    await quickInput.row(name).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await quickInput.input.focus();
  }
  await quickInput.input.fill('');
  await quickInput.input.press('Enter');
  await chat.frame.getByText('2 tools are off').waitFor();
  await chat.frame.getByText('restarts before the next message').waitFor();
  expect((await result('lm_test_echo', { words: 'hello' })).text).toBe('heard: hello');
  expect(isOffered('"Write"')).toBe(false);

  // A server's row stands for all of its tools.
  await quickInput.runCommand('Tandem: Choose Tools…');
  await quickInput.input.fill('library');
  const rows = quickInput.row('library').getByRole('checkbox');
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  const isTicked = () => rows.evaluateAll(all => all.map(one => (one as HTMLInputElement).checked));
  await expect.poll(async () => (await isTicked()).includes(true)).toBe(false);
  await quickInput.input.fill('');
  await quickInput.input.press('Enter');
  const off = chat.frame.getByRole('button', { name: '3 tools are off' });
  expect(await off.getAttribute('title')).toMatch(/: .*library/);
});
