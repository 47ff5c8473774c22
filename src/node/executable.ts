import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';
import { type Environment, readVariable } from './environment';

/** File system queries; tests replace them to simulate another system. */
export interface FileProbe {
  /** Checks that a file exists and, on POSIX, may be executed. */
  isExecutable(path: string): Promise<boolean>;
  isFile(path: string): Promise<boolean>;
  readText(path: string): Promise<string>;
}

export const fileProbe: FileProbe = {
  async isExecutable(path) {
    return (await fileProbe.isFile(path)) && succeeds(access(path, constants.X_OK));
  },
  isFile: path =>
    stat(path).then(
      entry => entry.isFile(),
      // A path that cannot be inspected cannot be run either.
      () => false,
    ),
  readText: path => readFile(path, 'utf8'),
};

export interface SearchOptions {
  env: Environment;
  platform: NodeJS.Platform;
  probe?: FileProbe;
}

/**
 * Finds the full path of a command: a name on PATH, or an absolute path (with PATHEXT tried on
 * Windows). Relative paths and PATH entries are ignored: they would point into the workspace.
 */
export async function findExecutable(
  command: string,
  { env, platform, probe = fileProbe }: SearchOptions,
): Promise<string | undefined> {
  const path = platform === 'win32' ? win32 : posix;
  const names = platform === 'win32' ? windowsNames(command, env) : [command];
  for (const folder of foldersFor(command, env, platform)) {
    for (const name of names) {
      const candidate = folder === '' ? name : path.join(folder, name);
      const isScript = folder === '' && isNodeScript(name);
      if (await (isScript ? probe.isFile(candidate) : probe.isExecutable(candidate))) {
        return candidate;
      }
    }
  }
  return undefined;
}

/** Recognizes scripts for Node, which need not be executable themselves. */
export function isNodeScript(path: string): boolean {
  return /\.[cm]?js$/i.test(path);
}

function foldersFor(command: string, env: Environment, platform: NodeJS.Platform): string[] {
  const path = platform === 'win32' ? win32 : posix;
  if (path.isAbsolute(command)) {
    return [''];
  }
  if (command === '' || command.includes('/') || command.includes(path.sep)) {
    return [];
  }
  return (readVariable(env, 'PATH', platform) ?? '')
    .split(path.delimiter)
    .map(folder => (platform === 'win32' ? folder.replace(/^"(.*)"$/, '$1') : folder))
    .filter(folder => path.isAbsolute(folder));
}

/** Tries PATHEXT endings: files without one, such as npm's shell scripts, are no programs. */
function windowsNames(command: string, env: Environment): string[] {
  const endings = (readVariable(env, 'PATHEXT', 'win32') ?? '.COM;.EXE;.BAT;.CMD')
    .toLowerCase()
    .split(';')
    .filter(ending => ending.startsWith('.'));
  const own = win32.extname(command).toLowerCase();
  const hasEnding = endings.includes(own) || isNodeScript(command);
  return hasEnding ? [command] : endings.map(ending => command + ending);
}

function succeeds(attempt: Promise<void>): Promise<boolean> {
  return attempt.then(
    () => true,
    () => false,
  );
}
