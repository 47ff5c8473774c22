import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import { actionLabel } from '../../contract/labels/actionLabel';
import { type CommandId, rowCommands } from '../contributed';
import { messageText } from '../nativeText/messageText';
import type { CommandTable } from './command';
import { rowGone } from './targets';

/** Where a failed command is reported. */
export interface FailureUi {
  readonly log: Pick<Log, 'warn' | 'error'>;
  showLog(): void;
  signIn(): void;
  showWarning(message: string): void;
  /** Resolves with the action if the user chooses it. */
  showError(message: string, action: string): PromiseLike<string | undefined>;
}

/**
 * Runs a command, once their code is loaded. Shows an expected condition as a warning, which says all that the log says; any
 * other error, with a button that opens the log, or that signs in where nobody is signed in.
 */
export async function runCommand(
  load: () => Promise<CommandTable>,
  ui: FailureUi,
  id: CommandId,
  args: readonly unknown[],
): Promise<unknown> {
  try {
    requireRow(id, args);
    const run = (await load())[id] as (...argument: readonly unknown[]) => unknown;
    return await run(...args);
  } catch (error) {
    // Not awaited: a call by another extension must not hang until the message is dismissed.
    void showFailure(ui, id, error);
    return undefined;
  }
}

/**
 * Requires the rows of a row's menu. VS Code passes `undefined` for a row that it is just replacing,
 * whereas keys and the palette pass no argument, and mean the default target.
 * @throws UserError `row.gone`
 */
function requireRow(id: CommandId, args: readonly unknown[]): void {
  const [row, selected] = args;
  const rows: readonly unknown[] = [row, ...(Array.isArray(selected) ? selected : [])];
  const isGone = args.length > 0 && rows.some(one => one === undefined || one === null);
  if (isGone && rowCommands.includes(id)) {
    throw rowGone();
  }
}

async function showFailure(ui: FailureUi, id: CommandId, error: unknown): Promise<void> {
  const isOurs = error instanceof UserError;
  const isExpected = isOurs && error.cause === undefined && error.detail === undefined;
  ui.log[isOurs ? 'warn' : 'error'](`${id}: ${messageOf(error)}`, {
    stack: isOurs || !(error instanceof Error) ? undefined : error.stack,
  });
  const step = isOurs && error.code === 'run.signIn' ? 'signIn' : 'showLog';
  const label = actionLabel(step);
  const message = isOurs ? error.message : l10n.t('Tandem: {0}', messageOf(error));
  const shown = messageText(message, 1_000);
  if (isExpected && step === 'showLog') {
    ui.showWarning(shown);
  } else if ((await ui.showError(shown, label)) === label) {
    ui[step]();
  }
}
