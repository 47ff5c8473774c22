import { plainOutput } from '../../tasks/outputText';

/** A command that ran in a terminal, with the end of what it has printed. */
export interface SeenCommand {
  readonly terminal: string;
  readonly command: string;
  readonly cwd?: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly isRunning: boolean;
  /** Absent while it runs, and where the shell does not tell. */
  readonly exitCode?: number;
  /** As a terminal would show it, without colors. */
  readonly output: string;
  /** More was printed before that. */
  readonly isCut: boolean;
}

export interface CommandStart {
  /** Asked when it is shown: a terminal of a task gets its name late. */
  terminal(): string;
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

/** What a terminal tells of one command. */
export interface CommandSink {
  write(data: string): void;
  end(exitCode: number | undefined): void;
}

/** UTF-16 units of output that are kept of one command, and of all. */
const longestOutput = 64 * 1024;
const longestLog = 512 * 1024;
const mostCommands = 200;

/** The last commands of all terminals: a ring, bounded by what they have printed. */
export class CommandLog {
  private readonly entries: Entry[] = [];

  constructor(
    private readonly limits = { output: longestOutput, log: longestLog, commands: mostCommands },
  ) {}

  begin(start: CommandStart): CommandSink {
    const entry: Entry = { ...start, raw: '', isCut: false, isRunning: true };
    this.entries.push(entry);
    this.trim();
    return {
      write: data => {
        entry.raw += data;
        if (entry.raw.length > this.limits.output) {
          entry.raw = entry.raw.slice(-this.limits.output);
          entry.isCut = true;
        }
        this.trim();
      },
      end: exitCode => {
        entry.isRunning = false;
        if (exitCode !== undefined) {
          entry.exitCode = exitCode;
        }
      },
    };
  }

  /** The newest first. */
  commands(): readonly SeenCommand[] {
    return this.entries
      .map(({ raw, terminal, ...entry }) => ({
        ...entry,
        terminal: terminal(),
        output: plainOutput(raw).trim(),
      }))
      .reverse();
  }

  private trim(): void {
    let size = this.entries.reduce((sum, { raw }) => sum + raw.length, 0);
    while (
      this.entries.length > 1 &&
      (size > this.limits.log || this.entries.length > this.limits.commands)
    ) {
      size -= this.entries.shift()?.raw.length ?? 0;
    }
  }
}
