import { UserError } from '../../base/errors';
import type { Conversation } from '../../contract/conversation';
import type { ChannelId, ToolCallId, TurnId } from '../../contract/ids';
import { changedFiles, findTool } from '../../transcript/selectors';
import type { EditTracking } from './ports';

/** Opens what a conversation's edits have changed. */
export class TurnReview {
  constructor(
    private readonly channelId: ChannelId,
    private readonly edits: EditTracking,
  ) {}

  /**
   * @param path which of the files that the call changed; the first one when absent
   * @throws UserError `absent` when the call's change is not known
   */
  async openDiff(conversation: Conversation, id: ToolCallId, path?: string): Promise<void> {
    const files = findTool(conversation, id)?.files ?? [];
    const file = path === undefined ? files[0] : files.find(one => one.path === path);
    if (!file) {
      throw new UserError('absent', 'What this edit changed is not known.');
    }
    await this.edits.openDiff(this.channelId, file);
  }

  /**
   * @param id the turn; the newest one that changed files when absent
   * @throws UserError `absent` when no change could be tracked
   */
  async review(conversation: Conversation, title: string, id?: TurnId): Promise<void> {
    const { turns, open } = conversation;
    const all = open ? [...turns, open] : turns;
    const turn = all.findLast(one => (id ? one.id === id : changedFiles(one).length > 0));
    const updates = turn ? changedFiles(turn) : [];
    if (updates.length === 0) {
      throw new UserError('absent', 'No change of this turn could be tracked.');
    }
    await this.edits.review(this.channelId, title, updates);
  }
}
