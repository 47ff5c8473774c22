import * as l10n from '@vscode/l10n';
import type { nativeUi } from '../nativeText/nativeUi';

/** Native UI that asks for consent. */
export type ConsentUi = Pick<typeof nativeUi, 'showWarningMessage'>;

/** Answer of the user; `withdrawn` if the agent stopped waiting for one. */
type Consent = 'given' | 'declined' | 'withdrawn';

/**
 * Asks whether the code in a notebook's last cell may run. Not modal: a dialog would take the next
 * Enter of whoever types in the terminal, and would cut the code, which the cell shows whole.
 */
export async function askConsent(
  ui: ConsentUi,
  notebook: string,
  signal: AbortSignal,
): Promise<Consent> {
  const execute = l10n.t('Execute');
  const isGiven = !signal.aborted && (await ask(ui, notebook, execute, signal)) === execute;
  if (signal.aborted) {
    return 'withdrawn';
  }
  return isGiven ? 'given' : 'declined';
}

function ask(
  ui: ConsentUi,
  notebook: string,
  execute: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  // VS Code cannot withdraw the message, so its buttons do nothing once the agent has moved on.
  const aborted = new Promise<undefined>(resolve => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const message = ui.showWarningMessage(
    l10n.t(
      'Claude in the terminal wants to run the code in the last cell of {0}. Execute it?',
      notebook,
    ),
    execute,
    l10n.t('Do Not Execute'),
  );
  return Promise.race([message, aborted]);
}
