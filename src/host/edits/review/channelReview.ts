import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { UserError } from '../../../base/errors';
import type { BlobId, ToolCallId } from '../../../contract/ids';
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
      const noted: FileChange[] = [];
      for (const change of changes) {
        const review = await this.extended(reviews.get(change.path), change);
        reviews.set(change.path, review);
        noted.push({ ...change, base: review.before });
      }
      this.save(
        {
          files: settled([...reviews.values()]),
          ...this.logged(noted),
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

  /** The person has renamed the file: what is known of it, is of the new name from then on. */
  async move(from: string, to: string): Promise<void> {
    await this.inTurn(async () => {
      const renamed = <T extends { readonly path: string }>(one: T): T =>
        one.path === from ? { ...one, path: to } : one;
      const { changes, operations } = this.record;
      const review = this.find(from);
      const left = review ? this.withFile(from, undefined) : this.files;
      this.save(
        {
          files: review ? this.withFile(to, renamed(review), left) : left,
          changes: changes.map(renamed),
          operations: operations.map(operation => ({
            ...operation,
            files: operation.files.map(({ reviewBefore, reviewAfter, ...file }) => ({
              ...renamed(file),
              ...(reviewBefore ? { reviewBefore: renamed(reviewBefore) } : {}),
              ...(reviewAfter ? { reviewAfter: renamed(reviewAfter) } : {}),
            })),
          })),
        },
        review ? [from, to] : [],
      );
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
      const { at } = operation;
      const changes = operation.files.map(file => ({ at, ...file }));
      this.save(
        {
          files,
          ...this.logged(changes),
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

  /**
   * The person has taken back in the editor what was undone here (or done it once more): the file is
   * exactly as it was on that side of the operation, and what waited then waits again.
   * @param ref of the file's present content
   */
  async reconcile(path: string, ref: BlobId | undefined): Promise<void> {
    if (!this.takenBack(path, ref)) {
      return;
    }
    await this.inTurn(async () => {
      const file = this.takenBack(path, ref);
      if (file) {
        const review = ref === file.old?.ref ? file.reviewBefore : file.reviewAfter;
        this.save({ files: this.withFile(path, review) }, [path]);
      }
    });
  }

  private takenBack(path: string, ref: BlobId | undefined): OperationFile | undefined {
    return this.record.operations
      .toReversed()
      .flatMap(({ files }) => files.filter(file => file.path === path))
      .find(file => this.isTakenBack(file, ref));
  }

  private isTakenBack(file: OperationFile, ref: BlobId | undefined): boolean {
    const present = this.find(file.path);
    const [old, made] = [file.old?.ref, file.new?.ref];
    return (
      old !== made &&
      !sameReview(file.reviewBefore, file.reviewAfter) &&
      ((ref === old && sameReview(present, file.reviewAfter)) ||
        (ref === made && sameReview(present, file.reviewBefore)))
    );
  }

  /** Takes over what another window has decided. */
  async refresh(): Promise<void> {
    const before = this.files;
    const isOther = await this.file.refresh();
    if (isOther) {
      this.changed.fire([...before, ...this.files].map(({ path }) => path));
    }
  }

  /** What waits once a change of the log is taken back: what waited then, unless some of it was kept. */
  async without(
    review: FileReview | undefined,
    change: FileChange,
  ): Promise<FileReview | undefined> {
    const { path, old, new: now, toolId, base, reviewBefore, reviewAfter } = change;
    if (!toolId && sameReview(review, reviewAfter)) {
      return reviewBefore;
    }
    const left = review ?? { path, before: now, after: now, tools: this.toolsUntil(change) };
    if (toolId && base !== undefined && sameReview(left, { ...left, before: base, after: now })) {
      const tools = left.tools.filter(tool => tool !== toolId);
      return sameContent(base, old) ? undefined : { ...left, after: old, tools };
    }
    return this.shifted(review, { path, old: now, new: old });
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

  private async extended(known: FileReview | undefined, change: FileChange): Promise<FileReview> {
    const { path, old, toolId, isUncertain } = change;
    const review = known && !isOver(known, old) ? known : undefined;
    const tools = [...(review?.tools ?? []), ...(toolId ? [toolId] : [])];
    return {
      path,
      // What the person has changed since is in the text before as well.
      before: review ? await this.moved(review.before, review.after, old) : old,
      after: change.new,
      tools: [...new Set(tools)],
      ...(review?.isUncertain || isUncertain ? { isUncertain: true } : {}),
    };
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

  private logged(changes: readonly FileChange[]): Partial<ReviewRecord> {
    const all = [...this.record.changes, ...changes];
    const dropped = all.slice(0, -mostChanges).at(-1);
    return {
      changes: all.slice(-mostChanges),
      ...(dropped ? { forgottenUntil: dropped.at } : {}),
    };
  }

  /** The calls whose changes of the file waited when this one was made. */
  private toolsUntil(change: FileChange): ToolCallId[] {
    const { changes } = this.record;
    const known = changes
      .slice(0, changes.indexOf(change) + 1)
      .filter(({ path }) => path === change.path);
    const first = known.findLastIndex(
      ({ base, old }) => base !== undefined && sameContent(base, old),
    );
    return [...new Set(known.slice(first).flatMap(({ toolId }) => (toolId ? [toolId] : [])))];
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
    const result = this.work.then(async () => {
      // A window on the same folder may have decided about this conversation's changes too.
      await this.file.refresh();
      return task();
    });
    // A failure is its caller's.
    this.work = result.catch(() => undefined);
    return result;
  }
}

/** The person has deleted or made the file: what the agent did to it before is theirs. */
function isOver({ after }: FileReview, present: StoredContent): boolean {
  return !sameContent(after, present) && (!present || !after);
}

function settled(files: readonly FileReview[]): FileReview[] {
  return files.filter(({ before, after }) => !sameContent(before, after));
}
