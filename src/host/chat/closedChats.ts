import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ChannelId } from '../../contract/ids';
import { isAtWork } from '../../core/conversation/attention';
import { hasBackground } from '../../core/conversation/background';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import { messageText } from '../nativeText/messageText';
import { nativeUi } from '../nativeText/nativeUi';

/** A closed conversation that can be reopened. */
export interface ClosedChat {
  readonly cwd: string;
  readonly id: ChannelId;
}

export interface ClosedChatsOwner {
  /** How a turn is handled when its tab is closed. */
  onClose(): 'keep' | 'stop';
  isShown(channel: Channel): boolean;
  reopen(chat: ClosedChat): Promise<void>;
}

const mostRemembered = 20;

/**
 * Handles conversations that no page shows any more. Extensions cannot prevent VS Code from closing
 * a tab, so a turn continues without it and the user learns how to reopen it.
 */
export class ClosedChats implements Disposable {
  private readonly store = new DisposableStore();
  private readonly running = new Set<Channel>();
  private readonly closed: ClosedChat[] = [];

  constructor(
    private readonly registry: ChannelRegistry,
    private readonly owner: ClosedChatsOwner,
    private readonly log: Log,
  ) {
    this.store.add(registry.onChanged(channel => this.onChanged(channel)));
  }

  /** Handles a conversation whose last page is gone. */
  release(channel: Channel): void {
    if (!channel.isEmpty && !channel.heldBy && !channel.record.temporary) {
      this.remember(channel);
    }
    if (!isBusy(channel)) {
      void this.close(channel);
    } else if (this.owner.onClose() === 'stop') {
      void channel.agent
        .stop()
        .catch((error: unknown) => this.log.warn('Stop', { error: messageOf(error) }))
        .then(() => this.close(channel));
    } else {
      this.running.add(channel);
      this.notifyClosed(channel).catch((error: unknown) => {
        this.log.warn('A closed conversation', { error: messageOf(error) });
        void nativeUi.showErrorMessage(messageOf(error));
      });
    }
  }

  /** @returns whether a conversation was reopened */
  async reopenLast(): Promise<boolean> {
    for (let last = this.closed.pop(); last; last = this.closed.pop()) {
      const open = this.registry.get(last.id);
      if (!open || !this.owner.isShown(open)) {
        await this.owner.reopen(last);
        return true;
      }
    }
    return false;
  }

  dispose(): void {
    this.store.dispose();
  }

  private remember({ cwd, id }: Channel): void {
    const others = this.closed.filter(one => one.id !== id).slice(1 - mostRemembered);
    this.closed.splice(0, this.closed.length, ...others, { cwd, id });
  }

  private async notifyClosed(channel: Channel): Promise<void> {
    const stop = vscode.l10n.t('Stop');
    const reopen = vscode.l10n.t('Reopen');
    const { cwd, id } = channel;
    const title = messageText(channel.title, 120);
    const isWaiting = channel.conversation.summary.waiting.length > 0;
    const picked = isWaiting
      ? await nativeUi.showWarningMessage(
          vscode.l10n.t('“{0}” waits for your answer.', title),
          reopen,
          stop,
        )
      : await nativeUi.showInformationMessage(
          vscode.l10n.t('“{0}” continues without its tab.', title),
          reopen,
          stop,
        );
    if (picked === reopen) {
      await this.owner.reopen({ cwd, id });
    } else if (picked === stop && this.running.has(channel)) {
      await channel.agent.stop();
      // Background tasks have no turn whose end would close the conversation.
      if (this.running.delete(channel)) {
        await this.close(channel);
      }
    }
  }

  private onChanged(channel: Channel): void {
    if (this.running.has(channel)) {
      // By then, a follow-up to the turn is under way, such as the next queued message.
      queueMicrotask(() => this.look(channel));
    }
  }

  private look(channel: Channel): void {
    if (!this.running.has(channel)) {
      return;
    }
    if (this.owner.isShown(channel) || this.registry.get(channel.id) !== channel) {
      this.running.delete(channel);
    } else if (!isBusy(channel)) {
      this.running.delete(channel);
      void this.close(channel);
    }
  }

  /** Closes the conversation unless it is shown again or another one has its id. */
  private async close(channel: Channel): Promise<void> {
    if (this.owner.isShown(channel) || this.registry.get(channel.id) !== channel) {
      return;
    }
    try {
      await this.registry.close(channel.id);
    } catch (error) {
      this.log.error('A conversation could not be closed', { error: messageOf(error) });
    }
  }
}

/** Returns whether ending the process now would lose something or orphan a prompt. */
function isBusy(channel: Channel): boolean {
  const { conversation } = channel;
  const isWaiting = conversation.summary.waiting.length > 0;
  // A prompt whose process is gone is kept in the record.
  return (
    isAtWork(channel) ||
    (channel.agent.isLive && (isWaiting || hasBackground(conversation))) ||
    channel.messages.hasPending
  );
}
