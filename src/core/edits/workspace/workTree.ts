import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type Repository, repositoryAt } from '../../../node/git/repository';

/** Part of the file system that is compared as a unit. */
export interface WorkTree {
  /** Absolute path with links resolved. */
  readonly root: string;
  /** The user's repository, if there is one. */
  readonly repository: Repository | undefined;
}

/**
 * Finds the work tree that contains a folder. Does not ask git: it refuses repositories owned by
 * another user, as in containers, unless the user's configuration allows them.
 * @param home never compared itself, nor any folder above it
 * @returns a sentence for the user if the folder is not compared
 * @throws the system's error when the folder cannot be found
 */
export async function findWorkTree(folder: string, home: string): Promise<WorkTree | string> {
  const real = await realpath(folder);
  const realHome = await realpath(home).catch(() => home);
  const isTooWide = (root: string) => root === dirname(root) || contains(root, realHome);
  for (let root = real; ; root = dirname(root)) {
    if (isTooWide(root)) {
      break;
    }
    const repository = await repositoryAt(root);
    if (repository) {
      return { root, repository };
    }
  }
  if (!isTooWide(real)) {
    return { root: real, repository: undefined };
  }
  return real === realHome
    ? l10n.t('The home folder is too large to compare before and after each command.')
    : l10n.t('{0} is too large to compare before and after each command.', real);
}

/** Whether `path` is `folder` or lies in it. Both are absolute. */
export function contains(folder: string, path: string): boolean {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return path === folder || path.startsWith(prefix);
}

/** Returns the root as the caller spells it: `/tmp/x` where the system says `/private/tmp/x`. */
export async function spellRoot(root: string, folder: string): Promise<string> {
  const inner = relative(root, await realpath(folder));
  const spelled = resolve(
    folder,
    ...inner
      .split(sep)
      .filter(Boolean)
      .map(() => '..'),
  );
  const isSame = join(spelled, inner) === resolve(folder) && (await realpath(spelled)) === root;
  return isSame ? spelled : root;
}
