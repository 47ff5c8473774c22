import { sep } from 'node:path';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { ChannelId } from '../../../contract/ids';
import type { Located } from '../place';
import { ChannelReview } from './channelReview';
import type { Contents } from './contents';
import type { ReviewFiles } from './reviewFiles';
import type { FileReview } from './reviewRecord';

/** Change in the reviews: the conversation, and the paths whose changes are different now. */
export interface ReviewsChanged {
  readonly channel: ChannelId;
  readonly paths: readonly string[];
}

/** Changes of one conversation to a file. */
export interface ReviewedFile {
  readonly channel: ChannelReview;
  readonly review: FileReview;
}

/**
 * Reviews of this window's folders: those of open conversations, and of others with pending
 * changes.
 */
export class Reviews implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<ReviewsChanged>());
  private readonly opened = new Map<ChannelId, ChannelReview>();
  private readonly opening = new Map<ChannelId, Promise<ChannelReview>>();
  private isDisposed = false;
  private paths: ReadonlySet<string> | undefined;

  readonly onChanged = this.changed.event;

  constructor(
    private readonly files: ReviewFiles,
    private readonly contents: Contents,
    private readonly log: Log,
  ) {}

  get all(): readonly ChannelReview[] {
    return [...this.opened.values()];
  }

  get(channel: ChannelId): ChannelReview | undefined {
    return this.opened.get(channel);
  }

  /** Every file with pending changes, across all conversations. */
  get waiting(): readonly ReviewedFile[] {
    return this.all.flatMap(channel => channel.files.map(review => ({ channel, review })));
  }

  at(path: string): readonly ReviewedFile[] {
    return this.all.flatMap(channel => {
      const review = channel.find(path);
      return review ? [{ channel, review }] : [];
    });
  }

  /** Returns where a file was when the newest change to it was recorded. */
  located(path: string): Located {
    const changes = this.all.flatMap(({ record }) => {
      const newest = record.changes.findLast(change => change.path === path);
      return newest ? [newest] : [];
    });
    return changes.sort((one, other) => other.at - one.at)[0] ?? { path };
  }

  /** Returns the conversations that have undone or rewound something in this file. */
  withOperationOn(path: string): readonly ChannelReview[] {
    return this.all.filter(channel => channel.hasUndone(path));
  }

  /** Whether a change to this file may matter. Fast, because events arrive by the thousand. */
  has(path: string): boolean {
    this.paths ??= new Set(
      this.all.flatMap(({ files, undonePaths }) => [
        ...files.map(file => file.path),
        ...undonePaths,
      ]),
    );
    return this.paths.has(path);
  }

  open(cwd: string, id: ChannelId): Promise<ChannelReview> {
    const opening = this.opening.get(id) ?? this.openOnce(cwd, id);
    this.opening.set(id, opening);
    return opening;
  }

  /** Opens reviews that earlier windows left undecided in these folders. */
  async load(
    cwds: readonly string[],
    isOpenElsewhere: (cwd: string, id: ChannelId) => Promise<boolean>,
  ): Promise<void> {
    for (const cwd of cwds) {
      for (const id of await this.files.list(cwd)) {
        try {
          if (!this.opening.has(id) && !(await isOpenElsewhere(cwd, id))) {
            this.releaseIfIdle(await this.open(cwd, id));
          }
        } catch (error) {
          // An unreadable review must not hide the others.
          this.log.warn('A review could not be opened', { id, error: messageOf(error) });
        }
      }
    }
  }

  /** Rereads all reviews when this window regains focus: another may share its folder. */
  async refresh(): Promise<void> {
    for (const channel of this.all) {
      await channel.refresh();
    }
  }

  /** Follows the rename of a file, or of a folder with files, by the user. */
  async moved(from: string, to: string): Promise<void> {
    for (const channel of this.all) {
      const { changes, files } = channel.record;
      for (const path of new Set([...changes, ...files].map(one => one.path))) {
        if (path === from || path.startsWith(from + sep)) {
          await channel.move(path, to + path.slice(from.length));
        }
      }
    }
  }

  dispose(): void {
    this.isDisposed = true;
    for (const review of this.opened.values()) {
      try {
        review.dispose();
      } catch (error) {
        this.log.error('A review could not be saved', { error: messageOf(error) });
      }
    }
    this.opened.clear();
    this.store.dispose();
  }

  /** Closes a review without pending changes; it is reopened with its conversation. */
  private releaseIfIdle({ record }: ChannelReview): void {
    const { channelId, files, open } = record;
    if (files.length + open.length === 0) {
      this.opened.get(channelId)?.dispose();
      this.opened.delete(channelId);
      this.opening.delete(channelId);
    }
  }

  private forgetUndone(by: ChannelReview, paths: readonly string[]): void {
    for (const channel of this.all) {
      if (channel !== by) {
        channel.forgetUndone(paths);
      }
    }
    this.paths = undefined;
  }

  private fireChanged(channel: ChannelId, paths: readonly string[]): void {
    this.paths = undefined;
    this.changed.fire({ channel, paths });
  }

  private async openOnce(cwd: string, id: ChannelId): Promise<ChannelReview> {
    try {
      const review = new ChannelReview(await this.files.open(cwd, id), this.contents);
      if (this.isDisposed) {
        throw new Error('The window goes away.');
      }
      this.opened.set(id, review);
      this.store.add(review.onChanged(paths => this.fireChanged(id, paths)));
      this.store.add(review.onTouched(paths => this.forgetUndone(review, paths)));
      this.fireChanged(
        id,
        review.files.map(({ path }) => path),
      );
      return review;
    } catch (error) {
      this.opening.delete(id);
      throw error;
    }
  }
}
