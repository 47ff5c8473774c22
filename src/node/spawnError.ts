import { stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
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
      l10n.t('{0} is a batch file and cannot be run directly.', command),
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
      ? fail('cwdMissing', l10n.t('The folder {0} does not exist.', cwd))
      : fail('cwdNotFolder', l10n.t('{0} is not a folder.', cwd));
  }
  switch (codeOf(error)) {
    case 'ENOENT':
      return (await kindOf(command)) === 'file' && /[\\/]/.test(command)
        ? fail(
            'interpreterMissing',
            l10n.t('{0} names an interpreter that does not exist.', command),
          )
        : fail('commandMissing', l10n.t('The program {0} was not found.', command));
    case 'EACCES':
    case 'EPERM':
      return fail(
        'notAllowed',
        l10n.t('{0} is not executable, or {1} may not be entered.', command, cwd),
      );
    case 'ENOEXEC':
    case 'UNKNOWN':
      return fail('notProgram', l10n.t('{0} is not a program for this system.', command));
    case 'E2BIG':
    case 'ENAMETOOLONG':
      return fail('argumentsTooLong', l10n.t('The arguments for {0} are too long.', command));
    default:
      return fail('failed', l10n.t('{0} could not be started: {1}', command, String(error)));
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
