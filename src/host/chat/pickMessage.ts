import * as vscode from 'vscode';
import type { Conversation } from '../../contract/conversation';
import type { Channel } from '../../core/conversation/channel';
import { nativeUi } from '../nativeText/nativeUi';

/** Row of a list of messages, with what is picked by it. */
export interface MessageItem<T> extends vscode.QuickPickItem {
  readonly message: T;
}

/**
 * Lets the user pick one of a conversation's messages; earlier ones load on demand.
 * @param itemsOf lists the loaded messages, newest first
 * @throws UserError if earlier turns cannot be read, and errors of `itemsOf`
 */
export async function pickMessage<T>(
  channel: Channel,
  itemsOf: (conversation: Conversation) => readonly MessageItem<T>[],
  options: Pick<vscode.QuickPickOptions, 'title' | 'placeHolder'>,
): Promise<MessageItem<T> | undefined> {
  for (;;) {
    const { conversation } = channel;
    const items = itemsOf(conversation);
    const all = conversation.hasEarlier ? [...items, earlier()] : items;
    const picked = await nativeUi.showQuickPick<vscode.QuickPickItem & Partial<MessageItem<T>>>(
      all,
      { ...options, matchOnDetail: true },
    );
    if (!picked || 'message' in picked) {
      return items.find(item => item === picked);
    }
    await nativeUi.withProgress(
      { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Loading messages') },
      () => channel.history.loadEarlier(),
    );
  }
}

function earlier(): vscode.QuickPickItem {
  return {
    label: vscode.l10n.t('Load Earlier Messages'),
    iconPath: new vscode.ThemeIcon('history'),
    alwaysShow: true,
  };
}
