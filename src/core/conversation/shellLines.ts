import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { ConversationEvent } from '../../contract/events';
import { mostShellLines, type ShellEnd } from '../../contract/shell';
import type { PipedProcess, ProcessExit } from '../../node/spawnProcess';
import { endLadder, stopProcess } from '../../node/stopLadder';
import type { StoredShellLine } from './channelRecord';
import type { ChannelPorts } from './ports';
import type { RecordKeeper } from './recordKeeper';
import { ShellOutput } from './shellOutput';
import type { ShellRequest, ShellRunner } from './shellRunner';

interface ShellOwner {
  readonly runner: ShellRunner | undefined;
  readonly identify: ChannelPorts['identify'];
  readonly clock: Clock;
  place(): Omit<ShellRequest, 'command'>;
  emit(events: readonly ConversationEvent[]): void;
}

interface Running {
  readonly process: PipedProcess;
  readonly output: ShellOutput;
  /** Shows new output after a moment; absent if all of it is shown. */
  timer?: Disposable;
  isStopped: boolean;
}

/** Milliseconds for which new output is collected before it is shown. */
const showAfter = 100;
/** UTF-16 units that are shown while a line runs. */
const longestShown = 4_000;
const longestCommand = 8 * 1024;

/** Lines that the user runs with `!`. Those that have ended go with the next message. */
export class ShellLines implements Disposable {
  private readonly running = new Map<string, Running>();
  /** Lines that wait for the user's answer or for their shell. */
  private starting = 0;
  private isDisposed = false;

  constructor(
    private readonly keeper: RecordKeeper,
    private readonly owner: ShellOwner,
  ) {}

  get all(): readonly StoredShellLine[] {
    return this.keeper.current.shellLines ?? [];
  }

  get isRunning(): boolean {
    return this.running.size > 0;
  }

  /** Shows the lines of before; those that ran have ended with their window. */
  restore(): void {
    const at = this.owner.clock.now();
    for (const { process: _, ...line } of this.all) {
      this.show(line.end ? line : { ...line, end: { at, by: 'window' } });
    }
  }

  /**
   * Runs a line in the conversation's folder; resolves when it has started.
   * @throws UserError `shell.empty`, `shell.tooLong`, `shell.tooMany`, `shell.declined`, and as
   *   `ShellRunner.start` does
   */
  async run(command: string): Promise<void> {
    const words = command.trim();
    this.check(words);
    this.starting += 1;
    try {
      const process = await this.owner.runner?.start({ command: words, ...this.owner.place() });
      if (!process || this.isDisposed) {
        process?.dispose();
        throw new UserError('shell.declined', l10n.t('The line was not run.'));
      }
      this.follow(words, process);
    } finally {
      this.starting -= 1;
    }
  }

  /** Ends a running line, or all of them, with everything that they have started. */
  async stop(id?: string): Promise<void> {
    const ids = id === undefined ? [...this.running.keys()] : [id];
    const stopping = ids.flatMap(one => this.running.get(one) ?? []);
    await Promise.all(
      stopping.map(running => {
        running.isStopped = true;
        return stopProcess(running.process, endLadder, { clock: this.owner.clock });
      }),
    );
  }

  /** Lines that have ended: their output goes with the next message. */
  get ended(): readonly StoredShellLine[] {
    return this.all.filter(({ end }) => end !== undefined);
  }

  /** Removes lines that have ended: they were sent, or the user does not want them sent. */
  drop(ids: readonly string[]): void {
    const dropped = ids.filter(id => !this.running.has(id));
    if (dropped.length > 0) {
      this.keeper.save({ shellLines: this.all.filter(({ id }) => !dropped.includes(id)) });
      this.owner.emit([{ type: 'shell.removed', ids: dropped }]);
    }
  }

  /** Ends the shells at once. */
  dispose(): void {
    this.isDisposed = true;
    for (const { process, timer } of this.running.values()) {
      timer?.dispose();
      process.dispose();
    }
    this.running.clear();
  }

  private check(words: string): void {
    if (words === '') {
      throw new UserError('shell.empty', l10n.t('Type a command after the exclamation mark.'));
    }
    if (words.length > longestCommand) {
      const message = l10n.t('A shell line has at most {0} characters.', longestCommand);
      throw new UserError('shell.tooLong', message);
    }
    if (!this.owner.runner) {
      throw new UserError('shell.denied', l10n.t('Shell lines cannot be run here.'));
    }
    if (this.all.length + this.starting >= mostShellLines) {
      throw new UserError(
        'shell.tooMany',
        l10n.t(
          'The output of {0} lines waits for the next message. Send it or remove some of them.',
          mostShellLines,
        ),
      );
    }
  }

  private follow(command: string, process: PipedProcess): void {
    const id = randomUUID();
    const running: Running = { process, output: new ShellOutput(), isStopped: false };
    this.running.set(id, running);
    this.show({ id, command, at: this.owner.clock.now(), output: '' });
    const add = (line: string) => {
      running.output.add(line);
      running.timer ??= this.owner.clock.setTimeout(() => this.showOutput(id), showAfter);
    };
    process.onLine(add);
    process.onErrorLine(add);
    void process.exited.then(exit => this.end(id, exit));
    void this.identify(id, process);
  }

  /** Notes the shell, so that the next window ends it if this one crashes. */
  private async identify(id: string, { pid, mark }: PipedProcess): Promise<void> {
    const identity = await this.owner.identify(pid).catch(() => undefined);
    const line = this.all.find(one => one.id === id);
    if (identity && line && this.running.has(id)) {
      this.save({ ...line, process: { ...identity, mark } });
    }
  }

  private showOutput(id: string): void {
    const running = this.running.get(id);
    const line = this.all.find(one => one.id === id);
    if (running && line) {
      delete running.timer;
      const { process: _, ...shown } = line;
      const changed = { ...shown, ...running.output.tail(longestShown) };
      this.owner.emit([{ type: 'shell.changed', line: changed }]);
    }
  }

  private end(id: string, { code }: ProcessExit): void {
    const running = this.running.get(id);
    const line = this.all.find(one => one.id === id);
    this.running.delete(id);
    running?.timer?.dispose();
    if (!running || !line) {
      return;
    }
    const end: ShellEnd = {
      at: this.owner.clock.now(),
      ...(code === null ? {} : { exitCode: code }),
      ...(running.isStopped ? { by: 'stopped' } : {}),
    };
    const { process: _, ...rest } = line;
    this.show({ ...rest, ...running.output.tail(), end });
  }

  private show(line: StoredShellLine): void {
    this.save(line);
    this.owner.emit([{ type: 'shell.changed', line }]);
  }

  private save(line: StoredShellLine): void {
    const place = this.all.findIndex(({ id }) => id === line.id);
    const shellLines = place === -1 ? [...this.all, line] : this.all.with(place, line);
    this.keeper.save({ shellLines });
  }
}
