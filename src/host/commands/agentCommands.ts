import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { StoredSession } from '../../cli/sessions/listSessions';
import type { SessionId } from '../../contract/ids';
import type { CommandTable } from './command';
import { pick } from './targets';

const sessionIdForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const agentCommands = {
  'tandem.sessions.resume': async (deps, given) => {
    const id = given === undefined ? await pickSession(await deps.sessions()) : given;
    if (id === undefined) {
      return;
    }
    if (typeof id !== 'string' || !sessionIdForm.test(id)) {
      throw new UserError('badSession', vscode.l10n.t('A session id is a UUID.'));
    }
    await deps.chats.openSession(id as SessionId);
  },
  'tandem.cli.install': deps => deps.cli.install(),
  'tandem.cli.choosePath': deps => deps.cli.choosePath(),
  'tandem.cli.searchAgain': deps => deps.cli.searchAgain(),
  'tandem.account.signIn': deps => deps.cli.signIn(),
} satisfies Partial<CommandTable>;

async function pickSession(stored: readonly StoredSession[]): Promise<SessionId | undefined> {
  if (stored.length === 0) {
    throw new UserError('empty', vscode.l10n.t('This folder has no stored conversation.'));
  }
  return pick(
    vscode.l10n.t('Resume a conversation'),
    stored.map(({ id, title, at }) => ({
      label: title,
      description: new Date(at).toLocaleString(),
      value: id,
    })),
  );
}
