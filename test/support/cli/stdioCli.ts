import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { CliBinary } from './cliBinary';

/**
 * A frame of the CLI's protocol, deliberately untyped: this client records and does not validate.
 */
export type Frame = Readonly<Record<string, unknown>> & { type?: string };

/** A recorded line; `in` went to the CLI's stdin, `out` came from its stdout. */
export interface FrameRow {
  /** Milliseconds since the process started. */
  t: number;
  dir: 'in' | 'out';
  frame: Frame;
}

/** A control request of the CLI (`can_use_tool`, `hook_callback`, `mcp_message`, …). */
export interface CliRequest {
  id: string;
  request: Readonly<Record<string, unknown>> & { subtype: string };
}

/** Returns the host's answer; `undefined` leaves the request unanswered. */
export type RequestHandler = (request: CliRequest) => unknown;

export interface StdioCliOptions {
  binary: CliBinary;
  cwd: string;
  env: NodeJS.ProcessEnv;
  args?: readonly string[];
  onRequest?: RequestHandler;
}

export const streamJsonArgs: readonly string[] = [
  ...['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'],
  ...['--include-partial-messages', '--permission-prompt-tool', 'stdio'],
];

/** Allows every tool with its original input and returns empty hook results. */
export const allowAll: RequestHandler = ({ request }) =>
  request.subtype === 'can_use_tool' ? { behavior: 'allow', updatedInput: request.input } : {};

/**
 * Minimal host that drives a CLI over stdio and records all frames. Used for recording and for
 * testing the scripted API, independently of the product's own client.
 */
export class StdioCli {
  readonly rows: FrameRow[] = [];
  stderr = '';
  /** Answers the CLI's requests; may be replaced at any time. */
  onRequest: RequestHandler;
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly started = performance.now();
  private readonly waiters = new Set<() => void>();
  private readonly exited: Promise<number | null>;
  private gone = false;

  constructor(options: StdioCliOptions) {
    this.onRequest = options.onRequest ?? allowAll;
    const args = [...options.binary.prefix, ...streamJsonArgs, ...(options.args ?? [])];
    this.child = spawn(options.binary.command, args, {
      cwd: options.cwd,
      env: options.env,
      windowsHide: true,
    });
    this.child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      this.stderr += chunk;
    });
    // A dead CLI accepts no input; its exit is a better error than EPIPE.
    this.child.stdin.on('error', () => undefined);
    const lines = createInterface({ input: this.child.stdout, crlfDelay: Infinity });
    lines.on('line', line => this.receive(line));
    this.exited = once(this.child, 'close').then(([code]) => {
      this.gone = true;
      this.wake();
      return code as number | null;
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** All frames that the CLI has written. */
  get frames(): Frame[] {
    return this.rows.filter(row => row.dir === 'out').map(row => row.frame);
  }

  send(frame: Frame): void {
    this.rows.push({ t: this.elapsed(), dir: 'in', frame });
    this.child.stdin.write(`${JSON.stringify(frame)}\n`);
  }

  /**
   * Sends a control request and returns the answer's `response`; rejects if the answer is an error.
   */
  async control(subtype: string, fields: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const id = `h_${randomUUID().slice(0, 8)}`;
    this.send({ type: 'control_request', request_id: id, request: { subtype, ...fields } });
    const answer = await this.waitFor(
      frame =>
        frame.type === 'control_response' &&
        (frame.response as { request_id?: string }).request_id === id,
    );
    const response = answer.response as { subtype: string; response?: unknown; error?: string };
    if (response.subtype !== 'success') throw new Error(`${subtype}: ${response.error}`);
    return response.response;
  }

  initialize(fields: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return this.control('initialize', fields);
  }

  /** Writes a prompt without waiting. */
  prompt(
    content: string | readonly unknown[],
    fields: Readonly<Record<string, unknown>> = {},
  ): void {
    this.send({
      type: 'user',
      session_id: '',
      message: {
        role: 'user',
        content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      },
      parent_tool_use_id: null,
      uuid: randomUUID(),
      ...fields,
    });
  }

  /** Writes a prompt and resolves with the next `result` frame. */
  turn(
    content: string | readonly unknown[],
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<Frame> {
    const from = this.rows.length;
    this.prompt(content, fields);
    return this.waitFor(frame => frame.type === 'result', from);
  }

  /** Returns the first matching frame from that row on, even later; rejects if the CLI exits. */
  async waitFor(matches: (frame: Frame) => boolean, from = 0): Promise<Frame> {
    for (;;) {
      const row = this.rows.slice(from).find(({ dir, frame }) => dir === 'out' && matches(frame));
      if (row) return row.frame;
      if (this.gone) throw new Error(`The CLI ended early. stderr: ${this.stderr.slice(-2000)}`);
      await new Promise<void>(resolve => this.waiters.add(resolve));
    }
  }

  /** Closes stdin, so that an idle CLI exits; resolves with the exit code. */
  end(): Promise<number | null> {
    this.child.stdin.end();
    return this.exited;
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }

  private receive(line: string): void {
    if (!line.trim()) return;
    const frame = JSON.parse(line) as Frame;
    this.rows.push({ t: this.elapsed(), dir: 'out', frame });
    this.wake();
    if (frame.type === 'control_request') void this.answer(frame);
  }

  private async answer(frame: Frame): Promise<void> {
    const id = String(frame.request_id);
    const request = frame.request as CliRequest['request'];
    const response = await this.onRequest({ id, request });
    if (response === undefined) return;
    this.send({
      type: 'control_response',
      response: { subtype: 'success', request_id: id, response },
    });
  }

  private wake(): void {
    const waiters = [...this.waiters];
    this.waiters.clear();
    for (const wake of waiters) wake();
  }

  private elapsed(): number {
    return Math.round(performance.now() - this.started);
  }
}
