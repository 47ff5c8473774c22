import { setImmediate } from 'node:timers/promises';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { Located } from '../place';
import { digest } from '../store/blobFiles';
import type { FileView, FileViewer } from './fileView';
import type { AskedFile, ManyReviewed, ReadFile } from './manyReviewed';
import type { ReviewedFiles } from './reviewedFiles';
import type { FileReview } from './reviewRecord';
import type { ReviewedFile, Reviews } from './reviews';

/** Files after which others have their turn. */
const atOnce = 100;

interface AskedReview {
  /** Review that was asked for; `undefined` if nothing waits in the file. */
  readonly review: FileReview | undefined;
}

/** A file that was read with others. */
interface ReadTogether extends AskedReview {
  readonly read: ReadFile;
}

/** All changes awaiting a decision, as they appear in the files now. Kept up to date. */
export class ChangeList implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(
    new Emitter<ReadonlySet<string>>(error => {
      // The next round runs regardless.
      this.log.error('Changes could not be shown', { error: messageOf(error) });
    }),
  );
  private readonly views = new Map<string, readonly FileView[]>();
  /** Absent once `views` has changed. */
  private ordered: readonly FileView[] | undefined;
  private readonly stale = new Set<string>();
  private refreshing: Promise<void> | undefined;

  /** Fires with the paths whose changes look different now. */
  readonly onChanged = this.changed.event;

  constructor(
    private readonly reviews: Reviews,
    private readonly viewer: FileViewer,
    private readonly files: ReviewedFiles,
    private readonly log: Log,
    private readonly many?: ManyReviewed,
  ) {
    this.store.add(reviews.onChanged(({ paths }) => this.refresh(paths)));
    this.refresh(reviews.waiting.map(({ review }) => review.path));
  }

  /** By path, so that rows stay where they are when changes are undone and come back. */
  get all(): readonly FileView[] {
    this.ordered ??= [...this.views]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, views]) => views);
    return this.ordered;
  }

  /** Returns where a file was when the newest change to it was recorded. */
  located(path: string): Located {
    return this.reviews.located(path);
  }

  /** Returns one view per conversation that has changed the file. */
  at(path: string): readonly FileView[] {
    return this.views.get(path) ?? [];
  }

  /** Whether a change to this file matters to the list. */
  follows(path: string): boolean {
    return this.views.has(path) || this.reviews.has(path);
  }

  /** Schedules these files for another look. */
  refresh(paths: readonly string[]): void {
    for (const path of paths) {
      this.stale.add(path);
    }
    void this.settled();
  }

  /** Resolves when the list matches the files. */
  settled(): Promise<void> {
    this.refreshing ??= this.work();
    return this.refreshing;
  }

  dispose(): void {
    this.store.dispose();
    this.ordered = undefined;
    this.views.clear();
  }

  private async work(): Promise<void> {
    try {
      await this.catchUp();
    } catch (error) {
      this.log.error('The list of changes is not up to date', { error: messageOf(error) });
    } finally {
      // Cleared synchronously, so that later requests are not left to a finished round.
      this.refreshing = undefined;
    }
  }

  private async catchUp(): Promise<void> {
    // Batches requests that arrive in the same tick.
    await Promise.resolve();
    while (this.stale.size > 0) {
      const paths = [...this.stale];
      this.stale.clear();
      const different = new Set<string>();
      const read = await this.readMany(paths);
      for (const [index, path] of paths.entries()) {
        if (index % atOnce === atOnce - 1) {
          await setImmediate();
        }
        const views = (await this.viewsRead(path, read.get(path))) ?? (await this.viewsOf(path));
        if (views.length > 0 || this.views.has(path)) {
          different.add(path);
        }
        this.ordered = undefined;
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

  /** Reads files at once in which no editor has changed anything. */
  private async readMany(paths: readonly string[]): Promise<ReadonlyMap<string, ReadTogether>> {
    const asked = this.many ? paths.flatMap(path => this.askedFor(path)) : [];
    const found = (await this.many?.read(asked, true)) ?? [];
    return new Map(
      asked.flatMap((file, index) => {
        const read = found[index];
        return read ? [[file.path, { ...file, read }]] : [];
      }),
    );
  }

  /** Returns how to read a file at once with others, unless it is to be read by itself. */
  private askedFor(path: string): (AskedFile & AskedReview)[] {
    const [file, ...others] = this.reviews.at(path);
    const hasOperation = this.reviews.withOperationOn(path).length > 0;
    const located = hasOperation ? this.reviews.located(path) : (file?.review ?? { path });
    const isOnePlace = !file || located.place?.real === file.review.place?.real;
    const isAlone = others.length > 0 || !isOnePlace || (file && this.viewer.knows(file.review));
    if (isAlone || !this.files.isOnDiskOnly?.(path)) {
      return [];
    }
    const { before = null, after = null } = file?.review ?? {};
    return [{ ...{ path, place: located.place, before, after }, review: file?.review }];
  }

  /** @returns `undefined` if the file is to be read by itself */
  private async viewsRead(
    path: string,
    together: ReadTogether | undefined,
  ): Promise<readonly FileView[] | undefined> {
    if (!together) {
      return undefined;
    }
    const { read, review } = together;
    for (const channel of this.reviews.withOperationOn(path)) {
      await channel.reconcile(path, read.ref);
    }
    const [file, ...others] = this.reviews.at(path);
    if (others.length > 0 || file?.review !== review) {
      return undefined;
    }
    const view = file && this.viewer.viewFound(file, read);
    return view ? [view] : [];
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
      const present = await this.files.read(this.reviews.located(path)).catch(() => undefined);
      const ref = present?.bytes && digest(present.bytes);
      for (const channel of present ? channels : []) {
        await channel.reconcile(path, ref);
      }
    }
  }

  private async viewOf(file: ReviewedFile): Promise<FileView | undefined> {
    const { path } = file.review;
    try {
      return await this.viewer.view(file, await this.files.read(file.review));
    } catch (error) {
      this.log.warn(`The changes of ${path} cannot be shown: ${messageOf(error)}`);
      return undefined;
    }
  }
}
