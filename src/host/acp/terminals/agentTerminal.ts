import type { AcpTerminal, TerminalExit } from '../../../acp/ports';
import type { Clock } from '../../../base/clock';
import type { Log } from '../../../base/log';
import type { PipedProcess } from '../../../node/spawnProcess';
import { endLadder, stopProcess } from '../../../node/stopLadder';
import { OutputTail } from './outputTail';

/** Most bytes of output that are kept for an agent. */
const largestLimit = 8 * 1024 * 1024;

/** Shows a command's output to the user. */
export interface CommandView {
  write(text: string): void;
  /** Called once, when the command has ended. */
  end(exit: TerminalExit): void;
}

export interface AgentTerminalOptions {
  readonly process: PipedProcess;
  readonly outputByteLimit: number;
  readonly view: CommandView;
  onReleased(): void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Command of a foreign agent, from its start until the agent releases it. */
export class AgentTerminal implements AcpTerminal {
  readonly exited: Promise<TerminalExit>;
  readonly process: PipedProcess;
  private readonly tail: OutputTail;
  private exit: TerminalExit | undefined;

  constructor(private readonly options: AgentTerminalOptions) {
    const { process, outputByteLimit, view } = options;
    this.process = process;
    this.tail = new OutputTail(Math.min(Math.max(0, outputByteLimit), largestLimit));
    process.onOutput(text => {
      this.tail.push(text);
      view.write(text);
    });
    this.exited = process.exited.then(({ code, signal }) => {
      this.exit = { code, signal };
      view.end(this.exit);
      return this.exit;
    });
  }

  output(): ReturnType<AcpTerminal['output']> {
    const { text, isCut } = this.tail;
    return { text, isCut, ...(this.exit ? { exit: this.exit } : {}) };
  }

  async kill(): Promise<void> {
    const { process, clock, log } = this.options;
    await stopProcess(process, endLadder, { clock, log });
    // A process that left the group, or outlived its command, still has the mark.
    await process.sweep();
    await this.exited;
  }

  async release(): Promise<void> {
    await this.kill();
    this.tail.clear();
    this.options.onReleased();
  }
}
