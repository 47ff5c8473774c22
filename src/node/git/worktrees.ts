import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { Environment } from '../environment';
import type { GitProgram, GitRequest } from './gitProgram';

export interface NewWorktree {
  /** Root of the main work tree. */
  readonly root: string;
  /** Absolute path of a folder that is empty or does not exist yet. */
  readonly path: string;
  readonly branch: string;
  /** Start point of the new branch; absent if the branch already exists. */
  readonly base?: string;
}

/** State of a branch relative to the branch that it is to be merged into. */
export interface BranchState {
  /** Files with uncommitted changes, including untracked files. */
  readonly uncommitted: number;
  /** Commits that the target branch lacks. */
  readonly ahead: number;
  /** Commits of the target branch that this branch lacks. */
  readonly behind: number;
}

/** Maximum size of each text about a work tree, in bytes. */
const longestText = 4 * 1024 * 1024;

export type Merge = { readonly kind: 'merged' } | { kind: 'conflicts'; files: readonly string[] };

/** Work tree and branch operations, run with the user's git. Each takes a signal that aborts it. */
export class Worktrees {
  /** @param runsPrograms false keeps hooks and filters of the repository from running */
  constructor(
    private readonly git: GitProgram,
    private readonly runsPrograms = true,
  ) {}

  /**
   * Checks whether git accepts a branch name.
   * @returns the problem; undefined if the name is valid
   */
  async branchProblem(name: string, cwd: string, signal: AbortSignal): Promise<string | undefined> {
    const problem = l10n.t('"{0}" cannot be the name of a branch.', name);
    // git would interpret these as references to another branch.
    if (name === '' || name === 'HEAD' || name.includes('@{') || name.startsWith('-')) {
      return problem;
    }
    try {
      await this.git.run({ args: ['check-ref-format', '--branch', name], cwd, signal });
      return undefined;
    } catch (error) {
      if (error instanceof UserError && error.code === 'git.failed') {
        return problem;
      }
      throw error;
    }
  }

  /** Returns the names of the local branches, newest commit first. */
  async branches(cwd: string, signal: AbortSignal): Promise<string[]> {
    const args = [
      'for-each-ref',
      '--sort=-committerdate',
      // `refname:short` becomes longer if a tag has the same name.
      '--format=%(refname:lstrip=2)',
      'refs/heads',
    ];
    return linesOf(await this.git.read({ args, cwd, signal }));
  }

  /** @throws UserError `worktree.exists`, `worktree.base`, `worktree.failed` */
  async add({ root, path, branch, base }: NewWorktree, signal: AbortSignal): Promise<void> {
    if (base?.startsWith('-')) {
      // git would interpret it as an option.
      throw new UserError('worktree.base', l10n.t('"{0}" is neither a branch nor a commit.', base));
    }
    const held = await readdir(path).catch(() => []);
    if (held.length > 0) {
      throw new UserError(
        'worktree.exists',
        l10n.t('The folder {0} exists and is not empty.', path),
      );
    }
    const what = base === undefined ? [path, branch] : [path, base];
    const isNew = base === undefined ? [] : ['-b', branch];
    const args = ['worktree', 'add', '--quiet', ...isNew, '--', ...what];
    await this.attempt(l10n.t('The worktree could not be made.'), { args, cwd: root, signal });
  }

  /** @param other branch or commit */
  async state(path: string, other: string, signal: AbortSignal): Promise<BranchState> {
    const count = ['rev-list', '--left-right', '--count', `${other}...HEAD`, '--'];
    const counted = await this.git.read({ args: count, cwd: path, signal });
    const [behind = 0, ahead = 0] = counted.trim().split(/\s+/).map(Number);
    return { uncommitted: await this.count({ path, withNew: true, signal }), ahead, behind };
  }

  /**
   * Counts files with uncommitted changes, for a decision of the user's: filters run, and changes
   * inside of submodules count.
   * @param withNew includes untracked files
   */
  uncommitted(path: string, signal: AbortSignal, withNew = true): Promise<number> {
    return this.count({ path, withNew, signal, isAct: this.runsPrograms });
  }

  /** Counts commits of HEAD that no branch, tag or remote branch reaches. */
  async unreachable(path: string, signal: AbortSignal): Promise<number> {
    const args = [
      'rev-list',
      '--count',
      'HEAD',
      '--not',
      '--branches',
      '--tags',
      '--remotes',
      '--',
    ];
    return Number((await this.git.read({ args, cwd: path, signal })).trim());
  }

