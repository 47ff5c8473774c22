import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { IdeServer } from '../../terminalServer/ideServer';
import { selectedLines } from '../editor/selectedLines';
import { nativeUi } from '../nativeText/nativeUi';
import type { ClientTerminals } from './clientTerminals';
import { fileReference, type LineRange } from './fileReference';

/** Mentions files and lines to agents in terminals for the user. */
export class Mentions {
  constructor(
    private readonly server: IdeServer,
    private readonly terminals: ClientTerminals,
  ) {}

  /**
   * Adds a file to the prompt of an agent in a terminal.
   * @param target a file's URI, as menus pass it; else the selection of the active editor
   * @throws UserError `file.none`, `file.badReference`
   */
  async mention(target: unknown): Promise<void> {
    const { path, lines } = placeOf(target);
    const used = await this.terminals.lastUsed();
    if (/\s/.test(path) && used) {
      // The CLI would split such a path in two if it came in a notification.
      const { client, terminal } = used;
      insert(terminal, fileReference(path, client.cwd, lines));
      return;
    }
    const mention = { path, ...(lines ? { lines } : {}) };
    if (this.server.mention(mention, used?.client.id) === 'sent') {
      used?.terminal.show();
      return;
    }
    const message = vscode.l10n.t(
      'No Claude Code in a terminal is connected. The first one that connects within a minute gets the mention.',
    );
    const open = vscode.l10n.t('Open Claude in Terminal');
    void nativeUi.showInformationMessage(message, open).then(answer => {
      if (answer === open) {
        void vscode.commands.executeCommand('tandem.terminal.open');
      }
    });
  }

  /**
   * Types a reference to the selection into an agent's terminal, without Enter.
   * @throws UserError `terminal.none`, `file.none`, `file.badReference`
   */
  async insertReference(target: unknown): Promise<void> {
    const { path, lines } = placeOf(target);
    const used = await this.terminals.lastUsed();
    if (!used) {
      throw new UserError(
        'terminal.none',
        vscode.l10n.t('No terminal of this window runs a Claude Code that is connected.'),
      );
    }
    insert(used.terminal, fileReference(path, used.client.cwd, lines));
  }
}

function insert(terminal: vscode.Terminal, reference: string): void {
  terminal.sendText(`${reference} `, false);
  terminal.show();
}

function placeOf(target: unknown): { path: string; lines?: LineRange } {
  const editor = vscode.window.activeTextEditor;
  const argument = target instanceof vscode.Uri ? target : editor?.document.uri;
  if (argument?.scheme !== 'file') {
    throw new UserError('file.none', vscode.l10n.t('There is no active file to mention.'));
  }
  const isShown = editor?.document.uri.toString() === argument.toString();
  const lines = isShown ? selectedLines(editor.selection) : undefined;
  return { path: argument.fsPath, ...(lines ? { lines } : {}) };
}
