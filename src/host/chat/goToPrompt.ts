import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { timeText } from '../../base/locale';
import type { Channel } from '../../core/conversation/channel';
import { nativeUi } from '../nativeText/nativeUi';
import type { Chats } from './chats';
import { type PromptRow, promptRows } from './promptRows';

type PromptItem = vscode.QuickPickItem & { readonly row?: PromptRow };

/**
 * Lets the user pick one of their messages, newest first, and scrolls to it.
 * @throws UserError `message.none` if nothing was sent yet, and if earlier turns cannot be read
 */
export async function goToPrompt(chats: Chats, channel: Channel): Promise<void> {
  for (;;) {
    const { conversation } = channel;
    const rows = promptRows(conversation);
    if (rows.length === 0 && !conversation.hasEarlier) {
      throw new UserError('message.none', vscode.l10n.t('You have not sent a message here yet.'));
    }
    const picked = await pick(rows, conversation.hasEarlier);
    if (!picked) {
      return;
    }
    const { row } = picked;
    if (row) {
      await chats.reveal(channel);
      chats.revealItem(channel, row.key, row.place);
      return;
    }
    await nativeUi.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Loading messages') },
      () => channel.history.loadEarlier(),
    );
  }
}

function pick(rows: readonly PromptRow[], hasEarlier: boolean): Thenable<PromptItem | undefined> {
  const items = rows.map((row): PromptItem => {
    const [label = '', ...others] = row.text.trim().split('\n');
    return {
      label: label.slice(0, 100) || vscode.l10n.t('(no text)'),
      description: timeText(row.at, { dateStyle: 'short', timeStyle: 'short' }),
      // Found by the search, too, and shown on a line of its own.
      ...(others.length > 0 ? { detail: others.join(' ').slice(0, 200) } : {}),
      row,
    };
  });
  const more: PromptItem = {
    label: vscode.l10n.t('Load Earlier Messages'),
    iconPath: new vscode.ThemeIcon('history'),
    alwaysShow: true,
  };
  return nativeUi.showQuickPick(hasEarlier ? [...items, more] : items, {
    title: vscode.l10n.t('Go to Prompt'),
    placeHolder: vscode.l10n.t('Type to search your messages'),
    matchOnDetail: true,
  });
}
