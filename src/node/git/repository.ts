import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';

/** Absolute paths in the user's repository; of a linked work tree they are in two places. */
export interface Repository {
  readonly gitFolder: string;
  readonly commonFolder: string;
}

/** A work tree of a repository: the main one, or one that `git worktree add` has linked to it. */
export interface Worktree {
  /** Absolute, links resolved. */
  readonly path: string;
  /** Short name; absent while no branch is checked out. */
  readonly branch?: string;
  readonly isMain: boolean;
}

/** The repository whose work tree a folder is in, and the root of that work tree. */
export interface FoundRepository extends Repository {
  /** Absolute, links resolved. */
  readonly root: string;
}

/** Undefined when the folder is in none, or is gone. Read from files, so that nothing is started. */
export async function findRepository(folder: string): Promise<FoundRepository | undefined> {
  const real = await realpath(folder).catch(() => undefined);
  for (let root = real; root !== undefined; root = parentOf(root)) {
    const repository = await repositoryAt(root);
    if (repository) {
      return { root, ...repository };
    }
  }
  return undefined;
}

/**
 * The main work tree of the repository that a folder is in, also for folders of its other work trees. A
 * folder that is gone has the repository that it lay in.
 */
export async function mainFolderOf(folder: string): Promise<string | undefined> {
  let there: string | undefined = folder;
  while (there !== undefined && !(await exists(there))) {
    there = parentOf(there);
  }
  const found = there === undefined ? undefined : await findRepository(there);
  if (!found) {
    return undefined;
  }
  const { commonFolder, root } = found;
  return basename(commonFolder) === '.git' ? dirname(commonFolder) : root;
}

/** The work trees of a repository whose folders exist, the main one first (a bare one has none). */
export async function readWorktrees({ commonFolder }: Repository): Promise<Worktree[]> {
  const found: Worktree[] = [];
  if (basename(commonFolder) === '.git') {
    const path = await realpath(dirname(commonFolder));
    found.push({ path, ...(await branchIn(commonFolder)), isMain: true });
  }
  const linked = join(commonFolder, 'worktrees');
  const names = await readdir(linked).catch(() => []);
  for (const name of names.sort()) {
    const gitFolder = join(linked, name);
    const file = await readLine(join(gitFolder, 'gitdir'));
    const root = file && dirname(resolve(gitFolder, file));
    const path = root && (await realpath(root).catch(() => undefined));
    if (path) {
      found.push({ path, ...(await branchIn(gitFolder)), isMain: false });
    }
  }
  return found;
}

/**
 * The folders, and the same place in each further work tree of their repositories.
 * @param worktreesOf the work trees of the repository that a folder is in
 */
export async function withWorktrees(
  folders: readonly string[],
  worktreesOf: (folder: string) => Promise<readonly Worktree[]>,
): Promise<string[]> {
  const all = new Set(folders);
  for (const folder of folders) {
    const repository = await findRepository(folder);
    const inner = repository && relative(repository.root, await realpath(folder));
    for (const { path } of repository ? await worktreesOf(folder) : []) {
      if (path !== repository?.root) {
        all.add(join(path, inner ?? ''));
      }
    }
  }
  return [...all];
}

/** What is checked out in a work tree; nothing while no branch is. */
export async function branchIn(gitFolder: string): Promise<{ branch?: string }> {
  const head = (await readLine(join(gitFolder, 'HEAD'))) ?? '';
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  return branch === undefined ? {} : { branch };
}

/** The repository whose work tree has this root. */
export async function repositoryAt(root: string): Promise<Repository | undefined> {
  const entry = join(root, '.git');
  const found = await stat(entry).catch(() => undefined);
  const gitFolder = found?.isDirectory() ? entry : found && (await linkedFolder(root, entry));
  if (gitFolder === undefined || !(await exists(join(gitFolder, 'HEAD')))) {
    return undefined;
  }
  const common = await readLine(join(gitFolder, 'commondir'));
  return { gitFolder, commonFolder: common ? resolve(gitFolder, common) : gitFolder };
}

/** Linked work trees and submodules have a file that names the folder. */
async function linkedFolder(root: string, entry: string): Promise<string | undefined> {
  const target = /^gitdir: (.+)$/.exec((await readLine(entry)) ?? '')?.[1];
  return target === undefined ? undefined : resolve(root, target);
}

async function readLine(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text?.replace(/\r?\n$/, '');
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function parentOf(path: string): string | undefined {
  const parent = dirname(path);
  return parent === path ? undefined : parent;
}
