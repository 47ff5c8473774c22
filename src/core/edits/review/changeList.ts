import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { digest } from '../store/blobFiles';
import type { FileView, FileViewer } from './fileView';
import type { ReviewedFiles } from './reviewedFiles';
import type { ReviewedFile, Reviews } from './reviews';

/** All changes that wait for a decision, as they are in the files now; kept up to date. */
export class ChangeList implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(
    new Emitter<ReadonlySet<string>>(error => {
      // The next round comes all the same.
      this.log.error('Changes could not be shown', { error: messageOf(error) });
    }),
  );
  private readonly views = new Map<string, readonly FileView[]>();
  private readonly stale = new Set<string>();
  private refreshing: Promise<void> | undefined;

  /** Tells the paths that look different now. */
  readonly onChanged = this.changed.event;

  constructor(
    private readonly reviews: Reviews,
    private readonly viewer: FileViewer,
    private readonly files: ReviewedFiles,
    private readonly log: Log,
  ) {
    this.store.add(reviews.onChanged(({ paths }) => this.refresh(paths)));
    this.refresh(reviews.waiting.map(({ review }) => review.path));
  }

  get all(): readonly FileView[] {
    return [...this.views.values()].flat();
  }

  /** One for each conversation that has changed the file. */
  at(path: string): readonly FileView[] {
    return this.views.get(path) ?? [];
  }

  /** Whether a change of this file matters here. */
  follows(path: string): boolean {
    return this.views.has(path) || this.reviews.has(path);
  }

  /** Looks at these files again, soon. */
  refresh(paths: readonly string[]): void {
    for (const path of paths) {
      this.stale.add(path);
    }
    void this.settled();
  }

  /** Resolves when all is as the files are now. */
  settled(): Promise<void> {
    this.refreshing ??= this.work();
    return this.refreshing;
  }

  dispose(): void {
    this.store.dispose();
    this.views.clear();
  }

  private async work(): Promise<void> {
    try {
      await this.catchUp();
    } catch (error) {
      this.log.error('The list of changes is not up to date', { error: messageOf(error) });
    } finally {
      // At once, so that what comes next is not left to a round that is over.
      this.refreshing = undefined;
    }
  }

  private async catchUp(): Promise<void> {
    // What comes in one go is one change.
    await Promise.resolve();
    while (this.stale.size > 0) {
      const paths = [...this.stale];
      this.stale.clear();
      const different = new Set<string>();
      for (const path of paths) {
        const views = await this.viewsOf(path);
        if (views.length > 0 || this.views.has(path)) {
          different.add(path);
        }
        if (views.length > 0) {
          this.views.set(path, views);
        } else {
          this.views.delete(path);
        }
      }
      if (different.size > 0) {
        this.changed.fire(different);
      }
    }
  }

  private async viewsOf(path: string): Promise<readonly FileView[]> {
    await this.reconcile(path);
    const waiting = this.reviews.at(path);
    const views: FileView[] = [];
    for (const file of waiting) {
      const view = await this.viewOf(file);
      views.push(...(view ? [view] : []));
    }
    return views;
  }

  private async reconcile(path: string): Promise<void> {
    const channels = this.reviews.withOperationOn(path);
    if (channels.length > 0) {
      const present = await this.files.read(path).catch(() => undefined);
      const ref = present?.bytes && digest(present.bytes);
      for (const channel of present ? channels : []) {
        await channel.reconcile(path, ref);
      }
    }
  }

  private async viewOf(file: ReviewedFile): Promise<FileView | undefined> {
    const { path } = file.review;
    try {
      return await this.viewer.view(file, await this.files.read(path));
    } catch (error) {
      this.log.warn(`The changes of ${path} cannot be shown: ${messageOf(error)}`);
      return undefined;
    }
  }
}
