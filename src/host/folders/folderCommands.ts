import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { Chats } from '../chat/chats';
import type { CommandTable } from '../commands/command';
import { activeChannel } from '../commands/targets';
import { requireTrust } from '../trust';
import type { Folders } from './buildFolders';

interface FolderCommandDeps {
  readonly chats: Chats;
  readonly folders: Folders;
}

export function folderCommands({ chats, folders }: FolderCommandDeps) {
  return {
    'tandem.chat.newInFolder': async argument => {
      requireTrust();
      const { picker } = folders;
      if (argument !== undefined && !(await picker.offered()).some(path => path === argument)) {
        throw new UserError(
          'folder.missing',
          vscode.l10n.t('{0} is not a folder of this workspace.', String(argument)),
        );
      }
      const title = vscode.l10n.t('Folder of the new conversation');
      const cwd = typeof argument === 'string' ? argument : await picker.pick(title);
      if (cwd !== undefined) {
        await chats.startNew({ cwd });
      }
    },
    'tandem.chat.newTemporary': async () => {
      requireTrust();
      await folders.requireTemporary();
      await chats.startNew({ start: { temporary: 'empty' } });
    },
    'tandem.chat.addFolder': async argument => {
      const channel = activeChannel(chats);
      await (typeof argument === 'string'
        ? folders.additional.add(channel, argument)
        : folders.additional.edit(channel));
    },
    'tandem.worktree.new': (branch, base) => folders.worktrees.create(textIn(branch), textIn(base)),
    'tandem.worktree.manage': () => folders.worktrees.manage(activeChannel(chats)),
  } satisfies Partial<CommandTable>;
}

function textIn(argument: unknown): string | undefined {
  return typeof argument === 'string' ? argument : undefined;
}