  /** Describes what a branch has over another, committed or not. Very long parts are cut. */
  async describe(path: string, other: string, signal: AbortSignal): Promise<string> {
    const read = (args: readonly string[], env?: Environment) =>
      this.readStart({ args, cwd: path, signal, ...(env ? { env } : {}) });
    const commits = await read(['log', '--format=# %h %s (%an, %ar)', `${other}..HEAD`, '--']);
    const listed = await read(['ls-files', '--others', '--exclude-standard', '-z']);
    const added = listed.split('\0').slice(0, -1);
    const names = added.map(name => `${l10n.t('# new, not added to Git: {0}', name)}\n`).join('');
    const diff = await this.withNewFiles(path, added, signal, env =>
      read(['diff', '--no-color', '--merge-base', other, '--'], env),
    );
    return [commits, names, diff].filter(Boolean).join('\n');
  }

  /**
   * Runs something with an index that has new files, too, so that a diff shows their lines. If there
   * can be none, for example because an agent has just removed one of the files, runs it with Git's.
   */
  private async withNewFiles<T>(
    cwd: string,
    names: readonly string[],
    signal: AbortSignal,
    run: (env?: Environment) => Promise<T>,
  ): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-index-'));
    try {
      const made = this.indexWith(names, cwd, join(folder, 'index'), signal);
      return await run(await made.catch(() => undefined));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** @returns variables with which git uses the new index */
  private async indexWith(
    names: readonly string[],
    cwd: string,
    path: string,
    signal: AbortSignal,
  ): Promise<Environment> {
    const env = { GIT_INDEX_FILE: path, GIT_LITERAL_PATHSPECS: '1' };
    const index = await this.git.read({ args: ['rev-parse', '--git-path', 'index'], cwd, signal });
    await copyFile(resolve(cwd, index.trimEnd()), path);
    // A name with a slash at the end is another repository.
    const input = names.filter(name => !name.endsWith('/')).join('\0');
    const args = ['add', '--intent-to-add', '--pathspec-from-file=-', '--pathspec-file-nul'];
    if (input !== '') {
      await this.git.read({ args, cwd, env, input, signal });
    }
    return env;
  }

  /**
   * Commits all changes of a work tree.
   * @throws UserError `worktree.failed`
   */
  async commitAll(path: string, message: string, signal: AbortSignal): Promise<void> {
    const why = l10n.t('The changes could not be committed.');
    await this.attempt(why, { args: ['add', '--all'], cwd: path, signal });
    const args = ['commit', '--quiet', '-m', message];
    await this.attempt(why, { args, cwd: path, signal });
  }

  /**
   * Merges a branch into the branch checked out in `root`, with a merge commit. Conflicts stay in
   * the files until `abortMerge`.
   * @throws UserError `worktree.dirty` if `root` has uncommitted changes, `worktree.failed`
   */
  async merge(root: string, branch: string, signal: AbortSignal): Promise<Merge> {
    if ((await this.uncommitted(root, signal, false)) > 0) {
      throw new UserError(
        'worktree.dirty',
        l10n.t('{0} has changes that are not committed. Commit or stash them, then merge.', root),
      );
    }
    const wasMerging = await this.isMerging(root, signal);
    try {
      const args = ['merge', '--no-ff', '--no-edit', '--quiet', `refs/heads/${branch}`];
      await this.git.run({ args, cwd: root, signal, isAct: this.runsPrograms, endsGently: true });
      return { kind: 'merged' };
    } catch (error) {
      if (signal.aborted) {
        await this.undoStoppedMerge(root);
        throw error;
      }
      const files = await this.conflicts(root, signal);
      if (files.length > 0) {
        return { kind: 'conflicts', files };
      }
      // A hook, or a missing signature, has prevented the commit of what is merged already.
      if (!wasMerging && (await this.isMerging(root, signal))) {
        await this.undoStoppedMerge(root);
      }
      throw withReason(l10n.t('The branch could not be merged.'), error);
    }
  }

  async abortMerge(root: string, signal: AbortSignal): Promise<void> {
    const args = ['merge', '--abort'];
    await this.attempt(l10n.t('The merge could not be aborted.'), { args, cwd: root, signal });
  }

  /** @param isForced removes the work tree even if uncommitted changes are lost */
  async remove(root: string, path: string, isForced: boolean, signal: AbortSignal): Promise<void> {
    const args = ['worktree', 'remove', ...(isForced ? ['--force'] : []), path];
    await this.attempt(l10n.t('The worktree could not be removed.'), { args, cwd: root, signal });
  }

  /** Counts the commits of a branch that the branch checked out in `root` lacks. */
  async unmerged(root: string, branch: string, signal: AbortSignal): Promise<number> {
    const args = ['rev-list', '--count', `HEAD..refs/heads/${branch}`, '--'];
    return Number((await this.git.read({ args, cwd: root, signal })).trim());
  }

  /**
   * Deletes a branch, merged or not.
   * @throws UserError `worktree.failed`
   */
  async deleteBranch(root: string, branch: string, signal: AbortSignal): Promise<void> {
    const args = ['branch', '--quiet', '-D', '--', branch];
    await this.attempt(l10n.t('The branch could not be deleted.'), { args, cwd: root, signal });
  }

  /**
   * A merge stopped before its commit may lack the state that `merge --abort` needs. The reset
   * loses nothing, because everything was committed before.
   */
  private async undoStoppedMerge(root: string): Promise<void> {
    const why = l10n.t('The merge was stopped, and what it had changed could not be taken back.');
    const { signal } = new AbortController();
    await this.attempt(why, { args: ['reset', '--quiet', '--merge'], cwd: root, signal });
  }

  private async count(of: {
    path: string;
    withNew: boolean;
    signal: AbortSignal;
    isAct?: boolean;
  }): Promise<number> {
    const { path, withNew, signal, isAct = false } = of;
    const untracked = `--untracked-files=${withNew ? 'normal' : 'no'}`;
    // A rename would be listed with two names.
    const args = ['status', '--porcelain=v1', '--no-renames', '-z', untracked];
    const text = await this.git.read({ args, cwd: path, signal, isAct });
    return text.split('\0').filter(Boolean).length;
  }

  private async readStart({ signal, ...request }: GitRequest): Promise<string> {
    const enough = new AbortController();
    const chunks: Buffer[] = [];
    let size = 0;
    const onOutput = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > longestText) {
        enough.abort();
      }
    };
    const either = AbortSignal.any([signal, enough.signal]);
    try {
      await this.git.run({ ...request, signal: either, onOutput });
    } catch (error) {
      if (!enough.signal.aborted || signal.aborted) {
        throw error;
      }
    }
    const text = Buffer.concat(chunks).toString('utf8', 0, longestText);
    return enough.signal.aborted ? `${text}\n${l10n.t('# … and more')}\n` : text;
  }

  /** Whether a merge in this work tree awaits its commit. */
  private async isMerging(root: string, signal: AbortSignal): Promise<boolean> {
    try {
      const args = ['rev-parse', '--quiet', '--verify', 'MERGE_HEAD'];
      await this.git.run({ args, cwd: root, signal });
      return true;
    } catch (error) {
      if (error instanceof UserError && error.code === 'git.failed') {
        return false;
      }
      throw error;
    }
  }

  private async conflicts(root: string, signal: AbortSignal): Promise<string[]> {
    const args = ['diff', '--name-only', '--diff-filter=U', '-z'];
    const text = await this.git.read({ args, cwd: root, signal });
    return text.split('\0').filter(Boolean);
  }

  private async attempt(
    why: string,
    request: { args: readonly string[]; cwd: string; signal: AbortSignal },
  ): Promise<void> {
    try {
      await this.git.run({ ...request, isAct: this.runsPrograms, endsGently: true });
    } catch (error) {
      throw withReason(why, error);
    }
  }
}

/**
 * Returns the path for the work tree of a new branch.
 * @param setting folder; `${repo}` is the main work tree, and relative paths are relative to it
 */
export function worktreePath(setting: string, root: string, branch: string): string {
  const folder = setting.replace(/\$\{repo\}/g, () => root);
  const base = isAbsolute(folder) ? folder : resolve(root, folder);
  // git allows these characters in branch names, but Windows forbids them in folder names.
  return join(base, ...branch.replace(/[<>:"|?*\\]/g, '-').split('/'));
}

function withReason(why: string, error: unknown): unknown {
  if (!(error instanceof UserError) || error.code !== 'git.failed') {
    return error;
  }
  const lines = linesOf(error.detail ?? '')
    .at(-1)
    ?.replace(/^(fatal|error): /, '');
  return new UserError(
    'worktree.failed',
    lines ? l10n.t('{0} Git reports: {1}', why, lines) : why,
    {
      cause: error,
      ...(error.detail ? { detail: error.detail } : {}),
    },
  );
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(line => line.trim() !== '');
}
