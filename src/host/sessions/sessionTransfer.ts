import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import type { LocatedCli } from '../../cli/launch/cliLocator';
import { availableModes } from '../../cli/launch/flags';
import { nativeUi } from '../nativeText/nativeUi';
import { createClaudeTerminal } from '../terminalBridge/claudeTerminal';
import { argumentsOf } from '../terminalBridge/terminalStart';
import type { Handover } from './handover';
import { type SessionViews, storedOf } from './sessionActions';
import type { SessionRow } from './sessionRow';
import { plainText, shortened } from './shortTexts';

export interface SessionTransferOptions {
  readonly views: SessionViews;
  readonly handover: Handover;
  /**
   * Returns the CLI with its environment for a folder.
   *
   * @throws UserError if no CLI runs
   */
  locate(cwd: string): Promise<LocatedCli>;
  /** Port of the server that terminals connect to. */
  idePort(): Promise<number | undefined>;
  workspaceFolders(): readonly string[];
  readonly clock: Clock;
}

/** Moves conversations to a terminal or window. A session has a single process at a time. */
export class SessionTransfer {
  constructor(private readonly options: SessionTransferOptions) {}

  /** @throws UserError `session.openElsewhere`, `folder.none`, `session.absent`, `trust.required`, `cli.missing` */
  async openInTerminal(row: SessionRow): Promise<void> {
    const { cwd } = await this.requireMovable(row);
    storedOf(row);
    const cli = await this.options.locate(cwd);
    if (!(await this.mayStop(row))) {
      return;
    }
    const { mode, model } = this.options.views.picksOf(row.id);
    // The CLI ends at a mode that it does not know. Bypassing permissions is left to the user.
    const hasMode = mode && availableModes(cli.version, false, cli.help).includes(mode);
    await this.options.views.release(row.id);
    createClaudeTerminal({
      name: shortened(plainText(row.title), 40),
      cwd,
      cli,
      args: argumentsOf({
        ...(hasMode ? { mode } : {}),
        ...(model ? { model } : {}),
        resume: row.id,
      }),
      port: await this.options.idePort(),
    }).show();
  }

  /** @throws UserError `session.openElsewhere`, `folder.none` */
  async openInNewWindow(row: SessionRow): Promise<void> {
    const { cwd } = await this.requireMovable(row);
    if (this.options.workspaceFolders().includes(cwd)) {
      // VS Code opens a folder only once, so the tab itself moves.
      if (this.options.views.isInSideBar(row.id)) {
        throw new UserError(
          'session.inSideBar',
          vscode.l10n.t('The side bar shows this conversation, and only tabs can move.'),
        );
      }
      await this.options.views.open(row, 'tab');
      await vscode.commands.executeCommand('workbench.action.moveEditorToNewWindow');
      return;
    }
    if (!(await this.mayStop(row))) {
      return;
    }
    await this.options.views.close(row.id);
    await this.options.handover.leave(cwd, row.id, this.options.clock.now());
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(cwd), {
      forceNewWindow: true,
    });
  }

  private async requireMovable(row: SessionRow): Promise<{ cwd: string }> {
    const { cwd } = row;
    // The list may be slightly out of date.
    if (row.elsewhere ?? (await this.options.views.holderOf(row))) {
      throw new UserError(
        'session.openElsewhere',
        vscode.l10n.t('This conversation is already open in a terminal or in another window.'),
      );
    }
    const folder = cwd === undefined ? undefined : vscode.Uri.file(cwd);
    const isThere =
      folder &&
      (await vscode.workspace.fs.stat(folder).then(
        () => true,
        () => false,
      ));
    if (cwd === undefined || !isThere) {
      throw new UserError(
        'folder.none',
        vscode.l10n.t('The folder of this conversation no longer exists: {0}', cwd ?? '?'),
      );
    }
    return { cwd };
  }

  /** @returns false if the user wants the work to continue here */
  private async mayStop(row: SessionRow): Promise<boolean> {
    const { views } = this.options;
    if (row.channelId && views.isAtWork(row.channelId)) {
      const stop = vscode.l10n.t('Stop and Move');
      const answer = await nativeUi.showWarningMessage(
        vscode.l10n.t('The conversation is working. Stop it and continue there?'),
        { modal: true },
        stop,
      );
      return answer === stop;
    }
    return true;
  }
}
