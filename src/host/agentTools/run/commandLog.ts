import { plainOutput } from '../../../base/plainOutput';

/** Command that ran in a terminal, with the end of its output. */
export interface SeenCommand {
  readonly terminal: string;
  readonly command: string;
  readonly cwd?: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly isRunning: boolean;
  /** Absent while the command runs, and if the shell does not report it. */
  readonly exitCode?: number;
  /** Output as a terminal would show it, without colors. */
  readonly output: string;
  /** Whether earlier output was dropped. */
  readonly isCut: boolean;
}

export interface CommandStart {
  /** Returns the terminal's name; called on display, as a task's terminal gets its name late. */
  terminal(): string;
  /** Terminal itself, as two may have the same name. */
  readonly owner?: object;
  readonly command: string;
  readonly cwd?: string;
  readonly startedAt: number;
}

interface Entry extends CommandStart {
  raw: string;
  isCut: boolean;
  isRunning: boolean;
  exitCode?: number;
}

/** Receives the output and the end of one command. */
export interface CommandSink {
  write(data: string): void;
  end(exitCode: number | undefined): void;
}

/** UTF-16 units of output kept per command, and in total. */
const longestOutput = 64 * 1024;
const longestLog = 512 * 1024;
const mostCommands = 200;

/** Ring buffer of the last commands of all terminals, bounded by their number and output. */
export class CommandLog {
  private readonly entries = new Set<Entry>();
  /** UTF-16 units of all output kept. */
  private size = 0;

  constructor(
    private readonly limits = { output: longestOutput, log: longestLog, commands: mostCommands },
  ) {}

  begin(start: CommandStart): CommandSink {
    const entry: Entry = { ...start, raw: '', isCut: false, isRunning: true };
    this.entries.add(entry);
    this.trim();
    return {
      write: data => this.write(entry, data),
      end: exitCode => {
        entry.isRunning = false;
        if (exitCode !== undefined) {
          entry.exitCode = exitCode;
        }
      },
    };
  }

  /** Returns the commands, newest first. */
  commands(): readonly SeenCommand[] {
    return [...this.entries].map(entry => this.seen(entry)).reverse();
  }

  /** Returns the newest command of a terminal. */
  lastOf(owner: object): SeenCommand | undefined {
    const last = [...this.entries].findLast(entry => entry.owner === owner);
    return last && this.seen(last);
  }

  private seen({ raw, isCut, terminal, owner: _, ...entry }: Entry): SeenCommand {
    const { output: longest } = this.limits;
    return {
      ...entry,
      terminal: terminal(),
      output: plainOutput(raw.slice(-longest)).trim(),
      isCut: isCut || raw.length > longest,
    };
  }

  private write(entry: Entry, data: string): void {
    if (!this.entries.has(entry)) {
      return;
    }
    entry.raw += data;
    this.size += data.length;
    // Truncate rarely: each cut copies the rest, and output comes in small chunks.
    if (entry.raw.length > 2 * this.limits.output) {
      this.size += this.limits.output - entry.raw.length;
      entry.raw = entry.raw.slice(-this.limits.output);
      entry.isCut = true;
    }
    this.trim();
  }

  private trim(): void {
    const { log, commands } = this.limits;
    for (const oldest of this.entries) {
      if (this.entries.size <= 1 || (this.size <= log && this.entries.size <= commands)) {
        return;
      }
      this.entries.delete(oldest);
      this.size -= oldest.raw.length;
    }
  }
}
