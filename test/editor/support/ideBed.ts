import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import { text, toolUse } from '../../support/api/reply';
import { cliBinary } from '../../support/cli/cliBinary';
import type { TandemWindowOptions } from '../../support/editor/tandemWindow';
import { beRead } from './beRead';
import { ChatWindow, patience } from './chatWindow';
import { EditorTerminal } from './editorTerminal';

/** Content of the file that a test edits. */
export const before = 'one\ntwo\nthree\n';

/** A window whose chat is never shown, with CLIs in its terminals. */
export class IdeBed {
  private constructor(readonly window: ChatWindow) {}

  static async open(options: TandemWindowOptions = {}): Promise<IdeBed> {
    const window = await ChatWindow.open({
      isShown: false,
      viewport: { width: 1400, height: 1100 },
      ...options,
      prepare: ({ workspace, home }) => trustFolder(join(dirname(home), 'config'), workspace),
    });
    const bed = new IdeBed(window);
    // Terminals opened in the first second precede Tandem; VS Code restarts those that are idle
    // shells.
    await vi.waitFor(async () => expect(await bed.locks()).toHaveLength(1), patience);
    return bed;
  }

  /** Returns the names of the lock files through which CLIs find windows. */
  async locks(): Promise<string[]> {
    const folder = join(this.window.tandem.home.home, '.claude', 'ide');
    const names = await readdir(folder).catch(() => []);
    // Files with other names are still being written.
    return names.filter(name => name.endsWith('.lock'));
  }

  async readLocks(): Promise<{ pid: number; authToken: string }[]> {
    const folder = join(this.window.tandem.home.home, '.claude', 'ide');
    const texts = await Promise.all(
      (await this.locks()).map(name => readFile(join(folder, name), 'utf8').catch(() => '')),
    );
    return texts.flatMap(one => (one ? [JSON.parse(one)] : []));
  }

  /** Returns the port in the name of this window's lock file, which must be the only one. */
  async port(): Promise<string> {
    const [lock = ''] = await this.locks();
    return lock.replace('.lock', '');
  }

  /** Returns the environment of a new terminal, as the shell expands `shown`. */
  async variables(name: string, shown: string): Promise<string | undefined> {
    await this.window.driver.evaluate(
      (vscode, given) => vscode.window.createTerminal(given).show(),
      {
        name,
        cwd: this.window.tandem.workspace,
        shellPath: '/bin/sh',
        shellArgs: ['-c', `echo "<${shown}>"; exec sleep 1000`],
      },
    );
    const shell = EditorTerminal.named(this.window, name);
    await shell.until(/<.*>/);
    const said = /<(.*)>/.exec(await shell.screen())?.[1];
    await shell.close();
    return said;
  }

  /** Starts the newest CLI in a terminal; resolves when this many CLIs are connected. */
  async terminal(name: string, connected: number): Promise<EditorTerminal> {
    const binary = await cliBinary('newest');
    const terminal = await EditorTerminal.open(this.window, { name, binary });
    await this.connected(connected);
    return terminal;
  }

  /** Restores the state before the first test with this terminal. */
  async rest(terminal: EditorTerminal): Promise<void> {
    await this.window.driver.evaluate((vscode, name) => {
      for (const other of vscode.window.terminals) {
        if (other.name !== name) other.dispose();
      }
    }, terminal.name);
    await terminal.leaveQuestion();
    await this.window.run('workbench.action.closeAllEditors');
    await this.window.run('notifications.clearAll');
  }

  async connected(count: number): Promise<void> {
    const item = this.window.workbench.statusItem('tandem.ide');
    if (count === 0) {
      await item.waitFor({ state: 'hidden' });
    } else {
      await vi.waitFor(
        async () => expect(await item.innerText()).toContain(String(count)),
        patience,
      );
    }
  }

  path(name: string): string {
    return join(this.window.tandem.workspace, name);
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8').catch(() => '');
  }

  write(name: string, content: string): Promise<void> {
    return writeFile(this.path(name), content);
  }

  /**
   * Scripts an edit of a file and requests it.
   * @param isMade whether to create the file first
   * @returns the label of the diff
   */
  async proposeEdit(terminal: EditorTerminal, name: string, isMade = true): Promise<string> {
    const file_path = this.path(name);
    if (isMade) await this.write(name, before);
    const words = `edit ${name}`;
    this.window.api.onPrompt(words, [
      toolUse('Read', { file_path }),
      toolUse('Edit', { file_path, old_string: 'two', new_string: 'TWO' }),
      text(`Done with ${name}.`),
    ]);
    await terminal.say(words);
    return this.shown(name);
  }

  /** Opens a file and selects whole lines, 0-based. */
  async select(name: string, first: number, last: number): Promise<void> {
    await this.window.driver.evaluate(
      async (vscode, path, start, end) => {
        const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
        const { range } = editor.document.lineAt(end);
        editor.selection = new vscode.Selection(new vscode.Position(start, 0), range.end);
      },
      this.path(name),
      first,
      last,
    );
  }

  /** Sends a message in a terminal. @returns the user message that the model gets for this prompt */
  async sentWith(terminal: EditorTerminal, words: string): Promise<string> {
    const { api } = this.window;
    api.onPrompt(words, [text(`Heard: ${words}.`)]);
    await terminal.say(words);
    await terminal.until(`Heard: ${words}.`);
    const { messages } = api.mainRequests(words).at(-1) ?? {};
    // In the first turn, a message of the CLI about its environment may follow.
    return JSON.stringify(messages?.findLast(({ role }) => role === 'user'));
  }

  /** Waits until the proposal's tab was there for a moment. @returns the tab's label */
  async shown(name: string, what = 'edit'): Promise<string> {
    const label = `${name} (${what} proposed by Claude in the terminal)`;
    await this.window.workbench.editors.tab(label).waitFor();
    await beRead(this.window, name);
    return label;
  }

  async gone(label: string): Promise<void> {
    await this.window.workbench.editors.tab(label).waitFor({ state: 'detached' });
  }
}

/** Trusts a folder in advance, because the CLI asks once per folder. */
async function trustFolder(config: string, folder: string): Promise<void> {
  const path = join(config, '.claude.json');
  const state = JSON.parse(await readFile(path, 'utf8'));
  state.projects = { ...state.projects, [folder]: { hasTrustDialogAccepted: true } };
  await writeFile(path, JSON.stringify(state));
}
