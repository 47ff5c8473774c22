import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock';
import { messageOf, UserError } from '../base/errors';
import type { JsonObject } from '../base/json';
import type { Log } from '../base/log';
import { maskSecrets, traceLine } from '../base/secrets';
import { raceTimeout } from '../node/raceTimeout';
import { type PipedProcess, type ProcessExit, spawnProcess } from '../node/spawnProcess';
import { closeLadder, endAtOnce, interruptLadder, stopProcess } from '../node/stopLadder';
import type { StopLadder } from '../protocol/agentSource';
import type { FrameTrace } from './frames/frameTrace';
import { LogBudget } from './frames/logBudget';

export interface TransportOptions {
  /** Executable; `args` come before those of `start`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Log;
  /** Records the shape of each frame. */
  readonly trace?: FrameTrace | undefined;
}

/** Receives what comes from the process. */
export interface TransportHost {
  onLine(line: string): void;
  /** Whether lines are left out that are no frames: enough of them have been logged. */
  leavesOutText?(): boolean;
  /** Called as soon as the process has exited: it answers nothing any more. */
  onClosed(exit: ProcessExit): void;
  /** Called when the processes that a crashed process had started are gone, too. */
  onExit(exit: ProcessExit): void;
}

/** Milliseconds from SIGKILL to the exit, on a busy machine. */
const timeToDie = 3_000;

/** Carries lines to and from one `claude` process, and ends it. */
export class CliTransport {
  private child: PipedProcess | undefined;
  private isAskedToEnd = false;
  private isDisposed = false;

  constructor(
    private readonly options: TransportOptions,
    private readonly host: TransportHost,
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get mark(): string | undefined {
    return this.child?.mark;
  }

  get hasEnded(): boolean {
    return this.child?.exit !== undefined;
  }

  /** True if Tandem ends the process, so that its exit is no crash. */
  get wasAsked(): boolean {
    return this.isAskedToEnd;
  }

  /** End of stderr, without secrets. */
  get stderr(): string {
    return maskSecrets(this.child?.stderrTail.trim() ?? '');
  }

  /** @throws UserError `cli.closed`, or the reason why the process cannot be spawned */
  async start(args: readonly string[]): Promise<void> {
    const { trace: _, ...options } = this.options;
    const child = await spawnProcess({
      ...{ ...options, args: [...options.args, ...args] },
      leavesOutText: () => this.host.leavesOutText?.() === true,
    });
    this.child = child;
    if (this.isAskedToEnd) {
      throw new UserError('cli.closed', l10n.t('Claude Code was stopped while it started.'));
    }
    const errors = new LogBudget(options.log, 'stderr');
    const reading = child.onErrorLine(line => {
      errors.line(() => maskSecrets(line));
      if (errors.isSpent) {
        reading.dispose();
      }
    });
    child.onLine(line => this.host.onLine(line));
    void child.exited.then(exit => this.onExited(child, exit));
  }

  /** @throws UserError `cli.notStarted`, `process.inputClosed`, `process.ended` */
  async write(frame: JsonObject): Promise<void> {
    const { child } = this;
    const { log, trace } = this.options;
    if (!child) {
      throw new UserError('cli.notStarted', l10n.t('Claude Code has not been started.'));
    }
    const line = JSON.stringify(frame);
    trace?.add('agent', frame, line.length);
    if (log.traces) {
      log.trace(`→ ${traceLine(line)}`);
    }
    await child.write(`${line}\n`);
  }

  /** Resolves with the exit of a process that is about to die; undefined if it lives on. */
  async dying(): Promise<ProcessExit | undefined> {
    return this.child && raceTimeout(this.child.exited, timeToDie, this.options.clock);
  }

  /**
   * Resolves when the process has exited, or lives on after an interrupt that helped.
   * @param interrupt resolves when the process is idle
   */
  async stop(ladder: StopLadder, interrupt: () => Promise<void>): Promise<void> {
    const { child } = this;
    if (!child) {
      // The process may be about to start.
      this.isAskedToEnd ||= ladder !== 'interrupt';
      return;
    }
    await this.climb(child, ladder, interrupt);
    if (child.exit) {
      await child.exited;
    }
  }

  /**
   * Asks the process to end, and kills it and everything that it started half a second later. A
   * CLI that is killed at once loses what it has not yet written to the session.
   */
  dispose(): void {
    const isFirst = !this.isDisposed;
    this.isDisposed = true;
    this.isAskedToEnd = true;
    if (isFirst && this.child && !this.child.exit) {
      void endAtOnce([this.child], { clock: this.options.clock });
    }
  }

  private async climb(
    child: PipedProcess,
    ladder: StopLadder,
    interrupt: () => Promise<void>,
  ): Promise<void> {
    const { clock, log } = this.options;
    switch (ladder) {
      case 'interrupt':
        await stopProcess(child, this.interruptRungs(interrupt), { clock, log });
        return;
      case 'whenIdle':
        this.isAskedToEnd = true;
        await stopProcess(child, closeLadder, { clock, log });
        return;
      case 'now':
        this.isAskedToEnd = true;
        await endAtOnce([child], { clock });
        await raceTimeout(child.exited, timeToDie, clock);
    }
  }

  /** From the second rung on, the ladder ends the process, which must not count as a crash. */
  private interruptRungs(interrupt: () => Promise<void>) {
    return interruptLadder(interrupt).map((rung, index) =>
      index === 0
        ? rung
        : {
            ...rung,
            act: (target: PipedProcess) => {
              this.isAskedToEnd = true;
              return rung.act(target);
            },
          },
    );
  }

  private async onExited(child: PipedProcess, exit: ProcessExit): Promise<void> {
    this.host.onClosed(exit);
    if (!this.isAskedToEnd) {
      // A command that it started would continue, and nobody would see what it does.
      await child.sweep().catch((error: unknown) => {
        this.options.log.warn('What the agent has started may go on', messageOf(error));
      });
    }
    this.host.onExit(exit);
  }
}
