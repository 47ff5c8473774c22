import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { Chats } from '../chat/chats';
import type { CommandTable } from '../commands/command';
import { frontChannel } from '../commands/targets';
import { requireTrust } from '../trust';
import type { Folders } from './buildFolders';

interface FolderCommandDeps {
  readonly chats: Chats;
  readonly folders: Folders;
}

export function folderCommands({ chats, folders }: FolderCommandDeps) {
  return {
    'tandem.chat.newInFolder': async given => {
      requireTrust();
      const { picks } = folders;
      if (given !== undefined && !(await picks.offered()).some(path => path === given)) {
        throw new UserError(
          'folder',
          vscode.l10n.t('{0} is no folder of this workspace.', String(given)),
        );
      }
      const title = vscode.l10n.t('Folder of the new conversation');
      const cwd = typeof given === 'string' ? given : await picks.pick(title);
      if (cwd !== undefined) {
        await chats.startNew({ cwd });
      }
    },
    'tandem.chat.newTemporary': async () => {
      requireTrust();
      await folders.requireTemporary();
      await chats.startNew({ start: { temporary: 'empty' } });
    },
    'tandem.chat.addFolder': given =>
      typeof given === 'string'
        ? folders.further.add(frontChannel(chats), given)
        : folders.further.edit(frontChannel(chats)),
    'tandem.worktree.new': (branch, base) => folders.worktrees.create(textIn(branch), textIn(base)),
    'tandem.worktree.manage': () => folders.worktrees.manage(frontChannel(chats)),
  } satisfies Partial<CommandTable>;
}

function textIn(given: unknown): string | undefined {
  return typeof given === 'string' ? given : undefined;
}
