import type * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { CommandLog, type CommandSink, type SeenCommand } from './commandLog';

/** Milliseconds to wait for the rest of the output after a command ends. */
const rest = 1_000;

/** Records the output of commands in terminals with shell integration. */
export class TerminalLog implements Disposable {
  private isDisposed = false;
  private readonly log = new CommandLog();
  private readonly sinks = new Map<vscode.TerminalShellExecution, CommandSink>();
  /** Promises that settle when all output of a command has been read. */
  private readonly reading = new Map<vscode.TerminalShellExecution, Promise<void>>();

  constructor(
    private readonly clock: Clock,
    private readonly logger: Log,
  ) {}

  /**
   * @param output output of the command, read from its start
   * @param startedAt milliseconds since 1970
   */
  begin(
    { terminal, execution }: vscode.TerminalShellExecutionStartEvent,
    output: AsyncIterable<string>,
    startedAt: number,
  ): void {
    const sink = this.log.begin({
      terminal: () => terminal.name || (terminal.creationOptions.name ?? ''),
      owner: terminal,
      command: execution.commandLine.value,
      ...(execution.cwd ? { cwd: execution.cwd.fsPath } : {}),
      startedAt,
    });
    this.sinks.set(execution, sink);
    const read = this.read(output, sink).catch((error: unknown) =>
      this.logger.debug('The output of a terminal is not known', { error: messageOf(error) }),
    );
    this.reading.set(
      execution,
      read.then(() => void this.reading.delete(execution)),
    );
  }

  end({ execution, exitCode }: vscode.TerminalShellExecutionEndEvent): void {
    this.sinks.get(execution)?.end(exitCode);
    this.sinks.delete(execution);
  }

  /** Returns the last command that was seen in a terminal. */
  lastOf(terminal: vscode.Terminal): SeenCommand | undefined {
    return this.log.lastOf(terminal);
  }

  /** Returns the commands, newest first. */
  commands(): readonly SeenCommand[] {
    return this.log.commands();
  }

  /** Resolves when the output of ended commands has been read, or after `rest` milliseconds. */
  async settled(): Promise<void> {
    const ended = [...this.reading].filter(([execution]) => !this.sinks.has(execution));
    let timer: Disposable | undefined;
    const late = new Promise<void>(resolve => {
      timer = this.clock.setTimeout(resolve, rest);
    });
    await Promise.race([Promise.all(ended.map(([, read]) => read)), late]);
    timer?.dispose();
  }

  dispose(): void {
    this.isDisposed = true;
    this.sinks.clear();
    this.reading.clear();
  }

  private async read(output: AsyncIterable<string>, sink: CommandSink): Promise<void> {
    for await (const data of output) {
      if (this.isDisposed) {
        return;
      }
      sink.write(data);
    }
  }
}
