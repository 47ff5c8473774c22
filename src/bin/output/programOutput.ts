import { exitCodes } from '../exitCodes';
import { forTerminal } from './forTerminal';
import type { Sink } from './runOutput';

/** Milliseconds until a reader that reads nothing counts as gone, once everything has ended. */
const patience = 2_000;

/** Stdout and stderr of the program. What a model has written cannot act on a terminal. */
export class ProgramOutput implements Sink {
  private failure: number | undefined;

  /** @param onFailure called when stdout takes no more */
  constructor(private readonly onFailure: () => void) {
    const { stdout, stderr } = process;
    // A reader that reads nothing would keep signals from being handled.
    unblock(stdout);
    stdout.on('error', error => this.fail(error));
    stderr.on('error', () => undefined);
  }

  /** Exit code of what was lost; undefined if nothing was. */
  get code(): number | undefined {
    return this.failure;
  }

  out(text: string): void {
    if (this.failure === undefined) {
      process.stdout.write(process.stdout.isTTY ? forTerminal(text) : text);
    }
  }

  err(text: string): void {
    process.stderr.write(forTerminal(text));
  }

  /** Ends the program after a signal, though nobody reads what is left. */
  giveUp(): void {
    setTimeout(() => process.exit(), patience).unref();
  }

  private fail(error: Error): void {
    if (this.failure !== undefined) {
      return;
    }
    const isReaderGone = 'code' in error && error.code === 'EPIPE';
    this.failure = isReaderGone ? exitCodes.readerGone : exitCodes.failed;
    // By now, everything else may have ended.
    process.exitCode ||= this.failure;
    if (!isReaderGone) {
      this.err(`tandem: The output cannot be written: ${error.message}\n`);
    }
    this.onFailure();
  }
}

interface Blocking {
  readonly _handle?: { setBlocking?(isBlocking: boolean): unknown } | null;
}

function unblock(stream: NodeJS.WriteStream): void {
  const { _handle: handle } = stream as unknown as Blocking;
  if (!stream.isTTY) {
    handle?.setBlocking?.(false);
  }
}
