import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { worktreePath } from '../../node/git/worktrees';

/** Values of the setting for the folder of work trees. */
export interface WorktreeFolders {
  readonly own: string;
  readonly workspace: string | undefined;
}

export interface WorktreePlace {
  readonly path: string;
  /** The workspace's value, if it does not count. */
  readonly ignored?: string;
}

/**
 * Returns the place for the work tree of a new branch. A workspace decides only among folders beside
 * its repository, so that no repository writes elsewhere.
 */
export async function worktreePlace(
  { own, workspace }: WorktreeFolders,
  root: string,
  branch: string,
): Promise<WorktreePlace> {
  const path = worktreePath(own, root, branch);
  if (workspace === undefined) {
    return { path };
  }
  const wanted = worktreePath(workspace, root, branch);
  return (await isBeside(wanted, root)) ? { path: wanted } : { path, ignored: workspace };
}

async function isBeside(path: string, root: string): Promise<boolean> {
  const [place, repository] = await Promise.all([realPlace(path), realPlace(root)]);
  const parent = dirname(repository);
  const inRepository = partsBelow(repository, place);
  if (inRepository) {
    return inRepository[0]?.toLowerCase() !== '.git';
  }
  const beside = parent === dirname(parent) ? undefined : partsBelow(parent, place);
  // Hidden folders there belong to other programs: the parent may be the home folder.
  return beside !== undefined && !beside[0]?.startsWith('.');
}

/** Returns the names on the way to a path; undefined if it does not lie below the folder. */
function partsBelow(folder: string, path: string): readonly string[] | undefined {
  const parts = relative(folder, path).split(sep);
  return parts[0] === '..' || parts[0] === '' || isAbsolute(parts.join(sep)) ? undefined : parts;
}

/** Resolves the links of the part that exists. */
async function realPlace(path: string): Promise<string> {
  const found = await realpath(path).catch(() => undefined);
  const parent = dirname(path);
  return found ?? (parent === path ? path : join(await realPlace(parent), basename(path)));
}
