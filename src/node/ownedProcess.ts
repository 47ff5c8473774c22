import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Log } from '../base/log';
import { maskSecrets } from '../base/secrets';
import { raceTimeout } from './raceTimeout';
import {
  type PipedProcess,
  type ProcessExit,
  type SpawnRequest,
  spawnProcess,
} from './spawnProcess';
import { closeLadder, endAtOnce, interruptLadder, stopProcess } from './stopLadder';

export interface OwnedProcessOptions {
  /** Whether what the process had started is ended, too, where its owner has asked it to end. */
  readonly sweepsAlways: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

export interface OwnedProcessHost {
  /** Called when the process has exited and its last line was delivered. */
  onClosed(exit: ProcessExit): void;
  /** Called when what a crashed process had started is gone, too. */
  onExit(exit: ProcessExit): void;
}

/** Milliseconds from SIGKILL to the exit, on a busy machine. */
const timeToDie = 3_000;

/** Process that its owner may end at any time, also while it is being started. */
export class OwnedProcess implements Disposable {
  private child: PipedProcess | undefined;
  private isAskedToEnd = false;
  private isDisposed = false;

  constructor(
    private readonly options: OwnedProcessOptions,
    private readonly host: OwnedProcessHost,
  ) {}

  /** Absent until it has been spawned. */
  get piped(): PipedProcess | undefined {
    return this.child;
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

  /**
   * @returns undefined if it was asked to end meanwhile: then nothing runs
   * @throws the reason why the process cannot be spawned
   */
  async start(request: Omit<SpawnRequest, 'clock' | 'log'>): Promise<PipedProcess | undefined> {
    const { clock, log } = this.options;
    if (this.isAskedToEnd) {
      return undefined;
    }
    const child = await spawnProcess({ ...request, clock, log });
    this.child = child;
    // The owner may have asked before there was anything to end.
    if (this.isAskedToEnd) {
      await endAtOnce([child], { clock });
      return undefined;
    }
    void child.exited.then(exit => this.onExited(child, exit));
    return child;
  }

  /** Resolves with the exit of a process that is about to die; undefined if it lives on. */
  async dying(): Promise<ProcessExit | undefined> {
    return this.child && raceTimeout(this.child.exited, timeToDie, this.options.clock);
  }

  /**
   * Resolves when the process has exited, or lives on after an interrupt that helped.
   * @param ladder see `StopLadder` of the protocol
   * @param interrupt resolves when the process is idle
   */
  async stop(
    ladder: 'interrupt' | 'whenIdle' | 'now',
    interrupt: () => Promise<void>,
  ): Promise<void> {
    const { child } = this;
    this.isAskedToEnd ||= ladder !== 'interrupt';
    if (!child) {
      return;
    }
    const { clock, log } = this.options;
    if (ladder === 'now') {
      await endAtOnce([child], { clock });
      await raceTimeout(child.exited, timeToDie, clock);
    } else {
      const steps = ladder === 'whenIdle' ? closeLadder : this.interruptSteps(interrupt);
      await stopProcess(child, steps, { clock, log });
    }
    if (child.exit) {
      await child.exited;
    }
  }

  /**
   * Asks the process to end, and kills it and everything that it started half a second later. An
   * agent that is killed at once loses what it has not yet written to the session.
   */
  dispose(): void {
    const isFirst = !this.isDisposed;
    this.isDisposed = true;
    this.isAskedToEnd = true;
    if (isFirst && this.child && !this.child.exit) {
      void endAtOnce([this.child], { clock: this.options.clock });
    }
  }

  /** From the second rung on, the ladder ends the process, which must not count as a crash. */
  private interruptSteps(interrupt: () => Promise<void>) {
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
    if (this.options.sweepsAlways || !this.isAskedToEnd) {
      // A command that it started would continue, and nobody would see what it does.
      await child.sweep();
    }
    this.host.onExit(exit);
  }
}
