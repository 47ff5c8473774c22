import * as vscode from 'vscode';
import type { MessageId, ToolCallId, TurnId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { FileView } from '../../core/edits/review/fileView';
import type { ReviewActions } from '../chat/reviewActions';
import { nativeUi } from '../nativeText/nativeUi';
import type { Edits } from './buildEdits';
import { noChanges, type ReviewScope, undoTurnLabel } from './changeActions';
import { type ForkConversation, forkBefore } from './forkBefore';
import { pickRewindTarget } from './pickRewindTarget';
import type { Rewinder } from './rewinder';
import { toolsOfTurn } from './rewindTargets';

/** Actions on turns and messages for the webview and the command palette. */
export class ReviewCommands implements ReviewActions {
  constructor(
    private readonly edits: Pick<Edits, 'actions' | 'list' | 'reviews' | 'reviewTab'>,
    private readonly rewinder: Rewinder,
    private readonly forkConversation: ForkConversation,
  ) {}

  async keepTurn(channel: Channel, turn?: TurnId): Promise<void> {
    await this.edits.actions.keep(await this.scope(channel, turn));
  }

  async undoTurn(channel: Channel, turn?: TurnId): Promise<void> {
    await this.edits.actions.undo(await this.scope(channel, turn));
  }

  async redoTurn(channel: Channel): Promise<void> {
    const review = this.edits.reviews.get(channel.id);
    await this.edits.actions.restore(review ? [review] : []);
  }

  async openReview(channel: Channel): Promise<void> {
    await this.edits.reviewTab.open(await this.waiting(channel));
  }

  async keepAll(channel: Channel): Promise<void> {
    await this.edits.actions.keep(await this.waiting(channel));
  }

  async undoAll(channel: Channel): Promise<void> {
    await this.edits.actions.undoAll(await this.waiting(channel));
  }

  async rewindCode(channel: Channel, message: MessageId): Promise<void> {
    await channel.history.message(message);
    const isDone = await this.rewinder.rewind(channel, message);
    if (!isDone) {
      nativeUi.setStatusBarMessage(vscode.l10n.t('No file was rewound.'), 5_000);
    }
  }

  /** Continues the session from before the message; files stay as they are. */
  async rewindHere(channel: Channel, message: MessageId): Promise<void> {
    const go = vscode.l10n.t('Rewind Conversation');
    const picked = await nativeUi.showWarningMessage(
      vscode.l10n.t('Take the conversation back to before this message?'),
      {
        modal: true,
        detail: vscode.l10n.t(
          "It continues from there in the same session. The message and all after it stay in the session's file, but leave the conversation. Files are not changed.",
        ),
      },
      go,
    );
    if (picked === go) {
      await channel.restorer.cutBefore(message);
    }
  }

  async fork(channel: Channel, message: MessageId, rewindsCode: boolean): Promise<void> {
    await forkBefore(channel, message, {
      reviews: this.edits.reviews,
      fork: this.forkConversation,
      rewindCode: rewindsCode
        ? () => this.rewinder.rewind(channel, message, { mayHaveNothing: true })
        : undefined,
    });
  }

  async pickRewindTarget(channel: Channel): Promise<void> {
    const picked = await pickRewindTarget(channel, this.rewinder);
    switch (picked?.action) {
      case 'code':
        return this.rewindCode(channel, picked.messageId);
      case 'here':
        return this.rewindHere(channel, picked.messageId);
      case 'fork':
        return this.fork(channel, picked.messageId, false);
      case 'both':
        return this.fork(channel, picked.messageId, true);
      default:
        return;
    }
  }

  /** Returns the files with changes of this conversation that wait for a decision. */
  private async waiting(channel: Channel): Promise<readonly FileView[]> {
    const { list } = this.edits;
    await list.settled();
    return list.all.filter(view => view.channel.record.channelId === channel.id);
  }

  private async scope(channel: Channel, turn: TurnId | undefined): Promise<ReviewScope> {
    await this.edits.list.settled();
    const review = this.edits.reviews.get(channel.id);
    const waiting = new Set<ToolCallId>(review?.files.flatMap(({ tools }) => tools));
    const tools = toolsOfTurn(channel.conversation, turn, waiting);
    if (!review || ![...tools].some(tool => waiting.has(tool))) {
      throw noChanges();
    }
    return { channel: review, tools, label: undoTurnLabel() };
  }
}
