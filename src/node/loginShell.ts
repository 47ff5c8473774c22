import { randomUUID } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { basename } from 'node:path';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { messageOf } from '../base/errors';
import { isObject } from '../base/json';
import { type Log, silentLog } from '../base/log';
import { type Environment, mergeEnvironment } from './environment';
import { raceTimeout } from './raceTimeout';
import { describeExit, type PipedProcess, spawnProcess } from './spawnProcess';
import { systemClock } from './systemClock';

export interface LoginEnvironment {
  env: Record<string, string>;
  /** `inherited`: the shell did not answer, or the platform has none; `problem` is the reason. */
  source: 'shell' | 'inherited';
  problem?: string;
}

export interface LoginShellOptions {
  platform: NodeJS.Platform;
  /** Environment of the extension host. */
  env: Environment;
  /** Path of a Node, or the editor's `process.execPath`. */
  execPath: string;
  clock?: Clock;
  log?: Log;
}

/** Milliseconds until the inherited environment is used, as in VS Code. */
const timeLimit = 10_000;
/** Milliseconds after that in which an answer still counts. */
const lateLimit = 50_000;
/** Milliseconds that a shell has to end after its answer. */
const endLimit = 5_000;
const markVariable = 'TANDEM_ENVIRONMENT_MARK';

/** Asks the user's shell for variables that an editor started from a dock or menu lacks. */
export class LoginShell implements Disposable {
  private answer: Promise<LoginEnvironment> | undefined;
  private readonly late = new Emitter<void>();
  /** Shells that have not ended. */
  private readonly running = new Set<PipedProcess>();

  /** Fires when a late shell has answered, and `environment` differs from now on. */
  readonly onLateAnswer = this.late.event;

  constructor(private readonly options: LoginShellOptions) {}

  /** Asks once; never rejects. */
  environment(): Promise<LoginEnvironment> {
    this.answer ??= this.ask();
    return this.answer;
  }

  /** Forgets the answer, after the user installed something or fixed a startup file. */
  forget(): void {
    this.answer = undefined;
  }

  dispose(): void {
    this.late.dispose();
    for (const child of this.running) {
      child.dispose();
    }
  }

  private async ask(): Promise<LoginEnvironment> {
    const { env, platform, clock = systemClock } = this.options;
    const inherited = mergeEnvironment({}, env, platform);
    if (platform === 'win32') {
      return { env: inherited, source: 'inherited' };
    }
    try {
      const { shell, child, found } = await this.query(inherited);
      const answer = await raceTimeout(found, timeLimit, clock);
      if (answer) {
        this.letEnd(child);
        return this.fromShell(answer, inherited);
      }
      void this.awaitLate(child, found, inherited, this.answer);
      throw new Error(`${shell} gave no answer within ${timeLimit / 1000} s.`);
    } catch (error) {
      const problem = messageOf(error);
      this.log.warn(`The login shell's environment is not known: ${problem}`);
      return { env: inherited, source: 'inherited', problem };
    }
  }

  private get log(): Log {
    return this.options.log ?? silentLog;
  }

  /** Replaces the answer that was given in place of a late one, unless it was asked again. */
  private async awaitLate(
    child: PipedProcess,
    found: Promise<Record<string, string>>,
    inherited: Record<string, string>,
    replaced: Promise<LoginEnvironment> | undefined,
  ): Promise<void> {
    try {
      const { clock = systemClock } = this.options;
      const answer = await raceTimeout(found, lateLimit, clock);
      if (!answer) {
        child.dispose();
        return;
      }
      this.letEnd(child);
      if (this.answer === replaced) {
        this.log.info('The login shell answered late; its environment is used from now on');
        this.answer = Promise.resolve(this.fromShell(answer, inherited));
        this.late.fire();
      }
    } catch (error) {
      this.log.warn('The late login shell gave no answer', { error: messageOf(error) });
    }
  }

