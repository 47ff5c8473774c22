import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { AcpTerminal, AcpTerminals, TerminalRequest } from '../ports';
import { RpcError, rpcCodes } from '../wire/rpcError';
import { createTerminal, ofTerminal, parsed } from './params';

interface TerminalRequestOptions {
  readonly terminals: AcpTerminals;
  readonly cwd: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with the output of a terminal that has changed, and once with its end. */
  onOutput(terminalId: string, output: ReturnType<AcpTerminal['output']>): void;
}

interface OpenTerminal {
  readonly terminal: AcpTerminal;
  shown: string;
  timer?: Disposable;
}

/** Bytes of output that are kept, unless the agent says less. */
const outputLimit = 1024 * 1024;
/** Terminals of one agent at the same time. */
const mostTerminals = 32;
/** Milliseconds between two looks at the output. */
const pollDelay = 500;

/** Answers terminal/*: real terminals of the editor, which end with the agent. */
export class TerminalRequests {
  private readonly open = new Map<string, OpenTerminal>();
  /** Commands that are being started. */
  private starting = 0;
  private isDisposed = false;

  constructor(private readonly options: TerminalRequestOptions) {}

  async create(params: unknown): Promise<{ terminalId: string }> {
    const { command, args, env, cwd, outputByteLimit } = parsed(createTerminal, params);
    if (this.open.size + this.starting >= mostTerminals) {
      throw new RpcError(
        rpcCodes.internal,
        `There are ${mostTerminals} terminals. Release some of them first.`,
      );
    }
    const terminal = await this.start({
      command,
      args: args ?? [],
      env: Object.fromEntries((env ?? []).map(({ name, value }) => [name, value])),
      cwd: cwd ?? this.options.cwd,
      outputByteLimit: Math.min(outputByteLimit ?? outputLimit, outputLimit),
    });
    if (this.isDisposed) {
      await terminal.release();
      throw new RpcError(rpcCodes.cancelled, 'The agent was stopped.');
    }
    const id = randomUUID();
    const opened: OpenTerminal = { terminal, shown: '' };
    this.open.set(id, opened);
    this.watch(id, opened);
    return { terminalId: id };
  }

  async output(params: unknown): Promise<unknown> {
    const { terminal } = this.find(params);
    const { text, isCut, exit } = terminal.output();
    const exitStatus = exit && { exitCode: exit.code, signal: exit.signal };
    return { output: text, truncated: isCut, ...(exitStatus ? { exitStatus } : {}) };
  }

  async waitForExit(params: unknown, signal: AbortSignal): Promise<unknown> {
    const { terminal } = this.find(params);
    const aborted = new Promise<never>((_, reject) => {
      const withdraw = () => reject(new RpcError(rpcCodes.cancelled, 'Request cancelled'));
      if (signal.aborted) {
        withdraw();
      }
      signal.addEventListener('abort', withdraw, { once: true });
    });
    const { code, signal: ended } = await Promise.race([terminal.exited, aborted]);
    return { exitCode: code, signal: ended };
  }

  async kill(params: unknown): Promise<unknown> {
    await this.find(params).terminal.kill();
    return {};
  }

  async release(params: unknown): Promise<unknown> {
    const { terminalId } = parsed(ofTerminal, params);
    const opened = this.find(params);
    this.open.delete(terminalId);
    this.show(terminalId, opened);
    opened.timer?.dispose();
    await opened.terminal.release();
    return {};
  }

  /** Ends all commands that still run. Never rejects. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    const left = [...this.open];
    this.open.clear();
    await Promise.all(
      left.map(async ([, { terminal, timer }]) => {
        timer?.dispose();
        await terminal
          .release()
          .catch((error: unknown) => this.options.log.warn('A terminal', messageOf(error)));
      }),
    );
  }

  private async start(request: TerminalRequest): Promise<AcpTerminal> {
    this.starting += 1;
    try {
      return await this.options.terminals.create(request);
    } finally {
      this.starting -= 1;
    }
  }

  private find(params: unknown): OpenTerminal {
    const { terminalId } = parsed(ofTerminal, params);
    const opened = this.open.get(terminalId);
    if (!opened) {
      throw new RpcError(rpcCodes.notFound, `There is no terminal ${terminalId}`);
    }
    return opened;
  }

  private watch(id: string, opened: OpenTerminal): void {
    const look = () => {
      if (this.open.get(id) === opened) {
        this.show(id, opened);
        opened.timer = this.options.clock.setTimeout(look, pollDelay);
      }
    };
    opened.timer = this.options.clock.setTimeout(look, pollDelay);
    void opened.terminal.exited.then(() => {
      opened.timer?.dispose();
      this.show(id, opened);
    });
  }

  private show(id: string, opened: OpenTerminal): void {
    const output = opened.terminal.output();
    const key = `${output.text.length} ${output.text.slice(-64)} ${JSON.stringify(output.exit)}`;
    if (key !== opened.shown) {
      opened.shown = key;
      this.options.onOutput(id, output);
    }
  }
}
