import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { CommandLog, type CommandSink, type SeenCommand } from './commandLog';

/** Milliseconds that the rest of the output may take after the end of a command. */
const rest = 1_000;

/** Keeps what commands print in terminals whose shells tell the editor of them. */
export class TerminalLog implements Disposable {
  private readonly store = new DisposableStore();
  private readonly log = new CommandLog();
  private readonly sinks = new Map<vscode.TerminalShellExecution, CommandSink>();
  /** Settles when all that a command has printed was read. */
  private readonly reading = new Map<vscode.TerminalShellExecution, Promise<void>>();

  constructor(
    private readonly clock: Clock,
    private readonly logger: Log,
  ) {
    this.store.add(vscode.window.onDidStartTerminalShellExecution(event => this.begin(event)));
    this.store.add(
      vscode.window.onDidEndTerminalShellExecution(({ execution, exitCode }) => {
        this.sinks.get(execution)?.end(exitCode);
        this.sinks.delete(execution);
      }),
    );
  }

  /** The newest first. */
  commands(): readonly SeenCommand[] {
    return this.log.commands();
  }

  /** Resolves when what has been printed so far by commands that have ended is known. */
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
    this.store.dispose();
    this.sinks.clear();
    this.reading.clear();
  }

  private begin({ terminal, execution }: vscode.TerminalShellExecutionStartEvent): void {
    const sink = this.log.begin({
      terminal: () => terminal.name || (terminal.creationOptions.name ?? ''),
      command: execution.commandLine.value,
      ...(execution.cwd ? { cwd: execution.cwd.fsPath } : {}),
      startedAt: this.clock.now(),
    });
    this.sinks.set(execution, sink);
    const read = this.read(execution, sink).catch((error: unknown) =>
      this.logger.debug('The output of a terminal is not known', { error: messageOf(error) }),
    );
    this.reading.set(
      execution,
      read.then(() => void this.reading.delete(execution)),
    );
  }

  private async read(execution: vscode.TerminalShellExecution, sink: CommandSink): Promise<void> {
    for await (const data of execution.read()) {
      if (this.store.isDisposed) {
        return;
      }
      sink.write(data);
    }
  }
}
