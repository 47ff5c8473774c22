import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { CommandTable } from '../commands/command';
import { frontChannel } from '../commands/targets';
import { requireTrust } from './trust';

export const folderCommands = {
  'tandem.chat.newInFolder': async (deps, given) => {
    requireTrust();
    const { picks } = deps.folders;
    if (given !== undefined && !(await picks.offered()).some(path => path === given)) {
      throw new UserError(
        'folder',
        vscode.l10n.t('{0} is no folder of this workspace.', String(given)),
      );
    }
    const title = vscode.l10n.t('Folder of the new conversation');
    const cwd = typeof given === 'string' ? given : await picks.pick(title);
    if (cwd !== undefined) {
      await deps.chats.startNew({ cwd });
    }
  },
  'tandem.chat.newTemporary': async deps => {
    requireTrust();
    await deps.folders.requireTemporary();
    await deps.chats.startNew({ start: { temporary: 'empty' } });
  },
  'tandem.chat.addFolder': (deps, given) =>
    typeof given === 'string'
      ? deps.folders.further.add(frontChannel(deps), given)
      : deps.folders.further.edit(frontChannel(deps)),
  'tandem.worktree.new': (deps, branch, base) =>
    deps.folders.worktrees.create(textIn(branch), textIn(base)),
  'tandem.worktree.manage': deps => deps.folders.worktrees.manage(frontChannel(deps)),
} satisfies Partial<CommandTable>;

function textIn(given: unknown): string | undefined {
  return typeof given === 'string' ? given : undefined;
}
