import { stat } from 'node:fs/promises';
import { UserError } from '../base/errors';

interface Attempt {
  command: string;
  cwd: string;
  platform: NodeJS.Platform;
}

/**
 * Refuses batch files: Node runs none without a shell (CVE-2024-27980), and a shell would read our
 * arguments as commands. `spawnTarget` finds what such a file starts.
 */
export function refuseBatchFile({ command, platform }: Attempt): void {
  if (platform === 'win32' && /\.(cmd|bat)$/i.test(command)) {
    throw new UserError(
      'spawn.batchFile',
      `${command} is a batch file and cannot be run directly.`,
    );
  }
}

/** Explains the error. The system reports a missing folder as ENOENT of the command. */
export async function toSpawnError(error: unknown, attempt: Attempt): Promise<UserError> {
  const { command, cwd } = attempt;
  const fail = (code: string, message: string) =>
    new UserError(`spawn.${code}`, message, { cause: error });
  const folder = await kindOf(cwd);
  if (folder !== 'folder') {
    return folder === 'missing'
      ? fail('cwdMissing', `The folder ${cwd} does not exist.`)
      : fail('cwdNotFolder', `${cwd} is not a folder.`);
  }
  switch (codeOf(error)) {
    case 'ENOENT':
      return (await kindOf(command)) === 'file' && /[\\/]/.test(command)
        ? fail('interpreterMissing', `${command} names an interpreter that does not exist.`)
        : fail('commandMissing', `The program ${command} was not found.`);
    case 'EACCES':
    case 'EPERM':
      return fail('notAllowed', `${command} is not executable, or ${cwd} may not be entered.`);
    case 'ENOEXEC':
    case 'UNKNOWN':
      return fail('notProgram', `${command} is not a program for this system.`);
    case 'E2BIG':
    case 'ENAMETOOLONG':
      return fail('argumentsTooLong', `The arguments for ${command} are too long.`);
    default:
      return fail('failed', `${command} could not be started: ${String(error)}`);
  }
}

async function kindOf(path: string): Promise<'folder' | 'file' | 'missing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    // An inaccessible path exists; the caller's error then explains itself.
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? 'missing' : 'folder';
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
