import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { UserError } from '../../../base/errors';
import type { VersionedFile } from '../../../node/versionedFile';
import type { Contents } from './contents';
import { mergeTakingOurs } from './mergeContents';
import {
  type FileChange,
  type FileReview,
  type OpenCall,
  type Operation,
  type OperationFile,
  type ReviewRecord,
  type StoredContent,
  sameContent,
  sameReview,
} from './reviewRecord';

/** So many changes are remembered; of older ones only what waits for a decision. */
const mostChanges = 2_000;
const mostOperations = 50;

/** What one conversation has changed: the log of changes, and which wait for a decision. */
export class ChannelReview implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<readonly string[]>());
  /** Changes of the record are made one after the other: each reads contents first. */
  private work: Promise<unknown> = Promise.resolve();

  /** Tells the paths whose changes are others now. */
  readonly onChanged = this.changed.event;

  constructor(
    private readonly file: VersionedFile<ReviewRecord>,
    private readonly contents: Contents,
  ) {}

  get record(): ReviewRecord {
    return this.file.value;
  }

  get files(): readonly FileReview[] {
    return this.record.files;
  }

  find(path: string): FileReview | undefined {
    return this.files.find(file => file.path === path);
  }

  rename(title: string): void {
    if (title !== this.record.title) {
      this.file.set({ ...this.record, title });
      this.changed.fire([]);
    }
  }

  /** A fork knows what its origin had changed by then, so that it can be rewound as far. */
  async inherit(changes: readonly FileChange[]): Promise<void> {
    await this.inTurn(async () => this.save({ changes: [...changes, ...this.record.changes] }, []));
  }

  /** A call is about to change these files. */
  begin(calls: readonly OpenCall[]): void {
    this.file.set({ ...this.record, open: [...this.record.open, ...calls] });
  }

  end(toolId: string): void {
    const open = this.record.open.filter(call => call.toolId !== toolId);
    if (open.length < this.record.open.length) {
      this.file.set({ ...this.record, open });
    }
  }

  /** Adds changes that were made; what the person did to a file in between is no change of the agent's. */
  async add(changes: readonly FileChange[]): Promise<void> {
    await this.inTurn(async () => {
      const reviews = new Map(this.files.map(file => [file.path, file]));
      for (const change of changes) {
        reviews.set(change.path, await this.extended(reviews.get(change.path), change));
      }
      this.save(
        {
          files: settled([...reviews.values()]),
          changes: [...this.record.changes, ...changes].slice(-mostChanges),
        },
        changes.map(({ path }) => path),
      );
    });
  }

  /**
   * Puts a decision about one file in place of what it was worked out from.
   * @param next `undefined`: nothing of the file waits any more
   * @param shift what was done to the file already: then the decision counts also for what the agent
   *   has changed meanwhile
   * @throws UserError `changed` when something else was decided or edited meanwhile
   */
  async decide(
    from: FileReview,
    next: FileReview | undefined,
    shift?: Pick<OperationFile, 'path' | 'old' | 'new'>,
  ): Promise<void> {
    const { path } = from;
    await this.inTurn(async () => {
      const present = this.find(path);
      if (sameReview(present, from)) {
        this.save({ files: this.withFile(path, next) }, [path]);
      } else if (shift) {
        this.save({ files: this.withFile(path, await this.shifted(present, shift)) }, [path]);
      } else {
        throw new UserError('changed', `${path} has just changed. Look at it again.`);
      }
    });
  }

  /** The person has renamed the file: what is undone or rewound later is where it is by then. */
  async move(from: string, to: string): Promise<void> {
    await this.inTurn(async () => {
      const review = this.find(from);
      const files = review
        ? this.withFile(to, { ...review, path: to }, this.withFile(from, undefined))
        : this.files;
      const moved = <T extends { readonly path: string }>(one: T) =>
        one.path === from ? { ...one, path: to } : one;
      const changes = this.record.changes.map(moved);
      const operations = this.record.operations.map(one => ({
        ...one,
        files: one.files.map(file => (file.path === from ? movedFile(file, to) : file)),
      }));
      this.save({ files, changes, operations }, [from, to]);
    });
  }

  /** Notes what the person did to files at once; the changes are in the log from then on. */
  async addOperation(operation: Operation): Promise<void> {
    await this.inTurn(async () => {
      let files = this.files;
      for (const file of operation.files) {
        const { path, reviewBefore, reviewAfter } = file;
        const present = this.find(path);
        const isAsPlanned = sameReview(present, reviewBefore);
        const next = isAsPlanned ? reviewAfter : await this.shifted(present, file);
        files = this.withFile(path, next, files);
      }
      const { id: _, label: __, at } = operation;
      const changes = operation.files.map(({ path, old, new: now }) => ({
        at,
        path,
        old,
        new: now,
      }));
      this.save(
        {
          files,
          changes: [...this.record.changes, ...changes].slice(-mostChanges),
          operations: [...this.record.operations, operation].slice(-mostOperations),
        },
        operation.files.map(({ path }) => path),
      );
    });
  }

  async dropOperation(id: string): Promise<void> {
    await this.inTurn(async () => {
      this.save({ operations: this.record.operations.filter(one => one.id !== id) }, []);
    });
  }

  /** What waits for a decision once `from` has become `to` in the file, whoever did it. */
  async shifted(
    review: FileReview | undefined,
    { path, old, new: now }: Pick<OperationFile, 'path' | 'old' | 'new'>,
  ): Promise<FileReview | undefined> {
    if (!review) {
      return undefined;
    }
    const before = await this.moved(review.before, old, now);
    const after = await this.moved(review.after, old, now);
    return sameContent(before, after) ? undefined : { ...review, path, before, after };
  }

  flush(): Promise<void> {
    return this.file.flush();
  }

  flushSync(): void {
    this.file.flushSync();
  }

  dispose(): void {
    this.file.flushSync();
    this.store.dispose();
  }

  private async extended(review: FileReview | undefined, change: FileChange): Promise<FileReview> {
    const { path, old, toolId, isUncertain } = change;
    const tools = [...(review?.tools ?? []), ...(toolId ? [toolId] : [])];
    const before = review ? await this.rebased(review, old) : old;
    return {
      path,
      before,
      after: change.new,
      tools: [...new Set(tools)],
      ...(review?.isUncertain || isUncertain ? { isUncertain: true } : {}),
    };
  }

  /** The text before the agent's changes, with what the person has changed since. */
  private async rebased(review: FileReview, present: StoredContent): Promise<StoredContent> {
    if (sameContent(review.after, present)) {
      return review.before;
    }
    // The person has deleted or made the file: what the agent did to it before is over.
    if (!present || !review.after) {
      return present;
    }
    return this.moved(review.before, review.after, present);
  }

  /** What the change from `from` to `to` makes of this content; its own lines win in a conflict. */
  private async moved(
    content: StoredContent,
    from: StoredContent,
    to: StoredContent,
  ): Promise<StoredContent> {
    if (sameContent(content, from)) {
      return to;
    }
    if (sameContent(from, to)) {
      return content;
    }
    const [ours, base, theirs] = await Promise.all(
      [content, from, to].map(one => this.contents.read(one)),
    );
    return this.contents.keep(mergeTakingOurs({ base, ours, theirs }), content);
  }

  private withFile(
    path: string,
    review: FileReview | undefined,
    files: readonly FileReview[] = this.files,
  ): FileReview[] {
    const isKnown = files.some(file => file.path === path);
    const replaced = files.flatMap(file =>
      file.path === path ? (review ? [review] : []) : [file],
    );
    return settled(isKnown || !review ? replaced : [...replaced, review]);
  }

  private save(changes: Partial<ReviewRecord>, paths: readonly string[]): void {
    this.file.set({ ...this.record, ...changes });
    this.changed.fire([...new Set(paths)]);
  }

  private inTurn<T>(task: () => Promise<T>): Promise<T> {
    const result = this.work.then(task);
    // A failure is its caller's.
    this.work = result.catch(() => undefined);
    return result;
  }
}

function movedFile(file: OperationFile, path: string): OperationFile {
  const { reviewBefore, reviewAfter } = file;
  return {
    ...file,
    path,
    ...(reviewBefore ? { reviewBefore: { ...reviewBefore, path } } : {}),
    ...(reviewAfter ? { reviewAfter: { ...reviewAfter, path } } : {}),
  };
}

function settled(files: readonly FileReview[]): FileReview[] {
  return files.filter(({ before, after }) => !sameContent(before, after));
}
