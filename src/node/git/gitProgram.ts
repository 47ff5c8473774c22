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
import {
  actingArguments,
  allFilters,
  listFilters,
  lookingArguments,
  lookingEnvironment,
  mayFilter,
  repositoryFilters,
} from './inert';

/** Milliseconds that a program gets to end when asked. */
const patience = 3_000;

export interface GitRequest {
  readonly args: readonly string[];
  /** Root of a known work tree, or a folder of our own: git searches from here. */
  readonly cwd: string;
  /**
   * Lets hooks and filters run as in a terminal, for what the user asked git to do. Without it, no
   * program that the repository names is started.
   */
  readonly isAct?: boolean;
  /** True for a repository of our own, whose configuration names no filters to look for. */
  readonly isOurs?: boolean;
  /** Variables laid over the cleaned environment. */
  readonly env?: Environment;
  readonly input?: string | Uint8Array;
  /** Ends the program and everything it started. */
  readonly signal: AbortSignal;
  /** Asks the program to end first, so that it removes its lock files. */
  readonly endsGently?: boolean;
  /** Called for each chunk of stdout as it arrives. */
  readonly onOutput?: (chunk: Buffer) => void;
}

interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** End of stderr. */
  readonly errors: string;
}

export interface GitProgramOptions {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

/**
 * Runs the user's git without variables that select another repository; leaves no process. Nothing
 * else starts git, so that a hostile repository stays inert.
 */
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
    const filters = request.isAct ? [] : await this.filters(request);
    const ending = await this.execute(request, filters);
    if (ending.code !== 0) {
      throw failed(ending);
    }
  }

  /**
   * Runs git like `run`; resolves with its output.
   * @param mostBytes ends git when it writes more
   * @throws UserError `git.tooLong` beyond this limit, and as `run` does
   */
  async read(request: Omit<GitRequest, 'onOutput'>, mostBytes?: number): Promise<string> {
    const chunks: Buffer[] = [];
    const enough = new AbortController();
    let length = 0;
    const onOutput = (chunk: Buffer) => {
      length += chunk.length;
      if (mostBytes !== undefined && length > mostBytes) {
        enough.abort();
      } else {
        chunks.push(chunk);
      }
    };
    const signal = AbortSignal.any([request.signal, enough.signal]);
    try {
      await this.run({ ...request, signal, onOutput });
    } catch (error) {
      throw enough.signal.aborted ? tooLong() : error;
    }
    if (enough.signal.aborted) {
      throw tooLong();
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  dispose(): void {
    this.ended.abort();
    for (const tree of this.trees) {
      tree.killSync();
    }
  }

  /** Returns the names of filters that a call may not run. */
  private async filters({ args, cwd, env, isOurs, signal }: GitRequest): Promise<string[]> {
    if (isOurs || !mayFilter(args)) {
      return [];
    }
    const place = args.filter(arg => /^--(git-dir|work-tree)=/.test(arg));
    const read = async (options: readonly string[]) => {
      const chunks: Buffer[] = [];
      const onOutput = (chunk: Buffer) => chunks.push(chunk);
      const asked = [...place, 'config', ...options, ...listFilters];
      const request = { args: asked, cwd, ...(env && { env }), signal, onOutput };
      const ending = await this.execute(request, []);
      return { ending, text: Buffer.concat(chunks).toString('utf8') };
    };
    const scoped = await read(['--show-scope']);
    // The code for "no such key".
    if (scoped.ending.code === 0 || scoped.ending.code === 1) {
      return repositoryFilters(scoped.text);
    }
    const plain = await read([]);
    if (plain.ending.code !== 0 && plain.ending.code !== 1) {
      throw failed(plain.ending);
    }
    return allFilters(plain.text);
  }

  private async execute(request: GitRequest, filters: readonly string[]): Promise<Ending> {
    const command = await this.find();
    if (command === undefined) {
      throw new UserError('git.missing', l10n.t('Git is not installed.'));
    }
    if (request.signal.aborted || this.ended.signal.aborted) {
      throw stopped();
    }
    const { cwd, isAct } = request;
    const args = isAct ? actingArguments(request.args) : lookingArguments(request.args, filters);
    const env = { ...(isAct ? {} : lookingEnvironment(filters)), ...request.env };
    const { platform } = this.options;
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(command, args, {
        cwd,
        env: this.environment(env),
        stdio: 'pipe',
        windowsHide: true,
        // Gives it a process group on POSIX; on Windows it would open a console.
        detached: platform !== 'win32',
      });
      await once(child, 'spawn');
    } catch (error) {
      throw await toSpawnError(error, { command, cwd, platform });
    }
    return this.finish(child, request);
  }

  private async finish(
    child: ChildProcessWithoutNullStreams,
    request: GitRequest,
  ): Promise<Ending> {
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
    return { code: child.exitCode, signal: child.signalCode, errors: errors.text.trim() };
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

function failed({ code, signal, errors }: Ending): UserError {
  const first = errors.split('\n')[0] ?? '';
  const message = signal
    ? l10n.t('Git ended with {0}: {1}', signal, first)
    : l10n.t('Git exited with code {0}: {1}', String(code), first);
  return new UserError('git.failed', message, { detail: errors });
}

function tooLong(): UserError {
  return new UserError('git.tooLong', l10n.t('Git reports more than can be read.'));
}

function stopped(): UserError {
  return new UserError('git.stopped', l10n.t('Git was stopped.'));
}
