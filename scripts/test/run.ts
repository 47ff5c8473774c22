import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CpuGroup, groupsOf } from './cpuGroup';
import type { KeeperLine } from './keeper';
import { childrenOf, killAll, untilGone } from './processes';

/** Exit status of a program. */
export interface StepEnd {
  readonly code: number | undefined;
  readonly signal: string | undefined;
  /** Command lines of the processes that the program left running. */
  readonly left: readonly string[];
  /** CPU time of the program and its descendants, where the system counts it. */
  readonly cpuSeconds?: number | undefined;
}

/** Programs that watch their owner end with a short delay, and more of them on a busy machine. */
const graceMs = 15_000;

/** Environment variable with the path of the file that counts the steps' CPU nanoseconds. */
const usageVariable = 'TANDEM_TEST_CPU_USAGE';

export interface StepOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True if the program gets the terminal's keys and handles Ctrl-C itself. */
  readonly isInteractive?: boolean;
  /** `pipe` passes on the output and hides the terminal from the program. Default `inherit`. */
  readonly stdio?: 'inherit' | 'ignore' | 'pipe';
  /** Share of the processors beside parallel steps, where the system supports it. */
  readonly share?: 'large' | 'small';
}

/**
 * The programs of one test run. Each has its own session and temporary folder; no program outlives
 * the run, however the run ends.
 */
export class Run {
  private readonly roots = new Set<number>();
  private readonly besides: number[] = [];
  private steps = 0;
  private isEnding = false;

  private constructor(
    readonly folder: string,
    private readonly keeper: ChildProcess,
    private readonly grace: number,
  ) {}

  /** @param grace ms that a step's child processes may take to end after it */
  static async start(grace = graceMs): Promise<Run> {
    // A short name, because socket paths are limited to 107 bytes.
    const base = process.platform === 'darwin' ? '/tmp' : tmpdir();
    const folder = await mkdtemp(join(base, 'tdm-'));
    const args = ['--import', 'tsx', join(__dirname, 'keeper.ts')];
    const keeper = spawn(process.execPath, args, {
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    keeper.unref();
    const run = new Run(folder, keeper, grace);
    run.tell({ folder });
    return run;
  }

  /**
   * Runs a program to its end and kills its orphaned processes. Never resolves once the run is
   * being ended, so that callers do not judge, print or start anything then.
   */
  async step(command: readonly string[], options: StepOptions): Promise<StepEnd> {
    if (this.isEnding) return never();
    const { cwd, env, isInteractive = false, stdio = 'inherit', share } = options;
    const temp = await this.stepFolder();
    const name = groupsOf(this.folder) + basename(temp);
    const group = CpuGroup.create('cpuacct', name);
    // Without a group, Linux gives each session a share: a step that starts many would get most.
    const shared = share ? CpuGroup.create('cpu', name) : undefined;
    if (share === 'small') shared?.giveWay();
    const child = spawn(process.execPath, command, {
      cwd,
      env: environment(temp, group, env),
      stdio: isInteractive ? 'inherit' : ['ignore', stdio, stdio],
      detached: !isInteractive,
    });
    const { pid } = child;
    child.stdout?.pipe(process.stdout, { end: false });
    child.stderr?.pipe(process.stderr, { end: false });
    if (pid !== undefined) {
      group?.add(pid);
      shared?.add(pid);
      this.roots.add(pid);
      this.tell({ started: pid });
    }
    const { code, signal } = await new Promise<Pick<StepEnd, 'code' | 'signal'>>(
      (resolve, reject) => {
        child.on('error', reject);
        child.on('exit', (exitCode, exitSignal) => {
          resolve({ code: exitCode ?? undefined, signal: exitSignal ?? undefined });
        });
      },
    );
    if (this.isEnding) return never();
    const own = new Set(pid === undefined ? [] : [pid]);
    const owned = { roots: own, folder: temp, groups: name };
    await untilGone(owned, this.grace);
    const left = await killAll(owned);
    // The run may have been ended meanwhile.
    if (this.isEnding) return never();
    // Keeps the order of the output: the program's last lines come before the next ones.
    await Promise.all([passedOn(child.stdout), passedOn(child.stderr)]);
    if (pid !== undefined) {
      this.roots.delete(pid);
      this.tell({ ended: pid });
    }
    const cpuSeconds = group?.seconds;
    group?.remove();
    shared?.remove();
    return { code, signal, left, cpuSeconds };
  }

  /** Starts a program in parallel with the steps; it runs until the run ends. */
  beside(command: readonly string[]): void {
    const child = spawn(process.execPath, command, {
      env: process.env,
      stdio: 'ignore',
      detached: true,
    });
    if (child.pid === undefined) return;
    this.besides.push(child.pid);
    this.tell({ started: child.pid });
  }

  /**
   * Ends all processes of the run, including those that this process started directly.
   * @returns the files that the steps left in their temporary folders
   */
  async end(): Promise<string[]> {
    this.isEnding = true;
    const own = await childrenOf(process.pid);
    const roots = [...this.roots, ...this.besides, ...own].filter(pid => pid !== this.keeper.pid);
    const { folder } = this;
    await killAll({ roots: new Set(roots), folder, groups: groupsOf(folder) });
    const left = await readdir(this.folder, { recursive: true }).catch(() => []);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    await CpuGroup.removeAll(groupsOf(folder));
    this.tell('done');
    this.keeper.stdin?.end();
    return left.filter(path => path.split(sep).length === 2);
  }

  /** Creates a step's folder. Equal name lengths ensure that none is a prefix of another. */
  private async stepFolder(): Promise<string> {
    this.steps += 1;
    const folder = join(this.folder, String(this.steps).padStart(3, '0'));
    await mkdir(folder);
    return folder;
  }

  private tell(line: KeeperLine): void {
    this.keeper.stdin?.write(`${JSON.stringify(line)}\n`);
  }
}

function environment(
  temp: string,
  group: CpuGroup | undefined,
  env: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const usage = group ? { [usageVariable]: group.usageFile } : {};
  return { ...process.env, TMPDIR: temp, TEMP: temp, TMP: temp, ...usage, ...env };
}

async function passedOn(output: Readable | null): Promise<void> {
  // A broken pipe has no more data.
  if (output) await finished(output).catch(() => undefined);
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** Returns the script behind a command of an installed package, to run it in Node without npm. */
export function binOf(name: string, command = name): string {
  const folder = join(__dirname, '..', '..', 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: Readonly<Record<string, string>>;
  };
  const path = bin[command];
  if (path === undefined) throw new Error(`${name} has no command ${command}`);
  return join(folder, path);
}
