import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { UserError } from '../../../base/errors';
import { Sequencer } from '../../../base/sequencer';
import type { BlobId, ToolCallId } from '../../../contract/ids';
import type { VersionedFile } from '../../../node/versionedFile';
import { type Located, realPlace } from '../place';
import type { Contents } from './contents';
import {
  type FileChange,
  type FileReview,
  type OpenCall,
  type OpenCommand,
  type Operation,
  type OperationFile,
  type ReviewRecord,
  type StoredContent,
  sameContent,
  sameReview,
} from './reviewRecord';
import { isTakenBack, ReviewSteps } from './reviewSteps';

/** Changes remembered per conversation; of older ones, only those awaiting a decision survive. */
const mostChanges = 2_000;
const mostOperations = 50;
const mostCutOff = 200;
/** The page is told of each with every change of the review. */
const mostKept = 100;

interface EndedCall {
  readonly toolId: ToolCallId;
  /** Title of the conversation at that time. */
  readonly title: string;
}

/** Changes made by one conversation: their log, and which of them await a decision. */
export class ChannelReview implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<readonly string[]>());
  /** Serializes changes to the record, because each reads contents first. */
  private readonly changes = new Sequencer();
  readonly steps: ReviewSteps;
  /** Files of `indexed` by path. */
  private byPath: ReadonlyMap<string, FileReview> = new Map();
  private indexed: readonly FileReview[] | undefined;
  /** Operations by path that the editor's own undo could still revert: nothing came after them. */
  private readonly undone = new Map<string, readonly OperationFile[]>();

  private readonly touched = this.store.add(new Emitter<readonly string[]>());

  /** Fires with the paths whose changes are different now. */
  readonly onChanged = this.changed.event;
  /** Fires with the paths that the agent is about to change or has changed. */
  readonly onTouched = this.touched.event;

  constructor(
    private readonly file: VersionedFile<ReviewRecord>,
    contents: Contents,
  ) {
    this.steps = new ReviewSteps(contents);
  }

  get record(): ReviewRecord {
    return this.file.value;
  }

  get files(): readonly FileReview[] {
    return this.record.files;
  }

  find(path: string): FileReview | undefined {
    const { files } = this;
    // Lookups arrive by the thousand; the list is replaced with each change.
    if (this.indexed !== files) {
      this.byPath = new Map(files.map(file => [file.path, file]));
      this.indexed = files;
    }
    return this.byPath.get(path);
  }

  async rename(title: string): Promise<void> {
    await this.inTurn(async () => {
      if (title !== this.record.title) {
        this.save({ title }, []);
      }
    });
  }

  /** Prepends the origin's changes up to the fork, so that the fork can be rewound as far. */
  async inherit(changes: readonly FileChange[]): Promise<void> {
    await this.inTurn(async () => this.save({ changes: [...changes, ...this.record.changes] }, []));
  }

  /** Records calls that are about to change these files. */
  async begin(calls: readonly OpenCall[]): Promise<void> {
    this.touched.fire(calls.map(({ path }) => path));
    await this.inTurn(async () => {
      this.file.set({ ...this.record, open: [...this.record.open, ...calls] });
    });
  }

  /** Records a command that is about to run. */
  async beginCommand(command: OpenCommand): Promise<void> {
    await this.inTurn(async () => {
      const { commands = [] } = this.record;
      this.file.set({ ...this.record, commands: [...commands, command] });
    });
  }

  /** Records that a call has ended, with its files or its command. */
  async end(toolId: string): Promise<void> {
    await this.inTurn(async () => {
      const { open, commands = [] } = this.record;
      const left = this.withoutCall(toolId);
      if (left.open.length < open.length || left.commands.length < commands.length) {
        this.file.set({ ...this.record, ...left });
      }
    });
  }

  /** Records that a command's window closed while it ran. */
  async cutOff(toolId: ToolCallId): Promise<void> {
    await this.inTurn(async () => {
      const { commands = [], cutOff = [] } = this.record;
      this.file.set({
        ...this.record,
        commands: commands.filter(command => command.toolId !== toolId),
        cutOff: [...cutOff.filter(one => one !== toolId), toolId].slice(-mostCutOff),
      });
    });
  }

  /**
   * Adds changes that were made. User edits made in between do not count as the agent's.
   * @param ended call that has made them and has ended, so that all is one write
   */
  async add(changes: readonly FileChange[], ended?: EndedCall): Promise<void> {
    this.touched.fire(changes.map(({ path }) => path));
    await this.inTurn(async () => {
      const reviews = new Map(this.files.map(file => [file.path, file]));
      const noted: FileChange[] = [];
      for (const found of changes) {
        const known = reviews.get(found.path);
        const change = withKnownMode(found, known?.after ?? null);
        const { review, logged } = await this.steps.extended(known, change);
        reviews.set(change.path, review);
        noted.push(logged);
        this.undone.delete(change.path);
      }
      this.save(
        {
          files: settled([...reviews.values()]),
          ...this.logged(noted),
          ...(ended ? { ...this.withoutCall(ended.toolId), title: ended.title } : {}),
        },
        changes.map(({ path }) => path),
      );
    });
  }

  /**
   * Replaces the review of one file by what is left after changes were kept.
   * @param next `undefined`: nothing in the file awaits a decision any more
   * @throws UserError `file.changed` when another decision or edit came in between
   */
  async decide(from: FileReview, next: FileReview | undefined): Promise<void> {
    const { path } = from;
    await this.inTurn(async () => {
      this.undone.delete(path);
      if (!sameReview(this.find(path), from)) {
        throw new UserError(
          'file.changed',
          l10n.t('{0} has just changed. Look at it again.', path),
        );
      }
      const files = this.withFile(path, next);
      this.save({ files, ...this.withKept(from.tools, files) }, [path]);
    });
  }

  /** Moves everything known about a file to its new name after the user has renamed it. */
  async move(from: string, to: string): Promise<void> {
    await this.inTurn(async () => {
      const { changes, operations } = this.record;
      const review = this.find(from);
      const old = changes.findLast(({ path }) => path === from)?.place?.real;
      const real = await realPlace(to).catch(() => to);
      const renamed = <T extends Located>(one: T): T => {
        // Files that the path led to before have not been renamed.
        const isSame = one.place !== undefined && one.place.real === old;
        const place = isSame ? { ...one.place, real } : one.place;
        return one.path === from ? { ...one, path: to, place } : one;
      };
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

  /**
   * Records an operation that is about to happen; `addOperation` or `dropOperation` follows.
   * @throws the system's error when the record cannot be written
   */
  async announce(operation: Operation): Promise<void> {
    await this.inTurn(async () => {
      this.save({ operations: [...this.record.operations, operation].slice(-mostOperations) }, []);
    });
    await this.flush();
  }

  /** Records an operation by the user on several files; its changes join the log. */
  async addOperation(operation: Operation): Promise<void> {
    await this.inTurn(async () => {
      const files = new Map(this.files.map(file => [file.path, file]));
      for (const file of operation.files) {
        const { path, reviewBefore, reviewAfter } = file;
        const present = this.find(path);
        const isAsPlanned = sameReview(present, reviewBefore);
        const next = isAsPlanned ? reviewAfter : await this.steps.shifted(present, file);
        if (next) {
          files.set(path, next);
        } else {
          files.delete(path);
        }
        this.undone.set(path, [...(this.undone.get(path) ?? []), file]);
      }
      const { at } = operation;
      const changes = operation.files.map(file => ({ at, ...file }));
      this.save(
        {
          files: settled([...files.values()]),
          ...this.logged(changes),
          operations: [
            ...this.record.operations.filter(({ id }) => id !== operation.id),
            operation,
          ].slice(-mostOperations),
        },
        operation.files.map(({ path }) => path),
      );
    });
  }

  /** Forgets an operation, except for these files: with them, it becomes the newest. */
  async dropOperation(id: string, left: ReadonlySet<string> = new Set()): Promise<void> {
    await this.inTurn(async () => {
      const { operations } = this.record;
      const rest = operations
        .filter(one => one.id === id)
        .map(one => ({ ...one, files: one.files.filter(({ path }) => left.has(path)) }))
        .filter(({ files }) => files.length > 0);
      this.save({ operations: [...operations.filter(one => one.id !== id), ...rest] }, []);
    });
  }

  /** Records that calls since a time, milliseconds since 1970, were rewound: they are not kept. */
  async forgetKept(since: number): Promise<void> {
    await this.inTurn(async () => {
      const { changes, kept = [] } = this.record;
      const rewound = new Set(changes.filter(({ at }) => at >= since).map(({ toolId }) => toolId));
      const left = kept.filter(call => !rewound.has(call));
      if (left.length < kept.length) {
        this.save({ kept: left }, []);
      }
    });
  }

  /**
   * Restores the review after the user has reverted (or redone) an operation in the editor. The
   * file is then exactly as on that side of the operation; the same changes are pending again.
   * @param ref id of the file's present content
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

  /** Whether the editor's own undo may affect what awaits a decision in this file. */
  hasUndone(path: string): boolean {
    return this.undone.has(path);
  }

  /** Forgets undone operations on files that another conversation has since changed. */
  forgetUndone(paths: readonly string[]): void {
    for (const path of paths) {
      this.undone.delete(path);
    }
  }

  get undonePaths(): readonly string[] {
    return [...this.undone.keys()];
  }

  private takenBack(path: string, ref: BlobId | undefined): OperationFile | undefined {
    return this.undone.get(path)?.findLast(file => isTakenBack(file, this.find(path), ref));
  }

  /** Takes over decisions made in another window. */
  async refresh(): Promise<void> {
    const before = this.files;
    const isOther = await this.file.refresh();
    if (isOther) {
      this.changed.fire([...before, ...this.files].map(({ path }) => path));
    }
  }

  flush(): Promise<void> {
    return this.file.flush();
  }

  dispose(): void {
    this.file.flushSync();
    this.store.dispose();
  }

  /** Returns the calls in progress without this one. */
  private withoutCall(toolId: string) {
    const { open, commands = [] } = this.record;
    const isOther = (call: { readonly toolId: string }) => call.toolId !== toolId;
    return { open: open.filter(isOther), commands: commands.filter(isOther) };
  }

  /** Adds the calls of which nothing waits in these files any more. */
  private withKept(
    calls: readonly ToolCallId[],
    files: readonly FileReview[],
  ): Pick<ReviewRecord, 'kept'> {
    // Files are kept one by one, and a call that changed a thousand of them waits in the next one.
    const waits = (call: ToolCallId) => files.some(({ tools }) => tools.includes(call));
    const settledCalls = calls.filter(call => !waits(call));
    if (settledCalls.length === 0) {
      return {};
    }
    const others = (this.record.kept ?? []).filter(call => !settledCalls.includes(call));
    return { kept: [...others, ...settledCalls].slice(-mostKept) };
  }

  private logged(changes: readonly FileChange[]): Partial<ReviewRecord> {
    const all = [...this.record.changes, ...changes];
    const dropped = all.slice(0, -mostChanges).at(-1);
    return {
      changes: all.slice(-mostChanges),
      ...(dropped ? { forgottenUntil: dropped.at } : {}),
    };
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
    return this.changes.queue(async () => {
      // A window on the same folder may have decided about this conversation's changes as well.
      await this.refresh();
      return task();
    });
  }
}

function settled(files: readonly FileReview[]): FileReview[] {
  return files.filter(({ before, after }) => !sameContent(before, after));
}

/** Adds the permissions of a file that a command has deleted: its snapshot has no such bits. */
function withKnownMode(change: FileChange, known: StoredContent): FileChange {
  const { old } = change;
  const isKnown = old !== null && old.mode === undefined && old.ref === known?.ref;
  return isKnown ? { ...change, old: known } : change;
}
