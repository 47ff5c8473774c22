import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import { plainOutput } from '../../base/plainOutput';
import type { StatusLineSubject } from './statusLineInput';
import { statusLineInput } from './statusLineInput';

export interface StatusLinePorts {
  isEnabled(): boolean;
  isTrusted(): boolean;
  /** Conversation in front. */
  subject(): StatusLineSubject | undefined;
  /** Settings of the user; never those of a folder. */
  userSettings(): Promise<JsonObject>;
  /** Runs a command line with a text on its input, and returns its output. */
  run(line: string, input: string, cwd: string): Promise<string>;
  /** Shows a line; undefined hides the item. */
  show(line: string | undefined): void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds between two runs. */
const interval = 300;
/** Longest line, in UTF-16 units. */
const longestLine = 200;

/**
 * Runs the status line command of the user's settings, because the CLI runs it in terminals only.
 * The next run waits for the last one.
 */
export class StatusLine implements Disposable {
  private timer: Disposable | undefined;
  private isRunning = false;
  private isDue = false;
  private lastInput: string | undefined;
  private isDisposed = false;

  constructor(private readonly ports: StatusLinePorts) {}

  /** Notes that something may have changed that the line shows. */
  changed(): void {
    if (!this.ports.isEnabled() || !this.ports.isTrusted()) {
      this.lastInput = undefined;
      this.ports.show(undefined);
      return;
    }
    if (this.isRunning || this.timer) {
      this.isDue = true;
      return;
    }
    this.timer = this.ports.clock.setTimeout(() => void this.update(), interval);
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer?.dispose();
  }

  private async update(): Promise<void> {
    this.timer = undefined;
    this.isDue = false;
    this.isRunning = true;
    try {
      await this.run();
    } catch (error) {
      this.ports.log.info('The status line command failed', { error: messageOf(error) });
      this.ports.show(undefined);
    } finally {
      this.isRunning = false;
    }
    if (this.isDue && !this.isDisposed) {
      this.changed();
    }
  }

  private async run(): Promise<void> {
    const { isEnabled, isTrusted, subject, userSettings, run, show } = this.ports;
    const front = subject();
    if (!front) {
      show(undefined);
      return;
    }
    const input = statusLineInput(front);
    if (input === this.lastInput) {
      return;
    }
    const line = commandOf(await userSettings());
    // The user may have changed a setting in the meantime.
    if (line === undefined || !isEnabled() || !isTrusted() || this.isDisposed) {
      show(undefined);
      return;
    }
    this.lastInput = input;
    const output = plainOutput(await run(line, input, front.cwd));
    const [first = ''] = output.trim().split('\n');
    if (!this.isDisposed && isEnabled()) {
      show(first.slice(0, longestLine).trim() || undefined);
    }
  }
}

function commandOf({ statusLine, disableAllHooks }: JsonObject): string | undefined {
  if (disableAllHooks === true || !isObject(statusLine) || statusLine.type !== 'command') {
    return undefined;
  }
  const { command } = statusLine;
  return typeof command === 'string' && command.trim() !== '' ? command : undefined;
}
