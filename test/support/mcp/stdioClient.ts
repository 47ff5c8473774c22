import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { JsonObject } from '../../../src/base/json';

interface Answer extends JsonObject {
  readonly id?: unknown;
  readonly result?: JsonObject & {
    readonly content?: readonly { readonly type: string; readonly text?: string }[];
    readonly isError?: boolean;
    readonly tools?: readonly { readonly name: string; readonly inputSchema: JsonObject }[];
  };
  readonly error?: { readonly code: number; readonly message: string };
}

interface ServerProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** MCP client over the stdio of a server that it starts, as agents do. */
export class StdioClient {
  readonly exited: Promise<unknown>;
  private readonly waiting = new Map<unknown, (answer: Answer) => void>();
  private lastId = 0;

  private constructor(private readonly child: ChildProcess) {
    this.exited = once(child, 'exit');
    if (child.stdout) {
      createInterface({ input: child.stdout }).on('line', line => {
        const answer: Answer = JSON.parse(line);
        this.waiting.get(answer.id)?.(answer);
      });
    }
  }

  /** Starts a server in a folder; `env` is its whole environment. */
  static start(
    { command, args, env: added }: ServerProgram,
    { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  ): StdioClient {
    const stdio = ['pipe', 'pipe', 'inherit'] as const;
    return new StdioClient(
      spawn(command, args, { cwd, env: { ...env, ...added }, stdio: [...stdio] }),
    );
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Writes a line as it is. */
  write(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  /** Resolves with the answer that has this id, also `null`. */
  answerTo(id: unknown): Promise<Answer> {
    return new Promise(resolve => this.waiting.set(id, resolve));
  }

  ask(method: string, params: JsonObject = {}): Promise<Answer> {
    const id = ++this.lastId;
    const answer = this.answerTo(id);
    this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return answer;
  }

  /** Introduces itself under a name. */
  async initialize(name: string): Promise<Answer> {
    const clientInfo = { name, version: '1' };
    const answer = await this.ask('initialize', {
      ...{ protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    });
    this.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    return answer;
  }

  /** Returns the words of a tool's result, and whether it has failed. */
  async call(name: string, input: JsonObject = {}) {
    const { result, error } = await this.ask('tools/call', { name, arguments: input });
    const text = (result?.content ?? []).map(part => part.text ?? '').join('\n');
    return {
      text: error?.message ?? text,
      isError: error !== undefined || result?.isError === true,
    };
  }

  /** Ends the input; resolves when the server has ended. */
  async close(): Promise<void> {
    this.child.stdin?.end();
    await this.exited;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
