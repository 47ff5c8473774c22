import * as l10n from '@vscode/l10n';
import { UserError } from '../base/errors';
import { resolveCmdShim } from './cmdShim';
import { fileProbe, findExecutable, isNodeScript, type SearchOptions } from './executable';

/** Input of `spawnProcess`: the caller's arguments follow `args`, `env` goes over its own. */
export interface SpawnTarget {
  command: string;
  args: string[];
  env: Record<string, string>;
}

interface TargetOptions extends SearchOptions {
  /** `process.execPath`: in the extension host, the editor itself, which can act as Node. */
  execPath: string;
}

/** Returns how to run a `.js`/`.mjs`: with Node on the user's PATH, else the editor's own. */
export async function nodeRunner(options: TargetOptions): Promise<SpawnTarget> {
  const node = await findExecutable('node', options);
  // Version managers may put a batch file there, which cannot be spawned.
  if (node !== undefined && !isBatchFile(node)) {
    return { command: node, args: [], env: {} };
  }
  return { command: options.execPath, args: [], env: { ELECTRON_RUN_AS_NODE: '1' } };
}

/**
 * Returns how to start the program at this full path, whatever kind of file it is.
 * @throws UserError `spawn.batchFile` for a batch file that is no package manager's shim
 */
export async function spawnTarget(path: string, options: TargetOptions): Promise<SpawnTarget> {
  let target = path;
  // yarn's global shims start another shim; a longer chain is a loop.
  for (let depth = 0; depth < 4; depth += 1) {
    if (isNodeScript(target)) {
      const runner = await nodeRunner(options);
      return { ...runner, args: [...runner.args, target] };
    }
    if (options.platform !== 'win32' || !isBatchFile(target)) {
      return { command: target, args: [], env: {} };
    }
    const probe = options.probe ?? fileProbe;
    const next = resolveCmdShim(await probe.readText(target), target);
    if (next === undefined || !(await probe.isFile(next))) {
      break;
    }
    target = next;
  }
  throw new UserError(
    'spawn.batchFile',
    l10n.t(
      '{0} is a batch file whose program cannot be found. Name the .exe or .js file instead.',
      path,
    ),
  );
}

function isBatchFile(path: string): boolean {
  return /\.(cmd|bat)$/i.test(path);
}
