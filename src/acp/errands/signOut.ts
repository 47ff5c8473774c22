import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { type ErrandOptions, runErrand } from './runErrand';

/** Milliseconds; an agent may have to reach its vendor. */
const timeToSignOut = 60_000;

/**
 * Starts an agent, has it sign the user out, and ends it.
 * @throws UserError `agent.noSignOut` if it offers none, and as `runErrand`
 */
export function signOut(options: ErrandOptions): Promise<void> {
  const { name } = options.command;
  return runErrand(options, async (connection, { abilities }) => {
    if (!abilities.signOut) {
      throw new UserError(
        'agent.noSignOut',
        l10n.t(
          '{0} does not offer to sign out through Tandem. Run it in a terminal and sign out there.',
          name,
        ),
      );
    }
    await connection.request('logout', {}, timeToSignOut);
  });
}
