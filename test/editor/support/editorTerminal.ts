import type { CliBinary } from '../../support/cli/cliBinary';
import type { ChatWindow } from './chatWindow';
import { patience } from './chatWindow';

export interface EditorTerminalOptions {
  readonly name: string;
  readonly binary: CliBinary;
  readonly args?: readonly string[];
}

/** The CLI in a VS Code terminal that has only the window's own environment. */
export class EditorTerminal {
  private constructor(
    private readonly window: ChatWindow,
    readonly name: string,
  ) {}

  static async open(window: ChatWindow, options: EditorTerminalOptions): Promise<EditorTerminal> {
    const { name, binary, args = [] } = options;
    const { home, workspace } = window.tandem;
    await window.driver.evaluate(
      (vscode, given) => {
        vscode.window.createTerminal(given).show();
      },
      {
        name,
        shellPath: binary.command,
        shellArgs: [...binary.prefix, '--permission-mode', 'default', ...args],
        cwd: workspace,
        env: { ...home.cliEnv },
      },
    );
    return new EditorTerminal(window, name);
  }

  /** Wraps an open terminal by name. */
  static named(window: ChatWindow, name: string): EditorTerminal {
    return new EditorTerminal(window, name);
  }

  /** Returns the visible text of the active terminal, which must use the DOM renderer. */
  async screen(): Promise<string> {
    const rows = this.window.workbench.page.locator('.terminal-wrapper.active .xterm-rows > div');
    const lines = await rows.allInnerTexts();
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  async until(words: string | RegExp): Promise<void> {
    const { timeout, interval } = patience;
    for (const end = Date.now() + timeout; ; ) {
      const shown = await this.screen();
      if (typeof words === 'string' ? shown.includes(words) : words.test(shown)) return;
      if (Date.now() > end) throw new Error(`No ${words} in ${this.name}:\n${shown}`);
      await new Promise(resolve => setTimeout(resolve, interval));
    }
  }

  /** Shows the terminal. */
  async show(): Promise<void> {
    await this.window.driver.evaluate((vscode, name) => {
      vscode.window.terminals.find(one => one.name === name)?.show();
    }, this.name);
  }

  /** Types without pressing Enter. */
  async type(text: string): Promise<void> {
    await this.window.driver.evaluate(
      (vscode, name, typed) => {
        vscode.window.terminals.find(one => one.name === name)?.sendText(typed, false);
      },
      this.name,
      text,
    );
  }

  /** Shows the terminal, types a message and sends it. */
  async say(text: string): Promise<void> {
    await this.show();
    await this.type(text);
    await this.until(text.slice(0, 20));
    await this.type('\r');
  }

  /** Accepts the CLI's question. Repeats Enter, because early keys are lost while it is drawn. */
  async allow(): Promise<void> {
    const question = 'Do you want to';
    await this.show();
    await this.until(question);
    while ((await this.screen()).includes(question)) {
      await this.type('\r');
      await new Promise(resolve => setTimeout(resolve, 1_000));
    }
  }

  /** Dismisses a question that an earlier test left open. */
  async leaveQuestion(): Promise<void> {
    await this.show();
    while ((await this.screen()).includes('Do you want to')) {
      await this.type('\u001b');
      await new Promise(resolve => setTimeout(resolve, 1_000));
    }
  }

  async close(): Promise<void> {
    await this.window.driver.evaluate((vscode, name) => {
      vscode.window.terminals.find(one => one.name === name)?.dispose();
    }, this.name);
  }
}
