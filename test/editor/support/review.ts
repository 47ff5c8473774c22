import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { type Block, text, toolUse } from '../../support/api/reply';
import type { Chat } from './chat';
import { type ChatWindow, patience } from './chatWindow';

/** State of an open file as reported by the editor. */
export interface OpenText {
  readonly text: string;
  readonly isDirty: boolean;
}

/** Pending agent changes in a window, as visible in the UI and in the files on disk. */
export class Review {
  readonly rows: Locator;
  readonly status: Locator;
  readonly gutter: Locator;

  constructor(readonly window: ChatWindow) {
    const { workbench } = window;
    this.rows = workbench.rows('Changes');
    this.status = workbench.statusItem('tandem.changes');
    this.gutter = workbench.page.locator('.dirty-diff-glyph');
  }

  /** Returns the labels of the rows in view, sorted. */
  async rowLabels(): Promise<string[]> {
    return (await this.rows.locator('.label-name').allInnerTexts()).sort();
  }

  path(name: string): string {
    return join(this.window.tandem.workspace, name);
  }

  read(name: string): Promise<string> {
    return readFile(this.path(name), 'utf8');
  }

  write(name: string, content: string): Promise<void> {
    return writeFile(this.path(name), content);
  }

  /** Runs a complete turn in which the agent reads the existing files and makes these calls. */
  async turn(
    prompt: string,
    calls: readonly Block[],
    chat: Chat = this.window.chat,
  ): Promise<void> {
    const reads = calls.flatMap(({ ...call }) =>
      call.kind === 'tool_use' && call.name === 'Write'
        ? [toolUse('Read', { file_path: call.input.file_path })]
        : [],
    );
    const rounds = [reads, calls].filter(round => round.length > 0);
    this.window.api.onPrompt(prompt, [...rounds, text(`Done: ${prompt}.`)]);
    await chat.send(prompt);
    await chat.text(`Done: ${prompt}.`).waitFor();
    await chat.phase('idle');
  }

  overwrite(name: string, content: string) {
    return toolUse('Write', { file_path: this.path(name), content });
  }

  bash(command: string) {
    return toolUse('Bash', { command, description: 'Change files' });
  }

  /** Opens a file in a separate editor, with the cursor in this line (1-based). */
  open(name: string, line = 1): Promise<void> {
    return this.window.driver.evaluate(
      async (vscode, path, at) => {
        const selection = new vscode.Range(at - 1, 0, at - 1, 0);
        await vscode.window.showTextDocument(vscode.Uri.file(path), { selection, preview: false });
      },
      this.path(name),
      line,
    );
  }

  /** Moves the active editor's cursor, on either side of a diff. */
  cursor(line: number): Promise<void> {
    return this.window.driver.evaluate(async (vscode, at) => {
      const editor = vscode.window.activeTextEditor;
      if (!editor) {
        throw new Error('No text editor is in front');
      }
      editor.selection = new vscode.Selection(at - 1, 0, at - 1, 0);
      editor.revealRange(editor.selection);
      // The editor learns of the selection later; requests after this call are processed after it.
      await vscode.commands.getCommands();
    }, line);
  }

  opened(name: string): Promise<OpenText | null> {
    return this.window.driver.evaluate((vscode, path) => {
      const { textDocuments } = vscode.workspace;
      const document = textDocuments.find(
        ({ uri }) => uri.scheme === 'file' && uri.fsPath === path,
      );
      return document ? { text: document.getText(), isDirty: document.isDirty } : null;
    }, this.path(name));
  }

  /** Returns the lines (1-based) of lenses with this title, ignoring a suffix in brackets. */
  lenses(name: string, title: 'Keep' | 'Undo' = 'Keep'): Promise<number[]> {
    return this.window.driver.evaluate(
      async (vscode, path, wanted) => {
        const all = await vscode.commands.executeCommand<import('vscode').CodeLens[]>(
          'vscode.executeCodeLensProvider',
          vscode.Uri.file(path),
        );
        return all
          .filter(({ command }) => command?.title.replace(/^\$\([\w-]+\) | \(.*$/g, '') === wanted)
          .map(({ range }) => range.start.line + 1);
      },
      this.path(name),
      title,
    );
  }

  /** Runs the command of the lens at this line (1-based); resolves when the command ends. */
  runLens(name: string, line: number, title: 'Keep' | 'Undo'): Promise<void> {
    return this.window.driver.evaluate(
      async (vscode, path, at, wanted) => {
        const all = await vscode.commands.executeCommand<import('vscode').CodeLens[]>(
          'vscode.executeCodeLensProvider',
          vscode.Uri.file(path),
        );
        const command = all.find(
          one =>
            one.range.start.line === at - 1 &&
            one.command?.title.replace(/^\$\([\w-]+\) | \(.*$/g, '') === wanted,
        )?.command;
        if (!command) {
          throw new Error(`No ${wanted} at line ${at}`);
        }
        await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
      },
      this.path(name),
      line,
      title,
    );
  }

  /** Checks that no view shows a pending change. */
  async expectEmpty(): Promise<void> {
    await expect.poll(() => this.rows.count(), patience).toBe(0);
    await expect.poll(() => this.status.count(), patience).toBe(0);
    await expect.poll(() => this.gutter.count(), patience).toBe(0);
  }

  expand(label: string): Promise<void> {
    return this.window.workbench.row('Changes', label).locator('.monaco-tl-twistie').click();
  }

  /** Settles the changes of earlier tests and starts a new conversation. */
  async startOver(): Promise<void> {
    const { window } = this;
    await window.run('notifications.clearAll');
    await window.run('workbench.action.files.saveAll');
    await window.run('workbench.action.closeAllEditors');
    if ((await this.status.count()) > 0) {
      await window.run('tandem.changes.keepAll');
    }
    await window.workbench.showContainer();
    await window.run('tandem.chat.open');
    await window.startNew();
    await this.expectEmpty();
  }
}

/** Six of the sixty lines, which an agent may change. */
const places = [5, 10, 15, 20, 25, 30] as const;
export type Place = (typeof places)[number];

/** Returns sixty lines with the agent's changes at these places. */
export function sixty(changed: readonly Place[] = places): string {
  const has = new Set<number>(changed);
  const lines = Array.from({ length: 60 }, (_, index) => {
    const at = index + 1;
    const line = `line ${at}\n`;
    if (at === 20) {
      return has.has(20) ? [line, 'NEW 20\n'] : [line];
    }
    if (at === 26) {
      return has.has(25) ? [] : [line];
    }
    if (!has.has(at)) {
      return [line];
    }
    return at === 25 ? [] : at === 15 ? ['LINE 15\n', 'AND MORE\n'] : [`LINE ${at}\n`];
  });
  return lines.flat().join('');
}
