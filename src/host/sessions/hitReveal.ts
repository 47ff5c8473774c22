import * as vscode from 'vscode';
import type { SearchHit } from '../../cli/sessions/search/searchSessions';
import type { Channel } from '../../core/conversation/channel';
import { pagesOf } from '../../core/conversation/pagedConversation';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import type { Chats } from '../chat/chats';
import { nativeUi } from '../nativeText/nativeUi';
import type { FoundItem } from './locateHit';

/** Scrolls an open conversation to a search hit. */
export class HitReveal {
  constructor(
    private readonly registry: ChannelRegistry,
    private readonly chats: Chats,
  ) {}

  /**
   * Does nothing if the user did not open the conversation.
   * @throws UserError if the conversation cannot be read
   */
  async show(hit: SearchHit): Promise<void> {
    const channel = this.registry.bySession(hit.id);
    if (!channel || hit.by === 'title') {
      return;
    }
    const { found, isLeft } = await this.find(channel, hit);
    if (found) {
      const { key, index: item, position, text } = found;
      if (text === undefined) {
        this.chats.revealItem(channel, key, position);
      } else {
        this.chats.showFound(channel, { key, item, ...position, text });
      }
    } else if (!isLeft) {
      void nativeUi.showInformationMessage(
        vscode.l10n.t(
          'This place is not shown: the conversation was taken back, cleared or edited there, and continued without it.',
        ),
      );
    }
  }

  /** Finds the hit. VS Code shows the progress only if this takes a while. */
  private async find(
    channel: Channel,
    hit: SearchHit,
  ): Promise<{ found: FoundItem | undefined; isLeft: boolean }> {
    const { locateHit } = await import('./locateHit');
    const leaving = new AbortController();
    const title = vscode.l10n.t('Going back to what was found');
    const location = vscode.ProgressLocation.Notification;
    const found = await nativeUi.withProgress(
      { location, title, cancellable: true },
      async (progress, token) => {
        const listening = token.onCancellationRequested(() => leaving.abort());
        let reported = 0;
        try {
          return await locateHit(pagesOf(channel), hit, leaving.signal, done => {
            progress.report({ increment: (done - reported) * 100 });
            reported = done;
          });
        } finally {
          listening.dispose();
        }
      },
    );
    return { found, isLeft: leaving.signal.aborted };
  }
}
