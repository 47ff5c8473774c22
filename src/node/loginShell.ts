import { randomUUID } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { basename } from 'node:path';
import type { Clock } from '../base/clock';
import { messageOf } from '../base/errors';
import { isObject } from '../base/json';
import { type Log, silentLog } from '../base/log';
import { type Environment, mergeEnvironment } from './environment';
import { raceTimeout } from './raceTimeout';
import { describeExit, spawnProcess } from './spawnProcess';
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

const timeLimit = 5_000;
const markVariable = 'TANDEM_ENVIRONMENT_MARK';

/** Asks the user's shell for variables that an editor started from a dock or menu lacks. */
export class LoginShell {
  private answer: Promise<LoginEnvironment> | undefined;

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

  private async ask(): Promise<LoginEnvironment> {
    const { env, platform, log = silentLog } = this.options;
    const inherited = mergeEnvironment({}, env, platform);
    if (platform === 'win32') {
      return { env: inherited, source: 'inherited' };
    }
    try {
      const answer = await askShell(this.options, inherited);
      return { env: mergeEnvironment(answer, ownOf(inherited), platform), source: 'shell' };
    } catch (error) {
      const problem = messageOf(error);
      log.warn(`The login shell's environment is not known: ${problem}`);
      return { env: inherited, source: 'inherited', problem };
    }
  }
}

async function askShell(
  { execPath, platform, clock = systemClock, log = silentLog }: LoginShellOptions,
  env: Record<string, string>,
): Promise<Record<string, string>> {
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
  const found = new Promise<Record<string, string>>(resolve => {
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
  // Both are raced below; a shell that ends after its answer has not failed.
  failed.catch(() => undefined);
  const answer = await raceTimeout(Promise.race([found, failed]), timeLimit, clock);
  if (!answer) {
    child.dispose();
    throw new Error(`${shell} gave no answer within ${timeLimit / 1000} s.`);
  }
  // Processes that a startup file keeps in the background (an ssh agent) are left alone.
  void raceTimeout(child.exited, timeLimit, clock).then(exit => exit ?? child.dispose());
  return answer;
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
