import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import { Sequencer } from '../../base/sequencer';
import type { ToolCallId } from '../../contract/ids';
import { filesText } from '../../contract/labels/filesText';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { ChannelReview } from '../../core/edits/review/channelReview';
import type { Decisions, Done } from '../../core/edits/review/decisions';
import type { FileView } from '../../core/edits/review/fileView';
import { contains } from '../../core/edits/workspace/workTree';
import { countFiles } from './countsText';
import type { PlacedHunk } from './placedHunks';

/** Calls whose changes are to be kept or undone, with a label for the operation. */
export interface ReviewScope {
  readonly channel: ChannelReview;
  readonly tools: ReadonlySet<ToolCallId>;
  readonly label: string;
}

/** Changes to keep or undo: those of files, or those of calls. */
export type DecisionTarget = readonly FileView[] | ReviewScope;

/** Messages about decisions. */
export interface DecisionMessages {
  /** Returns a short name of a file. */
  nameOf(path: string): string;
  tell(message: string): void;
  /** Resolves with the action if the user chooses it. */
  offer(message: string, action: string): PromiseLike<string | undefined>;
}

/** User actions on pending changes, with the messages about their results. */
export class ChangeActions {
  private readonly actions = new Sequencer();

  constructor(
    private readonly list: ChangeList,
    private readonly decisions: Decisions,
    private readonly messages: DecisionMessages,
  ) {}

  /** Keeps a change. Serialized, because each decision moves the lines of the next. */
  keepHunk(find: () => Promise<PlacedHunk>): Promise<PlacedHunk> {
    return this.actions.queue(async () => {
      const target = await find();
      await this.decisions.keepHunk(target.view, target.hunk);
      await this.list.settled();
      return target;
    });
  }

  async undoHunk(find: () => Promise<PlacedHunk>): Promise<PlacedHunk> {
    const asked = await this.actions.queue(async () => {
      const target = await find();
      const { view, hunk } = target;
      // Confirmation takes time and must not block other decisions.
      const asks = hunk.isEdited || view.review.isUncertain === true;
      if (!asks) {
        await this.undoPlaced(target);
      }
      return { asks, target };
    });
    if (asked.asks) {
      await this.undoPlaced(asked.target);
    }
    return asked.target;
  }

  keep(target: DecisionTarget): Promise<void> {
    return isScope(target) ? this.keepTools(target) : this.keepFiles(target);
  }

  /** Lets go of all changes in a folder that is gone: there is nothing left to undo them in. */
  async letGo(folder: string): Promise<void> {
    for (const view of this.list.all.filter(({ review }) => contains(folder, review.path))) {
      await this.decisions.keepFile(view);
    }
    await this.list.settled();
  }

  undo(target: DecisionTarget): Promise<void> {
    return isScope(target) ? this.undoTools(target) : this.undoFiles(target);
  }

  /** Undoes changes whose files the user has not named, so even one file is worth a message. */
  undoAll(target: DecisionTarget): Promise<void> {
    return isScope(target) ? this.undoTools(target) : this.undoFiles(target, true);
  }

  private async keepFiles(views: readonly FileView[]): Promise<void> {
    requireSome(views);
    for (const view of views) {
      await this.decisions.keepFile(view);
    }
    await this.list.settled();
  }

  private async undoFiles(views: readonly FileView[], isTold = views.length > 1): Promise<void> {
    requireSome(views);
    const [first] = views;
    const label =
      views.length === 1 && first
        ? l10n.t('Undo the changes of {0}', this.nameOf(first))
        : l10n.t('Undo the changes of {0}', filesText(countFiles(views)));
    await this.showResult(await this.decisions.undoFiles(label, views), isTold);
  }

  private async keepTools({ channel, tools }: ReviewScope): Promise<void> {
    await this.decisions.keepTools(channel, tools);
    await this.list.settled();
  }

  private async undoTools({ channel, tools, label }: ReviewScope): Promise<void> {
    await this.showResult(await this.decisions.undoTools(label, channel, tools), true);
  }

  /** Reverts the newest undo or rewind of these conversations. */
  async restore(channels: readonly ChannelReview[]): Promise<void> {
    const newest = channels
      .flatMap(channel => {
        const operation = channel.record.operations.at(-1);
        return operation ? [{ channel, operation }] : [];
      })
      .sort((a, b) => b.operation.at - a.operation.at)[0];
    if (!newest) {
      throw new UserError('change.nothingUndone', l10n.t('Nothing was undone or rewound.'));
    }
    const done = await this.decisions.restore(newest.channel, newest.operation);
    await this.showResult(done, false);
    if (done && done.files > 0) {
      const all = newest.operation.files.length;
      this.messages.tell(
        done.files === all
          ? l10n.t('Redid changes in {0}.', filesText(all))
          : l10n.t('Redid changes in {0} of {1}.', done.files, filesText(all)),
      );
    }
  }

  private async undoPlaced({ view, hunk }: PlacedHunk): Promise<void> {
    const label = l10n.t('Undo a change of {0}', this.nameOf(view));
    await this.decisions.undoHunk(label, view, hunk);
    this.list.refresh([view.review.path]);
    await this.list.settled();
  }

  private nameOf({ review }: FileView): string {
    return this.messages.nameOf(review.path);
  }

  /** Reports completed operations and offers to restore them. */
  async showResult(done: Done | undefined, isWorthWords: boolean): Promise<void> {
    if (!done) {
      return;
    }
    this.list.refresh(
      done.operations.flatMap(({ operation }) => operation.files.map(({ path }) => path)),
    );
    await this.list.settled();
    if (isWorthWords && done.files > 0) {
      void this.offerRestore(done);
    }
  }

  private async offerRestore({ files, operations }: Done): Promise<void> {
    const redo = l10n.t('Redo');
    const message = l10n.t('Undid changes in {0}.', filesText(files));
    if ((await this.messages.offer(message, redo)) !== redo) {
      return;
    }
    // VS Code closes no message on request, so the offer may have outlived the operations.
    const left = operations.flatMap(({ channel, operation: { id } }) => {
      const operation = channel.record.operations.find(one => one.id === id);
      return operation ? [{ channel, operation }] : [];
    });
    if (left.length === 0) {
      this.messages.tell(l10n.t('There is nothing left to redo.'));
    }
    try {
      for (const { channel, operation } of left) {
        await this.showResult(await this.decisions.restore(channel, operation), false);
      }
    } catch (error) {
      this.messages.tell(messageOf(error));
    }
  }
}

export function undoTurnLabel(): string {
  return l10n.t('Undo the changes of a turn');
}

function isScope(target: DecisionTarget): target is ReviewScope {
  return 'tools' in target;
}

function requireSome(views: readonly FileView[]): void {
  if (views.length === 0) {
    throw noChanges();
  }
}

export function noChanges(): UserError {
  return new UserError('change.none', l10n.t('There are no changes to keep or undo.'));
}
