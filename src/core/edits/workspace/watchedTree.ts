import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { raceTimeout } from '../../../node/raceTimeout';
import { BoundedQueue, type Outcome } from './boundedQueue';
import { CommandBaseline } from './commandBaseline';
import { type CommandChanges, describeBaseline } from './commandChanges';
import type { ScanLimits } from './fileScan';
import type { ManyPaths } from './manyPaths';
import type { ShadowRepository } from './shadowRepository';
import { type Comparison, TreeIndex } from './treeIndex';

export interface WatchLimits extends ScanLimits {
  /** Milliseconds that each of the two passes may add to a command. */
  readonly passTime: number;
  /** Milliseconds for background work, such as reading the whole work tree. */
  readonly warmUpTime: number;
  /** Bytes of stored objects beyond which the store is rebuilt. */
  readonly store: number;
}

export interface WatchedTreeOptions {
  /** Absolute path. */
  readonly root: string;
  readonly shadow: ShadowRepository;
  readonly limits: WatchLimits;
  readonly many?: ManyPaths | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Consecutive passes that may time out before tracking of the work tree is suspended. */
const patience = 2;

/** Changed files that a command's own pass can always take over in time. */
const fewChanges = 200;

/** Work tree compared before and after the commands that run in it, one pass at a time. */
export class WatchedTree implements Disposable {
  private readonly queue: BoundedQueue;
  private readonly index: TreeIndex;
  private readonly open = new Set<CommandBaseline>();
  /** A command ended without a final pass: its changes will appear among those of others. */
  private hasStray = false;
  private hasCompared = false;
  private latePasses = 0;
  private isWarm = false;
  /** A pass was late, which another reading may prevent. */
  private isReadDue = false;
  /** Changes noted since the last comparison. */
  private changes = 0;
  private warming: Promise<void> | undefined;
  /** Reason why tracking is suspended until the work tree has been reread. */
  private givenUp: string | undefined;

  constructor(private readonly options: WatchedTreeOptions) {
    const { clock, shadow, root, limits, log, many } = options;
    this.queue = new BoundedQueue(clock);
    this.index = new TreeIndex(shadow, root, limits, log, many);
  }

  /**
   * Reads the whole work tree unless that would find nothing that a command's own pass does not
   * find. Resumes tracking if it was suspended. Never rejects.
   */
  async warmUp(): Promise<void> {
    const isDue = !this.isWarm || this.isReadDue || this.changes > fewChanges;
    if (isDue || (await this.index.isOutdated())) {
      await this.read();
    } else if (this.index.isUntidy) {
      await this.inBackground(signal => this.index.tidy(signal));
    }
    await this.warming;
  }

  /** Notes a file that has changed, by whomever. */
  noteChange(): void {
    this.changes += 1;
  }

  private read(): Promise<void> {
    this.warming ??= this.readAll().finally(() => {
      this.warming = undefined;
    });
    return this.warming;
  }

  /**
   * Marks the state before a command. Never rejects.
   * @param root work tree root, as the caller spells it
   * @returns the mark, or a sentence with the reason why there is none
   */
  async begin(root: string): Promise<CommandBaseline | string> {
    if (this.givenUp === undefined && !this.isWarm) {
      void this.read();
    }
    let isTooLate = false;
    let mark: CommandBaseline | undefined;
    const baseline = await this.pass(async signal => {
      await this.index.update(await this.compare(signal), signal);
      mark = new CommandBaseline(root, !this.index.knowsNewFiles);
      // Within the pass: the next one in the queue must assign what it finds to this command.
      if (!isTooLate) {
        this.open.add(mark);
      }
      return mark;
    });
    if (typeof baseline === 'string') {
      isTooLate = true;
      if (mark) {
        this.open.delete(mark);
      }
    }
    return baseline;
  }

  /** Finds the changes since the mark. Never rejects. */
  async end(mark: CommandBaseline): Promise<CommandChanges> {
    const { shadow, limits, many } = this.options;
    const result = await this.pass(async signal => {
      const comparison = await this.compare(signal);
      return {
        comparison,
        changes: await describeBaseline(mark, { shadow, limits, many, signal }),
      };
    });
    if (typeof result === 'string' || mark.isLost) {
      this.forget(mark);
      return { kind: 'untracked', reason: typeof result === 'string' ? result : madeAnew() };
    }
    this.open.delete(mark);
    // The agent does not wait for this update, but the next pass does.
    void this.inBackground(signal => this.index.update(result.comparison, signal));
    return result.changes;
  }

  /** Drops the mark of a command that is over or was not run. */
  forget(mark: CommandBaseline): void {
    this.hasStray = this.open.delete(mark) || this.hasStray;
  }

