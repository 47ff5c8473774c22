import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { standInCli } from '../support/cli/standInCli';
import { inFull } from '../support/extent';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { storeSession } from '../support/storedSessions';
import { Chat } from './support/chat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

// The window follows a new user's path: untrusted, trusted, without a CLI, with one.
let window: ChatWindow;
/** Variable in the environment that Tandem gives to the login shell. */
const markOfTandem = 'TANDEM_ENVIRONMENT_MARK';
let scratch: string;
/** The only folder on the login shell's PATH. */
let bin: string;
let shellRuns: string;
let cliRuns: string;
/** Pipe from which a slow program reads a line before it goes on. */
let pipe: string;
let cli: string;
/** Id of a conversation that was stored earlier. */
const id = '22222222-2222-4333-8444-555555555555';

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'gates-'));
  bin = join(scratch, 'bin');
  shellRuns = join(scratch, 'shell-runs');
  cliRuns = join(scratch, 'cli-runs');
  cli = join(scratch, 'marked-claude');
  await mkdir(bin);
  const { command, prefix } = await standInCli(scratch);
  await writeScript(cli, `echo "$@" >> '${cliRuns}'\nexec '${command}' ${prefix.join(' ')} "$@"`);
  // The user's shell, which records each start, and may take as long as a test wants.
  const shell = join(scratch, 'sh');
  pipe = join(scratch, 'pipe');
  execFileSync('mkfifo', [pipe]);
  await writeScript(
    shell,
    `echo "$@" >> '${shellRuns}'
if [ -n "$${markOfTandem}" ] && [ -e '${scratch}/slow' ]; then read -r word < '${pipe}'; fi
exec /bin/sh "$@"`,
  );
  window = await ChatWindow.open({
    workspaceTrust: true,
    cliPath: false,
    // The modal trust editor would cover the chat.
    settings: { 'tandem.cli.path': cli, 'workbench.editor.useModal': 'off' },
    env: { SHELL: shell, PATH: bin },
    prepare: async ({ home, workspace }) => {
      await writeFile(join(home, '.profile'), `PATH='${bin}'; export PATH\n`);
      const made = { cwd: workspace, prompt: 'before', title: 'Said before', at: Date.now(), id };
      await storeSession(join(dirname(home), 'config'), made);
    },
  });
});

afterAll(async () => {
  await window?.close();
  await rm(scratch, { recursive: true, force: true });
});

describeFailures(() => window);

