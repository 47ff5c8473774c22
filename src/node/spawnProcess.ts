import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type { AbortSignalLike } from '../base/abort';
import type { Clock } from '../base/clock';
import { Deferred } from '../base/deferred';
import type { Disposable } from '../base/disposable';
import { Emitter, type Event } from '../base/emitter';
import { messageOf, UserError } from '../base/errors';
import { type Log, silentLog } from '../base/log';
import { ByteTail } from './byteTail';
import { LineSplitter } from './lineSplitter';
import { ProcessTree } from './processTree';
import { raceTimeout } from './raceTimeout';
import { refuseBatchFile, toSpawnError } from './spawnError';
import { startedByVariable } from './startedBy';
import { systemClock } from './systemClock';

export interface SpawnRequest {
  command: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  /** Maximum bytes of one line of output; longer lines are skipped with a warning. */
  lineLimit?: number;
  /** Called when such a line is skipped. */
  onOverlongLine?: (limit: number) => void;
  /** Whether lines of stdout that cannot be JSON objects are left out; asked for each chunk. */
  leavesOutText?: () => boolean;
  /** Ends the process and everything that it started, also if it was aborted before the start. */
  signal?: AbortSignalLike | undefined;
  log?: Log;
  clock?: Clock;
}

export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Milliseconds of silence after the exit until a grandchild is assumed to hold the pipes. */
const quietAfterExit = 100;
const longestDrain = 2_000;

/**
 * Starts a program with three pipes, in its own process group, without a window and never through a
 * shell.
 * @throws UserError `spawn.*` that names the cause
 */
export async function spawnProcess(request: SpawnRequest): Promise<PipedProcess> {
  refuseBatchFile(request);
  let child: ChildProcessWithoutNullStreams;
  const mark = randomUUID();
  try {
    child = spawn(request.command, [...request.args], {
      cwd: request.cwd,
      env: { ...request.env, [startedByVariable]: mark },
      stdio: 'pipe',
      windowsHide: true,
      // Gives it a process group on POSIX; on Windows it would open a console.
      detached: request.platform !== 'win32',
      shell: false,
    });
    await once(child, 'spawn');
  } catch (error) {
    throw await toSpawnError(error, request);
  }
  return new PipedProcess(child, request, `${startedByVariable}=${mark}`);
}

/** Running program: lines out, text in, the tail of its errors, and its end. */
export class PipedProcess implements Disposable {
  readonly pid: number;
  readonly onErrorLine: Event<string>;
  readonly tree: ProcessTree;

  private readonly ended = new Deferred<ProcessExit>();
  private readonly lines: Emitter<string>;
  private readonly errorLines: Emitter<string>;
  private readonly output: Emitter<string>;
  private readonly bytes: Emitter<Buffer>;
  private readonly errorTail = new ByteTail();
  private readonly lineLimit: number | undefined;
  private readonly onOverlongLine: SpawnRequest['onOverlongLine'];
  private readonly leavesOutText: SpawnRequest['leavesOutText'];
  private readonly log: Log;
  private readonly clock: Clock;
  private result: ProcessExit | undefined;
  private inputEnded = false;
  private reading = false;
  private readingOutput = false;
  private readingBytes = false;
  private bytesRead = 0;

  constructor(
    private readonly child: ChildProcessWithoutNullStreams,
    request: SpawnRequest,
    readonly mark: string,
  ) {
    this.pid = child.pid ?? 0;
    this.lineLimit = request.lineLimit;
    this.onOverlongLine = request.onOverlongLine;
    this.leavesOutText = request.leavesOutText;
    this.log = request.log ?? silentLog;
    this.clock = request.clock ?? systemClock;
    this.tree = new ProcessTree(this.pid, request.platform, () => this.result === undefined);
    const onError = (error: unknown) =>
      this.log.error('A listener of process output failed', error);
    this.lines = new Emitter(onError);
    this.errorLines = new Emitter(onError);
    this.output = new Emitter(onError);
    this.bytes = new Emitter(onError);
    this.onErrorLine = this.errorLines.event;
    this.readErrors();
    for (const source of [child, child.stdin, child.stdout, child.stderr]) {
      // Without a listener, an EPIPE of stdin would end the extension host.
      source.on('error', error => this.log.debug(`Process ${this.pid}`, error));
    }
    child.once('exit', (code, signal) => void this.finish({ code, signal }));
    this.obey(request.signal);
  }

  /** Lines of stdout. Reading starts with the first listener, so that none is missed. */
  readonly onLine: Event<string> = listener => {
    const subscription = this.lines.event(listener);
    this.readLines();
    return subscription;
  };

  /**
   * Text of stdout and stderr as it arrives, in whole characters. Reading starts with the first
   * listener, which must come before anything is awaited.
   */
  readonly onOutput: Event<string> = listener => {
    const subscription = this.output.event(listener);
    this.readOutput();
    return subscription;
  };

  /** Bytes of stdout as they arrive; see `onOutput`. */
  readonly onBytes: Event<Buffer> = listener => {
    const subscription = this.bytes.event(listener);
    if (!this.readingBytes && !this.result) {
      this.readingBytes = true;
      this.child.stdout.on('data', (chunk: Buffer) => {
        this.bytesRead += chunk.length;
        this.bytes.fire(chunk);
      });
    }
    return subscription;
  };

  /** Resolves after the last line was delivered. Never rejects. */
  get exited(): Promise<ProcessExit> {
    return this.ended.promise;
  }

