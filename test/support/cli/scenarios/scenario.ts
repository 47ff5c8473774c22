import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Rounds } from '../../api/scriptedApi';
import { ScriptedApi } from '../../api/scriptedApi';
import type { CliBinary } from '../cliBinary';
import { type IsolatedHome, type IsolatedHomeOptions, isolatedHome } from '../isolatedHome';
import {
  allowAll,
  type CliRequest,
  type Frame,
  type FrameRow,
  StdioCli,
  streamJsonArgs,
} from '../stdioCli';

/** A scenario that is recorded from the real CLI. */
export type Scenario = (stage: Stage) => Promise<void>;

/** Answers permission requests for the host; other requests get a neutral answer. */
export type PermissionAnswer = (request: CliRequest['request']) => unknown;

export interface RecordedProcess {
  argv: readonly string[];
  exit: number | null;
  stderr: string;
}

const editHooks = {
  PreToolUse: [{ matcher: 'Edit|Write|NotebookEdit', hookCallbackIds: ['pre_edit'] }],
  PostToolUse: [{ matcher: 'Edit|Write|NotebookEdit', hookCallbackIds: ['post_edit'] }],
};

/** A scripted API, a home and successive CLI processes, all of whose frames are recorded. */
export class Stage {
  readonly rows: FrameRow[] = [];
  readonly processes: RecordedProcess[] = [];
  private cli: StdioCli | undefined;
  private args: readonly string[] = [];
  private readonly began = performance.now();

  private constructor(
    readonly binary: CliBinary,
    readonly api: ScriptedApi,
    readonly home: IsolatedHome,
  ) {}

  static async open(binary: CliBinary, options: IsolatedHomeOptions = {}): Promise<Stage> {
    const api = await ScriptedApi.start();
    const env = { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1', ...options.env };
    const home = await isolatedHome({ maxRetries: 1, ...options, apiUrl: api.url, env });
    return new Stage(binary, api, home);
  }

  /** True for 2.0.x, which has other tool names and fewer frames. */
  get isOld(): boolean {
    return this.binary.version.startsWith('2.0.');
  }

  /** Name under which the model calls the subagent tool. */
  get agentTool(): string {
    return this.isOld ? 'Task' : 'Agent';
  }

  path(name: string): string {
    return join(this.home.workspace, name);
  }

  async file(name: string, content: string | Buffer): Promise<string> {
    const path = this.path(name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }

  /** Starts and initializes a process, after ending the previous one. */
  async start(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<StdioCli> {
    await this.finish();
    this.args = [...streamJsonArgs, ...args];
    this.cli = new StdioCli({
      binary: this.binary,
      cwd: this.home.workspace,
      env: { ...this.home.env, ...env },
      args,
    });
    const startedAt = Math.round(performance.now() - this.began);
    this.offsets.set(this.cli, this.rows.length === 0 ? 0 : startedAt);
    await this.cli.initialize({ hooks: editHooks });
    return this.cli;
  }

  /** Scripts the model's rounds for a prompt, sends it, and waits for the result. */
  async turn(
    prompt: string,
    rounds: Rounds,
    answer: PermissionAnswer = request => allowAll({ id: '', request }),
  ): Promise<Frame> {
    const cli = await this.begin(prompt, rounds, answer);
    return cli.waitFor(frame => frame.type === 'result', this.from);
  }

  /** Begins a turn like `turn`, but without waiting; `result` waits. */
  async begin(
    prompt: string,
    rounds: Rounds,
    answer: PermissionAnswer = request => allowAll({ id: '', request }),
  ): Promise<StdioCli> {
    const cli = this.cli ?? (await this.start());
    cli.onRequest = asking =>
      asking.request.subtype === 'can_use_tool' ? answer(asking.request) : {};
    this.api.onPrompt(prompt, rounds);
    this.from = cli.rows.length;
    cli.prompt(prompt);
    return cli;
  }

  result(): Promise<Frame> {
    if (!this.cli) throw new Error('No CLI is running');
    return this.cli.waitFor(frame => frame.type === 'result', this.from);
  }

  /** Ends the running process and keeps its rows. */
  async finish(): Promise<void> {
    const { cli } = this;
    if (!cli) return;
    this.cli = undefined;
    // A CLI that waits for a background task would not exit until the task ends.
    const tooLong = new AbortController();
    const exit = await Promise.race([
      cli.end(),
      delay(5_000, undefined, { signal: tooLong.signal }).then(() => cli.kill('SIGTERM')),
    ]);
    tooLong.abort();
    const offset = this.offsets.get(cli) ?? 0;
    this.rows.push(...cli.rows.map(row => ({ ...row, t: row.t + offset })));
    this.processes.push({ argv: this.args, exit, stderr: cli.stderr });
  }

  async close(): Promise<void> {
    await this.cli?.kill();
    await this.api.close();
    await this.home.dispose();
  }

  private from = 0;
  private readonly offsets = new Map<StdioCli, number>();
}

/** Resolves when the file exists, which shows that a running command has reached that point. */
export async function fileAppears(path: string): Promise<void> {
  while (!existsSync(path)) await delay(20);
}
