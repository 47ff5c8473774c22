import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import { maskSecrets, traceLine } from '../../base/secrets';
import { raceTimeout } from '../../node/raceTimeout';
import { type PipedProcess, type ProcessExit, spawnProcess } from '../../node/spawnProcess';
import { closeLadder, endAtOnce, interruptLadder, stopProcess } from '../../node/stopLadder';
import type { StopLadder } from '../../protocol/agentSource';
import { stoppedWhileStarting } from './startErrors';

export interface AcpTransportOptions {
  /** Full path of the executable. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Agent's name for users. */
  readonly title: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface AcpTransportHost {
  onLine(line: string): void;
  /** Called when a line was skipped because it has more bytes than the limit. */
  onOverlong(limit: number): void;
  /** Called when the process has exited and its last line was delivered. */
  onClosed(exit: ProcessExit): void;
  /** Called when what a crashed process had started is gone, too. */
  onExit(exit: ProcessExit): void;
}

/** Bytes. Images and diffs of several MB are usual; a line beyond this is no message. */
const longestLine = 128 * 1024 * 1024;
/** Milliseconds from SIGKILL to the exit, on a busy machine. */
const timeToDie = 3_000;

/** Carries lines to and from one agent process, and ends it. */
export class AcpTransport {
  private child: PipedProcess | undefined;
  private isAskedToEnd = false;
  private isDisposed = false;

  constructor(
    private readonly options: AcpTransportOptions,
    private readonly host: AcpTransportHost,
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

  /** @throws UserError `agent.stopped`, or the reason why the process cannot be spawned */
  async start(): Promise<void> {
    const { command, args, cwd, env, clock, log, title } = this.options;
    const child = await spawnProcess({
      ...{ command, args, cwd, env, clock, log },
      platform: process.platform,
      lineLimit: longestLine,
      onOverlongLine: limit => this.host.onOverlong(limit),
    });
    this.child = child;
    if (this.isAskedToEnd) {
      void endAtOnce([child], { clock });
      throw stoppedWhileStarting(title);
    }
    child.onErrorLine(line => log.debug(`stderr: ${maskSecrets(line.slice(0, 4_000))}`));
    child.onLine(line => {
      if (log.traces) {
        log.trace(`← ${traceLine(line)}`);
      }
      this.host.onLine(line);
    });
    void child.exited.then(exit => this.onExited(child, exit));
  }

  /** @throws UserError `process.inputClosed`, `process.ended` */
  async write(message: JsonObject): Promise<void> {
    const { child } = this;
    if (!child) {
      throw new Error('The agent has not been started.');
    }
    const line = JSON.stringify(message);
    if (this.options.log.traces) {
      this.options.log.trace(`→ ${traceLine(line)}`);
    }
    await child.write(`${line}\n`);
  }

  /** Resolves with the exit of a process that is about to die; undefined if it lives on. */
  async dying(): Promise<ProcessExit | undefined> {
    return this.child && raceTimeout(this.child.exited, timeToDie, this.options.clock);
  }

  /**
   * Resolves when the process has exited, or lives on after an interrupt that helped.
   * @param interrupt resolves when the agent is idle
   */
  async stop(ladder: StopLadder, interrupt: () => Promise<void>): Promise<void> {
    const { child } = this;
    if (!child) {
      this.isAskedToEnd ||= ladder !== 'interrupt';
      return;
    }
    await this.climb(child, ladder, interrupt);
    if (child.exit) {
      await child.exited;
    }
  }

  /** Asks the process to end; kills it and everything that it started half a second later. */
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
    // Commands that it started would go on, and nobody would see what they do.
    await child.sweep().catch((error: unknown) => {
      this.options.log.warn('What the agent has started may go on', messageOf(error));
    });
    this.host.onExit(exit);
  }
}
