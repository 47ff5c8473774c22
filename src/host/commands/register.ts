import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf, UserError } from '../../base/errors';
import type { CommandId } from '../contributed';
import { commands } from './all';
import type { CommandDeps } from './command';

/** Registers every command; what one throws is shown with a way to the log. */
export function registerCommands(deps: CommandDeps): Disposable {
  const store = new DisposableStore();
  for (const [id, run] of Object.entries(commands)) {
    const invoke = run as (deps: CommandDeps, ...args: unknown[]) => unknown;
    store.add(
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        try {
          return await invoke(deps, ...args);
        } catch (error) {
          await showFailure(deps, id as CommandId, error);
          return undefined;
        }
      }),
    );
  }
  return store;
}

async function showFailure(deps: CommandDeps, id: CommandId, error: unknown): Promise<void> {
  const isOurs = error instanceof UserError;
  deps.log[isOurs ? 'warn' : 'error'](`${id}: ${messageOf(error)}`, {
    stack: isOurs || !(error instanceof Error) ? undefined : error.stack,
  });
  const show = vscode.l10n.t('Show Log');
  const message = isOurs ? error.message : vscode.l10n.t('Tandem: {0}', messageOf(error));
  if ((await vscode.window.showErrorMessage(message, show)) === show) {
    deps.showLog();
  }
}
