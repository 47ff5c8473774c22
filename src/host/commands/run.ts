import * as vscode from 'vscode';
import { messageOf, UserError } from '../../base/errors';
import type { CommandId } from '../contributed';
import { messageText } from '../messageText';
import { commands } from './all';
import type { CommandDeps } from './command';

/** Runs a command; what it throws is shown with a way to the log. */
export async function runCommand(
  deps: CommandDeps,
  id: CommandId,
  args: readonly unknown[],
): Promise<unknown> {
  const run = commands[id] as (deps: CommandDeps, ...args: readonly unknown[]) => unknown;
  try {
    return await run(deps, ...args);
  } catch (error) {
    // Another extension's call must not hang until somebody looks at the message.
    void showFailure(deps, id, error);
    return undefined;
  }
}

async function showFailure(deps: CommandDeps, id: CommandId, error: unknown): Promise<void> {
  const isOurs = error instanceof UserError;
  deps.log[isOurs ? 'warn' : 'error'](`${id}: ${messageOf(error)}`, {
    stack: isOurs || !(error instanceof Error) ? undefined : error.stack,
  });
  const show = vscode.l10n.t('Show Log');
  const message = isOurs ? error.message : vscode.l10n.t('Tandem: {0}', messageOf(error));
  if ((await vscode.window.showErrorMessage(messageText(message, 1_000), show)) === show) {
    deps.showLog();
  }
}
