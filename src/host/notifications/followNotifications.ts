import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ChannelId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { Chats } from '../chat/chats';
import type { SettingsReader } from '../settings';
import { Notifier } from './notifier';
import { showNotices } from './showNotices';

/**
 * Notifies the user about conversations that are not in view.
 * @param elsewhere tells conversations whose ends something else reports, and those whose answer
 *   VS Code's Chat view shows
 */
export function followNotifications(
  registry: ChannelRegistry,
  chats: Chats,
  settings: SettingsReader,
  clock: Clock,
  log: Log,
  elsewhere: Record<'isReported' | 'isAnswered', (id: ChannelId) => boolean>,
): Disposable {
  const store = new DisposableStore();
  const followed = new Map<Channel, Disposable>();
  const notifier = store.add(
    new Notifier<Channel>(
      {
        setting: () => settings.get('tandem.notifications'),
        view: channel => ({
          isWindowFocused: vscode.window.state.focused,
          isShown: chats.isVisible(channel) || elsewhere.isAnswered(channel.id),
        }),
        isReported: ({ id }) => elsewhere.isReported(id),
        show: notices => {
          if (settings.get('tandem.notificationSound')) {
            chats.playSound();
          }
          void showNotices(notices)
            .then(channel => channel && chats.goTo(channel))
            .catch((error: unknown) =>
              log.warn('The conversation could not be shown', { error: messageOf(error) }),
            );
        },
      },
      clock,
    ),
  );
  // Follows a channel from now on: content that it was restored with is not news.
  const follow = () => {
    for (const channel of registry.all) {
      if (!followed.has(channel)) {
        followed.set(
          channel,
          channel.history.onNews(events => notifier.happened(channel, events)),
        );
      }
    }
    for (const [channel, listening] of followed) {
      if (registry.get(channel.id) !== channel) {
        listening.dispose();
        followed.delete(channel);
      }
    }
  };
  store.add(registry.onChanged(follow));
  store.add(
    toDisposable(() => {
      for (const listening of followed.values()) {
        listening.dispose();
      }
    }),
  );
  follow();
  return store;
}
