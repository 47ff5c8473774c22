import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { CommandTable } from '../commands/command';
import { textOr } from '../commands/targets';
import { requireTrust } from '../folders/trust';

export const sessionCommands = {
  'tandem.sessions.continueLast': async deps => {
    requireTrust();
    const newest = await deps.sessionRoom.newest();
    if (!newest) {
      throw new UserError('empty', vscode.l10n.t('This folder has no stored conversation.'));
    }
    await deps.sessionRoom.actions.open(newest, 'front');
  },
  'tandem.sessions.import': async (deps, given) => {
    requireTrust();
    const name = await textOr(given, vscode.l10n.t('Session id, link, or path of a .jsonl file'));
    if (name !== undefined) {
      await deps.links.openName(name);
    }
  },
} satisfies Partial<CommandTable>;