  private fromShell(
    answer: Record<string, string>,
    inherited: Record<string, string>,
  ): LoginEnvironment {
    const env = mergeEnvironment(answer, ownOf(inherited), this.options.platform);
    return { env, source: 'shell' };
  }

  /** Processes that a startup file keeps in the background (an ssh agent) are left alone. */
  private letEnd(child: PipedProcess): void {
    const { clock = systemClock } = this.options;
    void raceTimeout(child.exited, endLimit, clock).then(exit => exit ?? child.dispose());
  }

  private async query(env: Record<string, string>): Promise<Query> {
    const query = await startQuery(this.options, env);
    const { child } = query;
    this.running.add(child);
    void child.exited.then(() => this.running.delete(child));
    return query;
  }
}

/** A shell that has been asked for its environment. */
interface Query {
  readonly shell: string;
  readonly child: PipedProcess;
  /** Rejects if the shell ends without an answer. */
  readonly found: Promise<Record<string, string>>;
}

async function startQuery(
  { execPath, platform, clock = systemClock, log = silentLog }: LoginShellOptions,
  env: Record<string, string>,
): Promise<Query> {
  const shell = env.SHELL || userInfo().shell || '/bin/sh';
  const mark = randomUUID();
  const child = await spawnProcess({
    command: shell,
    args: shellArguments(shell, execPath),
    cwd: homedir(),
    platform,
    clock,
    log,
    env: {
      ...env,
      [markVariable]: mark,
      ELECTRON_RUN_AS_NODE: '1',
      ELECTRON_NO_ATTACH_CONSOLE: '1',
      // Startup files check it to skip slow or interactive parts, as VS Code advises.
      VSCODE_RESOLVING_ENVIRONMENT: '1',
    },
  });
  // A startup file that reads from the terminal gets an end of file.
  child.endInput();
  const answered = new Promise<Record<string, string>>(resolve => {
    child.onLine(line => {
      const answer = parseMarked(line, mark);
      if (answer) {
        resolve(answer);
      }
    });
  });
  const failed = child.exited.then(exit => {
    throw new Error(`${shell} ${describeExit(exit)} without an answer. ${child.stderrTail}`.trim());
  });
  const found = Promise.race([answered, failed]);
  // A late shell that fails is reported by whoever still waits for it.
  found.catch(() => undefined);
  return { shell, child, found };
}

/** Builds a command in the shell's own language that prints mark, environment as JSON, mark. */
export function shellArguments(shell: string, execPath: string): string[] {
  // No quotes within the quotes: shells disagree on them.
  const script = `process.env.${markVariable}+JSON.stringify(process.env)+process.env.${markVariable}`;
  const name = basename(shell);
  if (/^(pwsh|powershell)/.test(name)) {
    return ['-Login', '-Command', `& '${execPath.replaceAll("'", "''")}' -p '${script}'`];
  }
  if (name === 'nu') {
    return ['-i', '-l', '-c', `^'${execPath}' -p '${script}'`];
  }
  const command = `'${execPath.replaceAll("'", `'\\''`)}' -p '${script}'`;
  // csh takes -l only when it is the sole argument.
  return /^t?csh$/.test(name) ? ['-ic', command] : ['-i', '-l', '-c', command];
}

/** Finds the answer in a line that startup files may have begun with other output. */
export function parseMarked(line: string, mark: string): Record<string, string> | undefined {
  const start = line.indexOf(mark);
  const end = line.lastIndexOf(mark);
  if (start === -1 || end === start) {
    return undefined;
  }
  const value: unknown = JSON.parse(line.slice(start + mark.length, end));
  if (!isObject(value)) {
    return undefined;
  }
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

/** Variables that belong to the query and not to the answer. */
const own = [
  markVariable,
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'VSCODE_RESOLVING_ENVIRONMENT',
  'PWD',
  'OLDPWD',
  'SHLVL',
  '_',
];

function ownOf(inherited: Environment): Environment {
  return Object.fromEntries(own.map(name => [name, inherited[name]]));
}
