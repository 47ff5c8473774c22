import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { silentLog } from '../../../../../src/base/log';
import type { ChannelId, ToolCallId } from '../../../../../src/contract/ids';
import { ChangeList } from '../../../../../src/core/edits/review/changeList';
import type { ChannelReview } from '../../../../../src/core/edits/review/channelReview';
import { Decisions, type OwnedPlan } from '../../../../../src/core/edits/review/decisions';
import { type FileView, FileViewer } from '../../../../../src/core/edits/review/fileView';
import type { FilePlan } from '../../../../../src/core/edits/review/plan';
import { FilesOnDisk } from '../../../../../src/core/edits/review/reviewedFiles';
import type { FileReview, StoredContent } from '../../../../../src/core/edits/review/reviewRecord';
import { openBaselines } from '../../../../support/openBaselines';
import { removeFolder } from '../../../../support/removeFolder';
import { TrackedEdits } from '../../../../support/trackedEdits';
import { FakeClock } from '../../../node/fakeClock';

/** Answers of the user. */
interface Answers {
  confirm(plans: readonly OwnedPlan[]): readonly OwnedPlan[] | undefined;
  resolve(plan: FilePlan): Promise<boolean>;
}

export const channelId = 'c0ffee' as ChannelId;

/** Files of tests that swap no links. */
export const filesOnDisk = new FilesOnDisk(() => [tmpdir()]);

/** A conversation's review with a real store, and a folder whose files agent and user change. */
export class ReviewBed {
  readonly clock = new FakeClock();
  readonly viewer: FileViewer;
  readonly decisions: Decisions;
  readonly list: ChangeList;
  readonly limits = { maxSize: Number.POSITIVE_INFINITY, maxAge: Number.POSITIVE_INFINITY };
  /** Answers questions; unexpected questions fail the test. */
  answers: Answers = {
    confirm: () => {
      throw new Error('The user is asked.');
    },
    resolve: () => Promise.reject(new Error('The user has to merge.')),
  };

  private constructor(
    readonly root: string,
    readonly edits: TrackedEdits,
    readonly channel: ChannelReview,
  ) {
    const { contents, saved, reviews } = edits;
    this.viewer = new FileViewer(contents);
    this.list = new ChangeList(reviews, this.viewer, filesOnDisk, silentLog);
    this.decisions = new Decisions({
      contents,
      files: filesOnDisk,
      viewer: this.viewer,
      ui: {
        confirm: async (_, plans) => this.answers.confirm(plans),
        resolve: plan => this.answers.resolve(plan),
      },
      saved,
      clock: this.clock,
    });
  }

  /** @param root of a previous bed, as if the window had been reopened */
  static async open(root?: string): Promise<ReviewBed> {
    const folder = root ?? (await mkdtemp(join(tmpdir(), 'review-')));
    let bed: ReviewBed | undefined;
    const baselines = openBaselines(join(folder, 'storage', 'baselines'), {
      limits: () => bed?.limits ?? { maxSize: 0, maxAge: 0 },
    });
    const edits = new TrackedEdits(join(folder, 'storage'), { baselines });
    bed = new ReviewBed(folder, edits, await edits.reviews.open(folder, channelId));
    return bed;
  }

  path(name: string): string {
    return join(this.root, name);
  }

  /** Returns a file's text; `null` if the file does not exist. */
  async text(name: string): Promise<string | null> {
    const { bytes } = await filesOnDisk.read({ path: this.path(name) });
    return bytes ? Buffer.from(bytes).toString() : null;
  }

  /** Writes or removes a file as the user. */
  async write(name: string, text: string | Uint8Array | null): Promise<void> {
    const path = this.path(name);
    if (text === null) {
      await rm(path);
    } else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  }

  /** Writes or removes a file through an agent's tool call. */
  async change(
    tool: string,
    name: string,
    text: string | Uint8Array | null,
    isUncertain = false,
  ): Promise<void> {
    const old = await this.present(name);
    await this.write(name, text);
    this.clock.advance(1);
    await this.channel.add([
      {
        at: this.clock.now(),
        path: this.path(name),
        old,
        new: await this.present(name),
        toolId: tool as ToolCallId,
        ...(isUncertain ? { isUncertain } : {}),
      },
    ]);
  }

  review(name: string): FileReview | undefined {
    return this.channel.find(this.path(name));
  }

  /** Returns a file's pending change as texts; `undefined` if there is none. */
  async waiting(
    name: string,
  ): Promise<
    { before: string | null; after: string | null; tools: readonly string[] } | undefined
  > {
    const review = this.review(name);
    return (
      review && {
        before: await this.stored(review.before),
        after: await this.stored(review.after),
        tools: review.tools,
      }
    );
  }

  async stored(content: StoredContent): Promise<string | null> {
    const bytes = await this.edits.contents.read(content);
    return bytes ? Buffer.from(bytes).toString() : null;
  }

  async view(name: string): Promise<FileView | undefined> {
    const review = this.review(name);
    const now = await filesOnDisk.read({ path: this.path(name) });
    return review && this.viewer.view({ channel: this.channel, review }, now);
  }

  /** Undoes all pending changes to these files. */
  undo(...names: string[]) {
    const files = names.flatMap(name => {
      const review = this.review(name);
      return review ? [{ channel: this.channel, review }] : [];
    });
    return this.decisions.undoFiles('Undo', files);
  }

  undoTools(...tools: string[]) {
    return this.decisions.undoTools('Undo a turn', this.channel, new Set(tools as ToolCallId[]));
  }

  keepTools(...tools: string[]) {
    return this.decisions.keepTools(this.channel, new Set(tools as ToolCallId[]));
  }

  async close(): Promise<void> {
    this.list.dispose();
    this.edits.dispose();
  }

  async remove(): Promise<void> {
    await this.close();
    await removeFolder(this.root);
  }

  private async present(name: string): Promise<StoredContent> {
    const present = await filesOnDisk.read({ path: this.path(name) });
    return this.edits.contents.keep(present.bytes, present);
  }
}
