import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { deepEqual } from '../../base/json';
import type { Conversation, Turn } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { FileUpdate, ReviewSummary } from '../../contract/fileUpdates';
import type { ChannelId, ToolCallId, TurnId } from '../../contract/ids';
import { changedFiles, findTool } from '../../transcript/selectors';
import type { EditTracking } from './editEvents';

/** Conversation that the review reads and reports to. */
export interface ReviewOwner {
  readonly id: ChannelId;
  conversation(): Conversation;
  title(): string;
  /** @throws UserError `message.absent` */
  turn(id: TurnId): Promise<Turn>;
  emit(events: readonly ConversationEvent[]): void;
}

/** Shows a conversation's file changes in the editor. */
export class TurnReview {
  constructor(
    private readonly owner: ReviewOwner,
    private readonly edits: EditTracking,
  ) {}

  /**
   * @param path file to show; defaults to the first one that the call changed
   * @throws UserError `message.absent` if the call's change is unknown
   */
  async openDiff(id: ToolCallId, path?: string): Promise<void> {
    const known = findTool(this.owner.conversation(), id)?.files;
    // A page may show a turn older than those loaded here.
    const files = known ?? (await this.edits.remembered(this.owner.id)).filter(isOf(id));
    const file = path === undefined ? files[0] : files.find(one => one.path === path);
    if (!file) {
      throw new UserError('message.absent', l10n.t('What this edit changed is not known.'));
    }
    await this.edits.openDiff(this.owner.id, file);
  }

  /**
   * @param id defaults to the newest turn that changed files
   * @throws UserError `message.absent` if no change could be tracked
   */
  async open(id?: TurnId): Promise<void> {
    const { turns, open } = this.owner.conversation();
    const all = open ? [...turns, open] : turns;
    const turn = id ? await this.owner.turn(id) : all.findLast(one => changedFiles(one).length > 0);
    const updates = turn ? changedFiles(turn) : [];
    if (updates.length === 0) {
      throw new UserError(
        'message.absent',
        id
          ? l10n.t('No change of this turn could be tracked.')
          : l10n.t('There are no changes to review yet.'),
      );
    }
    await this.edits.review(this.owner.id, this.owner.title(), updates);
  }

  /** Reports how many changes await a decision, if that has changed. */
  show(review: ReviewSummary): void {
    const { review: shown } = this.owner.conversation().summary;
    const { files, undone, kept } = review;
    const isNothing = files === 0 && !undone && !kept && shown === undefined;
    if (!isNothing && !deepEqual(review, shown)) {
      this.owner.emit([{ type: 'review.changed', review }]);
    }
  }
}

function isOf(id: ToolCallId): (update: FileUpdate) => boolean {
  return update => update.toolId === id;
}