  /** `undefined` while it runs. */
  get exit(): ProcessExit | undefined {
    return this.result;
  }

  /** Last 8 KB of stderr. */
  get stderrTail(): string {
    return this.errorTail.text;
  }

  /**
   * Resolves when text or bytes have entered the pipe; await it to honor back-pressure. Order is
   * kept.
   * @throws UserError `process.ended` or `process.inputClosed`
   */
  write(text: string | Uint8Array): Promise<void> {
    if (this.result || this.inputEnded || !this.child.stdin.writable) {
      return Promise.reject(this.inputError());
    }
    return new Promise((resolve, reject) => {
      this.child.stdin.write(text, 'utf8', error => {
        if (error) {
          reject(this.inputError(error));
        } else {
          resolve();
        }
      });
    });
  }

  /** Sends EOF after the queued text. */
  endInput(): void {
    this.inputEnded = true;
    this.child.stdin.end();
  }

  /** Ends the whole tree at once. See `stopProcess` for an orderly end. */
  dispose(): void {
    if (!this.result) {
      this.tree.killSync();
    }
  }

  /** Ends what the program has left running. Never rejects. */
  async sweep(): Promise<void> {
    try {
      await this.tree.sweep(this.mark);
    } catch (error) {
      this.log.warn(`What process ${this.pid} has started may go on`, messageOf(error));
    }
  }

  private obey(signal: AbortSignalLike | undefined): void {
    const end = () => this.dispose();
    if (signal?.aborted) {
      end();
    } else {
      signal?.addEventListener('abort', end);
      this.child.once('exit', () => signal?.removeEventListener('abort', end));
    }
  }

  private readLines(): void {
    if (this.reading || this.result) {
      return;
    }
    this.reading = true;
    const splitter = new LineSplitter({
      onLine: line => this.lines.fire(line),
      onOverlong: limit => {
        this.log.warn(`Skipped a line of output longer than ${limit} bytes`);
        this.onOverlongLine?.(limit);
      },
      ...(this.lineLimit === undefined ? {} : { limit: this.lineLimit }),
      leavesOutText: this.leavesOutText,
    });
    this.consume(this.child.stdout, splitter, this.lines);
  }

  private readErrors(): void {
    const splitter = new LineSplitter({
      onLine: line => this.errorLines.fire(line),
      onOverlong: limit => this.log.warn(`Skipped a line of stderr longer than ${limit} bytes`),
      limit: 1024 * 1024,
    });
    this.child.stderr.on('data', (chunk: Buffer) => this.errorTail.push(chunk));
    this.consume(this.child.stderr, splitter, this.errorLines);
  }

  private readOutput(): void {
    if (this.readingOutput || this.result) {
      return;
    }
    this.readingOutput = true;
    for (const stream of [this.child.stdout, this.child.stderr]) {
      const decoder = new StringDecoder('utf8');
      const fire = (text: string) => text !== '' && this.output.fire(text);
      stream.on('data', (chunk: Buffer) => {
        this.bytesRead += chunk.length;
        fire(decoder.write(chunk));
      });
      stream.once('close', () => fire(decoder.end()));
    }
  }

  private consume(
    stream: NodeJS.ReadableStream,
    splitter: LineSplitter,
    target: Emitter<string>,
  ): void {
    stream.on('data', (chunk: Buffer) => {
      this.bytesRead += chunk.length;
      // A program may print without end after its reader has had enough.
      if (target.listenerCount > 0) {
        splitter.push(chunk);
      } else {
        splitter.leaveOut(chunk);
      }
    });
    // `close` also fires when we destroy our end of a pipe that a grandchild keeps open.
    stream.once('close', () => {
      const rest = splitter.end();
      if (rest !== undefined) {
        target.fire(rest);
      }
    });
  }

  private async finish(result: ProcessExit): Promise<void> {
    this.result = result;
    const closed = new Promise<boolean>(resolve => this.child.once('close', () => resolve(true)));
    const deadline = this.clock.now() + longestDrain;
    let isClosed: boolean | undefined;
    while (!isClosed && this.clock.now() < deadline) {
      const before = this.bytesRead;
      isClosed = await raceTimeout(closed, quietAfterExit, this.clock);
      // A busy event loop runs the timer before it reads: check once more after it has read.
      await setImmediate();
      if (this.bytesRead === before) {
        break;
      }
    }
    this.child.stdin.destroy();
    this.child.stdout.destroy();
    this.child.stderr.destroy();
    await closed;
    this.ended.resolve(result);
    this.lines.dispose();
    this.errorLines.dispose();
    this.output.dispose();
    this.bytes.dispose();
  }

  private inputError(cause?: Error): UserError {
    const options = { cause, detail: this.stderrTail };
    return this.result
      ? new UserError('process.ended', endedMessage(this.result), options)
      : new UserError(
          'process.inputClosed',
          l10n.t('The process no longer reads its input.'),
          options,
        );
  }
}

function endedMessage({ code, signal }: ProcessExit): string {
  return signal
    ? l10n.t('The process was ended by {0}.', signal)
    : l10n.t('The process exited with code {0}.', String(code));
}

/** Describes an exit: "exited with code 1", "was ended by SIGKILL". */
export function describeExit({ code, signal }: ProcessExit): string {
  return signal ? `was ended by ${signal}` : `exited with code ${code}`;
}
