import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { ByteTail } from '../byteTail';
import { type Environment, mergeEnvironment, readVariable } from '../environment';
import { findExecutable } from '../executable';
import { ProcessTree } from '../processTree';
import { raceTimeout } from '../raceTimeout';
import { runTool } from '../runTool';
import { toSpawnError } from '../spawnError';
import { systemClock } from '../systemClock';

/** Milliseconds that a program gets to end when asked. */
const patience = 3_000;

export interface GitRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Variables laid over the cleaned environment. */
  readonly env?: Environment;
  readonly input?: string;
  /** Ends the program and everything it started. */
  readonly signal: AbortSignal;
  /** Asks the program to end first, so that it removes its lock files. */
  readonly endsGently?: boolean;
  /** Called for each chunk of stdout as it arrives. */
  readonly onOutput?: (chunk: Buffer) => void;
}

export interface GitProgramOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/** Runs the user's git without variables that select another repository; leaves no process. */
export class GitProgram implements Disposable {
  private readonly trees = new Set<ProcessTree>();
  private readonly ended = new AbortController();
  private location: Promise<string | undefined> | undefined;

  constructor(private readonly options: GitProgramOptions) {}

  /** Returns the full path; `undefined` if git is not installed. Searches once. */
  find(): Promise<string | undefined> {
    this.location ??= this.search();
    return this.location;
  }

  /** Reads a variable of the given environment. */
  variable(name: string): string | undefined {
    return readVariable(this.options.env, name, this.options.platform);
  }

  /**
   * Runs git; resolves if it ended successfully.
   * @throws UserError `git.missing`, `git.stopped` (by the signal, after it has ended),
   *   `git.failed` or `spawn.*`
   */
  async run(request: GitRequest): Promise<void> {
    const command = await this.find();
    if (command === undefined) {
      throw new UserError('git.missing', l10n.t('git is not installed.'));
    }
    if (request.signal.aborted || this.ended.signal.aborted) {
      throw stopped();
    }
    const { cwd, args } = request;
    const { platform } = this.options;
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(command, [...args], {
        cwd,
        env: this.environment(request.env ?? {}),
        stdio: 'pipe',
        windowsHide: true,
        // Gives it a process group on POSIX; on Windows it would open a console.
        detached: platform !== 'win32',
      });
      await once(child, 'spawn');
    } catch (error) {
      throw await toSpawnError(error, { command, cwd, platform });
    }
    await this.finish(child, request);
  }

  /** Runs git like `run`; resolves with its output. */
  async read(request: Omit<GitRequest, 'onOutput'>): Promise<string> {
    const chunks: Buffer[] = [];
    await this.run({ ...request, onOutput: chunk => chunks.push(chunk) });
    return Buffer.concat(chunks).toString('utf8');
  }

  dispose(): void {
    this.ended.abort();
    for (const tree of this.trees) {
      tree.killSync();
    }
  }

  private async finish(child: ChildProcessWithoutNullStreams, request: GitRequest): Promise<void> {
    const isAlive = () => child.exitCode === null && child.signalCode === null;
    const tree = new ProcessTree(child.pid ?? 0, this.options.platform, isAlive);
    const signal = AbortSignal.any([request.signal, this.ended.signal]);
    let killed: Promise<void> | undefined;
    const end = async () => {
      if (request.endsGently && (await tree.terminate())) {
        await raceTimeout(once(child, 'exit'), patience, systemClock);
      }
      await tree.kill();
    };
    const kill = () => {
      killed = end().finally(() => {
        // A surviving grandchild would keep these open and hold back `close`.
        child.stdout.destroy();
        child.stderr.destroy();
      });
    };
    const errors = new ByteTail();
    // The exit reports the failure, and an EPIPE without a listener would end the extension host.
    child.stdin.on('error', () => undefined);
    child.stdout.on('data', (chunk: Buffer) => request.onOutput?.(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    this.trees.add(tree);
    try {
      const closed = once(child, 'close');
      signal.addEventListener('abort', kill, { once: true });
      if (signal.aborted) {
        kill();
      }
      child.stdin.end(request.input ?? '');
      await closed;
      await killed;
    } finally {
      signal.removeEventListener('abort', kill);
      this.trees.delete(tree);
    }
    if (signal.aborted) {
      throw stopped();
    }
    if (child.exitCode !== 0) {
      const detail = errors.text.trim();
      const first = detail.split('\n')[0] ?? '';
      const message = child.signalCode
        ? l10n.t('git ended with {0}: {1}', child.signalCode, first)
        : l10n.t('git ended with code {0}: {1}', String(child.exitCode), first);
      throw new UserError('git.failed', message, { detail });
    }
  }

  private environment(changes: Environment): Record<string, string> {
    const own = Object.keys(this.options.env).filter(name => /^GIT_/i.test(name));
    const cleaned: Environment = {
      ...Object.fromEntries(own.map(name => [name, undefined])),
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      LC_ALL: 'C',
      ...changes,
    };
    return mergeEnvironment(this.options.env, cleaned, this.options.platform);
  }

  private async search(): Promise<string | undefined> {
    const { env, platform } = this.options;
    const path = await findExecutable('git', { env, platform });
    if (platform === 'darwin' && path === '/usr/bin/git') {
      // Without the developer tools, this git only opens a window that offers them.
      const tools = await runTool('/usr/bin/xcode-select', ['-p']);
      return tools.code === 0 ? path : undefined;
    }
    return path;
  }
}

function stopped(): UserError {
  return new UserError('git.stopped', l10n.t('git was stopped.'));
}