async function writeScript(path: string, body: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${body}\n`);
  await chmod(path, 0o755);
}

/** Returns the page that the chat shows in place of a conversation. */
const gate = (title: string) => window.chat.frame.getByRole('region', { name: title });

/** Lists lock files through which terminals find the window. */
const locks = () => readdir(join(window.tandem.home.home, '.claude', 'ide')).catch(() => []);

test('an untrusted workspace shows why Tandem starts nothing, whatever is requested', async () => {
  await gate('This workspace is not trusted').waitFor();
  await window.chat.button('Manage Trust').waitFor();
  const refused = 'Tandem starts nothing in a workspace that is not trusted.';
  await window.run('tandem.sections.status');
  await window.sections().getByText('Trust this workspace first').waitFor();
  await window.run('workbench.action.closeAllEditors');
  const wishes: [command: string, args: unknown[], sentence: string][] = [
    ['tandem.chat.send', ['hello'], 'No conversation is open. Open Tandem first.'],
    ['tandem.chat.new', [], refused],
    ['tandem.chat.openInTab', [], refused],
    ['tandem.chat.resume', [], 'No conversation is open. Open Tandem first.'],
    ['tandem.sessions.resume', ['11111111-2222-4333-8444-555555555555'], refused],
    ['tandem.sessions.resume', [], refused],
    ['tandem.sessions.openConversation', [id], refused],
    ['tandem.sessions.openInTerminal', [id], refused],
    ['tandem.cli.install', [], refused],
    ['tandem.account.signIn', [], refused],
    ['tandem.terminal.open', [], refused],
    ['tandem.runs.start', [], refused],
    ['tandem.runs.onChanges', [], refused],
    ['tandem.runs.onFiles', [{ scheme: 'file', fsPath: window.tandem.workspace }], refused],
    ['tandem.prompts.newFile', [], refused],
    ['tandem.mcp.copyConfiguration', [], refused],
    [
      'tandem.inspector.record',
      ['everywhere'],
      'Nothing is recorded in a workspace that is not trusted.',
    ],
    ['tandem.ide.connections', [], 'Tandem connects no terminals in a workspace that'],
  ];
  expect(await locks()).toEqual([]);
  await window.run('tandem.sessions.focus');
  await window.workbench.row('Conversations', 'Said before').waitFor();
  for (const [command, args, sentence] of wishes) {
    await window.run(command, ...args);
    await window.dismissMessage(sentence);
  }
  const invoke = (name: string, input: object) =>
    window.driver.evaluate(
      (vscode, tool, given) =>
        vscode.lm.invokeTool(tool, { input: given, toolInvocationToken: undefined }).then(
          ({ content }) => (content as { value: string }[]).map(({ value }) => value).join(),
          error => String(error),
        ),
      name,
      input,
    );
  expect(await invoke('tandem_list_directory', {})).toContain('package.json');
  for (const name of ['tandem_find_text', 'tandem_searchConversations']) {
    expect(await invoke(name, { query: 'before' })).toContain('needs a trusted workspace');
  }
  await window.run('tandem.cli.searchAgain');
  await window.chat.message.waitFor({ state: 'detached' });
  expect(await window.agents()).toEqual([]);
  // VS Code's server also runs the shell for itself, with another marker.
  const asked = await readFile(shellRuns, 'utf8').catch(() => '');
  expect(asked).not.toContain(markOfTandem);
  expect(existsSync(cliRuns), 'the CLI was started').toBe(false);
  expect(await window.driver.evaluate(vscode => vscode.window.terminals.length)).toBe(0);
  expect(window.api.requests).toEqual([]);
});

test('granting trust opens the chat, before the login shell has answered', async () => {
  await writeFile(join(scratch, 'slow'), '');
  await window.chat.button('Manage Trust').click();
  await window.workbench.page
    .locator('.workspace-trust-editor')
    .getByRole('button', { name: 'Trust', exact: true })
    .click();
  await expect.poll(locks, patience).toHaveLength(1);
  await window.chat.picker('Model').waitFor();
  await expect.poll(() => readFile(shellRuns, 'utf8'), patience).toContain(markOfTandem);
  expect(await window.agents()).toEqual([]);
  expect(existsSync(cliRuns), 'the CLI was started').toBe(false);
  await rm(join(scratch, 'slow'));
  await writeFile(pipe, 'go on\n');
  await window.chat.phase('idle');
  await window.theAgent();
  expect(await readFile(cliRuns, 'utf8')).toContain('--input-format stream-json');
  window.api.onPrompt('hello', [text('Hello, trusted one.')]);
  await window.chat.send('hello');
  await window.chat.text('Hello, trusted one.').waitFor();
});

testInFull(
  'a window shows its conversation and takes a message before the login shell has answered',
  async () => {
    const before = await readFile(shellRuns, 'utf8');
    const model = () => window.chat.picker('Model').getAttribute('title');
    const reported = await model();
    expect(reported).toMatch(/^Model: Opus .*\(default\), effort /);
    await writeFile(join(scratch, 'slow'), '');
    await window.reload();
    await window.chat.text('Hello, trusted one.').waitFor();
    expect(await model()).toBe(reported);
    window.api.onPrompt('are you there', [text('By now I am.')]);
    await window.chat.send('are you there');
    await window.chat.frame.getByText('are you there').first().waitFor();
    expect((await readFile(shellRuns, 'utf8')).slice(before.length)).toContain(markOfTandem);
    expect(await window.agents()).toEqual([]);
    await rm(join(scratch, 'slow'));
    await writeFile(pipe, 'go on\n');
    await window.chat.text('By now I am.').waitFor();
    expect((await window.theAgent()).argv.join(' ')).toContain('--resume');
  },
);

inFull(() => {
  describe('a message that waits for a search that fails', () => {
    let works: string;
    const mended = async () => {
      await window.chat.frame.getByText('is too old').first().waitFor();
      await rm(join(scratch, 'slow'));
      await writeFile(cli, works);
      await window.chat.button('Search Again').click();
      await window.chat.message.waitFor();
    };

    beforeEach(async () => {
      works = await readFile(cli, 'utf8');
      await window.run('tandem.chat.new');
      await window.chat.phase('idle');
      await writeScript(cli, "echo '1.0.0 (Claude Code)'");
      await writeFile(join(scratch, 'slow'), '');
      await window.reload();
      await window.chat.picker('Model').waitFor();
      await window.chat.send('sent in vain');
      await window.chat.frame.getByText('sent in vain').first().waitFor();
    });

    afterEach(() => window.chat.message.fill(''));

    test('comes back in front of what is being typed', async () => {
      await window.chat.message.press('x');
      await writeFile(pipe, 'go on\n');
      while (await window.chat.message.isVisible()) {
        await window.workbench.page.keyboard.press('x');
      }
      await mended();
      const typed = () => messageText(window.chat.message);
      await expect.poll(typed, patience).toMatch(/^sent in vain\s+x+$/);
    });

    test('comes back after a reload, and until then the chat shows what is wrong', async () => {
      await expect.poll(() => window.recordsHold('sent in vain'), patience).toBe(true);
      await window.reload();
      await writeFile(pipe, 'go on\n');
      await mended();
      await expect.poll(() => messageText(window.chat.message), patience).toBe('sent in vain');
    });
  });

  test('the command of tandem.cli.wrapper starts the CLI, or the chat shows its setting', async () => {
    const argv = join(scratch, 'wrapper-runs');
    await writeScript(join(bin, 'wrap'), `echo "$@" >> '${argv}'\nshift\nexec "$@"`);
    await window.configure('tandem.cli.wrapper', ['wrap', '--as-agent']);
    await window.startNew();
    const path = join(window.tandem.workspace, 'greeting.txt');
    await writeFile(path, 'Hello\n');
    const edit = toolUse('Edit', { file_path: path, old_string: 'Hello', new_string: 'Bye' });
    const parts = [toolUse('Read', { file_path: path }), edit, text('Said.')];
    window.api.onPrompt('say bye', parts);
    await window.chat.send('say bye');
    await window.chat.answer(window.chat.permission('Edit'), 'Allow Once');
    await window.chat.text('Said.').waitFor();
    expect(await readFile(path, 'utf8')).toBe('Bye\n');
    await window.moveTrees();
    await window.workbench.row('Changes', 'greeting.txt').waitFor();
    await window.run('tandem.changes.keepAll');
    await window.workbench.row('Changes', 'greeting.txt').waitFor({ state: 'detached' });
    const runs = (await readFile(argv, 'utf8')).trim().split('\n');
    expect(runs.filter(line => !line.startsWith(`--as-agent ${cli} --`))).toEqual([]);
    expect(runs.at(-1)).toContain('--input-format stream-json');

    await window.run('tandem.account.signIn');
    await expect.poll(() => readFile(argv, 'utf8'), patience).toContain('/login');
    const terminals = () =>
      window.driver.evaluate(({ window: { terminals: all } }) => {
        for (const terminal of all) terminal.dispose();
        return all.length;
      });
    await expect.poll(terminals, patience).toBe(0);

    await window.configure('tandem.cli.wrapper', ['/nowhere/wrap']);
    await window.run('tandem.chat.new');
    const card = gate('Claude Code does not start');
    await card.getByText('/nowhere/wrap does not exist').waitFor();
    await card.getByRole('button', { name: 'Open Setting' }).click();
    const shown = window.workbench.page.locator('.settings-editor');
    await shown.getByText('Cli: Wrapper').first().waitFor();
    await window.run('workbench.action.closeAllEditors');
    await window.configure('tandem.cli.wrapper', undefined);
    await window.chat.message.waitFor();
    await rm(join(bin, 'wrap'));
  });
});

test('without a CLI, the chat lists the searched folders and finds a CLI that is added there', async () => {
  await window.configure('tandem.cli.path', '');
  await gate('Install Claude Code').waitFor();
  await gate('Install Claude Code').getByText('Searched locations').click();
  const searched = await gate('Install Claude Code').getByRole('listitem').allInnerTexts();
  const { home } = window.tandem.home;
  expect(searched).toContain(bin);
  expect(searched).toContain(join(home, '.local/bin'));
  for (const name of ['Install', 'Choose Path', 'Search Again']) {
    expect(await window.chat.button(name).isVisible(), name).toBe(true);
  }
  await symlink(cli, join(bin, 'claude'));
  await window.chat.button('Search Again').click();
  await window.chat.message.waitFor();
});

test('a failed install shows why, a cancelled one ends npm, a successful one opens the chat', async () => {
  await rm(join(bin, 'claude'), { force: true });
  await window.configure('tandem.cli.path', '');
  await window.run('tandem.cli.searchAgain');
  await gate('Install Claude Code').waitFor();
  const install = async () => {
    await window.chat.button('Install').click();
    await window.workbench.answerDialog('Install Claude Code with npm', 'Install');
  };
  const npm = join(bin, 'npm');

  await writeScript(npm, "echo 'npm error network is down' >&2\nexit 1");
  await install();
  await window.chat.frame.getByText('npm could not install Claude Code.').waitFor();
  await window.chat.frame.getByText('network is down').waitFor();
  const progress = window.workbench.toast('Installing Claude Code');
  await progress.waitFor({ state: 'hidden' });

  await writeScript(npm, `echo 'npm http fetch something'\nread -r word < '${pipe}'`);
  await install();
  await progress.getByText('npm http fetch something').waitFor();
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await progress.waitFor({ state: 'hidden' });
  const runs = async () => {
    const all = await window.tandem.editor.processes();
    return all.filter(({ argv }) => argv.includes(npm));
  };
  await expect.poll(runs, patience).toEqual([]);

  // Like npm: creates a link in node_modules/.bin of the prefix, which is the third argument.
  await writeScript(
    npm,
    `/bin/mkdir -p "$3/node_modules/.bin" && /bin/ln -s '${cli}' "$3/node_modules/.bin/claude"`,
  );
  await install();
  await window.dismissMessage('Claude Code 2.1.329 is installed.');
  await window.chat.message.waitFor();
  await window.startNew();
  expect((await window.theAgent()).argv[1]).toContain('claude');
});

test("without npm, the vendor's install command is put into a terminal but not run", async () => {
  await rm(join(bin, 'npm'), { force: true });
  // Records whether the command is run.
  const downloads = join(scratch, 'downloads');
  await writeScript(join(bin, 'curl'), `echo "$@" >> '${downloads}'`);
  await window.run('tandem.cli.searchAgain');
  const installing = window.run('tandem.cli.install');
  await window.workbench.answerDialog('Install Claude Code with npm', 'Install');
  await window.message('npm was not found.');
  const command = 'curl -fsSL https://claude.ai/install.sh | bash';
  const rows = window.workbench.page.locator(
    '.terminal-wrapper.active .xterm-accessibility, .terminal-wrapper.active',
  );
  await rows.first().waitFor();
  const names = () => window.driver.evaluate(vscode => vscode.window.terminals.map(t => t.name));
  expect(await names()).toEqual(['Install Claude Code']);
  const shown = () =>
    window.driver.evaluate(async vscode => {
      await vscode.commands.executeCommand('workbench.action.terminal.selectAll');
      await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
      return vscode.env.clipboard.readText();
    });
  await expect.poll(shown, patience).toContain(command);
  expect(existsSync(downloads)).toBe(false);
  await window.dismissMessage('npm was not found.');
  await installing;
});

testInFull('a window without a folder offers to open one and starts no agent', async () => {
  const page = await window.workbench.anotherWindow(window.tandem.editor.urlFor());
  await page.showContainer();
  const chat = new Chat(page.chat());
  await chat.frame.getByRole('region', { name: 'No folder is open' }).waitFor();
  const before = (await window.agents()).length;
  await chat.button('Open Folder').click();
  await page.quickInput.widget.or(page.page.getByRole('dialog')).first().waitFor();
  expect(await window.agents()).toHaveLength(before);
  await page.page.close();
});

testInFull(
  'a chat that was moved to another place is opened by its command all the same',
  async () => {
    await window.chat.message.waitFor();
    await window.driver.evaluate(vscode =>
      vscode.commands
        .executeCommand('vscode.moveViews', {
          viewIds: ['tandem.chat'],
          destinationId: 'workbench.view.explorer',
        })
        .then(() => null),
    );
    await window.run('workbench.view.search');
    await window.chat.message.waitFor({ state: 'hidden' });
    await window.run('tandem.chat.open');
    await window.chat.message.waitFor();
    await window.workbench.page.keyboard.type('typed at once');
    await expect.poll(() => messageText(window.chat.message), patience).toBe('typed at once');
  },
);

testInFull('closing a window ends its agents', async () => {
  await expect.poll(() => window.agents(), patience).not.toEqual([]);
  const { driver, workbench } = window;
  await workbench.page.goto('about:blank');
  await driver.closed();
  await expect.poll(() => window.agents(), patience).toEqual([]);
});
