import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../base/clock';
import type { ChannelReview } from './channelReview';
import { type Contents, sameBytes } from './contents';
import type { ManyReviewed } from './manyReviewed';
import type { FilePlan, Present } from './plan';
import { keepForDecision } from './replacedContents';
import { contentOf, type FileReview, type Operation, type OperationFile } from './reviewRecord';

export interface DoneSoFar {
  files: number;
  readonly operations: { readonly channel: ChannelReview; readonly operation: Operation }[];
}

/** A plan, and the conversation that made the changes. */
export interface PlannedChange {
  readonly channel: ChannelReview;
  readonly plan: FilePlan;
}

interface StartedOperation {
  readonly id: string;
  readonly files: OperationFile[];
}

/**
 * Operations under way, one per conversation. They are on record before the first file is written,
 * so that what it replaces can be restored even if the window dies meanwhile.
 */
export class StartedOperations {
  private readonly started = new Map<ChannelReview, StartedOperation>();
  private readonly announced = new Map<ChannelReview, OperationFile[]>();

  constructor(
    private readonly label: string,
    private readonly contents: Contents,
    private readonly clock: Clock,
    private readonly many?: ManyReviewed,
  ) {}

  /**
   * Stores and records what is about to be replaced.
   * @throws before anything has changed, if there is no room for that
   */
  async announce(plans: readonly PlannedChange[]): Promise<void> {
    const { announced, contents } = this;
    const pairs = plans.map(({ plan: { now, outcome } }) => ({
      before: now.bytes,
      after: outcome.kind === 'clean' ? outcome.bytes : undefined,
    }));
    const stored = (await this.many?.store(pairs)) ?? [];
    for (const [index, { channel, plan }] of plans.entries()) {
      const { path, place, now, outcome, reviewBefore } = plan;
      const pair = stored[index];
      const old = pair
        ? contentOf(pair.before, now.mode)
        : await keepForDecision(contents, now.bytes, now);
      if (outcome.kind === 'clean') {
        const planned = pair
          ? contentOf(pair.after, plan.mode)
          : await keepForDecision(contents, outcome.bytes, plan);
        const file = {
          path,
          place: place ?? now.place,
          old,
          new: planned,
          ...unchangedReview(reviewBefore),
        };
        const files = announced.get(channel) ?? [];
        files.push(file);
        announced.set(channel, files);
      }
    }
    try {
      for (const [channel, files] of announced) {
        await channel.announce(this.operation(this.of(channel).id, files));
      }
    } catch (error) {
      await this.finish();
      throw error;
    }
  }

  /** Returns what was announced for a file. */
  announcedFor(channel: ChannelReview, path: string): OperationFile | undefined {
    return this.announced.get(channel)?.findLast(file => file.path === path);
  }

  /** @param file `undefined` if the user left it unchanged */
  add(channel: ChannelReview, file: OperationFile | undefined): void {
    if (file) {
      this.of(channel).files.push(file);
    }
  }

  /** Adds a change that has failed if it left its mark on the file. Never rejects. */
  async addFailed(channel: ChannelReview, plan: FilePlan, left: Present): Promise<void> {
    if (sameBytes(left.bytes, plan.now.bytes)) {
      return;
    }
    try {
      this.add(channel, await this.failedFile(plan, left));
    } catch {
      // A disk that refuses this as well must not hide why the change has failed.
      this.add(channel, this.announcedFor(channel, plan.path));
    }
  }

  private async failedFile(plan: FilePlan, left: Present): Promise<OperationFile> {
    const { path, place, now, outcome, reviewBefore } = plan;
    const wanted = outcome.kind === 'clean' ? outcome.bytes : outcome.theirs;
    const { contents } = this;
    return {
      path,
      place: place ?? now.place,
      old: await contents.keep(now.bytes, now),
      // The wanted content is in the store already, where there may be no room for another one.
      new: await contents.keep(left.bytes, left).catch(() => contents.keep(wanted, plan)),
      ...unchangedReview(reviewBefore),
    };
  }

  /** Records what has been done in place of what was announced. */
  async finish(): Promise<DoneSoFar> {
    const done: DoneSoFar = { files: 0, operations: [] };
    for (const [channel, { id, files }] of this.started) {
      if (files.length === 0) {
        await channel.dropOperation(id);
        continue;
      }
      const operation = this.operation(id, files);
      await channel.addOperation(operation);
      done.operations.push({ channel, operation });
      done.files += files.length;
    }
    return done;
  }

  private of(channel: ChannelReview): StartedOperation {
    const known = this.started.get(channel) ?? { id: randomUUID(), files: [] };
    this.started.set(channel, known);
    return known;
  }

  private operation(id: string, files: readonly OperationFile[]): Operation {
    return { id, at: this.clock.now(), label: this.label, files };
  }
}

/** Leaves changes pending for as long as their file has not been written completely. */
function unchangedReview(review: FileReview | undefined) {
  return review ? { reviewBefore: review, reviewAfter: review } : {};
}
