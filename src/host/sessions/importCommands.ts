import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { CommandTable } from '../commands/command';
import { textOr } from '../commands/inputs';
import { requireTrust } from '../trust';
import type { SessionService } from './sessionService';

interface ImportCommandDeps {
  readonly sessions: SessionService;
  /** Opens the session that an id, a link or a path names. */
  openName(name: string): Promise<void>;
}

export function importCommands({ sessions, openName }: ImportCommandDeps) {
  return {
    'tandem.sessions.continueLast': async () => {
      requireTrust();
      const newest = await sessions.newest();
      if (!newest) {
        throw new UserError(
          'session.none',
          vscode.l10n.t('This folder has no stored conversation.'),
        );
      }
      await sessions.actions.open(newest, 'front');
    },
    'tandem.sessions.import': async argument => {
      requireTrust();
      const name = await textOr(argument, {
        title: vscode.l10n.t('Import Conversation'),
        prompt: vscode.l10n.t('Conversation ID, link, or path of a .jsonl file'),
      });
      if (name !== undefined) {
        await openName(name);
      }
    },
  } satisfies Partial<CommandTable>;
}
