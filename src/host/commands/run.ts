import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors';
import { actionLabel } from '../../contract/labels/actionLabel';
import type { CommandId } from '../contributed';
import { messageText } from '../messageText';
import type { OutputLog } from '../outputLog';
import type { CommandTable } from './command';

/** Runs a command. Shows its error with a button that opens the log. */
export async function runCommand(
  commands: CommandTable,
  log: OutputLog,
  id: CommandId,
  args: readonly unknown[],
): Promise<unknown> {
  const run = commands[id] as (...argument: readonly unknown[]) => unknown;
  try {
    return await run(...args);
  } catch (error) {
    // Not awaited: a call by another extension must not hang until the message is dismissed.
    void showFailure(log, id, error);
    return undefined;
  }
}

async function showFailure(log: OutputLog, id: CommandId, error: unknown): Promise<void> {
  const isOurs = error instanceof UserError;
  log[isOurs ? 'warn' : 'error'](`${id}: ${messageOf(error)}`, {
    stack: isOurs || !(error instanceof Error) ? undefined : error.stack,
  });
  const show = actionLabel('showLog');
  const message = isOurs ? error.message : vscode.l10n.t('Tandem: {0}', messageOf(error));
  if ((await vscode.window.showErrorMessage(messageText(message, 1_000), show)) === show) {
    log.show();
  }
}
