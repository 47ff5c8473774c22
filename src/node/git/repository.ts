import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { readBoundedText } from '../boundedFile';

/** Absolute paths of the user's repository; they differ for a linked work tree. */
export interface Repository {
  readonly gitFolder: string;
  readonly commonFolder: string;
}

/** Work tree of a repository: the main one, or one linked by `git worktree add`. */
export interface Worktree {
  /** Absolute, links resolved. */
  readonly path: string;
  /** Short name; absent if no branch is checked out. */
  readonly branch?: string;
  readonly isMain: boolean;
}

/** Repository whose work tree contains a folder, and the root of that work tree. */
export interface FoundRepository extends Repository {
  /** Absolute, links resolved. */
  readonly root: string;
}

/** Finds a folder's repository without running git; undefined if it has none or is gone. */
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
 * Finds the repository of a file, which need not exist. git itself would take a folder that only
 * looks like a repository for one.
 * @returns the root of its work tree and the file's path, with the links of its folder resolved
 */
export async function findRepositoryOf(
  path: string,
): Promise<{ readonly root: string; readonly file: string } | undefined> {
  const folder = await realpath(dirname(path)).catch(() => undefined);
  const repository = folder && (await findRepository(folder));
  return repository ? { root: repository.root, file: join(folder, basename(path)) } : undefined;
}

/**
 * Returns the main work tree of a folder's repository, also for folders of its other work trees. A
 * missing folder belongs to the repository that contained it.
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

/** Lists a repository's existing work trees, the main one first (a bare one has none). */
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
 * Returns the root of the main work tree of a linked one. Git lists those: a folder that only says
 * that it is one may have come from anywhere.
 */
export async function mainWorktreeOf(found: FoundRepository): Promise<string | undefined> {
  const worktrees = await readWorktrees(found);
  const isLinked = worktrees.some(({ path, isMain }) => !isMain && path === found.root);
  return isLinked ? worktrees.find(({ isMain }) => isMain)?.path : undefined;
}

/**
 * Adds the same place in every other work tree of the folders' repositories.
 * @param worktreesOf lists the work trees of a folder's repository
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

/** Reads the branch that a work tree has checked out; empty if there is none. */
export async function branchIn(gitFolder: string): Promise<{ branch?: string }> {
  const head = (await readLine(join(gitFolder, 'HEAD'))) ?? '';
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  return branch === undefined ? {} : { branch };
}

/** Returns the repository whose work tree has this root. */
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

/** Reads the `.git` file of a linked work tree or submodule, which names the folder. */
async function linkedFolder(root: string, entry: string): Promise<string | undefined> {
  const target = /^gitdir: (.+)$/.exec((await readLine(entry)) ?? '')?.[1];
  return target === undefined ? undefined : resolve(root, target);
}

async function readLine(path: string): Promise<string | undefined> {
  const text = await readBoundedText(path, 1).catch(() => undefined);
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
