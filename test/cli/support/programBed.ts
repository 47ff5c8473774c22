import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { build } from 'esbuild';
import { programBundle } from '../../../scripts/bundles';
import { pidsWithVariable } from '../../../src/node/processTable';
import { ScriptedApi } from '../../support/api/scriptedApi';
import { type CliVersion, cliBinary } from '../../support/cli/cliBinary';
import {
  type IsolatedHome,
  type IsolatedHomeOptions,
  isolatedHome,
} from '../../support/cli/isolatedHome';

let built: Promise<string> | undefined;

/** Returns the path of `tandem.js`, built once per file of tests. */
export function programFile(): Promise<string> {
  built ??= (async () => {
    const outdir = await realpath(await mkdtemp(join(tmpdir(), 'tandem-program-')));
    await build({ ...programBundle, outdir, minify: true });
    return join(outdir, 'tandem.js');
  })();
  return built;
}

/** The program in a home and with an API of its own. */
export class ProgramBed {
  private readonly started: ProgramRun[] = [];

  private constructor(
    readonly api: ScriptedApi,
    readonly home: IsolatedHome,
    private readonly version: CliVersion,
  ) {}

  static async open(
    version: CliVersion = 'newest',
    options: Omit<IsolatedHomeOptions, 'apiUrl'> = {},
  ): Promise<ProgramBed> {
    const api = await ScriptedApi.start();
    const home = await isolatedHome({ maxRetries: 0, ...options, apiUrl: api.url });
    return new ProgramBed(api, home, version);
  }

  /** Starts `tandem run` with the CLI; stdin is closed unless `input` says otherwise. */
  async run(args: readonly string[], options: ProgramOptions = {}): Promise<ProgramRun> {
    const { path } = await cliBinary(this.version);
    return this.start([await programFile(), 'run', '--cli', path, ...args], options);
  }

  /** Starts bare `claude -p`. */
  async claude(args: readonly string[], options: ProgramOptions = {}): Promise<ProgramRun> {
    const { command, prefix } = await cliBinary(this.version);
    return this.start([...prefix, '-p', ...args], options, command);
  }

  start(args: readonly string[], options: ProgramOptions, command = process.execPath): ProgramRun {
    const child = spawn(command, args, {
      ...{ cwd: options.cwd ?? this.home.workspace, env: this.home.env },
      stdio: [options.input === 'ignore' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    const run = new ProgramRun(child);
    this.started.push(run);
    if (options.input !== 'open' && options.input !== 'ignore') {
      child.stdin?.end(options.input ?? '');
    }
    return run;
  }

  /** Processes of this home that are still alive. */
  leftOver(): Promise<ReadonlySet<number>> {
    return pidsWithVariable(`HOME=${this.home.home}`, process.platform);
  }

  /** Resolves once none is alive: a killed process may take a moment. */
  async allGone(): Promise<void> {
    while ((await this.leftOver()).size > 0) await setImmediate();
  }

  async close(): Promise<void> {
    for (const { child } of this.started) child.kill('SIGKILL');
    await this.api.close();
    await this.home.dispose();
  }
}

export interface ProgramOptions {
  readonly cwd?: string;
  /** Text for stdin; `open` leaves the pipe open, `ignore` gives none. */
  readonly input?: string;
}

/** Program whose output is kept. */
export class ProgramRun {
  out = '';
  err = '';
  private readonly waiters = new Set<() => void>();
  private readonly closed: Promise<unknown>;

  constructor(readonly child: ChildProcess) {
    this.closed = once(child, 'close');
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.add('out', text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.add('err', text));
    child.stdin?.on('error', () => undefined);
  }

  /** Resolves once stdout or stderr has these words. */
  async says(words: string): Promise<void> {
    while (!`${this.out}${this.err}`.includes(words)) {
      await new Promise<void>(resolve => this.waiters.add(resolve));
    }
  }

  /** Waits for the end. `code` is that of the exit, or the name of the signal that killed it. */
  async ended(): Promise<{ code: number | string | null; out: string; err: string }> {
    await this.closed;
    const { exitCode, signalCode } = this.child;
    return { code: exitCode ?? signalCode, out: this.out, err: this.err };
  }

  private add(stream: 'out' | 'err', text: string): void {
    this[stream] += text;
    for (const wake of this.waiters) wake();
    this.waiters.clear();
  }
}