  /** Aborts running work; `GitProgram` ends the processes. */
  dispose(): void {
    this.queue.dispose();
  }

  /** Adds all findings to every running command, whichever command requested the comparison. */
  private async compare(signal: AbortSignal): Promise<Comparison> {
    this.changes = 0;
    const comparison = await this.index.compare(signal, this.open.size > 0);
    this.hasCompared = true;
    const isUncertain = this.open.size > 1 || this.hasStray;
    this.hasStray = false;
    for (const baseline of this.open) {
      baseline.add(comparison, isUncertain);
    }
    return comparison;
  }

  /** @returns the result of `work`, or a sentence with the reason why there was none in time */
  private async pass<T extends object>(
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | string> {
    const { clock, limits } = this.options;
    const end = clock.now() + limits.passTime;
    const job = this.queue.add(async () => {
      const rest = end - clock.now();
      if (rest <= 0 || this.givenUp !== undefined) {
        return this.givenUp;
      }
      this.hasCompared = false;
      const outcome = await this.bound(rest, work);
      if (outcome.kind === 'done') {
        this.latePasses = 0;
        return outcome.value;
      }
      return outcome.kind === 'late' ? this.afterLatePass() : this.afterFailure(outcome.error);
    });
    const result = await raceTimeout(job, limits.passTime, clock);
    this.isReadDue ||= result === undefined;
    return result ?? (this.warming ? stillReading() : this.tooLate);
  }

  private get tooLate(): string {
    const seconds = Math.ceil(this.options.limits.passTime / 1000);
    return l10n.t(
      'Changes by this command are not tracked: comparing the workspace took longer than {0} s.',
      seconds,
    );
  }

  private afterLatePass(): string {
    this.latePasses += 1;
    if (this.latePasses >= patience) {
      this.giveUp(
        l10n.t(
          'Changes by commands are not tracked in {0}: comparing it before and after a command took too long.',
          this.options.root,
        ),
      );
    } else if (this.hasCompared) {
      // Too much has changed for one pass; background work has more time.
      void this.read();
    }
    return this.tooLate;
  }

  private afterFailure(error: unknown): string {
    // Rereading may repair the index.
    this.isWarm = false;
    return l10n.t('Changes by this command are not tracked: {0}', messageOf(error));
  }

  private giveUp(reason: string): void {
    this.isWarm = false;
    this.givenUp = reason;
    this.options.log.warn(reason);
  }

  private async readAll(): Promise<void> {
    const { clock, log, root } = this.options;
    const started = clock.now();
    const outcome = await this.inBackground(signal => this.rebuild(signal));
    if (outcome.kind === 'done') {
      this.isWarm = true;
      this.givenUp = undefined;
      this.latePasses = 0;
      log.debug(`Read ${root} in ${Math.round(clock.now() - started)} ms`);
    } else {
      this.giveUp(
        outcome.kind === 'late'
          ? l10n.t('Changes by commands are not tracked in {0}: reading it took too long.', root)
          : l10n.t(
              'Changes by commands are not tracked in {0}: {1}',
              root,
              messageOf(outcome.error),
            ),
      );
    }
  }

  private async rebuild(signal: AbortSignal): Promise<void> {
    if (this.isWarm && this.open.size > 0) {
      // Reading everything would absorb what the running commands write meanwhile.
      await this.index.update(await this.compare(signal), signal);
      this.isReadDue = true;
      return;
    }
    this.isReadDue = false;
    this.changes = 0;
    const isAnew = await this.index.rebuild(signal, this.open.size === 0);
    for (const baseline of isAnew ? this.open : []) {
      baseline.isLost = true;
    }
  }

  private inBackground(work: (signal: AbortSignal) => Promise<void>): Promise<Outcome<void>> {
    return this.queue.add(() => this.bound(this.options.limits.warmUpTime, work));
  }

  /** Runs work and leaves the index usable for the next pass in any case. Never rejects. */
  private async bound<T>(
    limit: number,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<Outcome<T>> {
    const outcome = await this.queue.bound(limit, work);
    if (outcome.kind !== 'done') {
      const { log, root, shadow } = this.options;
      log.debug(`A pass over ${root} did not end well`, outcome);
      await shadow.unlock().catch((error: unknown) => log.warn('The index is locked', error));
    }
    return outcome;
  }
}

function madeAnew(): string {
  return l10n.t(
    'Changes by this command are not tracked: what was stored of the workspace was damaged.',
  );
}

function stillReading(): string {
  return l10n.t(
    'Changes by this command are not tracked: the workspace is still being read in the background.',
  );
}
